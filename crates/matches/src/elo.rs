//! Elo statistics of a match: logistic and normalised Elo with 95 % intervals, and the likelihood
//! of superiority (LOS).
//!
//! Games that share an opening are not independent, so the statistics count pairs of games with
//! colours swapped (the pentanomial model). Formulas: M. van den Bergh, "Comments on Normalized
//! Elo" and "A Practical Introduction to Normalized Elo", which fishtest and fastchess follow.

use sakdi_platform::rounded;
use std::fmt;

/// The normal quantile of a two-sided 95 % interval.
pub(super) const Z95: f64 = 1.959_963_984_540_054;
/// Normalised Elo per unit of (score − ½) / σ, where σ is the standard deviation of one game. With
/// this factor normalised and logistic Elo agree for small differences without draws.
pub const NELO_PER_T: f64 = 800.0 / std::f64::consts::LN_10;

/// Numbers of wins, draws and losses, from the first player's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WdlCounts {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl WdlCounts {
    /// Number of games.
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Twice the points: 2 for a win, 1 for a draw.
    pub const fn half_points(self) -> u64 {
        2 * self.wins + self.draws
    }
}

/// How often each score occurred. The `N` possible scores are evenly spread from 0 to 1, worst first:
/// three for single games, five for pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distribution<const N: usize>(pub [f64; N]);

/// Single games by result: losses, draws, wins.
pub type Trinomial = Distribution<3>;
/// Pairs of games by points: 0, ½, 1, 1½, 2.
pub type Pentanomial = Distribution<5>;

impl From<WdlCounts> for Trinomial {
    fn from(wdl: WdlCounts) -> Self {
        Self([wdl.losses, wdl.draws, wdl.wins].map(|games| games as f64))
    }
}

impl<const N: usize> Distribution<N> {
    /// Number of games in one observation.
    pub const GAMES: f64 = (N - 1) as f64 / 2.0;

    /// The score of each outcome, from 0 to 1.
    pub fn scores() -> [f64; N] {
        std::array::from_fn(|outcome| outcome as f64 / (N - 1) as f64)
    }

    /// The number of observations.
    pub fn total(&self) -> f64 {
        self.0.iter().sum()
    }

    /// The mean score, from 0 to 1; `None` without observations.
    pub fn mean(&self) -> Option<f64> {
        let total = self.total();
        let sum: f64 = self.0.iter().zip(Self::scores()).map(|(n, score)| n * score).sum();
        (total > 0.0).then(|| sum / total)
    }

    /// The variance of the score of one observation; `None` without observations.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        let squares = self.0.iter().zip(Self::scores()).map(|(n, s)| n * (s - mean).powi(2));
        Some(squares.sum::<f64>() / self.total())
    }

    /// Estimates the difference in strength; `None` without observations.
    pub fn estimate(&self) -> Option<Estimate> {
        let (mean, variance, total) = (self.mean()?, self.variance()?, self.total());
        let (low, high, superiority) = if variance > 0.0 {
            let error = (variance / total).sqrt();
            (mean - Z95 * error, mean + Z95 * error, superiority(mean, error))
        } else {
            // The variance that Wilson's interval assumes, so that LOS and interval agree.
            let (low, high) = wilson(mean, total);
            (low, high, superiority(mean, 0.5 / total.sqrt()))
        };
        let t = (mean - 0.5) / (Self::GAMES * variance).sqrt();
        let nelo_margin = Z95 * NELO_PER_T / (total * Self::GAMES).sqrt();
        let nelo = if mean == 0.5 { 0.0 } else { NELO_PER_T * t };
        Some(Estimate {
            elo: Interval { value: elo(mean), low: elo(low), high: elo(high) },
            nelo: Interval { value: nelo, low: nelo - nelo_margin, high: nelo + nelo_margin },
            superiority,
        })
    }
}

