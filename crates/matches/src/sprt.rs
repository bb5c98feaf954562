//! The sequential probability ratio test (SPRT): stops a match as soon as the results decide between
//! two hypotheses, that the first engine gains `elo0` and that it gains `elo1`.
//!
//! This is a generalised SPRT without a model of draws or of opening bias: each hypothesis is
//! represented by its maximum-likelihood distribution of results. fishtest and fastchess do the same.

use super::elo::{Distribution, NELO_PER_T, expected_score};
use super::likelihood::{with_mean, with_t};
use super::settings::{SettingError, settings};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The unit of the bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum EloModel {
    /// Logistic Elo, which shrinks as the draw rate grows.
    #[default]
    #[serde(rename = "logistic")]
    Logistic,
    /// Elo in units of the standard deviation of a game: equal bounds need equally many games at
    /// any draw rate.
    #[serde(rename = "normalised")]
    Normalised,
}

/// The parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "SprtParameters")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// The parameters of a test, valid or not.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SprtParameters {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

impl TryFrom<SprtParameters> for Sprt {
    type Error = SprtError;

    fn try_from(raw: SprtParameters) -> Result<Self, SprtError> {
        Self::new(raw.elo0, raw.elo1, raw.alpha, raw.beta, raw.model)
    }
}

/// The outcome of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// The difference is `elo0`, not `elo1`.
    AcceptH0,
    /// The difference is `elo1`, not `elo0`.
    AcceptH1,
}

/// Why a test is impossible.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// A setting cannot be parsed.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A bound is out of range, in Elo.
    #[error("a bound of {0} Elo is out of range: at most {max} either way", max = Sprt::MAX_ELO)]
    Range(f64),
    /// The bounds are not in order.
    #[error("elo0 = {elo0} must be below elo1 = {elo1}")]
    Bounds {
        /// Elo of the null hypothesis.
        elo0: f64,
        /// Elo of the alternative.
        elo1: f64,
    },
    /// An error rate is out of range.
    #[error("alpha = {alpha} and beta = {beta} must lie between 0 and 0.5")]
    ErrorRates {
        /// Rate of false acceptances.
        alpha: f64,
        /// Rate of false rejections.
        beta: f64,
    },
}

impl Sprt {
    /// The largest bound. No match can distinguish the score at this difference from 0 or 1.
    pub const MAX_ELO: f64 = 2000.0;

