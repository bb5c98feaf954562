//! Moves as UCI writes them: from, to, and `m` when a bia promotes (`e3e4`, `a5a6m`).

use super::check_promotion;
use super::error::{MoveError, excerpt};
use crate::attacks;
use crate::movegen::is_legal;
use crate::position::Position;
use crate::rules::Variant;
use crate::types::{Move, Piece, Square};

/// Parses a legal move. The `m` of a promotion may be a capital or missing, because promotion is
/// forced and always to the same man.
///
/// # Errors
/// [`MoveError`] says what is wrong with the text or with the move.
pub fn parse(position: &Position, text: &str) -> Result<Move, MoveError> {
    let (mv, letter) = split(text).ok_or_else(|| MoveError::Unreadable { found: excerpt(text) })?;
    check_legal(position, mv)?;
    check_promotion(position, mv, letter)?;
    Ok(mv)
}

/// The move of a text, which need not be legal anywhere, and whether the text ends with the `m` of a
/// promotion; `None` if it is no move in coordinates.
pub fn squares(text: &str) -> Option<(Move, bool)> {
    let (mv, letter) = split(text)?;
    letter.is_none_or(|letter| letter.eq_ignore_ascii_case(&'m')).then_some((mv, letter.is_some()))
}

/// The move and the letter after it; `None` if the text has another form.
fn split(text: &str) -> Option<(Move, Option<char>)> {
    let (squares, suffix) = text.split_at_checked(4)?;
    let &[from_file, from_rank, to_file, to_rank] = squares.as_bytes() else {
        return None;
    };
    let from = Square::from_chars(from_file, from_rank)?;
    let to = Square::from_chars(to_file, to_rank)?;
    let mut suffix = suffix.chars();
    let letter = suffix.next();
    if suffix.next().is_some() {
        return None;
    }
    Some((Move::new(from, to)?, letter))
}

/// Writes a legal move.
pub fn format(position: &Position, mv: Move) -> String {
    let suffix = if position.promotes(mv) { "m" } else { "" };
    format!("{}{}{suffix}", mv.from(), mv.to())
}

/// Checks that a move is legal.
pub(super) fn check_legal(position: &Position, mv: Move) -> Result<(), MoveError> {
    if is_legal(position, mv) {
        return Ok(());
    }
    let us = position.to_move();
    let (from, to) = (mv.from(), mv.to());
    let Some(piece) = position.piece_at(from) else {
        return Err(MoveError::EmptySquare { square: from });
    };
    if !position.color(us).contains(from) {
        return Err(MoveError::OpponentsMan { square: from });
    }
    let occupied = position.occupied();
    let is_own = position.color(us).contains(to);
    let reached = match piece {
        // It would move or capture there if its own man were not in the way.
        Piece::Pawn if is_own => from.bitboard().forward(us) | attacks::pawn(us, from),
        Piece::Pawn => {
            let ahead = from.bitboard().forward(us) & !occupied;
            ahead | attacks::pawn(us, from) & position.color(!us)
        }
        _ => attacks::attacks(piece, us, from, occupied),
    };
    if !reached.contains(to) {
        return Err(MoveError::OutOfReach { mv, piece });
    }
    if is_own {
        return Err(MoveError::OwnMan { mv, color: us });
    }
    let without_khun = occupied & !from.bitboard();
    let flees = piece == Piece::King
        && position.variant() == Variant::Makpong
        && position.in_check()
        && position.attackers(!us, to, without_khun).is_empty();
    Err(if flees {
        MoveError::KhunMayNotFlee { mv }
    } else {
        MoveError::LeavesKhunInCheck { mv, color: us }
    })
}