/// Wilson's 95 % interval for the mean of `total` observations. It replaces the normal
/// approximation when all observations are equal: their variance is 0, and the normal interval
/// would have no width. Wilson's interval assumes the largest variance that scores can have.
fn wilson(mean: f64, total: f64) -> (f64, f64) {
    let z2 = Z95 * Z95;
    let centre = (mean + z2 / (2.0 * total)) / (1.0 + z2 / total);
    let spread = (mean * (1.0 - mean) / total + z2 / (4.0 * total * total)).sqrt();
    let margin = Z95 * spread / (1.0 + z2 / total);
    // At 0 and 1 one end is exact; rounding must not move it.
    let low = if mean == 0.0 { 0.0 } else { centre - margin };
    let high = if mean == 1.0 { 1.0 } else { centre + margin };
    (low, high)
}

fn superiority(mean: f64, error: f64) -> f64 {
    if mean == 0.5 {
        return 0.5;
    }
    // The normal distribution function, from the complementary error function.
    0.5 * libm::erfc((0.5 - mean) / error / std::f64::consts::SQRT_2)
}

/// A value with its 95 % interval. Any of the three can be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Interval {
    /// The interval with its numbers rounded to this many decimals.
    #[must_use]
    pub fn rounded(self, decimals: u32) -> Self {
        let Self { value, low, high } = self;
        let [value, low, high] = [value, low, high].map(|number| rounded(number, decimals));
        Self { value, low, high }
    }
}

/// An estimate of the difference in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Logistic Elo.
    pub elo: Interval,
    /// Normalised Elo: the difference in units of the standard deviation of a game.
    pub nelo: Interval,
    /// The likelihood that the first player is stronger, from 0 to 1.
    pub superiority: f64,
}

/// Writes `+12.3 [-4.5, +29.1]`, or just `+inf` when the value and both ends are infinite.
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value, low, high } = self.rounded(1);
        write!(f, "{value:+.1}")?;
        if low == high { Ok(()) } else { write!(f, " [{low:+.1}, {high:+.1}]") }
    }
}

