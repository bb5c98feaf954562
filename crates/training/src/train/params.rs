//! The weights of the net in floating point, in a form that also serves for gradients and moments.
//!
//! The neurons are divided into slices of [`SLICE`]. A slice has all weights to and from its neurons, so
//! threads update different slices without synchronization.

use makruk::rules::Variant;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use sakdi_engine::eval::nnue::Net;
use sakdi_engine::eval::nnue::arch::{
    self, ATTACKED_INPUTS, ATTACKED_WEIGHT_LIMIT, BUCKETS, HIDDEN, INPUTS, MAN_INPUTS,
    MAN_WEIGHT_LIMIT, OUTPUT_WEIGHT_LIMIT, QA, QB, VARIANT_BUCKETS,
};

/// Number of neurons in a slice.
pub(super) const SLICE: usize = 32;
/// Number of slices of a perspective.
pub(super) const SLICES: usize = HIDDEN / SLICE;
/// Number of rows of a slice: the weights of each input, the biases, the output weights.
pub(super) const ROWS: usize = BIAS + 1 + 2 * BUCKETS;
/// The row of the biases.
pub(super) const BIAS: usize = INPUTS;

const _: () = assert!(HIDDEN.is_multiple_of(SLICE));

/// The set of output weights that a new set begins as a copy of: that of Makruk for Makpong, that for
/// few men for a count.
const fn similar_bucket(bucket: usize) -> usize {
    match bucket.checked_sub(VARIANT_BUCKETS) {
        Some(of_makruk) => of_makruk,
        None => arch::bucket(Variant::Makruk, 6, None),
    }
}

/// The row of the output weights for the perspective of the side to move (0) or of the other side
/// (1).
pub(super) const fn output_row(bucket: usize, half: usize) -> usize {
    BIAS + 1 + 2 * bucket + half
}

/// One number for each neuron of a slice.
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

    /// The sum, always computed in the same order.
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
// [row]
pub(super) type Slice = [Lanes; ROWS];

/// The sizes of the layers of a net: of the present one, or of a smaller one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Inputs: with those of attacked men, or without.
    pub(super) inputs: usize,
    /// Neurons of a perspective.
    pub(super) hidden: usize,
    /// Sets of output weights.
    pub(super) buckets: usize,
}

impl Shape {
    /// Whether a net of this shape can be extended to the present one.
    pub(super) const fn can_be_extended(self) -> bool {
        (self.inputs == MAN_INPUTS || self.inputs == INPUTS)
            && self.hidden <= HIDDEN
            && self.buckets <= BUCKETS
    }

    /// Number of weights.
    pub(super) const fn len(self) -> usize {
        self.hidden * (self.inputs + 1 + 2 * self.buckets) + self.buckets
    }
}

/// One number for each weight of the net.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    pub(super) slices: Vec<Box<Slice>>,
    // [bucket]
    pub(super) output_bias: [f32; BUCKETS],
}

impl Params {
    /// Number of weights.
    pub const LEN: usize = HIDDEN * ROWS + BUCKETS;

    /// All zero.
    pub fn zero() -> Self {
        Self { slices: (0..SLICES).map(|_| slice()).collect(), output_bias: [0.0; BUCKETS] }
    }

    /// All the same number.
    pub fn filled(number: f32) -> Self {
        Self::from_numbers(std::iter::repeat(number))
    }

    /// Initial weights: biases are 0, the others random and small enough that most neurons are within
    /// their limits on a full board, and the output in the steep part of the logistic curve.
    /// Those of attacked men are 0.
    pub(super) fn random(seed: u64) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut numbers: Vec<f32> = Vec::with_capacity(Self::LEN);
        // A uniform distribution over ± a has the variance a² / 3.
        let feature = (6.0 / MAN_INPUTS as f32).sqrt();
        let output = (3.0 / (2 * HIDDEN) as f32).sqrt();
        numbers.extend((0..HIDDEN * MAN_INPUTS).map(|_| rng.random_range(-feature..feature)));
        numbers.extend(std::iter::repeat_n(0.0, HIDDEN * ATTACKED_INPUTS));
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

    /// Reverses [`Params::numbers`]. Missing numbers become 0.
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

    /// These weights, given as the numbers of a smaller net. The weights of attacked men begin at 0
    /// where it has none. New neurons have random weights and no influence on the outputs yet. New sets
    /// of output weights begin as copies ([`similar_bucket`]).
    pub(super) fn extended(
        Shape { inputs, hidden, buckets }: Shape,
        numbers: impl Iterator<Item = f32>,
        seed: u64,
    ) -> Self {
        let mut numbers = numbers.fuse();
        let mut row = |row: &mut [f32]| row.fill_with(|| numbers.next().unwrap_or_default());
        let mut params = Self::random(seed);
        for number in BIAS..ROWS {
            params.slices.iter_mut().for_each(|slice| slice[number] = Lanes::ZERO);
        }
        let mut values = vec![0.0; hidden];
        for number in (0..inputs).chain(BIAS..output_row(buckets, 0)) {
            row(&mut values);
            for (slice, values) in std::iter::zip(&mut params.slices, values.chunks(SLICE)) {
                slice[number].0[..values.len()].copy_from_slice(values);
            }
        }
        row(&mut params.output_bias[..buckets]);
        for bucket in buckets..BUCKETS {
            let similar = similar_bucket(bucket);
            for half in 0..2 {
                let (from, to) = (output_row(similar, half), output_row(bucket, half));
                params.slices.iter_mut().for_each(|slice| slice[to] = slice[from]);
            }
            params.output_bias[bucket] = params.output_bias[similar];
        }
        params
    }

