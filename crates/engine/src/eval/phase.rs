//! The phase of the game, by the pieces on the board.

use makruk::position::Position;
use makruk::types::Piece;

/// The phase of the start position: middlegame weights only.
pub const FULL: i32 = 34;

/// From 0 (endgame weights only) to [`FULL`].
#[inline]
pub fn phase(position: &Position) -> i32 {
    let of = |piece| position.piece(piece).len() as i32;
    let phase = of(Piece::Met) + 2 * of(Piece::Khon) + 2 * of(Piece::Knight) + 4 * of(Piece::Rook);
    phase.min(FULL)
}
