//! Maximum-likelihood distributions of results with a given mean or a given t-value.
//!
//! Source: M. van den Bergh, "The Generalized Maximum Likelihood Ratio for the Expectation Value of a
//! Distribution" (mean) and "Normalized Elo" (t-value). fishtest and fastchess find the t-value by a
//! fixed-point iteration, which diverges for large t-values. This module solves one equation by
//! bisection instead.

use super::elo::Distribution;

/// Number of points at which [`with_t`] looks for local maxima in each range.
const GRID: usize = 32;
/// Bisection steps: more than a double has binary digits.
const HALVINGS: usize = 64;

/// Returns the distribution over `values` with mean `mean` that maximises the likelihood of
/// `observed`. It is `observed[i]` / (1 + θ(`values[i]` − `mean`)) for the θ that gives the mean.
///
/// All shares of `observed` must be above 0, and `mean` must lie between the smallest and the largest
/// of `values`.
pub(super) fn with_mean<const N: usize>(
    observed: &[f64; N],
    values: &[f64; N],
    mean: f64,
) -> [f64; N] {
    let offsets = values.map(|value| value - mean);
    let (least, most) =
        offsets.iter().fold((f64::MAX, f64::MIN), |(low, high), &x| (low.min(x), high.max(x)));
    debug_assert!(least < 0.0 && most > 0.0, "no distribution on these values has this mean");
    // The mean minus `mean` falls from +∞ to −∞ between the two poles. Newton's method finds the
    // zero; a step that would leave the bracket is replaced by bisection.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut theta = 0.0;
    for _ in 0..4 * HALVINGS {
        let (mut excess, mut slope) = (0.0, 0.0);
        for (share, x) in observed.iter().zip(&offsets) {
            let shifted = x / (1.0 + theta * x);
            excess += share * shifted;
            slope -= share * shifted * shifted;
        }
        if excess > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        let newton = theta - excess / slope;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        let has_converged = (next - theta).abs() <= f64::EPSILON * next.abs();
        theta = next;
        if has_converged {
            break;
        }
    }
    std::array::from_fn(|i| observed[i] / (1.0 + theta * offsets[i]))
}

/// Returns the distribution of scores with t-value (mean − ½) / σ = `t` that maximises the likelihood
/// of `observed`, all of whose shares must be above 0.
///
/// Let x be the score minus ½, m its mean and q the mean of x². The condition is m = τ√q with
/// τ = t / √(1 + t²). Because 2√q ≤ q/r + r, with equality only at r = √q, it is equivalent to
/// "x − τ(x²/r + r)/2 has mean 0 for r = √q". [`with_mean`] solves this for any fixed r; the function
/// then looks for the r that equals √q of its own solution.
pub(super) fn with_t<const N: usize>(observed: &[f64; N], t: f64) -> [f64; N] {
    let mut x = Distribution::<N>::scores().map(|score| score - 0.5);
    if t < 0.0 {
        // Scores are symmetric: exchange the players.
        x = x.map(|x| -x);
    }
    let t = t.abs();
    let hypotenuse = t.hypot(1.0);
    let tau = t / hypotenuse;
    let moment = |shares: &[f64; N], power: i32| -> f64 {
        shares.iter().zip(&x).map(|(share, x)| share * x.powi(power)).sum()
    };
    let (mean, square) = (moment(observed, 1), moment(observed, 2));
    if tau == 0.0 {
        return with_mean(observed, &x, 0.0);
    }
    let at = |r: f64| with_mean(observed, &x.map(|x| x - 0.5 * tau * (x * x / r + r)), 0.0);
    // Positive below a solution, negative above it.
    let excess = |r: f64| moment(&at(r), 2) - r * r;
    if mean > tau * square.sqrt() {
        // The distributions with a t-value of at most `t` form a convex set, and `observed` lies
        // outside it. So there is one solution. It lies between the two r for which `observed`
        // itself meets the condition.
        let middle = mean / tau;
        let upper = middle + (middle * middle - square).sqrt();
        return at(bisect(square / upper, upper, excess));
    }
    // The distributions with a t-value of at least `t` do not form a convex set, so there can be
    // several local maxima, of which the largest is the result. A distribution exists only for an r
    // within this factor of a positive x.
    let factor = t / (hypotenuse + 1.0);
    let mut ranges: Vec<(f64, f64)> = Vec::with_capacity(N / 2);
    let mut positive: Vec<f64> = x.iter().copied().filter(|&x| x > 0.0).collect();
    positive.sort_by(f64::total_cmp);
    for x in positive {
        let (low, high) = (x * factor, (x / factor).min(0.5));
        match ranges.last_mut() {
            Some((_, end)) if *end >= low => *end = high,
            _ => ranges.push((low, high)),
        }
    }
    let log_likelihood = |shares: &[f64; N]| -> f64 {
        observed.iter().zip(shares).map(|(seen, share)| seen * share.ln()).sum()
    };
    let mut best = (f64::NEG_INFINITY, *observed);
    for (low, high) in ranges {
        let point = |step: usize| low * (high / low).powf(step as f64 / GRID as f64);
        // At the ends of a range all weight is on one score, and the signs are known.
        let mut previous = (low, true);
        for step in 1..=GRID {
            let r = point(step);
            let next = (r, step < GRID && excess(r) > 0.0);
            if previous.1 && !next.1 {
                let shares = at(bisect(previous.0, next.0, excess));
                best = if log_likelihood(&shares) > best.0 {
                    (log_likelihood(&shares), shares)
                } else {
                    best
                };
            }
            previous = next;
        }
    }
    best.1
}

