//! Material: how many men of each kind, what they are worth, and when nobody can win.

use super::Variant;
use crate::types::{Color, Piece};

/// The men on the board, and the one fact about their squares that dead material needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    // [color][piece]; the position counts at most 32 men, so u8 is roomy.
    pub counts: [[u8; Piece::COUNT]; 2],
    /// Whether the mets of both sides together stand on light and on dark squares.
    pub mets_on_both_colours: bool,
}

impl Tally {
    /// Number of men of one kind and side.
    #[inline]
    pub const fn of(&self, color: Color, piece: Piece) -> u8 {
        self.counts[color.index()][piece.index()]
    }

    /// Number of men of one kind, both sides together.
    #[inline]
    pub const fn both(&self, piece: Piece) -> u8 {
        self.counts[0][piece.index()] + self.counts[1][piece.index()]
    }

    /// Number of men of one side, its khun included.
    pub fn side(&self, color: Color) -> u8 {
        self.counts[color.index()].iter().sum()
    }

    /// Number of men on the board, both khuns included.
    pub fn men(&self) -> u8 {
        self.side(Color::White) + self.side(Color::Black)
    }

    /// Whether `color` has nothing but its khun.
    pub fn is_bare(&self, color: Color) -> bool {
        self.side(color) == self.of(color, Piece::King)
    }

    /// Whether an unpromoted bia of either side is on the board.
    #[inline]
    pub const fn has_pawns(&self) -> bool {
        self.both(Piece::Pawn) != 0
    }

    /// The official Thai value of a side's men, in tenths of a bia: ruea 50, ma 30, khon 26, met
    /// and bia ngai 17, bia 10 (rules of 2569 BE).
    pub fn thai_points(&self, color: Color) -> u32 {
        // [piece]
        const TENTHS: [u32; Piece::COUNT] = [10, 17, 26, 30, 50, 0];
        let counts = self.counts[color.index()];
        std::iter::zip(counts, TENTHS).map(|(count, tenths)| u32::from(count) * tenths).sum()
    }

    /// Whether neither side can win any more (Fairy-Stockfish's rule, run): a ruea or khon always
    /// can; a ma or bia when there is any other man but the khuns; mets when they stand on both
    /// square colours or beside any of the others; in Makpong any man but the khun.
    pub fn is_dead(&self, variant: Variant) -> bool {
        let others = self.men() - self.both(Piece::King);
        if others == 0 {
            return true;
        }
        if variant == Variant::Makpong || self.both(Piece::Rook) + self.both(Piece::Khon) != 0 {
            return false;
        }
        let only_mets = self.both(Piece::Met) == others;
        if only_mets { !self.mets_on_both_colours } else { others == 1 }
    }
}
