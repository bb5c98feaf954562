//! Forward and backward through the net, a tile of positions at a time.
//!
//! Work is cut in two ways. Forward, and back to the neurons, each tile of a batch goes by itself.
//! The gradients of the weights are then summed slice by slice over all tiles in their order. No
//! sum depends on who takes it.

use super::lesson::{Active, Lesson};
use super::params::{BIAS, Lanes, Params, SLICE, SLICES, Slice, output_row};
use crate::eval::nnue::arch::{BUCKETS, SCALE};
use rayon::prelude::*;

/// Positions of a tile.
pub(super) const TILE: usize = 128;
/// Tiles worked on before their gradients are summed: so many fit the caches.
const TILES: usize = 16;

/// What positions are fitted to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Goal {
    /// Share of the game's result.
    pub(super) result_share: f32,
    /// Centipawns of the logistic curve.
    pub(super) scale: f32,
}

impl Goal {
    /// The error of an output, and the change of its square with the output.
    fn error(&self, lesson: &Lesson, output: f32) -> (f32, f32) {
        let steepness = SCALE as f32 * lesson.share() / self.scale;
        let expected = super::logistic(output * steepness);
        let error = expected - lesson.target(self.result_share, self.scale);
        (error, 2.0 * error * expected * (1.0 - expected) * steepness)
    }

    /// The square of the error of an output.
    pub(super) fn loss(&self, lesson: &Lesson, output: f32) -> f64 {
        let (error, _) = self.error(lesson, output);
        f64::from(error * error)
    }
}

/// Room for what is known of the positions of a tile.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    // [position]
    active: Vec<Active>,
    // Before clamping; the backward pass leaves their gradients in their place.
    // [slice][position][side to move, other side]
    neurons: Vec<[[Lanes; 2]; TILE]>,
    // Shares of the output. [position]
    products: Vec<Lanes>,
    // [position]
    outputs: Vec<f32>,
    // Gradients of the output weights. [slice][bucket][side to move, other side]
    output_weights: Vec<[[Lanes; 2]; BUCKETS]>,
    output_bias: [f32; BUCKETS],
    loss: f64,
}

impl Tile {
    pub(super) fn new() -> Self {
        Self {
            active: vec![Active::default(); TILE],
            neurons: vec![[[Lanes::ZERO; 2]; TILE]; SLICES],
            products: vec![Lanes::ZERO; TILE],
            outputs: Vec::with_capacity(TILE),
            output_weights: vec![[[Lanes::ZERO; 2]; BUCKETS]; SLICES],
            output_bias: [0.0; BUCKETS],
            loss: 0.0,
        }
    }

    /// The outputs of up to [`TILE`] positions.
    pub(super) fn forward(&mut self, params: &Params, lessons: &[Lesson]) -> &[f32] {
        for (active, lesson) in std::iter::zip(&mut self.active, lessons) {
            lesson.activate(active);
        }
        let active = &self.active[..lessons.len()];
        self.products.fill(Lanes::ZERO);
        for (slice, neurons) in std::iter::zip(&params.slices, &mut self.neurons) {
            for ((active, neurons), products) in active.iter().zip(neurons).zip(&mut self.products)
            {
                *neurons = accumulate(slice, active);
                for (half, neurons) in neurons.iter().enumerate() {
                    let weights = &slice[output_row(active.bucket, half)];
                    for lane in 0..SLICE {
                        let clamped = neurons.0[lane].clamp(0.0, 1.0);
                        products.0[lane] += clamped * clamped * weights.0[lane];
                    }
                }
            }
        }
        self.outputs.clear();
        self.outputs.extend(
            std::iter::zip(active, &self.products)
                .map(|(active, products)| products.sum() + params.output_bias[active.bucket]),
        );
        &self.outputs
    }

