//! The mathematics: gains, perturbations and steps. It knows nothing of games.

use crate::search::Tunable;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// A constant to tune.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub tunable: Tunable,
    /// The value that the run begins with.
    pub start: i32,
}

impl Parameter {
    fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.tunable.min.into(), self.tunable.max.into())
    }
}

/// Spall's exponent of the step sizes.
const ALPHA: f64 = 0.602;
/// Spall's exponent of the perturbations.
const GAMMA: f64 = 0.101;
/// Spall's stability constant, as a share of the iterations: it keeps the first steps short.
const STABILITY: f64 = 0.1;

/// How far parameters are perturbed and moved. All lengths are in units of a parameter's own
/// [`Tunable::step`], which makes parameters comparable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// The iterations that the gains are made for: after them a perturbation is one unit.
    pub horizon: u32,
    /// How far a game won moves a parameter at the horizon.
    pub rate: f64,
}

impl Gains {
    /// `c_k = c / k^γ`: the perturbation of iteration `k`, from 1.
    fn perturbation(&self, k: u32) -> f64 {
        (f64::from(self.horizon) / f64::from(k)).powf(GAMMA)
    }

    /// `a_k = a / (A + k)^α`: the step size of iteration `k`, from 1.
    fn step_size(&self, k: u32) -> f64 {
        let horizon = f64::from(self.horizon);
        let stability = STABILITY * horizon;
        self.rate * ((stability + horizon) / (stability + f64::from(k))).powf(ALPHA)
    }
}

/// Two sets of values to be compared, in the order of the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    pub plus: Vec<i32>,
    pub minus: Vec<i32>,
    /// To which side `plus` went: 1 or -1.
    signs: Vec<i8>,
}

/// A run as far as it has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub(super) parameters: Vec<Parameter>,
    pub(super) gains: Gains,
    pub(super) seed: u64,
    pub(super) done: u32,
    pub(super) values: Vec<f64>,
}

impl Run {
    /// A run at its beginning.
    pub fn new(parameters: Vec<Parameter>, gains: Gains, seed: u64) -> Self {
        let values = parameters.iter().map(|parameter| parameter.start.into()).collect();
        Self { parameters, gains, seed, done: 0, values }
    }

    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Iterations that have been made.
    pub const fn done(&self) -> u32 {
        self.done
    }

