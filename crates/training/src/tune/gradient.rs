//! Gradient descent.

use super::dataset::{Dataset, PositionTrace, as_floats};
use crate::adam::AdamStep;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;
use sakdi_engine::eval::TaperedWeight;
use std::f32::consts::PI;

/// Settings of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TuneSettings {
    /// Scale of the logistic curve: the value, in centipawns, at which 1 / (1 + 1/e) = 73 % of the
    /// points are expected. It stays fixed during a fit. Otherwise the meaning of a centipawn, on which
    /// the margins of the search rest, would drift.
    pub scale: f32,
    /// Share of the result of the game in the target, from 0 to 1; the rest is the score of the search.
    pub result_share: f32,
    /// Number of passes over the positions.
    pub epochs: u32,
    /// Number of positions in a batch: one step.
    pub batch: usize,
    /// Learning rate at the beginning, in centipawns; it falls to 0 over the epochs.
    pub learning_rate: f32,
    /// Strength of the pull towards the present weights, as if this many positions supported each of
    /// them. Weights of rare terms stay near their values.
    pub prior: f32,
    /// Number of epochs without a lower loss on the held-out positions after which a fit ends.
    pub patience: u32,
    /// Seed for shuffling.
    pub seed: u64,
}

impl Default for TuneSettings {
    fn default() -> Self {
        Self {
            scale: 300.0,
            result_share: 0.5,
            epochs: 40,
            batch: 16_384,
            learning_rate: 1.0,
            prior: 200.0,
            patience: 6,
            seed: 1,
        }
    }
}

/// The losses after an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// Mean loss on the training positions.
    pub training: f64,
    /// Mean loss on the held-out positions, with rounded weights.
    pub held_out: f64,
}

/// The result of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The best weights found, rounded.
    pub weights: Vec<TaperedWeight>,
    /// Mean loss on the held-out positions before and after.
    pub held_out: [f64; 2],
}

/// Number of positions in a task. Sums are added in the order of tasks, so that the number of threads
/// changes nothing.
const TASK: usize = 1_024;

/// Expected points, from 0 to 1, of a value in centipawns.
fn expected_points(value: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-value / scale).exp())
}

/// The expected points that a position is fitted to.
fn target_points(item: &PositionTrace<'_>, settings: &TuneSettings) -> f32 {
    let target = item.target;
    let share = settings.result_share;
    share * target.result + (1.0 - share) * expected_points(target.score, settings.scale)
}

/// The sum of `of` over the positions, always added in the same order.
fn sum(data: &Dataset, of: impl Fn(&PositionTrace<'_>) -> f64 + Sync) -> f64 {
    let indices: Vec<usize> = (0..data.len()).collect();
    let parts: Vec<f64> = indices
        .par_chunks(TASK)
        .map(|task| task.iter().map(|&index| of(&data.get(index))).sum())
        .collect();
    parts.iter().sum()
}

fn mean_loss(data: &Dataset, weights: &[[f32; 2]], settings: &TuneSettings) -> f64 {
    let of = |item: &PositionTrace<'_>| {
        let error =
            expected_points(item.value(weights), settings.scale) - target_points(item, settings);
        f64::from(error * error)
    };
    sum(data, of) / data.len().max(1) as f64
}

/// The mean squared error of the expected points.
pub fn loss(data: &Dataset, weights: &[TaperedWeight], settings: &TuneSettings) -> f64 {
    mean_loss(data, &as_floats(weights), settings)
}

