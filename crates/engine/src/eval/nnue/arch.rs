//! The architecture of the net: its inputs, the size of its layers, its quantization.
//!
//! Each side sees the board in its own perspective. Every input stands for a piece of one side on
//! one square. The weights of the inputs that are on, and a bias, add up to the accumulator of a
//! perspective: [`HIDDEN`] values, by weights that both perspectives share. The accumulator of the
//! side to move and then that of the other side, each value clamped to 0 … 1 and squared (SCReLU),
//! lead to one output. The variant, and the number of men or the moves left of the count, select one of
//! [`BUCKETS`] sets of output weights.
//!
//! A perspective turns the board so that its own first rank is the lowest, and mirrors it so that
//! its own khun is on one of the files a to d: the rules of Makruk treat left and right alike. A
//! met and a bia ngai are the same piece.
//!
//! # Quantization
//!
//! | what | integer |
//! |---|---|
//! | weight and bias of an accumulator value | real × [`QA`], i16 |
//! | output weight | real × [`QB`], i16, at most ± [`OUTPUT_WEIGHT_LIMIT`] |
//! | output bias | real × [`QA`] × [`QB`], i32 |
//!
//! With `clamp(v)` a value limited to 0 … `QA`, the evaluation in centipawns for the side to move
//! is `(Σ clamp(v)² · w / QA + bias) · SCALE / (QA · QB)`, in integers, each division towards zero.
//! Accumulators wrap at 16 bits and so does `clamp(v) · w`; nets within the limits never do.

use makruk::position::Position;
use makruk::rules::Variant;
use makruk::types::score::EVAL_LIMIT;
use makruk::types::{Color, Piece, Score, Square};

/// Inputs of a perspective: `[own side, other side][piece][square]`.
pub const INPUTS: usize = 2 * Piece::COUNT * Square::COUNT;
/// Values of an accumulator: the size of the hidden layer of a perspective.
pub const HIDDEN: usize = 256;
/// Most men on a board.
pub const MAX_MEN: u32 = 32;
/// Sets of output weights for positions without a count, by the number of men.
const MEN_BUCKETS: usize = 8;
/// Sets of output weights for positions under a count, by the moves left.
pub const COUNT_BUCKETS: usize = 4;
/// Men of each set for positions without a count.
pub const MEN_PER_BUCKET: u32 = MAX_MEN / MEN_BUCKETS as u32;
/// Moves left of each set for positions under a count, except the last one, which has no end.
pub const MOVES_LEFT_PER_BUCKET: u16 = 16;
/// Sets of output weights of a variant.
pub const VARIANT_BUCKETS: usize = MEN_BUCKETS + COUNT_BUCKETS;
/// Sets of output weights.
pub const BUCKETS: usize = Variant::ALL.len() * VARIANT_BUCKETS;
/// The quantized 1 of an accumulator value.
pub const QA: i32 = 255;
/// The quantized 1 of an output weight.
pub const QB: i32 = 120;
/// The evaluation, in centipawns, when the output is 1.
pub const SCALE: i32 = 400;
/// Largest output weight: times [`QA`] it still fits 16 bits.
pub const OUTPUT_WEIGHT_LIMIT: i16 = 127;
/// Largest weight of an input, as a real number: 32 of them and the bias still fit 16 bits.
pub const FEATURE_WEIGHT_LIMIT: f32 = 3.8;

const _: () = {
    assert!(QA * OUTPUT_WEIGHT_LIMIT as i32 <= i16::MAX as i32);
    assert!(33.0 * FEATURE_WEIGHT_LIMIT * (QA as f32) < i16::MAX as f32);
};

/// How a side sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    side: Color,
    // XORed to a square: turns the board for Black, and mirrors it.
    flip: u8,
}

impl Perspective {
    /// The perspective of `side`, whose khun stands on `own_king`.
    #[inline]
    pub const fn new(side: Color, own_king: Square) -> Self {
        let turned = match side {
            Color::White => 0,
            Color::Black => 56,
        };
        let mirrored = if own_king.file() >= 4 { 7 } else { 0 };
        Self { side, flip: turned | mirrored }
    }

    /// Whether left and right are swapped.
    #[inline]
    pub const fn is_mirrored(self) -> bool {
        self.flip & 7 != 0
    }

