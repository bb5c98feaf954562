//! Attacks of men, from constant tables.

mod leapers;
mod lines;
mod rook;

pub use leapers::{khon, khon_set, king, knight, knight_set, met, met_set, pawn, pawn_set};
pub use lines::{between, line, lines};
pub use rook::rook;

use crate::types::{Bitboard, Color, Piece, Square};

/// Squares that a man of `color` on `square` attacks. `occupied` blocks ruea.
#[inline]
pub fn attacks(piece: Piece, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match piece {
        Piece::Pawn => pawn(color, square),
        Piece::Met => met(square),
        Piece::Khon => khon(color, square),
        Piece::Knight => knight(square),
        Piece::Rook => rook(square, occupied),
        Piece::King => king(square),
    }
}