    /// Whether no weight is infinite or not a number.
    pub fn is_finite(&self) -> bool {
        self.numbers().all(f32::is_finite)
    }

    /// The weights of an integer net: [`Params::quantize`] gives the same net again.
    pub fn dequantize(net: &Net) -> Self {
        let real = |number: i16| f32::from(number) / QA as f32;
        let men = net.man_weights.iter().flat_map(|row| row.0).map(real);
        let attacked = net.attacked_weights.iter().flat_map(|row| row.0);
        let features = men.chain(attacked.map(|number| real(number.into())));
        let features = features.chain(net.feature_bias.0.into_iter().map(real));
        let rows = net.output_weights.iter().flatten();
        let outputs = rows.flat_map(|row| row.0).map(|number| f32::from(number) / QB as f32);
        let biases = net.output_bias.iter().map(|&number| number as f32 / (QA * QB) as f32);
        Self::from_numbers(features.chain(outputs).chain(biases))
    }

    /// The integer net with these weights.
    pub fn quantize(&self) -> Net {
        let mut net = Net::zero();
        let mut numbers = self.numbers();
        let mut next = |scale: i32| numbers.next().unwrap_or_default() * scale as f32;
        for number in net.man_weights.iter_mut().flat_map(|row| &mut row.0) {
            *number = next(QA).round() as i16;
        }
        for number in net.attacked_weights.iter_mut().flat_map(|row| &mut row.0) {
            *number = next(QA).round() as i8;
        }
        for number in &mut net.feature_bias.0 {
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

/// Largest absolute weight in a row: larger ones would overflow when quantized.
pub(super) const fn limit(row: usize) -> f32 {
    match row {
        0..MAN_INPUTS | BIAS => MAN_WEIGHT_LIMIT,
        MAN_INPUTS..INPUTS => ATTACKED_WEIGHT_LIMIT,
        _ => OUTPUT_WEIGHT_LIMIT as f32 / QB as f32,
    }
}

/// A slice of zeros, allocated without going through the stack.
fn slice() -> Box<Slice> {
    let rows: Result<Box<Slice>, _> = vec![Lanes::ZERO; ROWS].into_boxed_slice().try_into();
    rows.unwrap_or_else(|_| unreachable!("a vector of so many rows"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakdi_engine::eval::nnue;

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
    fn quantized_weights_stand_where_they_did() {
        let mut params = Params::zero();
        params.slices[SLICES - 1][5].0[SLICE - 1] = -1.0;
        params.slices[0][INPUTS - 1].0[2] = limit(INPUTS - 1);
        params.slices[0][BIAS].0[1] = 0.5;
        params.slices[1][output_row(2, 1)].0[0] = limit(output_row(2, 1));
        params.output_bias[7] = 0.25;
        let net = params.quantize();
        assert_eq!(net.man_weights[5].0[HIDDEN - 1], -255);
        assert_eq!(net.attacked_weights[ATTACKED_INPUTS - 1].0[2], i8::MAX);
        assert_eq!(net.feature_bias.0[1], 128);
        assert_eq!(net.output_weights[2][1].0[SLICE], OUTPUT_WEIGHT_LIMIT);
        assert_eq!(net.output_bias[7], QA * QB / 4);
    }

    #[test]
    fn a_net_becomes_weights_and_the_same_net_again() {
        let net = nnue::default_net();
        let params = Params::dequantize(&net);
        assert!(params.is_finite());
        assert!(params.quantize().numbers() == net.numbers());
    }

    #[test]
    fn a_smaller_net_is_a_part_of_the_extended_one() {
        // Without sets for counts and for Makpong.
        let (hidden, buckets) = (HIDDEN / 2, VARIANT_BUCKETS - 4);
        let shape = Shape { inputs: MAN_INPUTS, hidden, buckets };
        assert!(shape.can_be_extended());
        let len = shape.len();
        let params = Params::extended(shape, (1..=len).map(|number| number as f32), 1);
        assert_eq!(params.slices[0][MAN_INPUTS..INPUTS], [Lanes::ZERO; ATTACKED_INPUTS]);
        assert_eq!(params.slices[0][1].0[2], (hidden + 3) as f32);
        let first_new = hidden / SLICE;
        assert!(params.slices[first_new][0].0.iter().all(|weight| weight.abs() < 0.1));
        assert_ne!(params.slices[first_new][0], params.slices[first_new][1]);
        assert_eq!(params.slices[first_new][BIAS..], [Lanes::ZERO; ROWS - BIAS]);
        assert_eq!(params.output_bias[0], (len - buckets + 1) as f32);
        let few_men = arch::bucket(Variant::Makruk, 6, None);
        for (new, old) in [(buckets, few_men), (BUCKETS - 1, few_men), (VARIANT_BUCKETS + 3, 3)] {
            assert_eq!(params.output_bias[new], params.output_bias[old]);
            for slice in &params.slices {
                assert_eq!(slice[output_row(new, 1)], slice[output_row(old, 1)]);
            }
        }
    }

    #[test]
    fn lanes_are_summed() {
        let mut lanes = Lanes::ZERO;
        lanes.0.iter_mut().zip(1_u16..).for_each(|(lane, number)| *lane = number.into());
        assert_eq!(lanes.sum(), (SLICE * (SLICE + 1) / 2) as f32);
    }
}
