//! The architecture of the net: its inputs, the size of its layers, its quantization.
//!
//! Each side sees the board in its own perspective. Every input stands for a man of one side on one
//! square. A man that the other side attacks has a second input: one if it is undefended, another if
//! its own side defends it. The weights of the active inputs and a bias add up to the accumulator of a
//! perspective, [`HIDDEN`] values. Both perspectives share these weights. Each value is clamped to
//! 0 … 1 and squared (SCReLU). The values of the side to move and then those of the other side lead to
//! one output. The variant, and the number of men or the moves left of the count, select one of
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
//! | weight of a man, bias of an accumulator value | real × [`QA`], i16 |
//! | weight of an attacked man | real × [`QA`], i8 |
//! | output weight | real × [`QB`], i16, at most ± [`OUTPUT_WEIGHT_LIMIT`] |
//! | output bias | real × [`QA`] × [`QB`], i32 |
//!
//! With `clamp(v)` a value limited to 0 … `QA`, the evaluation in centipawns for the side to move
//! is `(Σ clamp(v)² · w / QA + bias) · SCALE / (QA · QB)`, in integers, each division towards zero.
//! Accumulators wrap at 16 bits and so does `clamp(v) · w`; nets within the limits never do.

use crate::Score;
use crate::score::EVAL_LIMIT;
use makruk::position::Position;
use makruk::rules::Variant;
use makruk::types::{Bitboard, Color, Piece, Square};

/// Inputs of men: `[own side, other side][piece][square]`.
pub const MAN_INPUTS: usize = 2 * Piece::COUNT * Square::COUNT;
/// Inputs of attacked men: `[undefended, defended][own side, other side][piece][square]`.
pub const ATTACKED_INPUTS: usize = 2 * MAN_INPUTS;
/// Inputs of a perspective: first those of men, then those of attacked men.
pub const INPUTS: usize = MAN_INPUTS + ATTACKED_INPUTS;
/// Most inputs that are on in a position: two for each man.
pub const MAX_ACTIVE_INPUTS: usize = 2 * MAX_MEN as usize;
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
/// Largest weight of a man, and largest bias, as a real number: 32 men, all of them attacked, and the
/// bias still fit 16 bits.
pub const MAN_WEIGHT_LIMIT: f32 = 3.4;
/// Largest weight of an attacked man, as a real number.
pub const ATTACKED_WEIGHT_LIMIT: f32 = i8::MAX as f32 / QA as f32;

const _: () = {
    assert!(QA * OUTPUT_WEIGHT_LIMIT as i32 <= i16::MAX as i32);
    assert!(
        (33.0 * MAN_WEIGHT_LIMIT + 32.0 * ATTACKED_WEIGHT_LIMIT) * (QA as f32) < i16::MAX as f32
    );
};

/// A man on a square, without a perspective.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ManFeature(
    // Square (6 bits), piece (3 bits), colour.
    u16,
);

impl ManFeature {
    const COLOR_SHIFT: u32 = 9;

    /// A piece of this colour on a square.
    #[inline]
    pub const fn new(color: Color, piece: Piece, square: Square) -> Self {
        let man = piece.index() * Square::COUNT + square.index();
        Self((color.index() << Self::COLOR_SHIFT | man) as u16)
    }

    /// This man attacked, and defended or not.
    #[inline]
    pub const fn attacked(self, defended: bool) -> AttackedFeature {
        AttackedFeature(self.0 | (defended as u16) << AttackedFeature::DEFENDED_SHIFT)
    }
}

/// An attacked man on a square, without a perspective.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttackedFeature(
    // As in `ManFeature`, then whether it is defended.
    u16,
);

impl AttackedFeature {
    const DEFENDED_SHIFT: u32 = 10;
}

/// How a side sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    // XORed with a feature: exchanges the colours and turns the board for Black, and mirrors it.
    change: u16,
}

impl Perspective {
    const MIRROR: u16 = 7;

    /// The perspective of `side`, whose khun stands on `own_king`.
    #[inline]
    pub const fn new(side: Color, own_king: Square) -> Self {
        let turned = match side {
            Color::White => 0,
            Color::Black => 1 << ManFeature::COLOR_SHIFT | 56,
        };
        Self { change: turned }.mirrored(own_king.file() >= 4)
    }

    /// Whether left and right are swapped.
    #[inline]
    pub const fn is_mirrored(self) -> bool {
        self.change & Self::MIRROR != 0
    }

    /// This perspective with left and right swapped, or not.
    #[inline]
    pub const fn mirrored(self, mirrored: bool) -> Self {
        let turned = self.change & !Self::MIRROR;
        Self { change: if mirrored { turned | Self::MIRROR } else { turned } }
    }

    /// The perspective of a side in a position.
    #[inline]
    pub fn of(side: Color, position: &Position) -> Self {
        Self::new(side, position.king(side))
    }

    /// The input of a man, below [`MAN_INPUTS`].
    #[inline]
    pub const fn man_input(self, man: ManFeature) -> usize {
        self.index(man.0)
    }

    /// The input of an attacked man, from [`MAN_INPUTS`] on.
    #[inline]
    pub const fn attacked_input(self, man: AttackedFeature) -> usize {
        MAN_INPUTS + self.index(man.0)
    }

