//! Forward and backward pass.
//!
//! The positions of a batch are processed in tiles. The forward pass and the gradients of the
//! neurons are computed for each tile by itself. The gradients of the weights are then summed for
//! each slice of neurons over all tiles in order, so that no sum depends on the number of threads.

use super::params::{BIAS, Lanes, Params, SLICE, SLICES, Slice, output_row};
use super::points_curve::PointsCurve;
use super::training_position::{ActiveFeatures, TrainingPosition};
use rayon::prelude::*;
use sakdi_engine::eval::nnue::arch::{BUCKETS, SCALE};

/// Number of positions in a tile.
pub(super) const TILE: usize = 128;
/// Number of tiles whose gradients are summed at once: they fit into the caches.
const TILES: usize = 16;

/// The loss of a position: the squared difference of expected and target points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LossFunction {
    /// Share of the result of the game in the target.
    pub(super) result_share: f32,
    /// Expected points of values.
    pub(super) curve: PointsCurve,
}

impl LossFunction {
    /// The error of an output, and the derivative of its square with respect to the output.
    fn error(&self, position: &TrainingPosition, output: f32) -> (f32, f32) {
        let steepness = SCALE as f32 * position.count_scale() / self.curve.scale;
        let (expected, slope) = self.curve.points_and_slope(output * steepness);
        let error = expected - position.target(self.result_share, self.curve);
        (error, 2.0 * error * slope * steepness)
    }

    /// The square of the error of an output.
    pub(super) fn loss(&self, position: &TrainingPosition, output: f32) -> f64 {
        let (error, _) = self.error(position, output);
        f64::from(error * error)
    }
}

/// Working memory for a tile.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    // [position]
    active: Vec<ActiveFeatures>,
    // Before clamping. The backward pass replaces them by their gradients.
    // [slice][position][side to move, other side]
    neurons: Vec<[[Lanes; 2]; TILE]>,
    // Parts of the outputs, which their lanes sum to.
    // [position]
    products: Vec<Lanes>,
    // The backward pass replaces them by the derivatives of the loss.
    // [position]
    outputs: Vec<f32>,
    // Gradients of the output weights.
    // [slice][bucket][side to move, other side]
    output_weights: Vec<[[Lanes; 2]; BUCKETS]>,
    output_bias: [f32; BUCKETS],
    loss: f64,
}

impl Tile {
    pub(super) fn new() -> Self {
        Self {
            active: vec![ActiveFeatures::default(); TILE],
            neurons: vec![[[Lanes::ZERO; 2]; TILE]; SLICES],
            products: vec![Lanes::ZERO; TILE],
            outputs: Vec::with_capacity(TILE),
            output_weights: vec![[[Lanes::ZERO; 2]; BUCKETS]; SLICES],
            output_bias: [0.0; BUCKETS],
            loss: 0.0,
        }
    }