    /// Forward, and back to the neurons.
    fn learn(&mut self, params: &Params, lessons: &[Lesson], goal: Goal) {
        self.forward(params, lessons);
        self.loss = 0.0;
        self.output_bias = [0.0; BUCKETS];
        // From here on the outputs are slopes.
        for ((lesson, output), active) in lessons.iter().zip(&mut self.outputs).zip(&self.active) {
            let (error, slope) = goal.error(lesson, *output);
            self.loss += f64::from(error * error);
            self.output_bias[active.bucket] += slope;
            *output = slope;
        }
        for (index, slice) in params.slices.iter().enumerate() {
            let sums = &mut self.output_weights[index];
            *sums = [[Lanes::ZERO; 2]; BUCKETS];
            for ((active, neurons), &slope) in
                self.active.iter().zip(&mut self.neurons[index]).zip(&self.outputs)
            {
                for (half, neurons) in neurons.iter_mut().enumerate() {
                    let weights = &slice[output_row(active.bucket, half)];
                    backward(neurons, weights, slope, &mut sums[active.bucket][half]);
                }
            }
        }
    }
}

/// The neurons of a slice in both perspectives.
#[inline(always)]
fn accumulate(slice: &Slice, active: &Active) -> [Lanes; 2] {
    let [mut own, mut other] = [slice[BIAS]; 2];
    for &[a, b] in &active.inputs {
        own.add(&slice[usize::from(a)]);
        other.add(&slice[usize::from(b)]);
    }
    [own, other]
}

/// Puts the gradients of neurons in their place, and adds those of their output weights.
#[inline(always)]
fn backward(neurons: &mut Lanes, weights: &Lanes, slope: f32, sums: &mut Lanes) {
    for lane in 0..SLICE {
        let neuron = neurons.0[lane];
        let clamped = neuron.clamp(0.0, 1.0);
        sums.0[lane] += slope * clamped * clamped;
        // A neuron beyond its limits does not move its output.
        let moving = if clamped == neuron { 2.0 * clamped } else { 0.0 };
        neurons.0[lane] = slope * weights.0[lane] * moving;
    }
}

/// Adds the gradients of the weights of a slice, tile after tile.
fn scatter(sums: &mut Slice, index: usize, tiles: &[Tile]) {
    for tile in tiles {
        let active = &tile.active[..tile.outputs.len()];
        for (active, &[own, other]) in std::iter::zip(active, &tile.neurons[index]) {
            sums[BIAS].add(&own);
            sums[BIAS].add(&other);
            for &[a, b] in &active.inputs {
                sums[usize::from(a)].add(&own);
                sums[usize::from(b)].add(&other);
            }
        }
        for (bucket, halves) in tile.output_weights[index].iter().enumerate() {
            for (half, gradient) in halves.iter().enumerate() {
                sums[output_row(bucket, half)].add(gradient);
            }
        }
    }
}

/// Adds the gradients of a batch to `sums`; gives the sum of the losses.
pub(super) fn learn(
    params: &Params,
    batch: &[Lesson],
    goal: Goal,
    tiles: &mut Vec<Tile>,
    sums: &mut Params,
) -> f64 {
    tiles.resize_with(TILES, Tile::new);
    let mut loss = 0.0;
    for lessons in batch.chunks(TILES * TILE) {
        let tiles = &mut tiles[..lessons.len().div_ceil(TILE)];
        tiles
            .par_iter_mut()
            .zip(lessons.par_chunks(TILE))
            .for_each(|(tile, lessons)| tile.learn(params, lessons, goal));
        let slices = sums.slices.par_iter_mut().enumerate();
        slices.for_each(|(index, sums)| scatter(sums, index, tiles));
        for tile in tiles {
            loss += tile.loss;
            for (sum, slope) in std::iter::zip(&mut sums.output_bias, tile.output_bias) {
                *sum += slope;
            }
        }
    }
    loss
}