/// Finds where `function` falls from positive to negative between two points.
fn bisect(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if function(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::super::elo::NELO_PER_T;
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn shares<const N: usize>(counts: [f64; N]) -> [f64; N] {
        let counts = counts.map(|n| n.max(1e-3));
        let total: f64 = counts.iter().sum();
        counts.map(|n| n / total)
    }

    fn log_likelihood<const N: usize>(observed: &[f64; N], shares: &[f64; N]) -> f64 {
        observed.iter().zip(shares).map(|(seen, share)| seen * share.ln()).sum()
    }

    #[track_caller]
    fn check_t<const N: usize>(shares: [f64; N], t: f64) {
        let distribution = Distribution(shares);
        assert!((distribution.total() - 1.0).abs() < 1e-9, "{shares:?}");
        assert!(shares.iter().all(|&share| share > 0.0), "{shares:?}");
        let mean = distribution.mean().unwrap();
        let sigma = distribution.variance().unwrap().sqrt();
        assert!((mean - 0.5 - t * sigma).abs() < 1e-7, "{shares:?}: t is not {t}");
    }

    const NELO: [f64; 10] = [-2000.0, -600.0, -300.0, -50.0, -2.0, 2.0, 50.0, 300.0, 600.0, 2000.0];

    /// With three outcomes and a given t-value one variable is free, the share s of decided games:
    /// wins and losses are (s ± τ√s) / 2. The test tries all s.
    #[test]
    fn single_games_match_exhaustive_search() {
        for counts in [
            [10.0, 60.0, 30.0],
            [0.0, 0.0, 4.0],
            [50.0, 0.0, 0.0],
            [0.0, 9.0, 0.0],
            [1.0, 0.0, 1.0],
        ] {
            let observed = shares(counts);
            for nelo in NELO {
                let t = nelo / NELO_PER_T;
                let tau = t / (1.0 + t * t).sqrt();
                let tried = (1..200_000).map(|step| {
                    let s = tau * tau + (1.0 - tau * tau) * f64::from(step) / 200_000.0;
                    let shares = [s - tau * s.sqrt(), 2.0 - 2.0 * s, s + tau * s.sqrt()];
                    log_likelihood(&observed, &shares.map(|share| share / 2.0))
                });
                let expected = tried.fold(f64::MIN, f64::max);
                let found = with_t(&observed, t);
                check_t(found, t);
                let got = log_likelihood(&observed, &found);
                assert!((got - expected).abs() < 1e-4, "{counts:?} {nelo}: {got} {expected}");
            }
        }
    }

    /// Maximises the likelihood by random search. One weight is computed from the others to give
    /// the t-value.
    fn by_random_search(observed: &[f64; 5], t: f64, rng: &mut StdRng) -> f64 {
        let normal = |weights: [f64; 5]| {
            let total: f64 = weights.iter().sum();
            weights.map(|weight| weight / total)
        };
        let excess = |weights: [f64; 5]| {
            let distribution = Distribution(normal(weights));
            let sigma = distribution.variance().unwrap().sqrt();
            distribution.mean().unwrap() - 0.5 - t * sigma
        };
        let complete = |mut weights: [f64; 5], free: usize| {
            let mut above = |weight: f64| {
                weights[free] = weight;
                excess(weights) > 0.0
            };
            let grid = |step: i32| 10f64.powf(0.5 * f64::from(step));
            let step = (-20..20).find(|&step| above(grid(step)) != above(grid(step + 1)))?;
            let (mut low, mut high) = (grid(step), grid(step + 1));
            let below = above(low);
            for _ in 0..50 {
                let middle = (low * high).sqrt();
                if above(middle) == below {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            weights[free] = low;
            Some(normal(weights))
        };
        let mut best = f64::MIN;
        for start in 0..10 {
            let mut weights: [f64; 5] = std::array::from_fn(|_| rng.random::<f64>());
            let mut here = f64::MIN;
            let mut step = 2.0;
            for _ in 0..1000 {
                let tried =
                    weights.map(|weight| weight * (step * (rng.random::<f64>() - 0.5)).exp());
                let value = complete(tried, start % 5);
                let value = value.map_or(f64::MIN, |shares| log_likelihood(observed, &shares));
                if value > here {
                    (here, weights, step) = (value, tried, step * 1.5);
                } else {
                    step = (step * 0.98).max(1e-5);
                }
            }
            best = best.max(here);
        }
        best
    }

    #[test]
    fn pairs_match_random_search() {
        let mut rng = StdRng::seed_from_u64(2569);
        for counts in [
            [3.0, 10.0, 40.0, 20.0, 7.0],
            [0.0, 0.0, 0.0, 0.0, 2.0],
            [0.0, 0.0, 30.0, 0.0, 0.0],
            [20.0, 0.0, 0.0, 0.0, 20.0],
        ] {
            let observed = shares(counts);
            for nelo in [-1000.0, -240.0, 5.0, 300.0, 2000.0] {
                let t = nelo / NELO_PER_T * 2f64.sqrt();
                let found = with_t(&observed, t);
                check_t(found, t);
                let got = log_likelihood(&observed, &found);
                let expected = by_random_search(&observed, t, &mut rng);
                assert!(
                    got > expected - 1e-6 && got < expected + 0.02,
                    "{counts:?} {nelo}: {got}, by random search {expected}"
                );
            }
        }
    }

    #[test]
    fn means_close_to_an_end_are_solved() {
        let scores = Distribution::<5>::scores();
        for mean in [1e-5, 0.25, 0.5, 0.99, 1.0 - 1e-5] {
            let found = Distribution(with_mean(&shares([9.0, 0.0, 3.0, 0.0, 0.0]), &scores, mean));
            assert!((found.mean().unwrap() - mean).abs() < 1e-9 && found.0[4] > 0.0, "{found:?}");
            assert!((found.total() - 1.0).abs() < 1e-9);
        }
    }
}
