//! Numbers for people and files.

/// The number with this many decimals, at most 15, and never −0. Sums of rounding errors, such as
/// −7·10⁻¹⁵ for 0, disappear.
pub fn rounded(number: f64, decimals: u32) -> f64 {
    let scale = 10_f64.powi(decimals.min(15).cast_signed());
    let scaled = (number * scale).round() / scale;
    // Too large to have decimals; infinite numbers and NaN stay as they are.
    let rounded = if scaled.is_finite() { scaled } else { number };
    // Adding 0.0 turns −0 into 0.
    rounded + 0.0
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn noise_and_the_sign_of_zero_disappear() {
        assert_eq!(rounded(-7.659e-15, 6).to_string(), "0");
        assert_eq!(format!("{:+.1}", rounded(-0.04, 1)), "+0.0");
        assert_eq!(rounded(-12.345_678, 4), -12.3457);
        assert_eq!(rounded(0.5, 0), 1.0);
        assert_eq!(rounded(1e300, 6), 1e300);
        assert_eq!(rounded(f64::NEG_INFINITY, 1), f64::NEG_INFINITY);
        assert!(rounded(f64::NAN, 1).is_nan());
    }
}