/// The mean loss over positions, if there are any.
pub(super) fn mean_loss(params: &Params, lessons: &[Lesson], goal: Goal) -> Option<f64> {
    let sums: Vec<f64> = lessons
        .par_chunks(TILE)
        .map_init(Tile::new, |tile, lessons| {
            let outputs = tile.forward(params, lessons);
            std::iter::zip(lessons, outputs)
                .map(|(lesson, &output)| goal.loss(lesson, output))
                .sum()
        })
        .collect();
    (!lessons.is_empty()).then(|| sums.iter().sum::<f64>() / lessons.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::super::lesson::tests::lessons;
    use super::super::params::ROWS;
    use super::*;

    const GOAL: Goal = Goal { result_share: 0.3, scale: 350.0 };

    fn loss(params: &Params, lessons: &[Lesson]) -> f64 {
        mean_loss(params, lessons, GOAL).unwrap_or_default() * lessons.len() as f64
    }

    /// Weights under which some neurons are beyond their limits on either side.
    fn weights() -> Params {
        let random = Params::random(5);
        Params::from_numbers(random.numbers().map(|number| 3.0 * number))
    }

    /// How the loss changes with a weight, as small steps to either side show; `None` where it
    /// bends, a neuron being at its limit.
    fn slope(
        params: &mut Params,
        lessons: &[Lesson],
        weight: impl Fn(&mut Params) -> &mut f32,
    ) -> Option<f64> {
        const STEP: f32 = 0.004;
        let before = *weight(params);
        let [less, same, more] = [-STEP, 0.0, STEP].map(|step| {
            *weight(params) = before + step;
            loss(params, lessons)
        });
        *weight(params) = before;
        let sides = [same - less, more - same].map(|rise| rise / f64::from(STEP));
        let bends = (sides[0] - sides[1]).abs() > 0.1 * sides[0].abs().max(sides[1].abs()) + 0.004;
        (!bends).then_some((sides[0] + sides[1]) / 2.0)
    }

    #[track_caller]
    fn assert_close(found: f32, expected: f64) {
        let difference = (f64::from(found) - expected).abs();
        assert!(difference <= 0.02 * expected.abs() + 0.002, "{found}, expected {expected}");
    }

    /// The gradient is that of the loss.
    #[test]
    fn gradients_are_those_of_the_loss() {
        let mut params = weights();
        // More than a tile, and no whole number of them.
        let lessons: Vec<Lesson> = lessons().into_iter().cycle().take(3 * TILE + 5).collect();
        let mut sums = Params::zero();
        let found = learn(&params, &lessons, GOAL, &mut Vec::new(), &mut sums);
        assert!((found - loss(&params, &lessons)).abs() < 1e-9 * found);

        let (mut steep, mut bent) = (0, 0);
        for row in (0..ROWS).step_by(3).chain(BIAS..ROWS) {
            for (slice, lane) in [(0, 0), (1, 9), (2, SLICE - 1), (SLICES - 1, SLICE - 2)] {
                match slope(&mut params, &lessons, |p| &mut p.slices[slice][row].0[lane]) {
                    Some(expected) => {
                        assert_close(sums.slices[slice][row].0[lane], expected);
                        steep += usize::from(expected.abs() > 0.02);
                    }
                    None => bent += 1,
                }
            }
        }
        assert!(steep > 30 && bent < steep, "{steep} {bent}");
        for bucket in 0..BUCKETS {
            let expected = slope(&mut params, &lessons, |params| &mut params.output_bias[bucket]);
            assert_close(sums.output_bias[bucket], expected.expect("nothing to bend"));
        }
    }

    /// The net in integers says what its weights say, but for rounding.
    #[test]
    fn the_quantised_net_agrees() {
        let params = weights();
        let agreement = super::super::Agreement::of(&params, &params.quantise(), &lessons(), GOAL);
        let agreement = agreement.expect("some positions");
        assert_eq!(agreement.positions, lessons().len());
        assert!(agreement.difference < 15.0, "{agreement:?}");
        assert!((agreement.net - agreement.weights).abs() < 0.01, "{agreement:?}");
    }
}
