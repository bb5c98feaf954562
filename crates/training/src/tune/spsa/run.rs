//! The algorithm: gains, perturbations and steps, independent of how games are played.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use sakdi_engine::search::Tunable;

/// A constant to tune.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, range and step.
    pub tunable: Tunable,
    /// Its value at the beginning of the run.
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
/// Spall's stability constant, as a share of the iterations. It makes the first steps smaller.
const STABILITY: f64 = 0.1;

/// Sizes of perturbations and steps, in units of the [`Tunable::step`] of each parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// Number of iterations planned. At the last one a perturbation is one unit.
    pub horizon: u32,
    /// How far a game won moves a parameter at the last of the planned iterations.
    pub learning_rate: f64,
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
        self.learning_rate * ((stability + horizon) / (stability + f64::from(k))).powf(ALPHA)
    }
}

/// Two sets of values to compare by games, in the order of the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Values of the engine whose wins count as positive.
    pub plus: Vec<i32>,
    /// Values of its opponent.
    pub minus: Vec<i32>,
    /// Direction of the change in `plus`: 1 or -1.
    signs: Vec<i8>,
}

/// The state of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub(super) parameters: Vec<Parameter>,
    pub(super) gains: Gains,
    pub(super) seed: u64,
    pub(super) done: u32,
    pub(super) values: Vec<f64>,
}

impl Run {
    /// A run before its first iteration.
    pub fn new(parameters: Vec<Parameter>, gains: Gains, seed: u64) -> Self {
        let values = parameters.iter().map(|parameter| parameter.start.into()).collect();
        Self { parameters, gains, seed, done: 0, values }
    }

    /// The parameters that are tuned.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Number of iterations done.
    pub const fn done(&self) -> u32 {
        self.done
    }

    /// The present value of each parameter, within its range.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The values that the next iteration compares. They depend only on the seed and the state, so a
    /// resumed run continues as if it had not been interrupted.
    pub fn trial(&self) -> Trial {
        let k = self.done + 1;
        // A different seed for each iteration; multiples of the golden ratio are far apart.
        let mixed = self.seed.wrapping_add(u64::from(k).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut rng = StdRng::seed_from_u64(mixed);
        let perturbation = self.gains.perturbation(k);
        let mut trial = Trial { plus: Vec::new(), minus: Vec::new(), signs: Vec::new() };
        for (parameter, &value) in self.parameters.iter().zip(&self.values) {
            let sign: i8 = if rng.random() { 1 } else { -1 };
            // Random rounding, so that the mean is the value itself.
            let rounding: f64 = rng.random();
            let shift = f64::from(sign) * perturbation * f64::from(parameter.tunable.step);
            let whole = |value: f64| parameter.clamp((value + rounding).floor()) as i32;
            trial.plus.push(whole(value + shift));
            trial.minus.push(whole(value - shift));
            trial.signs.push(sign);
        }
        trial
    }

    /// Updates the parameters by the result of the [`trial`](Self::trial): the number of games that
    /// `plus` won, minus the number that `minus` won.
    pub fn apply(&mut self, trial: &Trial, result: f64) {
        let k = self.done + 1;
        let step_size = self.gains.step_size(k) / self.gains.perturbation(k) * result;
        let steps = self.parameters.iter().zip(&mut self.values).zip(&trial.signs);
        for ((parameter, value), &sign) in steps {
            let shift = step_size * f64::from(sign) * f64::from(parameter.tunable.step);
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

    /// Squared distance of values from the best ones, in steps.
    fn loss(values: impl Iterator<Item = f64>) -> f64 {
        let steps = parameters().into_iter().map(|parameter| f64::from(parameter.tunable.step));
        values
            .zip(BEST)
            .zip(steps)
            .map(|((value, best), step)| ((value - best) / step).powi(2))
            .sum()
    }

    /// Sixteen games between two players, of which the better one is more likely to win.
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

    fn iterate(run: &mut Run, iterations: u32) {
        for _ in 0..iterations {
            let trial = run.trial();
            let mut noise = StdRng::seed_from_u64(run.done().into());
            run.apply(&trial, play(&trial, &mut noise));
        }
    }

    const GAINS: Gains = Gains { horizon: 2_000, learning_rate: 0.005 };

    #[test]
    fn gains_have_their_given_values_at_the_last_planned_iteration() {
        assert_eq!((GAINS.perturbation(2_000), GAINS.step_size(2_000)), (1.0, 0.005));
        assert!((GAINS.perturbation(1) - 2_000_f64.powf(0.101)).abs() < 1e-12);
        assert!((GAINS.step_size(800) - 0.005 * 2.2_f64.powf(0.602)).abs() < 1e-12);
    }

    #[test]
    fn noisy_results_lead_to_the_best_values() {
        for seed in 1..=4 {
            let mut run = Run::new(parameters(), GAINS, seed);
            let before = loss(run.values().iter().copied());
            iterate(&mut run, GAINS.horizon);
            let after = loss(run.values().iter().copied());
            assert!(before > 30.0 && after < 1.5, "seed {seed}: {before} to {after}: {run:?}");
        }
    }

    #[test]
    fn values_stay_in_their_ranges() {
        let narrow = vec![parameter(0, 3, 2, 3), parameter(-5, 5, 1, -5), parameter(7, 7, 1, 7)];
        let mut run = Run::new(narrow.clone(), Gains { horizon: 50, learning_rate: 0.5 }, 3);
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
    fn rounding_is_unbiased_and_directions_are_random() {
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
    fn a_resumed_run_is_the_same() {
        let mut whole = Run::new(parameters(), GAINS, 5);
        iterate(&mut whole, 60);
        let mut first = Run::new(parameters(), GAINS, 5);
        iterate(&mut first, 23);
        let mut second = first.clone();
        iterate(&mut second, 37);
        assert_eq!(second, whole);
        let mut other = Run::new(parameters(), GAINS, 6);
        iterate(&mut other, 60);
        assert_ne!(other.values, whole.values);
    }
}
