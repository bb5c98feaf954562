//! Material: the number of men of each kind, their official values, and insufficient material.

use super::Variant;
use crate::types::{Color, Piece};

/// The number of men of each kind on the board, and the one fact about their squares that insufficient
/// material depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Material {
    /// Number of men, by colour and kind.
    // [color][piece]
    pub counts: [[u8; Piece::COUNT]; 2],
    /// Whether the mets of both sides together occupy light and dark squares.
    pub mets_on_both_colours: bool,
}

impl Material {
    /// Number of men of one kind and side.
    #[inline]
    pub const fn of(&self, color: Color, piece: Piece) -> u8 {
        self.counts[color.index()][piece.index()]
    }

    /// Number of men of one kind, of both sides.
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

    /// Whether `color` has only its khun.
    pub fn is_bare(&self, color: Color) -> bool {
        self.side(color) == self.of(color, Piece::King)
    }

    /// Whether there is an unpromoted bia on the board.
    #[inline]
    pub const fn has_pawns(&self) -> bool {
        self.both(Piece::Pawn) != 0
    }

    /// The official value of a side's men in tenths of a bia: ruea 50, ma 30, khon 26, met and bia ngai
    /// 17, bia 10 (Thai rules of 2569 BE).
    pub fn thai_points(&self, color: Color) -> u32 {
        // [piece]
        const TENTHS: [u32; Piece::COUNT] = [10, 17, 26, 30, 50, 0];
        let counts = self.counts[color.index()];
        std::iter::zip(counts, TENTHS).map(|(count, tenths)| u32::from(count) * tenths).sum()
    }

    /// Whether a side has the men to win, as Fairy-Stockfish decides it (found by running it). A ruea or
    /// a khon is always enough. A ma or a bia is enough together with any other man of either side
    /// except khuns. Mets are enough if the mets of both sides occupy light and dark squares, or if
    /// there is a man of another kind. In Makpong any man except the khun is enough.
    pub fn can_win(&self, variant: Variant, color: Color) -> bool {
        let of = |piece| self.of(color, piece);
        if of(Piece::Rook) + of(Piece::Khon) != 0 {
            return true;
        }
        if self.is_bare(color) || variant == Variant::Makpong {
            return !self.is_bare(color);
        }
        let others = self.men() - self.both(Piece::King);
        if of(Piece::Knight) + of(Piece::Pawn) != 0 && others > 1 {
            return true;
        }
        of(Piece::Met) != 0 && (self.mets_on_both_colours || self.both(Piece::Met) != others)
    }

    /// Whether neither side can win any more.
    pub fn is_dead(&self, variant: Variant) -> bool {
        !Color::ALL.into_iter().any(|color| self.can_win(variant, color))
    }
}