    /// Creates a test of `elo0` against `elo1`. `alpha` and `beta` are the probabilities of a wrong
    /// decision when the true difference is `elo0` and `elo1`.
    ///
    /// # Errors
    /// `elo0` must be below `elo1`, both within [`MAX_ELO`](Self::MAX_ELO), and the error rates
    /// between 0 and ½.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: EloModel,
    ) -> Result<Self, SprtError> {
        let out_of_range = |elo: &f64| !(-Self::MAX_ELO..=Self::MAX_ELO).contains(elo);
        if let Some(elo) = [elo0, elo1].into_iter().find(out_of_range) {
            return Err(SprtError::Range(elo));
        }
        if elo0 >= elo1 {
            return Err(SprtError::Bounds { elo0, elo1 });
        }
        if ![alpha, beta].iter().all(|rate| (f64::MIN_POSITIVE..0.5).contains(rate)) {
            return Err(SprtError::ErrorRates { alpha, beta });
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// Parses `elo0=0 elo1=10 [alpha=0.05] [beta=0.05] [model=logistic|normalized]`.
    pub fn parse(words: &str) -> Result<Self, SprtError> {
        let (mut elo0, mut elo1, mut alpha, mut beta) = (None, None, 0.05, 0.05);
        let mut model = EloModel::default();
        for setting in settings(words)? {
            match setting.key.as_str() {
                "elo0" => elo0 = Some(setting.parse("Elo")?),
                "elo1" => elo1 = Some(setting.parse("Elo")?),
                "alpha" => alpha = setting.parse("an error rate")?,
                "beta" => beta = setting.parse("an error rate")?,
                "model" => {
                    model = match setting.value.as_str() {
                        "logistic" => EloModel::Logistic,
                        "normalized" | "normalised" => EloModel::Normalised,
                        _ => return Err(setting.bad("logistic or normalized").into()),
                    }
                }
                _ => return Err(setting.unknown("elo0, elo1, alpha, beta, model").into()),
            }
        }
        let elo0 = elo0.ok_or(SettingError::Missing { key: "elo0" })?;
        let elo1 = elo1.ok_or(SettingError::Missing { key: "elo1" })?;
        Self::new(elo0, elo1, alpha, beta, model)
    }

    /// The lower and upper bound of the log-likelihood ratio; the test ends when the ratio reaches one
    /// (A. Wald, 1945).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of `elo1` to `elo0`; 0 without observations.
    pub fn llr<const N: usize>(&self, results: &Distribution<N>) -> f64 {
        let total = results.total();
        if total == 0.0 {
            return 0.0;
        }
        // An outcome that has not occurred yet is still possible. A count of 0 would give it
        // probability 0 and could rule out a hypothesis. fastchess uses the same value.
        let seen = results.0.map(|n| n.max(1e-3));
        let total_seen: f64 = seen.iter().sum();
        let observed = seen.map(|n| n / total_seen);
        let most_likely = |elo| match self.model {
            EloModel::Logistic => {
                with_mean(&observed, &Distribution::<N>::scores(), expected_score(elo))
            }
            EloModel::Normalised => {
                with_t(&observed, elo / NELO_PER_T * Distribution::<N>::GAMES.sqrt())
            }
        };
        let (h0, h1) = (most_likely(self.elo0), most_likely(self.elo1));
        let mean_log: f64 =
            observed.iter().zip(h0.iter().zip(&h1)).map(|(p, (p0, p1))| p * (p1 / p0).ln()).sum();
        total_seen * mean_log
    }

    /// The decision at a log-likelihood ratio; `None` while it is within the bounds.
    pub fn decision(&self, llr: f64) -> Option<SprtDecision> {
        let (lower, upper) = self.bounds();
        if llr <= lower {
            Some(SprtDecision::AcceptH0)
        } else if llr >= upper {
            Some(SprtDecision::AcceptH1)
        } else {
            None
        }
    }
}

/// Writes `[0, 10] normalised Elo`.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let model = match self.model {
            EloModel::Logistic => "logistic",
            EloModel::Normalised => "normalised",
        };
        write!(f, "[{}, {}] {model} Elo", self.elo0, self.elo1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::elo::{Trinomial, WdlCounts};
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
    }

    /// Values of fastchess's tests, app/tests/sprt_test.cpp, which compare to within 1 %.
    #[test]
    fn llr_matches_fastchess() {
        use EloModel::{Logistic, Normalised};
        let pairs = [
            (Normalised, 0.0, 2.0, [365.0, 16618.0, 36229.0, 16974.0, 390.0], 2.25),
            (Normalised, -1.75, 0.25, [127.0, 4883.0, 10712.0, 5150.0, 104.0], 3.01),
            (Logistic, 0.5, 2.5, [223.0, 9863.0, 21279.0, 10037.0, 246.0], -3.07),
            (Logistic, 0.0, 2.0, [871.0, 26175.0, 55983.0, 26678.0, 821.0], -4.98),
        ];
        for (model, elo0, elo1, pairs, expected) in pairs {
            let llr = sprt(elo0, elo1, model).llr(&Distribution(pairs));
            assert!((llr - expected).abs() < 0.01, "{pairs:?}: {llr} is not {expected}");
        }
        let games = [
            (Normalised, 0.0, 2.0, (36433, 36027, 68692), 0.92),
            (Normalised, -1.75, 0.25, (10871, 10650, 20431), 2.30),
            (Logistic, 0.5, 2.5, (21404, 21184, 40708), -1.57),
            (Logistic, 0.0, 2.0, (57433, 57030, 106593), -2.59),
        ];
        for (model, elo0, elo1, (wins, losses, draws), expected) in games {
            let results = Trinomial::from(WdlCounts { wins, draws, losses });
            let llr = sprt(elo0, elo1, model).llr(&results);
            assert!((llr - expected).abs() < 0.01, "{results:?}: {llr} is not {expected}");
        }
    }

    /// When every pair is won, the maximum-likelihood distributions have two outcomes only, and the
    /// likelihood ratio is the ratio of their means.
    #[test]
    fn llr_of_won_pairs_matches_closed_form() {
        let won = Distribution([0.0, 0.0, 0.0, 0.0, 104.0]);
        let logistic = 104.0 * (2.0 * expected_score(5.0)).ln();
        assert!((sprt(0.0, 5.0, EloModel::Logistic).llr(&won) - logistic).abs() < 0.01);
        // Two outcomes: (m − ½) / √(m (1 − m)) = t gives m = ½ + ½ t / √(1 + t²).
        let t = 5.0 / NELO_PER_T * 2f64.sqrt();
        let normalised = 104.0 * (1.0 + 2.0 * (0.5 * t / (1.0 + t * t).sqrt())).ln();
        assert!((sprt(0.0, 5.0, EloModel::Normalised).llr(&won) - normalised).abs() < 0.1);
    }

    /// The ratio is finite for all results and bounds, and one-sided results decide the test.
    #[test]
    fn extreme_bounds_and_results_have_a_finite_llr() {
        for model in [EloModel::Logistic, EloModel::Normalised] {
            for (elo0, elo1) in [
                (0.0, 240.0),
                (0.0, 300.0),
                (-300.0, 300.0),
                (0.0, 2000.0),
                (-2000.0, 2000.0),
                (1999.9, 2000.0),
                (0.0, 1e-9),
            ] {
                let test = sprt(elo0, elo1, model);
                for one in 0..5 {
                    for other in 0..5 {
                        let mut pairs = [0.0; 5];
                        pairs[one] += 1.0;
                        pairs[other] += 9.0;
                        let llr = test.llr(&Distribution(pairs));
                        assert!(llr.is_finite(), "{test}: {llr} for {pairs:?}");
                    }
                }
                if elo1 - elo0 > 1.0 {
                    let won = test.llr(&Distribution([0.0, 0.0, 0.0, 0.0, 500.0]));
                    assert_eq!(test.decision(won), Some(SprtDecision::AcceptH1), "{test}: {won}");
                    let lost = test.llr(&Distribution([500.0, 0.0, 0.0, 0.0, 0.0]));
                    assert_eq!(test.decision(lost), Some(SprtDecision::AcceptH0), "{test}: {lost}");
                    let won = test.llr(&Distribution([0.0, 0.0, 1000.0]));
                    assert_eq!(test.decision(won), Some(SprtDecision::AcceptH1), "{test}: {won}");
                }
            }
        }
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let (lower, upper) = sprt(0.0, 10.0, EloModel::Logistic).bounds();
        assert!((lower + 2.944).abs() < 1e-3 && (upper - 2.944).abs() < 1e-3);
        let test = sprt(0.0, 10.0, EloModel::Logistic);
        assert_eq!(test.decision(2.95), Some(SprtDecision::AcceptH1));
        assert_eq!(test.decision(-2.95), Some(SprtDecision::AcceptH0));
        assert_eq!(test.decision(2.9), None);
        assert_eq!(test.llr(&Distribution([0.0; 5])), 0.0);
    }

    /// Alpha bounds the wrong decisions for H1, beta those for H0: with a small alpha H1 takes more
    /// evidence than H0.
    #[test]
    fn each_error_rate_has_its_own_bound() {
        let test = Sprt::parse("elo0=0 elo1=10 alpha=0.01 beta=0.2").unwrap();
        let (lower, upper) = test.bounds();
        // ln(0.2 / 0.99) and ln(0.8 / 0.01).
        assert!((lower + 1.599).abs() < 1e-3 && (upper - 4.382).abs() < 1e-3, "{lower}, {upper}");
        assert_eq!(test.decision(-2.0), Some(SprtDecision::AcceptH0));
        assert_eq!(test.decision(2.0), None);
        assert_eq!(test.decision(4.5), Some(SprtDecision::AcceptH1));
    }

    #[test]
    fn impossible_tests_are_refused() {
        let model = EloModel::Logistic;
        assert!(Sprt::new(5.0, 5.0, 0.05, 0.05, model).is_err());
        assert!(Sprt::new(5.0, 0.0, 0.05, 0.05, model).is_err());
        for bound in [f64::NAN, f64::INFINITY, 8000.0, -2001.0] {
            for (elo0, elo1) in [(bound, 5.0), (0.0, bound)] {
                let refused = Sprt::new(elo0, elo1, 0.05, 0.05, model);
                assert!(matches!(refused, Err(SprtError::Range(_))), "{bound}: {refused:?}");
            }
        }
        assert!(Sprt::new(0.0, 5.0, 0.0, 0.05, model).is_err());
        assert!(Sprt::new(0.0, 5.0, 0.05, 0.6, model).is_err());
        let read = Sprt::parse("elo1=10 elo0=0 model=normalized").unwrap();
        assert_eq!(read, sprt(0.0, 10.0, EloModel::Normalised));
        let read = Sprt::parse("elo1=10 elo0=0 model=logistic").unwrap();
        assert_eq!(read, sprt(0.0, 10.0, EloModel::Logistic));
        assert!(Sprt::parse("elo1=10").is_err());
        assert!(Sprt::parse("elo0=0 elo1=10 model=bayesian").is_err());
    }

    /// Runs one test on simulated pairs of independent games. Returns the decision and the number of
    /// pairs.
    fn simulate(test: &Sprt, win: f64, draw: f64, rng: &mut StdRng) -> (SprtDecision, f64) {
        let mut pairs = [0.0; 5];
        loop {
            let mut game = || match rng.random::<f64>() {
                roll if roll < win => 2,
                roll if roll < win + draw => 1,
                _ => 0,
            };
            pairs[game() + game()] += 1.0;
            let results = Distribution(pairs);
            if let Some(decision) = test.decision(test.llr(&results)) {
                return (decision, results.total());
            }
        }
    }

    /// The error rates hold with 60 % draws, as between equal Makruk engines, when the true
    /// difference is one of the bounds. At a true error rate of 5 %, 600 runs would show more than
    /// 7 % once in a hundred times; the seed is fixed.
    #[test]
    fn error_rates_hold() {
        const RUNS: usize = 600;
        let draw = 0.6;
        let mut rng = StdRng::seed_from_u64(2569);
        for model in [EloModel::Logistic, EloModel::Normalised] {
            let test = sprt(0.0, 60.0, model);
            let wins_at = |elo: f64| match model {
                EloModel::Logistic => expected_score(elo) - draw / 2.0,
                // Small differences: σ² of a game is (1 − draws) / 4.
                EloModel::Normalised => {
                    0.5 + elo / NELO_PER_T * ((1.0 - draw) / 4.0).sqrt() - draw / 2.0
                }
            };
            for (true_elo, wrong) in [(0.0, SprtDecision::AcceptH1), (60.0, SprtDecision::AcceptH0)]
            {
                let errors = (0..RUNS)
                    .filter(|_| simulate(&test, wins_at(true_elo), draw, &mut rng).0 == wrong)
                    .count();
                let rate = errors as f64 / RUNS as f64;
                assert!(rate <= 0.07, "{model:?} at {true_elo}: wrong in {rate:.3} of the runs");
            }
        }
    }
}
