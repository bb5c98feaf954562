//! The descent: AdamW (Loshchilov and Hutter, 2019), Adam with a decay of the weights beside it.

use super::params::{Lanes, Params, SLICE, Slice, limit};
use rayon::prelude::*;

/// How much of the first and the second moment is kept from step to step.
const KEPT: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;
/// Largest output bias, either way: an output of so much is 1,600 centipawns, and the integer
/// fits by far.
const OUTPUT_BIAS_LIMIT: f32 = 4.0;

/// One step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    length: f32,
    /// What is left of a weight.
    left: f32,
    /// What makes up for moments that began at 0.
    corrections: [f32; 2],
    /// What makes the sum of the gradients a mean.
    per_position: f32,
}

impl Step {
    /// The step numbered `number`, from 1 on, after a batch of so many positions.
    pub(super) fn new(number: u64, length: f32, weight_decay: f32, positions: usize) -> Self {
        let correction =
            |kept: f32| (1.0 / (1.0 - libm::pow(f64::from(kept), number as f64))) as f32;
        Self {
            length,
            left: 1.0 - length * weight_decay,
            corrections: KEPT.map(correction),
            per_position: 1.0 / positions as f32,
        }
    }

    /// Moves the weights, and empties the sums of the gradients for the next batch.
    pub(super) fn take(
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
        *first = KEPT[0] * *first + (1.0 - KEPT[0]) * gradient;
        *second = KEPT[1] * *second + (1.0 - KEPT[1]) * gradient * gradient;
        let size = (*second * self.corrections[1]).sqrt() + EPSILON;
        let moved = *w * self.left - self.length * (*first * self.corrections[0]) / size;
        *w = moved.clamp(-limit, limit);
    }
}

#[cfg(test)]
mod tests {
    use super::super::params::{SLICES, output_row};
    use super::*;

    /// The first step is as long as the rate says, whatever the gradient; the decay comes on top;
    /// limits hold.
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
        let step = Step::new(1, 0.01, 0.1, 1_000);
        step.take(&mut weights, [&mut first, &mut second], &mut sums);
        assert!((weights.slices[0][3].0[1] - (1.0 - 0.001 - 0.01)).abs() < 1e-6);
        assert!((weights.slices[SLICES - 1][4].0[0] - 0.01).abs() < 1e-6);
        assert_eq!(weights.slices[2][output].0[7], limit(output));
        assert!((weights.output_bias[6] + 0.01).abs() < 1e-6);
        assert_eq!(weights.slices[1][3].0[1], 0.0);
        assert_eq!(sums, Params::zero());
    }
}