    /// The parameters' present values, within their ranges.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// What the next iteration compares. It depends on the seed and the values alone, so that a
    /// run which is broken off and continued is the same run.
    pub fn trial(&self) -> Trial {
        let k = self.done + 1;
        // Each iteration has chance of its own: seeds that lie apart by the golden ratio.
        let mixed = self.seed.wrapping_add(u64::from(k).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut rng = StdRng::seed_from_u64(mixed);
        let perturbation = self.gains.perturbation(k);
        let mut trial = Trial { plus: Vec::new(), minus: Vec::new(), signs: Vec::new() };
        for (parameter, &value) in self.parameters.iter().zip(&self.values) {
            let sign: i8 = if rng.random() { 1 } else { -1 };
            // Rounding by chance: on average an engine has the value itself.
            let up: f64 = rng.random();
            let shift = f64::from(sign) * perturbation * f64::from(parameter.tunable.step);
            let whole = |value: f64| parameter.clamp((value + up).floor()) as i32;
            trial.plus.push(whole(value + shift));
            trial.minus.push(whole(value - shift));
            trial.signs.push(sign);
        }
        trial
    }

    /// Moves the parameters by what the [`trial`](Self::trial) came to: the games won by `plus`
    /// less the games won by `minus`.
    pub fn apply(&mut self, trial: &Trial, result: f64) {
        let k = self.done + 1;
        let length = self.gains.step_size(k) / self.gains.perturbation(k) * result;
        let steps = self.parameters.iter().zip(&mut self.values).zip(&trial.signs);
        for ((parameter, value), &sign) in steps {
            let shift = length * f64::from(sign) * f64::from(parameter.tunable.step);
            *value = parameter.clamp(*value + shift);
        }
        self.done = k;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(min: i32, max: i32, step: i32, start: i32) -> Parameter {
        Parameter { tunable: Tunable { name: "p", default: start, min, max, step }, start }
    }

    fn parameters() -> Vec<Parameter> {
        vec![
            parameter(0, 100, 4, 50),
            parameter(-2_000, 2_000, 100, 500),
            parameter(1, 40, 2, 8),
            parameter(0, 16, 1, 8),
        ]
    }

    const BEST: [f64; 4] = [62.0, 200.0, 14.0, 6.0];

    /// How far values are from the best ones, in steps squared.
    fn loss(values: impl Iterator<Item = f64>) -> f64 {
        let steps = parameters().into_iter().map(|parameter| f64::from(parameter.tunable.step));
        values
            .zip(BEST)
            .zip(steps)
            .map(|((value, best), step)| ((value - best) / step).powi(2))
            .sum()
    }

    /// Sixteen games of two players, of which the better is the likelier to win.
    fn play(trial: &Trial, rng: &mut StdRng) -> f64 {
        let loss = |values: &[i32]| loss(values.iter().copied().map(f64::from));
        let lead = 0.01 * (loss(&trial.minus) - loss(&trial.plus));
        let game = |rng: &mut StdRng| match rng.random::<f64>() {
            chance if chance < (0.25 + lead / 2.0).clamp(0.0, 0.5) => 1.0,
            chance if chance < 0.5 => -1.0,
            _ => 0.0,
        };
        (0..16).map(|_| game(rng)).sum()
    }

    fn go_on(run: &mut Run, iterations: u32) {
        for _ in 0..iterations {
            let trial = run.trial();
            let mut noise = StdRng::seed_from_u64(run.done().into());
            run.apply(&trial, play(&trial, &mut noise));
        }
    }

    const GAINS: Gains = Gains { horizon: 2_000, rate: 0.005 };

    #[test]
    fn gains_are_what_they_are_said_to_be_at_the_horizon() {
        assert_eq!((GAINS.perturbation(2_000), GAINS.step_size(2_000)), (1.0, 0.005));
        assert!((GAINS.perturbation(1) - 2_000_f64.powf(0.101)).abs() < 1e-12);
        assert!((GAINS.step_size(800) - 0.005 * 2.2_f64.powf(0.602)).abs() < 1e-12);
    }

    #[test]
    fn noisy_games_lead_to_the_best_values() {
        for seed in 1..=4 {
            let mut run = Run::new(parameters(), GAINS, seed);
            let before = loss(run.values().iter().copied());
            go_on(&mut run, GAINS.horizon);
            let after = loss(run.values().iter().copied());
            assert!(before > 30.0 && after < 1.5, "seed {seed}: {before} to {after}: {run:?}");
        }
    }

    #[test]
    fn values_stay_in_their_ranges() {
        let narrow = vec![parameter(0, 3, 2, 3), parameter(-5, 5, 1, -5), parameter(7, 7, 1, 7)];
        let mut run = Run::new(narrow.clone(), Gains { horizon: 50, rate: 0.5 }, 3);
        for k in 0..200 {
            let trial = run.trial();
            for values in [&trial.plus, &trial.minus] {
                for (parameter, value) in narrow.iter().zip(values) {
                    let Tunable { min, max, .. } = parameter.tunable;
                    assert!((min..=max).contains(value), "{parameter:?} {value}");
                }
            }
            run.apply(&trial, if k % 3 == 0 { -16.0 } else { 16.0 });
            for (parameter, &value) in narrow.iter().zip(run.values()) {
                assert_eq!(value, parameter.clamp(value), "{parameter:?}");
            }
        }
        assert_eq!(run.values()[2], 7.0);
    }

    #[test]
    fn rounding_is_right_on_average_and_no_trial_is_like_the_next() {
        let mut run = Run::new(vec![parameter(0, 100, 4, 50)], GAINS, 9);
        run.values[0] = 50.3;
        let (mut sum, mut ups) = (0, 0);
        for k in 0..2_000 {
            run.done = k;
            let trial = run.trial();
            sum += trial.plus[0] + trial.minus[0];
            ups += i32::from(trial.signs[0] == 1);
        }
        let mean = f64::from(sum) / 4_000.0;
        assert!((mean - 50.3).abs() < 0.05, "{mean}");
        assert!((900..=1_100).contains(&ups), "{ups}");
    }

    #[test]
    fn a_run_is_the_same_with_and_without_a_break() {
        let mut whole = Run::new(parameters(), GAINS, 5);
        go_on(&mut whole, 60);
        let mut first = Run::new(parameters(), GAINS, 5);
        go_on(&mut first, 23);
        let mut second = first.clone();
        go_on(&mut second, 37);
        assert_eq!(second, whole);
        let mut other = Run::new(parameters(), GAINS, 6);
        go_on(&mut other, 60);
        assert_ne!(other.values, whole.values);
    }
}
