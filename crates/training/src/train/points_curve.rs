//! Expected points of a value.

/// How a value in centipawns becomes expected points. Each side wins with a chance that is a logistic
/// function of the value, one half at `offset`; the other games are drawn. Without an offset no game is, and
/// the points follow one logistic curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointsCurve {
    /// Centipawns in which the odds of winning grow by e.
    pub scale: f32,
    /// Centipawns at which half the games are won.
    pub offset: f32,
}

impl PointsCurve {
    /// The curve of the default settings.
    pub const DEFAULT: Self = Self { scale: 400.0, offset: 0.0 };
    /// The largest offset, in scales.
    const MOST_SCALES: f32 = 10.0;

    /// Why the curve cannot be used, in one line.
    pub fn error(self) -> Option<&'static str> {
        if !(1.0..=10_000.0).contains(&self.scale) {
            Some("the scale of the sigmoid goes from 1 to 10000 centipawns")
        } else if !(0.0..=Self::MOST_SCALES * self.scale).contains(&self.offset) {
            Some("the offset of the sigmoid goes from 0 to ten times its scale")
        } else {
            None
        }
    }

    /// The expected points of a value, from 0 to 1.
    pub(super) fn points(self, value: f32) -> f32 {
        self.points_and_slope(value / self.scale).0
    }

    /// The expected points of a value in scales, and their derivative with respect to it.
    pub fn points_and_slope(self, scales: f32) -> (f32, f32) {
        let offset = self.offset / self.scale;
        // The chance to win, and the chance not to lose.
        let [win, keep] = [logistic(scales - offset), logistic(scales + offset)];
        ((win + keep) / 2.0, (win * (1.0 - win) + keep * (1.0 - keep)) / 2.0)
    }

    /// The value with these expected points, which are above 0 and below 1.
    pub(super) fn value(self, points: f32) -> f32 {
        if self.offset == 0.0 {
            return self.scale * libm::logf(points / (1.0 - points));
        }
        // `2 points - 1 = sinh(v) / (cosh(v) + cosh(o))`, solved for e to the `v`.
        let lead = 2.0 * points - 1.0;
        let wide = lead * libm::coshf(self.offset / self.scale);
        let root = libm::sqrtf(wide * wide + 1.0 - lead * lead);
        // The sum without cancellation: its product with the difference is known.
        let sum = if wide > 0.0 { wide + root } else { (1.0 - lead * lead) / (root - wide) };
        self.scale * libm::logf(sum / (1.0 - lead))
    }
}

/// The logistic function. Computed by `libm`, since the mathematical functions of systems differ.
fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-value))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CURVES: [PointsCurve; 3] = [
        PointsCurve::DEFAULT,
        PointsCurve { scale: 182.0, offset: 495.0 },
        PointsCurve { scale: 340.0, offset: 100.0 },
    ];

    #[test]
    fn points_rise_from_0_to_1_alike_on_both_sides() {
        for curve in CURVES {
            let points: Vec<f32> = (-20..=20).map(|at| curve.points(100.0 * at as f32)).collect();
            assert!(points.is_sorted_by(|a, b| a < b), "{curve:?}: {points:?}");
            assert_eq!(points[20], 0.5);
            for at in 0..=20 {
                assert!((points[at] + points[40 - at] - 1.0).abs() < 1e-6, "{curve:?}");
            }
        }
        // Half the games are won at the offset, and nearly all others drawn.
        assert!((CURVES[1].points(495.0) - 0.75).abs() < 0.01);
        assert!((CURVES[0].points(400.0) - 0.731_058).abs() < 1e-5);
    }

    #[test]
    fn slopes_are_those_of_the_points() {
        for curve in CURVES {
            for at in -30..=30 {
                let scales = at as f32 / 5.0;
                let (_, slope) = curve.points_and_slope(scales);
                let [less, more] =
                    [-0.02, 0.02].map(|step| curve.points_and_slope(scales + step).0);
                assert!((slope - (more - less) / 0.04).abs() < 1e-3, "{curve:?} at {scales}");
            }
        }
    }

    #[test]
    fn values_are_found_by_their_points() {
        for curve in CURVES {
            for value in [-1500.0_f32, -600.0, -90.0, -1.0, 0.0, 40.0, 495.0, 1500.0] {
                let found = curve.value(curve.points(value));
                assert!(
                    (found - value).abs() < 0.5 + value.abs() / 200.0,
                    "{curve:?}: {value} is {found}"
                );
            }
        }
    }

    #[test]
    fn curves_that_cannot_be_used_are_named() {
        let error = |scale, offset| PointsCurve { scale, offset }.error();
        assert_eq!(error(182.0, 495.0), None);
        assert!(error(0.0, 0.0).is_some_and(|error| error.contains("scale")));
        for offset in [-1.0, 1_821.0, f32::NAN] {
            assert!(error(182.0, offset).is_some_and(|error| error.contains("offset")));
        }
    }
}