    /// The index of a feature within its kind.
    #[inline]
    const fn index(self, feature: u16) -> usize {
        const OF_COLOR: usize = Piece::COUNT * Square::COUNT;
        let seen = (feature ^ self.change) as usize;
        let man = seen & ((1 << ManFeature::COLOR_SHIFT) - 1);
        (seen >> ManFeature::COLOR_SHIFT) * OF_COLOR + man
    }

    /// The inputs that are on in a position, below [`INPUTS`].
    pub fn inputs(self, position: &Position) -> impl Iterator<Item = usize> {
        self.inputs_on(position.occupied(), position)
    }

    /// As [`Self::inputs`], for the men on these squares only.
    pub(super) fn inputs_on(
        self,
        squares: Bitboard,
        position: &Position,
    ) -> impl Iterator<Item = usize> {
        let attacked = AttackedMen::in_position(position);
        squares.into_iter().flat_map(move |square| {
            let color = position.color_at(square);
            let man = color
                .zip(position.piece_at(square))
                .map(|(color, piece)| ManFeature::new(color, piece, square));
            let attacked = man.and_then(|man| attacked.feature(man, square));
            let inputs =
                [man.map(|man| self.man_input(man)), attacked.map(|man| self.attacked_input(man))];
            inputs.into_iter().flatten()
        })
    }
}

/// The men that the other side attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackedMen {
    /// Those whose own side does not defend them.
    pub undefended: Bitboard,
    /// Those whose own side defends them.
    pub defended: Bitboard,
}

impl AttackedMen {
    /// Given the men of each side and the squares that it attacks: `[side]`.
    #[inline]
    pub fn new(men: [Bitboard; 2], attacks: [Bitboard; 2]) -> Self {
        let [white, black] = attacks;
        Self {
            undefended: men[0] & black & !white | men[1] & white & !black,
            defended: (men[0] | men[1]) & white & black,
        }
    }

    /// The feature of this man on a square if it is attacked.
    #[inline]
    pub fn feature(&self, man: ManFeature, square: Square) -> Option<AttackedFeature> {
        let defended = self.defended.contains(square);
        (defended || self.undefended.contains(square)).then(|| man.attacked(defended))
    }

    /// Those of a position.
    #[inline]
    pub fn in_position(position: &Position) -> Self {
        let occupied = position.occupied();
        Self::new(
            Color::ALL.map(|side| position.color(side)),
            Color::ALL.map(|side| position.attacked_by(side, occupied)),
        )
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
    use makruk::notation::fen;
    use std::collections::BTreeSet;

    #[test]
    fn each_man_has_inputs_of_its_own() {
        let of_color =
            |color| Piece::ALL.map(|piece| Square::all().map(move |at| (color, piece, at)));
        let men: Vec<_> = Color::ALL.into_iter().flat_map(of_color).flatten().collect();
        for side in Color::ALL {
            let perspective = Perspective::new(side, Square::new(6, 3));
            let features =
                || men.iter().map(|&(color, piece, at)| ManFeature::new(color, piece, at));
            let inputs = features().map(|man| perspective.man_input(man));
            assert_eq!(inputs.collect::<BTreeSet<_>>(), (0..MAN_INPUTS).collect());
            let attacked = features().flat_map(|man| [man.attacked(false), man.attacked(true)]);
            let inputs = attacked.map(|man| perspective.attacked_input(man));
            assert_eq!(inputs.collect::<BTreeSet<_>>(), (MAN_INPUTS..INPUTS).collect());
        }
    }

    #[test]
    fn sides_see_alike_and_left_is_right() {
        let white = Perspective::new(Color::White, Square::new(3, 0));
        // The own khun first, on d1: turned and mirrored.
        let d1 = 5 * 64 + 3;
        let own_king = ManFeature::new(Color::White, Piece::King, Square::new(3, 0));
        assert_eq!(white.man_input(own_king), d1);
        for (side, king) in [
            (Color::White, Square::new(4, 0)),
            (Color::Black, Square::new(3, 7)),
            (Color::Black, Square::new(4, 7)),
        ] {
            let own_king = ManFeature::new(side, Piece::King, king);
            assert_eq!(Perspective::new(side, king).man_input(own_king), d1);
        }
        let rook = ManFeature::new(Color::Black, Piece::Rook, Square::new(0, 7));
        let a8 = 384 + 4 * 64 + 56;
        assert_eq!(white.man_input(rook), a8);
        assert_eq!(white.attacked_input(rook.attacked(false)), 768 + a8);
        assert_eq!(white.attacked_input(rook.attacked(true)), 2 * 768 + a8);
    }

    #[test]
    fn attacked_men_are_defended_or_not() {
        // The ruea attacks ma and bia, the met the ruea; bia and met defend each other.
        let text = "8/8/2n1k3/8/2R1p3/3m4/8/4K3 w - - 0 1";
        let position = fen::parse(text, Default::default(), Default::default()).expect("a FEN");
        let names = |set: Bitboard| set.map(|square| square.to_string()).collect::<Vec<_>>();
        let AttackedMen { undefended, defended } = AttackedMen::in_position(&position);
        assert_eq!(names(undefended), ["c4", "c6"]);
        assert_eq!(names(defended), ["e4"]);
        let white = Perspective::of(Color::White, &position);
        let inputs: Vec<usize> = white.inputs(&position).collect();
        assert_eq!(inputs.len(), 6 + 3);
        let bia = ManFeature::new(Color::Black, Piece::Pawn, Square::new(4, 3));
        assert!(inputs.contains(&white.man_input(bia)));
        assert!(inputs.contains(&white.attacked_input(bia.attacked(true))));
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
