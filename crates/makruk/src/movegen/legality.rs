//! Legality of a single move, as needed for moves from the transposition table, killers and users.

use crate::attacks;
use crate::position::Position;
use crate::rules::Variant;
use crate::types::{Bitboard, Move, Piece};

/// Whether `mv`, which can be any move, is legal in `position`. Generates no other moves.
pub fn is_legal(position: &Position, mv: Move) -> bool {
    let us = position.to_move();
    let (from, to) = (mv.from(), mv.to());
    let (ours, theirs) = (position.color(us), position.color(!us));
    if !ours.contains(from) || ours.contains(to) {
        return false;
    }
    let Some(piece) = position.piece_at(from) else {
        return false;
    };
    let occupied = ours | theirs;
    let reachable = if piece == Piece::Pawn {
        attacks::pawn(us, from) & theirs | from.bitboard().forward(us) & !occupied
    } else {
        attacks::attacks(piece, us, from, occupied)
    };
    if !reachable.contains(to) {
        return false;
    }
    let checkers = position.checkers();
    let king = position.king(us);
    if piece == Piece::King {
        let leaves_check = checkers.any() && position.variant() == Variant::Makpong;
        let allowed = !leaves_check || (checkers.contains(to) && !checkers.many());
        let without_king = occupied & !king.bitboard();
        return allowed && position.attackers(!us, to, without_king).is_empty();
    }
    let evasions = match checkers.first() {
        None => Bitboard::ALL,
        Some(_) if checkers.many() => Bitboard::EMPTY,
        Some(checker) => attacks::between(king, checker) | checkers,
    };
    let free = !position.pinned().contains(from) || attacks::line(king, from).contains(to);
    free && evasions.contains(to)
}