    /// The outputs of up to [`TILE`] positions.
    pub(super) fn forward(&mut self, params: &Params, positions: &[TrainingPosition]) -> &[f32] {
        for (active, position) in std::iter::zip(&mut self.active, positions) {
            position.activate(active);
        }
        let active = &self.active[..positions.len()];
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

    /// Forward pass, and backward pass to the neurons.
    fn forward_backward(
        &mut self,
        params: &Params,
        positions: &[TrainingPosition],
        loss_function: LossFunction,
    ) {
        self.forward(params, positions);
        self.loss = 0.0;
        self.output_bias = [0.0; BUCKETS];
        // The derivatives take the place of the outputs.
        for ((position, output), active) in
            positions.iter().zip(&mut self.outputs).zip(&self.active)
        {
            let (error, slope) = loss_function.error(position, *output);
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

/// The first layer of a slice in both perspectives.
#[inline(always)]
fn accumulate(slice: &Slice, active: &ActiveFeatures) -> [Lanes; 2] {
    let [mut own, mut other] = [slice[BIAS]; 2];
    for &[a, b] in &active.inputs {
        own.add(&slice[usize::from(a)]);
        other.add(&slice[usize::from(b)]);
    }
    [own, other]
}

/// Replaces neurons by their gradients, and adds the gradients of their output weights to `sums`.
#[inline(always)]
fn backward(neurons: &mut Lanes, weights: &Lanes, slope: f32, sums: &mut Lanes) {
    for lane in 0..SLICE {
        let neuron = neurons.0[lane];
        let clamped = neuron.clamp(0.0, 1.0);
        sums.0[lane] += slope * clamped * clamped;
        // The derivative of the clamped square; 0 outside the limits.
        let derivative = if clamped == neuron { 2.0 * clamped } else { 0.0 };
        neurons.0[lane] = slope * weights.0[lane] * derivative;
    }
}

/// Adds the gradients of the weights of a slice, tile by tile.
fn sum_gradients(sums: &mut Slice, index: usize, tiles: &[Tile]) {
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

/// Adds the gradients of a batch to `sums`; returns the sum of the losses.
pub(super) fn add_gradients(
    params: &Params,
    batch: &[TrainingPosition],
    loss_function: LossFunction,
    tiles: &mut Vec<Tile>,
    sums: &mut Params,
) -> f64 {
    tiles.resize_with(TILES, Tile::new);
    let mut loss = 0.0;
    for positions in batch.chunks(TILES * TILE) {
        let tiles = &mut tiles[..positions.len().div_ceil(TILE)];
        tiles
            .par_iter_mut()
            .zip(positions.par_chunks(TILE))
            .for_each(|(tile, positions)| tile.forward_backward(params, positions, loss_function));
        let slices = sums.slices.par_iter_mut().enumerate();
        slices.for_each(|(index, sums)| sum_gradients(sums, index, tiles));
        for tile in tiles {
            loss += tile.loss;
            for (sum, slope) in std::iter::zip(&mut sums.output_bias, tile.output_bias) {
                *sum += slope;
            }
        }
    }
    loss
}

/// The mean loss of the positions; `None` when there are none.
pub(super) fn mean_loss(
    params: &Params,
    positions: &[TrainingPosition],
    loss_function: LossFunction,
) -> Option<f64> {
    let sums: Vec<f64> = positions
        .par_chunks(TILE)
        .map_init(Tile::new, |tile, positions| {
            let outputs = tile.forward(params, positions);
            std::iter::zip(positions, outputs)
                .map(|(position, &output)| loss_function.loss(position, output))
                .sum()
        })
        .collect();
    (!positions.is_empty()).then(|| sums.iter().sum::<f64>() / positions.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::super::params::ROWS;
    use super::super::training_position::tests::positions;
    use super::*;

    const LOSS: LossFunction =
        LossFunction { result_share: 0.3, curve: PointsCurve { scale: 350.0, offset: 200.0 } };

    fn loss(params: &Params, positions: &[TrainingPosition]) -> f64 {
        mean_loss(params, positions, LOSS).unwrap_or_default() * positions.len() as f64
    }

    /// Weights with which some neurons are outside their limits on either side.
    fn weights() -> Params {
        let random = Params::random(5);
        Params::from_numbers(random.numbers().map(|number| 3.0 * number))
    }

    /// The derivative of the loss with respect to a weight, by finite differences; `None` where
    /// they disagree because a neuron is at its limit.
    fn slope(
        params: &mut Params,
        positions: &[TrainingPosition],
        weight: impl Fn(&mut Params) -> &mut f32,
    ) -> Option<f64> {
        const STEP: f32 = 0.004;
        let before = *weight(params);
        let [less, same, more] = [-STEP, 0.0, STEP].map(|step| {
            *weight(params) = before + step;
            loss(params, positions)
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

    #[test]
    fn gradients_agree_with_finite_differences() {
        let mut params = weights();
        // More than one tile, the last of them incomplete.
        let positions: Vec<TrainingPosition> =
            positions().into_iter().cycle().take(3 * TILE + 5).collect();
        let mut sums = Params::zero();
        let found = add_gradients(&params, &positions, LOSS, &mut Vec::new(), &mut sums);
        assert!((found - loss(&params, &positions)).abs() < 1e-9 * found);

        let (mut steep, mut bent) = (0, 0);
        for row in (0..ROWS).step_by(3).chain(BIAS..ROWS) {
            for (slice, lane) in [(0, 0), (1, 9), (2, SLICE - 1), (SLICES - 1, SLICE - 2)] {
                match slope(&mut params, &positions, |p| &mut p.slices[slice][row].0[lane]) {
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
            let expected = slope(&mut params, &positions, |params| &mut params.output_bias[bucket]);
            assert_close(sums.output_bias[bucket], expected.expect("a linear parameter"));
        }
    }

    /// The integer net has the value of the float weights, except for rounding.
    #[test]
    fn the_quantized_net_agrees() {
        let params = weights();
        let error =
            super::super::QuantizationError::of(&params, &params.quantize(), &positions(), LOSS);
        let error = error.expect("some positions");
        assert_eq!(error.positions, positions().len());
        assert!(error.mean_difference < 15.0, "{error:?}");
        assert!((error.net_loss - error.float_loss).abs() < 0.01, "{error:?}");
    }
}