/// The scale, in centipawns, with which the values by `weights` predict the results of games best.
pub fn fit_scale(data: &Dataset, weights: &[TaperedWeight]) -> f32 {
    let weights = as_floats(weights);
    let loss = |scale| {
        let settings = TuneSettings { scale, result_share: 1.0, ..TuneSettings::default() };
        mean_loss(data, &weights, &settings)
    };
    // Ternary search: the loss has one minimum.
    let (mut low, mut high) = (50.0, 2_000.0);
    while high - low > 1.0 {
        let third = (high - low) / 3.0;
        if loss(low + third) < loss(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    (low + high) / 2.0
}

/// Gradient of the squared error, summed over positions.
fn gradient(
    data: &Dataset,
    indices: &[usize],
    weights: &[[f32; 2]],
    settings: &TuneSettings,
) -> Vec<[f32; 2]> {
    let tasks: Vec<_> = indices
        .par_chunks(TASK)
        .map(|task| {
            let mut sums = vec![[0.0; 2]; weights.len()];
            for &index in task {
                let item = data.get(index);
                let found = expected_points(item.value(weights), settings.scale);
                let error = found - target_points(&item, settings);
                let slope = 2.0 * error * found * (1.0 - found) / settings.scale * item.scale;
                let [middlegame, endgame] =
                    [slope * item.middlegame, slope * (1.0 - item.middlegame)];
                for &(term, count) in item.coefficients {
                    let sum = &mut sums[usize::from(term)];
                    sum[0] += middlegame * f32::from(count);
                    sum[1] += endgame * f32::from(count);
                }
            }
            sums
        })
        .collect();
    let mut total = vec![[0.0; 2]; weights.len()];
    for sums in tasks {
        for (total, sum) in std::iter::zip(&mut total, sums) {
            total[0] += sum[0];
            total[1] += sum[1];
        }
    }
    total
}

/// Added to the size of a gradient: one of expected points by centipawns is small.
const EPSILON: f32 = 1e-10;

struct Descent {
    weights: Vec<[f32; 2]>,
    // First and second moments of the gradient.
    first: Vec<[f32; 2]>,
    second: Vec<[f32; 2]>,
    steps: u64,
}

impl Descent {
    fn new(weights: Vec<[f32; 2]>) -> Self {
        let zero = vec![[0.0; 2]; weights.len()];
        Self { first: zero.clone(), second: zero, weights, steps: 0 }
    }

    fn step(&mut self, gradient: &[[f32; 2]], learning_rate: f32) {
        self.steps += 1;
        let step = AdamStep::new(self.steps, learning_rate, 0.0, EPSILON);
        let moments = self.first.iter_mut().flatten().zip(self.second.iter_mut().flatten());
        let weights = self.weights.iter_mut().flatten().zip(moments);
        for ((weight, (first, second)), &slope) in weights.zip(gradient.iter().flatten()) {
            *weight = step.moved(*weight, [first, second], slope);
        }
    }

    fn rounded(&self) -> Vec<TaperedWeight> {
        self.weights.iter().map(|pair| pair.map(|weight| weight.round() as i16)).collect()
    }
}

/// Adds the pull towards the present weights to the mean gradient of a batch. The second derivative of
/// the loss of a balanced position is 2 (¼ / scale)² where the term applies once.
fn add_prior(
    gradient: &mut [[f32; 2]],
    weights: &[[f32; 2]],
    present: &[[f32; 2]],
    of_all: f32,
    settings: &TuneSettings,
) {
    let pull = settings.prior / of_all * 2.0 * (0.25 / settings.scale).powi(2);
    for (term, slopes) in gradient.iter_mut().enumerate() {
        for (half, slope) in slopes.iter_mut().enumerate() {
            *slope += pull * (weights[term][half] - present[term][half]);
        }
    }
}

/// Fits weights to `training`, starting at `present`, until the loss on `held_out` stops falling.
/// `on_epoch` is called after each epoch.
pub fn fit(
    training: &Dataset,
    held_out: &Dataset,
    present: &[TaperedWeight],
    settings: &TuneSettings,
    mut on_epoch: impl FnMut(&Epoch),
) -> Fit {
    let start = as_floats(present);
    let mut descent = Descent::new(start.clone());
    let mut order: Vec<usize> = (0..training.len()).collect();
    let mut rng = StdRng::seed_from_u64(settings.seed);
    let before = loss(held_out, present, settings);
    let mut best = Fit { weights: present.to_vec(), held_out: [before, before] };
    let mut best_epoch = 0;
    for number in 1..=settings.epochs {
        order.shuffle(&mut rng);
        // Cosine schedule from the full learning rate to 0.
        let progress = (number - 1) as f32 / settings.epochs as f32;
        let learning_rate = settings.learning_rate * (1.0 + (PI * progress).cos()) / 2.0;
        for batch in order.chunks(settings.batch.max(1)) {
            let mut slopes = gradient(training, batch, &descent.weights, settings);
            slopes.iter_mut().flatten().for_each(|slope| *slope /= batch.len() as f32);
            add_prior(&mut slopes, &descent.weights, &start, training.len() as f32, settings);
            descent.step(&slopes, learning_rate);
        }
        let rounded = descent.rounded();
        let epoch = Epoch {
            number,
            training: mean_loss(training, &descent.weights, settings),
            held_out: loss(held_out, &rounded, settings),
        };
        on_epoch(&epoch);
        if epoch.held_out < best.held_out[1] {
            best = Fit { weights: rounded, held_out: [before, epoch.held_out] };
            best_epoch = number;
        } else if number - best_epoch >= settings.patience {
            break;
        }
    }
    best
}