    /// This perspective with left and right swapped, or not.
    #[inline]
    pub const fn mirrored(self, mirrored: bool) -> Self {
        let flip = if mirrored { self.flip | 7 } else { self.flip & !7 };
        Self { flip, ..self }
    }

    /// The perspective of a side in a position.
    #[inline]
    pub fn of(side: Color, position: &Position) -> Self {
        Self::new(side, position.king(side))
    }

    /// The input of a piece on a square: below [`INPUTS`].
    #[inline]
    pub const fn input(self, color: Color, piece: Piece, square: Square) -> usize {
        let theirs = color.index() ^ self.side.index();
        (theirs * Piece::COUNT + piece.index()) * Square::COUNT
            + (square.index() ^ self.flip as usize)
    }

    /// The inputs that are on in a position, one for each piece.
    pub fn inputs(self, position: &Position) -> impl Iterator<Item = usize> {
        Color::ALL.into_iter().flat_map(move |color| {
            Piece::ALL.into_iter().flat_map(move |piece| {
                position.men(color, piece).map(move |square| self.input(color, piece, square))
            })
        })
    }
}

/// The set of output weights for a position of this variant with this number of men, including the
/// khuns, and of moves left of the count, if one runs.
#[inline]
pub const fn bucket(variant: Variant, men: u32, moves_left: Option<u16>) -> usize {
    let bucket = match moves_left {
        None => at_most((men.saturating_sub(1) / MEN_PER_BUCKET) as usize, MEN_BUCKETS - 1),
        Some(left) => {
            MEN_BUCKETS + at_most((left / MOVES_LEFT_PER_BUCKET) as usize, COUNT_BUCKETS - 1)
        }
    };
    variant as usize * VARIANT_BUCKETS + bucket
}

const fn at_most(number: usize, most: usize) -> usize {
    if number < most { number } else { most }
}

/// The evaluation in centipawns by the formula of the module's description, given its sum.
#[inline]
pub fn centipawns(sum: i64, bias: i32) -> Score {
    let output = sum / i64::from(QA) + i64::from(bias);
    let value = output * i64::from(SCALE) / i64::from(QA * QB);
    value.clamp(i64::from(-EVAL_LIMIT), i64::from(EVAL_LIMIT)) as Score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_man_has_an_input_of_its_own() {
        for side in Color::ALL {
            let perspective = Perspective::new(side, Square::new(6, 3));
            let mut seen = [false; INPUTS];
            for color in Color::ALL {
                for piece in Piece::ALL {
                    for square in Square::all() {
                        let input = perspective.input(color, piece, square);
                        assert!(!std::mem::replace(&mut seen[input], true));
                    }
                }
            }
        }
    }

    #[test]
    fn sides_see_alike_and_left_is_right() {
        let white = Perspective::new(Color::White, Square::new(3, 0));
        // The own khun first, on d1: turned and mirrored.
        let d1 = 5 * 64 + 3;
        assert_eq!(white.input(Color::White, Piece::King, Square::new(3, 0)), d1);
        for (side, king) in [
            (Color::White, Square::new(4, 0)),
            (Color::Black, Square::new(3, 7)),
            (Color::Black, Square::new(4, 7)),
        ] {
            assert_eq!(Perspective::new(side, king).input(side, Piece::King, king), d1);
        }
        let rook = white.input(Color::Black, Piece::Rook, Square::new(0, 7));
        assert_eq!(rook, 384 + 4 * 64 + 56);
    }

    #[test]
    fn buckets_hold_four_numbers_of_men_or_sixteen_of_moves_left() {
        let by_men =
            [2, 4, 5, 8, 9, 16, 17, 28, 29, 32].map(|men| bucket(Variant::Makruk, men, None));
        assert_eq!(by_men, [0, 0, 1, 1, 2, 3, 4, 6, 7, 7]);
        let by_count =
            [0, 15, 16, 47, 48, 64, 200].map(|left| bucket(Variant::Makruk, 6, Some(left)));
        assert_eq!(by_count, [8, 8, 9, 10, 11, 11, 11]);
        let makpong = [bucket(Variant::Makpong, 2, None), bucket(Variant::Makpong, 6, Some(64))];
        assert_eq!(makpong, [VARIANT_BUCKETS, BUCKETS - 1]);
    }
}
