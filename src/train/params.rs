//! The weights as real numbers, and everything else there is one of a weight: gradients, moments.
//!
//! The neurons are cut into slices of [`SLICE`], each with all the weights that lead to and from
//! its neurons: a slice fits the nearest caches, and whoever has one to itself needs nobody's
//! leave to change it.

use crate::eval::nnue::Net;
use crate::eval::nnue::arch::{
    BUCKETS, FEATURE_WEIGHT_LIMIT, HIDDEN, INPUTS, OUTPUT_WEIGHT_LIMIT, QA, QB,
};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Neurons of a slice.
pub(super) const SLICE: usize = 32;
/// Slices of a perspective.
pub(super) const SLICES: usize = HIDDEN / SLICE;
/// Rows of a slice: the weights of each input, the biases, the output weights.
pub(super) const ROWS: usize = BIAS + 1 + 2 * BUCKETS;
/// The row of the biases.
pub(super) const BIAS: usize = INPUTS;

const _: () = assert!(HIDDEN.is_multiple_of(SLICE));

/// The row of the output weights for the neurons of the side to move (0) or the other (1).
pub(super) const fn output_row(bucket: usize, half: usize) -> usize {
    BIAS + 1 + 2 * bucket + half
}

/// A number for each neuron of a slice.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(super) struct Lanes(pub(super) [f32; SLICE]);

impl Lanes {
    pub(super) const ZERO: Self = Self([0.0; SLICE]);

    #[inline(always)]
    pub(super) fn add(&mut self, other: &Self) {
        for lane in 0..SLICE {
            self.0[lane] += other.0[lane];
        }
    }

    /// The sum, always taken in the same order.
    pub(super) fn sum(&self) -> f32 {
        let mut lanes = self.0;
        let mut width = SLICE;
        while width > 1 {
            width /= 2;
            for lane in 0..width {
                lanes[lane] += lanes[lane + width];
            }
        }
        lanes[0]
    }
}

/// The rows of a slice.
pub(super) type Slice = [Lanes; ROWS];

/// A number for each weight of the net.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    pub(super) slices: Vec<Box<Slice>>,
    // [bucket]
    pub(super) output_bias: [f32; BUCKETS],
}

impl Params {
    /// Numbers in all.
    pub const LEN: usize = HIDDEN * ROWS + BUCKETS;

    /// Zeros.
    pub fn zero() -> Self {
        Self { slices: (0..SLICES).map(|_| slice()).collect(), output_bias: [0.0; BUCKETS] }
    }

    /// Weights to begin with: biases are 0, the rest random and so small that neurons of a full
    /// board and the output keep within the curve.
    pub(super) fn random(seed: u64) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut numbers: Vec<f32> = Vec::with_capacity(Self::LEN);
        // Uniform numbers of ± a have the variance a² / 3.
        let feature = (6.0 / INPUTS as f32).sqrt();
        let output = (3.0 / (2 * HIDDEN) as f32).sqrt();
        numbers.extend((0..HIDDEN * INPUTS).map(|_| rng.random_range(-feature..feature)));
        numbers.extend([0.0; HIDDEN]);
        numbers.extend((0..HIDDEN * 2 * BUCKETS).map(|_| rng.random_range(-output..output)));
        numbers.extend([0.0; BUCKETS]);
        Self::from_numbers(numbers.into_iter())
    }

    /// The numbers in the order of a net's file: [input][neuron], biases,
    /// [bucket][side to move, other side][neuron], [bucket].
    pub(super) fn numbers(&self) -> impl Iterator<Item = f32> {
        let rows = (0..ROWS).flat_map(|row| self.slices.iter().flat_map(move |slice| slice[row].0));
        rows.chain(self.output_bias)
    }

    /// What [`Params::numbers`] gave. Missing numbers are 0.
    pub(super) fn from_numbers(mut numbers: impl Iterator<Item = f32>) -> Self {
        let mut params = Self::zero();
        let mut next = || numbers.next().unwrap_or_default();
        for row in 0..ROWS {
            for slice in &mut params.slices {
                slice[row].0.fill_with(&mut next);
            }
        }
        params.output_bias.fill_with(next);
        params
    }

    /// The net that plays.
    pub fn quantise(&self) -> Net {
        let mut net = Net::zero();
        let mut numbers = self.numbers();
        let mut next = |scale: i32| numbers.next().unwrap_or_default() * scale as f32;
        let rows = net.feature_weights.iter_mut().chain([&mut net.feature_bias]);
        for number in rows.flat_map(|row| &mut row.0) {
            *number = next(QA).round() as i16;
        }
        for number in net.output_weights.iter_mut().flatten().flat_map(|row| &mut row.0) {
            *number = next(QB).round() as i16;
        }
        for number in &mut net.output_bias {
            *number = next(QA * QB).round() as i32;
        }
        net
    }
}

/// The largest a weight of a row may be, either way, lest it cannot be quantised.
pub(super) const fn limit(row: usize) -> f32 {
    if row <= BIAS { FEATURE_WEIGHT_LIMIT } else { OUTPUT_WEIGHT_LIMIT as f32 / QB as f32 }
}

/// Zeros on the heap, without a detour over the stack.
fn slice() -> Box<Slice> {
    let rows: Result<Box<Slice>, _> = vec![Lanes::ZERO; ROWS].into_boxed_slice().try_into();
    rows.unwrap_or_else(|_| unreachable!("a vector of so many rows"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_places() {
        let params = Params::from_numbers((0..Params::LEN).map(|number| number as f32));
        assert_eq!(params.slices[1][2].0[3], (2 * HIDDEN + SLICE + 3) as f32);
        assert_eq!(params.slices[0][BIAS].0[0], (INPUTS * HIDDEN) as f32);
        assert_eq!(params.slices[0][output_row(3, 1)].0[0], ((INPUTS + 8) * HIDDEN) as f32);
        assert_eq!(params.output_bias[BUCKETS - 1], (Params::LEN - 1) as f32);
        let numbers: Vec<f32> = params.numbers().collect();
        assert_eq!(numbers.len(), Params::LEN);
        assert_eq!(Params::from_numbers(numbers.into_iter()), params);
    }

    #[test]
    fn quantised_weights_stand_where_they_did() {
        let mut params = Params::zero();
        params.slices[SLICES - 1][5].0[SLICE - 1] = -1.0;
        params.slices[0][BIAS].0[1] = 0.5;
        params.slices[1][output_row(2, 1)].0[0] = limit(output_row(2, 1));
        params.output_bias[7] = 0.25;
        let net = params.quantise();
        assert_eq!(net.feature_weights[5].0[HIDDEN - 1], -255);
        assert_eq!(net.feature_bias.0[1], 128);
        assert_eq!(net.output_weights[2][1].0[SLICE], OUTPUT_WEIGHT_LIMIT);
        assert_eq!(net.output_bias[7], QA * QB / 4);
    }

    #[test]
    fn lanes_are_summed() {
        let mut lanes = Lanes::ZERO;
        lanes.0.iter_mut().zip(1_u16..).for_each(|(lane, number)| *lane = number.into());
        assert_eq!(lanes.sum(), (SLICE * (SLICE + 1) / 2) as f32);
    }
}
