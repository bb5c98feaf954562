//! The men on the board. No other code moves a man or changes the hash.

use super::zobrist;
use crate::types::{Bitboard, Color, Piece, Square};

/// The men on the board and their hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    // [piece]
    pieces: [Bitboard; Piece::COUNT],
    // [color]
    colors: [Bitboard; 2],
    promoted: Bitboard,
    hash: u64,
}

impl Placement {
    pub(super) const EMPTY: Self = Self {
        pieces: [Bitboard::EMPTY; Piece::COUNT],
        colors: [Bitboard::EMPTY; 2],
        promoted: Bitboard::EMPTY,
        hash: 0,
    };

    #[inline]
    pub(super) const fn hash(&self) -> u64 {
        self.hash
    }

    #[inline]
    pub(super) const fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    #[inline]
    pub(super) const fn piece(&self, piece: Piece) -> Bitboard {
        self.pieces[piece.index()]
    }

    #[inline]
    pub(super) const fn promoted(&self) -> Bitboard {
        self.promoted
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The square of the khun. It is a1 when there is none, which happens only while a position is
    /// set up.
    #[inline]
    pub(super) fn king(&self, color: Color) -> Square {
        (self.color(color) & self.piece(Piece::King)).first().unwrap_or(Square::from_index(0))
    }

    #[inline]
    pub(super) fn piece_at(&self, square: Square) -> Option<Piece> {
        self.occupied().contains(square).then(|| self.piece_on_occupied(square))
    }

    /// The kind of man on an occupied square; a pawn on an empty one. The three bits of its index are
    /// read without branches, which would often be mispredicted.
    #[inline]
    pub(super) fn piece_on_occupied(&self, square: Square) -> Piece {
        use Piece::{Khon, King, Knight, Met, Pawn, Rook};
        const DECODE: [Piece; 8] = [Pawn, Met, Khon, Knight, Rook, King, Pawn, Pawn];
        let bit = |set: Bitboard| (set.0 >> square.index() & 1) as usize;
        let index = bit(self.piece(Met) | self.piece(Knight) | self.piece(King))
            | bit(self.piece(Khon) | self.piece(Knight)) << 1
            | bit(self.piece(Rook) | self.piece(King)) << 2;
        DECODE[index]
    }

    /// Adds a man to an empty square, or removes it.
    #[inline]
    pub(super) fn toggle(&mut self, color: Color, piece: Piece, square: Square) {
        let bit = square.bitboard();
        self.pieces[piece.index()] ^= bit;
        self.colors[color.index()] ^= bit;
        self.hash ^= zobrist::man(color, piece, square);
    }

    /// Records whether the met on `square` is a bia ngai.
    #[inline]
    pub(super) fn set_promoted(&mut self, square: Square, promoted: bool) {
        if promoted {
            self.promoted |= square.bitboard();
        } else {
            self.promoted &= !square.bitboard();
        }
    }

    /// The hash computed from scratch.
    pub(super) fn recomputed_hash(&self) -> u64 {
        let mut hash = 0;
        for color in Color::ALL {
            for piece in Piece::ALL {
                for square in self.color(color) & self.piece(piece) {
                    hash ^= zobrist::man(color, piece, square);
                }
            }
        }
        hash
    }
}
