//! The squares that each side attacks, by kind of man.

use makruk::attacks;
use makruk::position::Position;
use makruk::types::{Bitboard, Color, Piece};

/// Attacked squares of both sides in one position.
pub(super) struct AttackMap {
    // [color][piece]
    by: [[Bitboard; Piece::COUNT]; 2],
    // [color]
    all: [Bitboard; 2],
    // [color]
    pawn_span: [Bitboard; 2],
    // [color]
    pawn_front: [Bitboard; 2],
}

impl AttackMap {
    #[inline]
    pub(super) fn new(position: &Position) -> Self {
        let mut map = Self {
            by: [[Bitboard::EMPTY; Piece::COUNT]; 2],
            all: [Bitboard::EMPTY; 2],
            pawn_span: [Bitboard::EMPTY; 2],
            pawn_front: [Bitboard::EMPTY; 2],
        };
        let occupied = position.occupied();
        for color in Color::ALL {
            let of = |piece| position.men(color, piece);
            let pawns = of(Piece::Pawn);
            let rooks = of(Piece::Rook)
                .fold(Bitboard::EMPTY, |set, rook| set | attacks::rook(rook, occupied));
            let by = [
                attacks::pawn_set(color, pawns),
                attacks::met_set(of(Piece::Met)),
                attacks::khon_set(color, of(Piece::Khon)),
                attacks::knight_set(of(Piece::Knight)),
                rooks,
                attacks::king(position.king(color)),
            ];
            map.by[color.index()] = by;
            map.all[color.index()] = by.into_iter().fold(Bitboard::EMPTY, |all, set| all | set);
            let front = fill_forward(color, pawns.forward(color));
            map.pawn_front[color.index()] = front;
            map.pawn_span[color.index()] = front.shift(1, 0) | front.shift(-1, 0);
        }
        map
    }

    /// Squares attacked by a side's men of one kind.
    #[inline]
    pub(super) fn by(&self, color: Color, piece: Piece) -> Bitboard {
        self.by[color.index()][piece.index()]
    }

    /// Squares attacked by any man of a side.
    #[inline]
    pub(super) fn all(&self, color: Color) -> Bitboard {
        self.all[color.index()]
    }

    /// Squares that a side's bia attack now or can attack after moving forward.
    #[inline]
    pub(super) fn pawn_span(&self, color: Color) -> Bitboard {
        self.pawn_span[color.index()]
    }

    /// All squares in front of a side's bia, on the same file.
    #[inline]
    pub(super) fn pawn_front(&self, color: Color) -> Bitboard {
        self.pawn_front[color.index()]
    }
}

/// A set, and all squares in front of it.
#[inline]
fn fill_forward(color: Color, set: Bitboard) -> Bitboard {
    let mut set = set.0;
    match color {
        Color::White => {
            set |= set << 8;
            set |= set << 16;
            set |= set << 32;
        }
        Color::Black => {
            set |= set >> 8;
            set |= set >> 16;
            set |= set >> 32;
        }
    }
    Bitboard(set)
}
