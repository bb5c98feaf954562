//! A step of the optimizer for all parameters of the net.

use super::params::{Lanes, Params, SLICE, Slice, limit};
use crate::adam::AdamStep;
use rayon::prelude::*;

const EPSILON: f32 = 1e-8;
/// Largest absolute output bias: 1,600 centipawns, far less than the integer can hold.
const OUTPUT_BIAS_LIMIT: f32 = 4.0;

/// One step of all parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct ParamsStep {
    step: AdamStep,
    /// Turns the sum of the gradients into their mean.
    per_position: f32,
}

impl ParamsStep {
    /// The step with this number, from 1 on, after a batch of `positions` positions.
    pub(super) fn new(
        number: u64,
        learning_rate: f32,
        weight_decay: f32,
        positions: usize,
    ) -> Self {
        Self {
            step: AdamStep::new(number, learning_rate, weight_decay, EPSILON),
            per_position: 1.0 / positions as f32,
        }
    }

    /// Updates weights and moments by the sums of the gradients, and resets these to 0.
    pub(super) fn apply(
        &self,
        weights: &mut Params,
        [first, second]: [&mut Params; 2],
        sums: &mut Params,
    ) {
        weights
            .slices
            .par_iter_mut()
            .zip(&mut first.slices)
            .zip(&mut second.slices)
            .zip(&mut sums.slices)
            .for_each(|(((weights, first), second), sums)| {
                self.slice(weights, first, second, sums);
            });
        let biases = weights.output_bias.iter_mut().zip(&mut first.output_bias);
        let biases = biases.zip(&mut second.output_bias).zip(&mut sums.output_bias);
        for (((weight, first), second), sum) in biases {
            self.weight(weight, first, second, sum, OUTPUT_BIAS_LIMIT);
        }
    }

    fn slice(&self, weights: &mut Slice, first: &mut Slice, second: &mut Slice, sums: &mut Slice) {
        let rows = weights.iter_mut().zip(first).zip(second).zip(sums).enumerate();
        for (row, (((weights, first), second), sums)) in rows {
            self.row(weights, first, second, sums, limit(row));
        }
    }

    #[inline(always)]
    fn row(
        &self,
        w: &mut Lanes,
        first: &mut Lanes,
        second: &mut Lanes,
        sums: &mut Lanes,
        limit: f32,
    ) {
        for lane in 0..SLICE {
            self.weight(
                &mut w.0[lane],
                &mut first.0[lane],
                &mut second.0[lane],
                &mut sums.0[lane],
                limit,
            );
        }
    }

    #[inline(always)]
    fn weight(&self, w: &mut f32, first: &mut f32, second: &mut f32, sum: &mut f32, limit: f32) {
        let gradient = *sum * self.per_position;
        *sum = 0.0;
        *w = self.step.moved(*w, [first, second], gradient).clamp(-limit, limit);
    }
}

#[cfg(test)]
mod tests {
    use super::super::params::{SLICES, output_row};
    use super::*;

    /// The first step moves a weight by the learning rate, whatever the gradient; weight decay is
    /// added; weights stay within their limits.
    #[test]
    fn the_first_step_is_known() {
        let mut weights = Params::zero();
        let [mut first, mut second, mut sums] = std::array::from_fn(|_| Params::zero());
        weights.slices[0][3].0[1] = 1.0;
        sums.slices[0][3].0[1] = 5.0;
        sums.slices[SLICES - 1][4].0[0] = -0.25;
        let output = output_row(1, 0);
        weights.slices[2][output].0[7] = limit(output);
        sums.slices[2][output].0[7] = -1.0;
        sums.output_bias[6] = 2.0;
        let step = ParamsStep::new(1, 0.01, 0.1, 1_000);
        step.apply(&mut weights, [&mut first, &mut second], &mut sums);
        assert!((weights.slices[0][3].0[1] - (1.0 - 0.001 - 0.01)).abs() < 1e-6);
        assert!((weights.slices[SLICES - 1][4].0[0] - 0.01).abs() < 1e-6);
        assert_eq!(weights.slices[2][output].0[7], limit(output));
        assert!((weights.output_bias[6] + 0.01).abs() < 1e-6);
        assert_eq!(weights.slices[1][3].0[1], 0.0);
        assert_eq!(sums, Params::zero());
    }
}
