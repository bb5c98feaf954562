//! The net in floating point, and its training.

use super::columns::{Columns, EPSILON};
use super::file::OUTPUT_UNITS;
use super::layers::{BOTH, HIDDEN, Stack, clip};
use super::positions::{Inputs, MEN_INPUTS, STACKS};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use sakdi_training::adam::AdamStep;
use sakdi_training::train::{PointsCurve, TrainingPosition};

/// Outputs of the first layer that one thread trains.
const WIDTH: usize = 64;
/// Positions that one thread runs forward and backward.
const TILE: usize = 512;
/// Values of bia, ma, ruea, met and khon before training, in centipawns.
const VALUES: [f32; 5] = [171.0, 558.0, 871.0, 298.0, 439.0];

/// What a value is trained to predict.
#[derive(Clone, Copy)]
pub struct Target {
    pub curve: PointsCurve,
    /// Units of Fairy-Stockfish for a centipawn.
    pub units: f32,
    pub result_share: f32,
}

impl Target {
    /// The squared error of a value in units, and its slope.
    pub fn loss(&self, value: f32, position: &TrainingPosition) -> (f32, f32) {
        let wanted = position.target(self.result_share, self.curve);
        let (points, slope) = self.curve.points_and_slope(value / self.units / self.curve.scale);
        let error = points - wanted;
        (error * error, 2.0 * error * slope / self.units / self.curve.scale)
    }
}

/// The net, with what the optimizer keeps.
pub struct Net {
    first: Vec<Columns<WIDTH>>,
    pub material: Columns<STACKS>,
    pub stacks: Vec<Stack>,
    moments: Vec<[Stack; 2]>,
    steps: u64,
}

/// A position of a batch while it is trained on.
struct Pass {
    /// Slopes of the loss at the outputs of the first layer, the side to move first.
    slopes: [[[f32; WIDTH]; HIDDEN / WIDTH]; 2],
    /// The same at the outputs for material.
    material: [[f32; STACKS]; 2],
}

impl Net {
    /// Random weights, and usual values of the men.
    pub fn random(seed: u64, units: f32) -> Self {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut columns = || {
            let row = |rng: &mut SmallRng| std::array::from_fn(|_| rng.random_range(-0.1..0.1));
            Columns::new((0..MEN_INPUTS).map(|_| row(&mut rng)).collect(), Some(0.3))
        };
        let first = (0..HIDDEN / WIDTH).map(|_| columns()).collect();
        let value = |input: usize| {
            let plane = input / 64;
            let value = VALUES.get(plane / 2).copied().unwrap_or(0.0) * units / OUTPUT_UNITS;
            [if plane.is_multiple_of(2) { value } else { -value }; STACKS]
        };
        Self {
            first,
            material: Columns::new((0..MEN_INPUTS).map(value).collect(), None),
            stacks: (0..STACKS).map(|_| Stack::random(&mut rng)).collect(),
            moments: (0..STACKS).map(|_| [Stack::zero(), Stack::zero()]).collect(),
            steps: 0,
        }
    }

    /// Weights of an input in the first layer.
    pub fn first(&self, input: usize) -> [f32; HIDDEN] {
        let columns = self.first.iter().flat_map(|columns| columns.weights(input));
        let mut columns = columns.copied();
        std::array::from_fn(|_| columns.next().unwrap_or_default())
    }

    /// Biases of the first layer.
    pub fn first_biases(&self) -> [f32; HIDDEN] {
        let mut columns = self.first.iter().flat_map(Columns::biases).copied();
        std::array::from_fn(|_| columns.next().unwrap_or_default())
    }

    /// One step of the optimizer. Returns the sum of the losses.
    pub fn train(&mut self, batch: &[TrainingPosition], target: Target, rate: f32) -> f64 {
        let inputs: Vec<Inputs> = batch.par_iter().map(Inputs::of_training).collect();
        let tiles: Vec<_> = batch
            .par_chunks(TILE)
            .zip(inputs.par_chunks(TILE))
            .map(|(batch, inputs)| self.backward(batch, inputs, target))
            .collect();
        self.steps += 1;
        let step = AdamStep::new(self.steps, rate, 0.0, EPSILON);
        let pass = |index: usize| -> &Pass { &tiles[index / TILE].passes[index % TILE] };
        self.first.par_iter_mut().enumerate().for_each(|(column, columns)| {
            let slopes = |index: usize| pass(index).slopes.each_ref().map(|both| &both[column]);
            columns.train(&inputs, slopes, (self.steps, rate));
        });
        self.material.train(&inputs, |index| pass(index).material.each_ref(), (self.steps, rate));
        let mut gradients = tiles[0].gradients.clone();
        for tile in &tiles[1..] {
            gradients.iter_mut().zip(&tile.gradients).for_each(|(sum, other)| sum.add(other));
        }
        let stacks = self.stacks.iter_mut().zip(&mut self.moments).zip(&gradients);
        for ((stack, moments), gradients) in stacks {
            stack.train(moments, gradients, batch.len() as f32, step);
        }
        tiles.iter().map(|tile| tile.loss).sum()
    }

    fn backward(&self, batch: &[TrainingPosition], inputs: &[Inputs], target: Target) -> Tile {
        let mut gradients = vec![Stack::zero(); STACKS];
        let mut sum = 0.0;
        let passes = batch.iter().zip(inputs).map(|(position, inputs)| {
            let stack = inputs.stack;
            let mut outputs = self.first_outputs(inputs);
            let material = self.material_value(inputs);
            let slope_of = |output: f32| {
                let (loss, slope) = target.loss((output + material) * OUTPUT_UNITS, position);
                sum += f64::from(loss);
                slope * OUTPUT_UNITS
            };
            let slope = self.stacks[stack].backward(&mut outputs, &mut gradients[stack], slope_of);
            let mut material = [[0.0; STACKS]; 2];
            material[0][stack] = slope / 2.0;
            material[1][stack] = -slope / 2.0;
            let mut slopes = [[[0.0; WIDTH]; HIDDEN / WIDTH]; 2];
            slopes.as_flattened_mut().as_flattened_mut().copy_from_slice(&outputs);
            Pass { slopes, material }
        });
        let passes = passes.collect();
        Tile { passes, gradients, loss: sum }
    }

    /// The outputs of the first layer, clipped.
    fn first_outputs(&self, inputs: &Inputs) -> [f32; BOTH] {
        let mut outputs = [0.0; BOTH];
        for (half, inputs) in outputs.chunks_exact_mut(HIDDEN).zip(&inputs.active) {
            for (outputs, columns) in half.chunks_exact_mut(WIDTH).zip(&self.first) {
                outputs.copy_from_slice(&columns.outputs(inputs).map(clip));
            }
        }
        outputs
    }

    fn material_value(&self, inputs: &Inputs) -> f32 {
        let outputs = inputs.active.each_ref().map(|inputs| self.material.outputs(inputs));
        let [own, other] = outputs.map(|outputs| outputs[inputs.stack]);
        (own - other) / 2.0
    }

    /// The value of a position, in units of Fairy-Stockfish.
    pub fn value(&self, inputs: &Inputs) -> f32 {
        let output = self.stacks[inputs.stack].output(&self.first_outputs(inputs));
        (output + self.material_value(inputs)) * OUTPUT_UNITS
    }
}

/// Some positions of a batch after they were run.
struct Tile {
    passes: Vec<Pass>,
    // [stack]
    gradients: Vec<Stack>,
    loss: f64,
}