/// The logistic Elo difference of a score; infinite at 0 and 1, and beyond them.
pub fn elo(score: f64) -> f64 {
    // Adding to 0.0 turns −0 into 0.
    0.0 - 400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

/// The expected score at a logistic Elo difference.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: f64, expected: f64) {
        assert!((got - expected).abs() < 0.01, "{got} is not {expected}");
    }

    /// Values of fastchess's tests, app/tests/elo_test.cpp ("EloWDL 1" to "3"; its order is wins,
    /// losses, draws).
    #[test]
    fn trinomial_statistics_match_fastchess() {
        let estimate = |wins, losses, draws| {
            Trinomial::from(WdlCounts { wins, draws, losses }).estimate().unwrap()
        };
        let first = estimate(76, 89, 123);
        close(first.nelo.value, -20.76);
        close(first.nelo.high - first.nelo.value, 40.13);
        close(100.0 * first.superiority, 15.53);

        let second = estimate(136, 96, 111);
        close(second.nelo.value, 49.77);
        close(second.elo.value, 40.70);
        close((second.elo.high - second.elo.low) / 2.0, 30.43);
        close(100.0 * second.superiority, 99.60);

        let third = estimate(34, 356, 0);
        close(third.nelo.value, -508.44);
        close(third.nelo.high - third.nelo.value, 34.48);
    }

    #[test]
    fn an_interval_at_infinity_is_not_printed() {
        let won = Distribution([0.0, 0.0, 0.0, 0.0, 4.0]).estimate().unwrap();
        assert_eq!(won.nelo.to_string(), "+inf");
        assert!(
            won.elo.to_string().starts_with("+inf [") && won.elo.to_string().ends_with(", +inf]")
        );
    }

    #[test]
    fn equal_strength_has_no_sign() {
        // The mean is not exactly one half.
        let even = Distribution([1.0, 61.0, 166.0, 61.0, 1.0]).estimate().unwrap();
        assert!(even.elo.to_string().starts_with("+0.0 ["), "{}", even.elo);
        let noise = Interval { value: -7.659e-15, low: -0.04, high: 0.04 };
        assert_eq!(noise.to_string(), "+0.0");
    }

    /// "EloPentanomial 1" to "3" of the same tests, which split the middle class in two.
    #[test]
    fn pentanomial_statistics_match_fastchess() {
        let cases = [
            ([34.0, 54.0, 63.0, 64.0, 75.0], [57.94, 28.28, 55.58, 27.65]),
            ([332.0, 433.0, 498.0, 333.0, 334.0], [-9.17, 10.96, -8.64, 10.33]),
            ([7895.0, 8757.0, 5685.0, 568.0, 9999.0], [-19.01, 2.65, -21.04, 2.95]),
        ];
        for (pairs, [nelo, nelo_error, elo, elo_error]) in cases {
            let estimate = Distribution(pairs).estimate().unwrap();
            close(estimate.nelo.value, nelo);
            close(estimate.nelo.high - estimate.nelo.value, nelo_error);
            close(estimate.elo.value, elo);
            close((estimate.elo.high - estimate.elo.low) / 2.0, elo_error);
        }
        let second = Distribution([332.0, 433.0, 498.0, 333.0, 334.0]).estimate().unwrap();
        close(100.0 * second.superiority, 5.05);
    }

    #[test]
    fn no_games_give_no_estimate() {
        assert_eq!(Distribution([0.0; 5]).estimate(), None);
    }

    #[test]
    fn equal_results_have_an_interval() {
        let won = Distribution([0.0, 0.0, 0.0, 0.0, 20.0]).estimate().unwrap();
        assert_eq!((won.elo.value, won.elo.high), (f64::INFINITY, f64::INFINITY));
        // Wilson's lower end for n wins of n is n / (n + z²); z² is the 95 % quantile of χ².
        close(won.elo.low, elo(20.0 / (20.0 + 3.841_459)));
        assert!(won.superiority > 0.9999 && won.superiority < 1.0);

        let drawn = Distribution([0.0, 0.0, 20.0, 0.0, 0.0]).estimate().unwrap();
        assert_eq!((drawn.elo.value, drawn.superiority), (0.0, 0.5));
        assert!(drawn.elo.low < -100.0 && drawn.elo.high > 100.0);
    }

    /// When all results are equal, LOS is above 97.5 % exactly when the interval is above 0.
    #[test]
    fn superiority_agrees_with_the_interval() {
        for pairs in 1..30 {
            let won = Distribution([0.0, 0.0, 0.0, 0.0, f64::from(pairs)]).estimate().unwrap();
            let is_superior = won.superiority > 0.975;
            assert_eq!(is_superior, won.elo.low > 0.0, "{pairs} pairs won: {won:?}");
            assert_eq!(won.elo.high, f64::INFINITY, "{pairs} pairs won");
            let lost = Distribution([f64::from(pairs), 0.0, 0.0, 0.0, 0.0]).estimate().unwrap();
            close(lost.superiority, 1.0 - won.superiority);
            assert_eq!(lost.elo.low, f64::NEG_INFINITY, "{pairs} pairs lost");
        }
        // The normal distribution function at √2.
        let four = Distribution([0.0, 0.0, 0.0, 0.0, 2.0]).estimate().unwrap();
        close(100.0 * four.superiority, 92.14);
    }

    #[test]
    fn elo_and_expected_score_are_inverse() {
        for difference in [-700.0, -20.0, 0.0, 3.5, 400.0] {
            close(elo(expected_score(difference)), difference);
        }
        close(expected_score(400.0), 10.0 / 11.0);
    }

    #[test]
    fn what_rounds_to_zero_is_zero() {
        let tiny = Interval { value: -7.659e-15, low: -0.04, high: f64::INFINITY };
        assert_eq!(tiny.to_string(), "+0.0 [+0.0, +inf]");
    }
}
