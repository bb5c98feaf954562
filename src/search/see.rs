//! Static exchange evaluation: what a series of captures on one square comes to.

use crate::attacks;
use crate::position::Position;
use crate::types::{Bitboard, Move, Piece, Score, Square};

/// Worth of a man in an exchange, in centipawns.
pub const fn value(piece: Piece) -> Score {
    match piece {
        Piece::Pawn => 100,
        Piece::Met => 250,
        Piece::Khon => 390,
        Piece::Knight => 480,
        Piece::Rook => 820,
        Piece::King => 0,
    }
}

/// What a bia gains by becoming a met.
pub const PROMOTION: Score = value(Piece::Met) - value(Piece::Pawn);

/// What a capture or promotion wins if nothing is lost by it.
#[inline]
pub fn gain(position: &Position, mv: Move) -> Score {
    let promotion = if position.promotes(mv) { PROMOTION } else { 0 };
    position.captured(mv).map_or(0, value) + promotion
}

/// Men in the order they are risked.
const BY_VALUE: [Piece; Piece::COUNT] =
    [Piece::Pawn, Piece::Met, Piece::Khon, Piece::Knight, Piece::Rook, Piece::King];

/// Whether a legal move, and the best exchange that follows on its square, wins at least
/// `threshold` centipawns. Pins are not looked at.
pub fn wins_at_least(position: &Position, mv: Move, threshold: Score) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let us = position.to_move();
    let moved = if position.promotes(mv) { Some(Piece::Met) } else { position.piece_at(from) };
    // What the side that captured last is ahead of the threshold by; the sides take turns.
    let mut balance = gain(position, mv) - threshold;
    if balance < 0 {
        return false;
    }
    // If even losing the man leaves the mover content there is nothing more to prove.
    balance -= moved.map_or(0, value);
    if balance >= 0 {
        return true;
    }
    let rooks = position.piece(Piece::Rook);
    let mut occupied = position.occupied() & !from.bitboard() | to.bitboard();
    let mut attackers =
        (position.attackers(us, to, occupied) | position.attackers(!us, to, occupied)) & occupied;
    let mut side = !us;
    while let Some((piece, square)) = cheapest(position, attackers & position.color(side)) {
        occupied &= !square.bitboard();
        attackers = (attackers | attacks::rook(to, occupied) & rooks) & occupied;
        let promotes = piece == Piece::Pawn && Bitboard::promotion_zone(side).contains(to);
        let (promotion, risked) = if promotes { (PROMOTION, Piece::Met) } else { (0, piece) };
        side = !side;
        balance = promotion - balance - 1 - value(risked);
        if balance >= 0 {
            // A khun may not take where it would be taken.
            if piece == Piece::King && (attackers & position.color(side)).any() {
                side = !side;
            }
            break;
        }
    }
    // The side that has to capture and does not care to has lost the argument.
    side != us
}

/// The least valuable of some men, and where it stands.
fn cheapest(position: &Position, men: Bitboard) -> Option<(Piece, Square)> {
    BY_VALUE
        .into_iter()
        .find_map(|piece| (men & position.piece(piece)).first().map(|square| (piece, square)))
}
