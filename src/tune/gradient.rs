//! The descent: Adam (Kingma and Ba 2015) over both weights of every term.

use super::dataset::{Dataset, Item, as_floats};
use crate::eval::TaperedWeight;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;
use std::f32::consts::PI;

/// How weights are fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Centipawns at which the expected score is 1 / (1 + 1/e). Fixed while weights move, so that
    /// a centipawn keeps its worth and the margins of the search theirs.
    pub scale: f32,
    /// Share of the game's result in what is fitted to; the rest is the search's score.
    pub result_share: f32,
    pub epochs: u32,
    /// Positions a step.
    pub batch: usize,
    /// First length of a step, in centipawns; it falls to nothing over the epochs.
    pub rate: f32,
    /// The present weights are believed in as if so many positions spoke for each of them: what
    /// is rarely seen stays.
    pub prior: f32,
    /// Epochs without progress on the held-out positions after which to stop.
    pub patience: u32,
    /// Seed of the shuffling.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            scale: 300.0,
            result_share: 0.5,
            epochs: 40,
            batch: 16_384,
            rate: 1.0,
            prior: 200.0,
            patience: 6,
            seed: 1,
        }
    }
}

/// How far the descent has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    pub number: u32,
    pub training: f64,
    pub held_out: f64,
}

/// What the descent came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    pub weights: Vec<TaperedWeight>,
    /// Loss on the held-out positions, of the weights begun with and of those found, rounded.
    pub held_out: [f64; 2],
}

/// Positions one task deals with. Sums are taken task by task, in order: the number of threads
/// changes nothing.
const TASK: usize = 1_024;

fn expected(value: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-value / scale).exp())
}

fn wanted(item: &Item<'_>, settings: &Settings) -> f32 {
    let target = item.target;
    let share = settings.result_share;
    share * target.result + (1.0 - share) * expected(target.score, settings.scale)
}

/// Sums `of` over the positions, always in the same order.
fn sum(data: &Dataset, of: impl Fn(&Item<'_>) -> f64 + Sync) -> f64 {
    let indices: Vec<usize> = (0..data.len()).collect();
    let parts: Vec<f64> = indices
        .par_chunks(TASK)
        .map(|task| task.iter().map(|&index| of(&data.item(index))).sum())
        .collect();
    parts.iter().sum()
}

fn mean_loss(data: &Dataset, weights: &[[f32; 2]], settings: &Settings) -> f64 {
    let of = |item: &Item<'_>| {
        let error = expected(item.value(weights), settings.scale) - wanted(item, settings);
        f64::from(error * error)
    };
    sum(data, of) / data.len().max(1) as f64
}

/// Mean squared error of the expected scores.
pub fn loss(data: &Dataset, weights: &[TaperedWeight], settings: &Settings) -> f64 {
    mean_loss(data, &as_floats(weights), settings)
}

/// The scale under which the values by `weights` predict the results of games best.
pub fn fit_scale(data: &Dataset, weights: &[TaperedWeight]) -> f32 {
    let weights = as_floats(weights);
    let loss = |scale| {
        let settings = Settings { scale, result_share: 1.0, ..Settings::default() };
        mean_loss(data, &weights, &settings)
    };
    // The loss has one valley: narrow it down by thirds.
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
    settings: &Settings,
) -> Vec<[f32; 2]> {
    let tasks: Vec<_> = indices
        .par_chunks(TASK)
        .map(|task| {
            let mut sums = vec![[0.0; 2]; weights.len()];
            for &index in task {
                let item = data.item(index);
                let found = expected(item.value(weights), settings.scale);
                let error = found - wanted(&item, settings);
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

struct Adam {
    weights: Vec<[f32; 2]>,
    // First and second moments of the gradient.
    first: Vec<[f32; 2]>,
    second: Vec<[f32; 2]>,
    steps: i32,
}

impl Adam {
    fn new(weights: Vec<[f32; 2]>) -> Self {
        let zero = vec![[0.0; 2]; weights.len()];
        Self { first: zero.clone(), second: zero, weights, steps: 0 }
    }

    fn step(&mut self, gradient: &[[f32; 2]], rate: f32) {
        const DECAY: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let bias = DECAY.map(|decay| 1.0 - decay.powi(self.steps));
        for (term, slopes) in gradient.iter().enumerate() {
            for (half, &slope) in slopes.iter().enumerate() {
                let first = &mut self.first[term][half];
                *first = DECAY[0] * *first + (1.0 - DECAY[0]) * slope;
                let second = &mut self.second[term][half];
                *second = DECAY[1] * *second + (1.0 - DECAY[1]) * slope * slope;
                let step = *first / bias[0] / ((*second / bias[1]).sqrt() + 1e-10);
                self.weights[term][half] -= rate * step;
            }
        }
    }

    fn rounded(&self) -> Vec<TaperedWeight> {
        self.weights.iter().map(|pair| pair.map(|weight| weight.round() as i16)).collect()
    }
}

/// Adds the pull of the present weights to the mean gradient of a batch. A position that knows
/// nothing of the result bends the loss by 2 (¼ / scale)² for each man of a term.
fn add_prior(
    gradient: &mut [[f32; 2]],
    weights: &[[f32; 2]],
    present: &[[f32; 2]],
    of_all: f32,
    settings: &Settings,
) {
    let pull = settings.prior / of_all * 2.0 * (0.25 / settings.scale).powi(2);
    for (term, slopes) in gradient.iter_mut().enumerate() {
        for (half, slope) in slopes.iter_mut().enumerate() {
            *slope += pull * (weights[term][half] - present[term][half]);
        }
    }
}

/// Moves weights from `present` downhill on `training`, and stops when `held_out` no longer
/// profits. `watch` is told of every epoch.
pub fn fit(
    training: &Dataset,
    held_out: &Dataset,
    present: &[TaperedWeight],
    settings: &Settings,
    mut watch: impl FnMut(&Epoch),
) -> Fit {
    let start = as_floats(present);
    let mut adam = Adam::new(start.clone());
    let mut order: Vec<usize> = (0..training.len()).collect();
    let mut rng = StdRng::seed_from_u64(settings.seed);
    let before = loss(held_out, present, settings);
    let mut best = Fit { weights: present.to_vec(), held_out: [before, before] };
    let mut best_epoch = 0;
    for number in 1..=settings.epochs {
        order.shuffle(&mut rng);
        // Half a wave from the full rate to none.
        let progress = (number - 1) as f32 / settings.epochs as f32;
        let rate = settings.rate * (1.0 + (PI * progress).cos()) / 2.0;
        for batch in order.chunks(settings.batch.max(1)) {
            let mut slopes = gradient(training, batch, &adam.weights, settings);
            slopes.iter_mut().flatten().for_each(|slope| *slope /= batch.len() as f32);
            add_prior(&mut slopes, &adam.weights, &start, training.len() as f32, settings);
            adam.step(&slopes, rate);
        }
        let rounded = adam.rounded();
        let epoch = Epoch {
            number,
            training: mean_loss(training, &adam.weights, settings),
            held_out: loss(held_out, &rounded, settings),
        };
        watch(&epoch);
        if epoch.held_out < best.held_out[1] {
            best = Fit { weights: rounded, held_out: [before, epoch.held_out] };
            best_epoch = number;
        } else if number - best_epoch >= settings.patience {
            break;
        }
    }
    best
}
