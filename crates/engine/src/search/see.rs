//! Static exchange evaluation (SEE): the result of a series of captures on one square.

use super::params;
use crate::Score;
use makruk::attacks;
use makruk::position::{MoveDetails, Position};
use makruk::types::{Bitboard, Move, Piece, Square};

/// The value of a piece in an exchange, in centipawns; 0 for the khun.
#[inline]
pub fn value(piece: Piece) -> Score {
    // A table, because the branches of a match would often be mispredicted.
    let values = [
        params::see_pawn(),
        params::see_met(),
        params::see_khon(),
        params::see_knight(),
        params::see_rook(),
        0,
    ];
    values[piece.index()]
}

/// The gain by the promotion of a bia, in centipawns.
#[inline]
fn promotion_gain() -> Score {
    value(Piece::Met) - value(Piece::Pawn)
}

/// The gain by a legal move if its piece is not captured, in centipawns.
#[inline]
pub fn gain(details: MoveDetails) -> Score {
    let promotion = if details.promotes { promotion_gain() } else { 0 };
    details.captured.map_or(0, value) + promotion
}

/// Pieces in the order in which they capture.
const BY_VALUE: [Piece; Piece::COUNT] =
    [Piece::Pawn, Piece::Met, Piece::Khon, Piece::Knight, Piece::Rook, Piece::King];

/// Whether a legal move and the best exchange after it on its square win at least `threshold`
/// centipawns. Pins are ignored, and the promotions of bia that capture after the move: what a bia gains
/// so is lost again with the met, unless that is not taken.
pub fn wins_at_least(position: &Position, mv: Move, threshold: Score) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let us = position.to_move();
    let details = position.details(mv);
    let moved = if details.promotes { Piece::Met } else { details.moved };
    // By how much the side that captured last exceeds the threshold.
    let mut balance = gain(details) - threshold;
    if balance < 0 {
        return false;
    }
    // The threshold is reached even if the moved piece is lost.
    balance -= value(moved);
    if balance >= 0 {
        return true;
    }
    let rooks = position.piece(Piece::Rook);
    let mut occupied = position.occupied() & !from.bitboard() | to.bitboard();
    let mut attackers = position.attackers_of_both(to, occupied) & occupied;
    let mut side = !us;
    while let Some((piece, square)) = cheapest(position, attackers & position.color(side)) {
        occupied &= !square.bitboard();
        attackers = (attackers | attacks::rook(to, occupied) & rooks) & occupied;
        side = !side;
        balance = -balance - 1 - value(piece);
        if balance >= 0 {
            // A khun may not capture on an attacked square.
            if piece == Piece::King && (attackers & position.color(side)).any() {
                side = !side;
            }
            break;
        }
    }
    // The side that is to capture and does not loses the exchange.
    side != us
}

/// The least valuable piece on `squares`, and its square.
fn cheapest(position: &Position, squares: Bitboard) -> Option<(Piece, Square)> {
    BY_VALUE
        .into_iter()
        .find_map(|piece| (squares & position.piece(piece)).first().map(|square| (piece, square)))
}
