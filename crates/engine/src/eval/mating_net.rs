//! A small net that estimates how many moves a khun and up to three men need to mate a bare khun. It
//! is trained on the endgame tables of up to five men, of which those of five men are too large to be
//! part of the program. `docs/mating-net.md` has the commands that give the same net again.
//!
//! The net has one hidden layer of rectified linear units. The file holds its weights as
//! little-endian i16, in the order of the fields of [`MatingNet`].

use arrayvec::ArrayVec;
use makruk::types::{Color, Piece, Square};
use zerocopy::little_endian::I16;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// Most men of the strong side in the endings that the net knows, its khun included.
pub const MAX_MEN: usize = 4;
/// Number of neurons.
pub const HIDDEN: usize = 64;
/// What the values of the neurons and the output weights are multiplied by. With so few digits the
/// estimates change by 0.06 moves, and the file packs to half the size.
pub const SCALE: i32 = 64;
/// What the output bias is multiplied by: moves are counted in hundredths.
pub const MOVE: i32 = 100;

/// Inputs of the weak khun: its squares on the files a to d, after mirroring.
const WEAK_KINGS: usize = 32;
/// Kinds of men of the strong side: khun, ma, khon, met and ruea.
const KINDS: usize = 5;
/// Distances in files or ranks: from −7 to 7.
const SPANS: usize = 15;
/// Number of inputs: the square of the weak khun, whether the weak side is to move, and two of each
/// man of the strong side: its square, and its files and ranks from the weak khun.
pub const INPUTS: usize = WEAK_KINGS + 1 + KINDS * (64 + SPANS * SPANS);

/// Most inputs that are 1: those of four men, their opponent and the side to move.
const MAX_ACTIVE: usize = 2 + 2 * MAX_MEN;

/// The inputs that are 1.
pub type Inputs = ArrayVec<u16, MAX_ACTIVE>;

/// The weights of the net.
#[derive(Clone, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C)]
pub struct MatingNet {
    /// Weights of the hidden layer, times [`SCALE`].
    // [input][neuron]
    pub feature_weights: [[I16; HIDDEN]; INPUTS],
    /// Biases of the hidden layer, times [`SCALE`].
    pub feature_bias: [I16; HIDDEN],
    /// Weights of the output in moves, times [`SCALE`].
    pub output_weights: [I16; HIDDEN],
    /// Bias of the output in moves, times [`MOVE`].
    pub output_bias: I16,
}

/// The net that is part of the program.
static DEFAULT: MatingNet = zerocopy::transmute!(*include_bytes!("mating.net"));

impl MatingNet {
    /// The net that is part of the program.
    pub fn embedded() -> &'static Self {
        &DEFAULT
    }

    /// Estimated moves to mate, in hundredths.
    pub fn moves(&self, inputs: &Inputs) -> i32 {
        let mut hidden = self.feature_bias.map(|bias| i32::from(bias.get()));
        for &input in inputs {
            let weights = &self.feature_weights[usize::from(input)];
            for (value, weight) in hidden.iter_mut().zip(weights) {
                *value += i32::from(weight.get());
            }
        }
        let products = hidden.iter().zip(&self.output_weights);
        let sum: i32 =
            products.map(|(&value, weight)| value.max(0) * i32::from(weight.get())).sum();
        i32::from(self.output_bias.get()) + sum * MOVE / (SCALE * SCALE)
    }
}

/// The inputs for the `men` of `strong`, its khun included and at most [`MAX_MEN`], against a khun on
/// `weak_king`; `to_move` is the side to move.
pub fn inputs(
    strong: Color,
    to_move: Color,
    weak_king: Square,
    men: impl Iterator<Item = (Piece, Square)>,
) -> Inputs {
    let mirrored = weak_king.file() > 3;
    let seen = |square: Square| {
        let square = square.relative_to(strong);
        if mirrored { square.flip_files() } else { square }
    };
    let weak_king = seen(weak_king);
    let mut inputs = Inputs::new();
    inputs.push(u16::from(4 * weak_king.rank() + weak_king.file()));
    if to_move != strong {
        inputs.push(WEAK_KINGS as u16);
    }
    let span = |from: u8, to: u8| usize::from(to + 7 - from);
    for (piece, square) in men {
        let square = seen(square);
        let first = WEAK_KINGS + 1 + kind(piece) * (64 + SPANS * SPANS);
        let files = span(weak_king.file(), square.file());
        let ranks = span(weak_king.rank(), square.rank());
        inputs.push((first + square.index()) as u16);
        inputs.push((first + 64 + SPANS * ranks + files) as u16);
    }
    inputs
}

/// The index of a kind of man.
const fn kind(piece: Piece) -> usize {
    match piece {
        Piece::King => 0,
        Piece::Knight => 1,
        Piece::Khon => 2,
        // Bia count as the mets they become.
        Piece::Met | Piece::Pawn => 3,
        Piece::Rook => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::{HIDDEN, MAX_ACTIVE, MOVE, MatingNet};

    #[test]
    fn no_inputs_overflow_the_sums_of_the_embedded_net() {
        let net = MatingNet::embedded();
        let largest_product = |hidden: usize| {
            let weights = net.feature_weights.iter().map(|row| i64::from(row[hidden].get().abs()));
            let largest = i64::from(net.feature_bias[hidden].get().abs())
                + MAX_ACTIVE as i64 * weights.max().unwrap_or(0);
            largest * i64::from(net.output_weights[hidden].get().abs())
        };
        let bound: i64 = (0..HIDDEN).map(largest_product).sum();
        assert!(bound * i64::from(MOVE) < i64::from(i32::MAX), "sums up to {bound}");
    }
}
