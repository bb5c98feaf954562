//! What an advantage is worth: the count may run out before it mates.

use super::mating;
use crate::position::Position;
use crate::types::{Color, Piece, Score};

/// Moves left at which half of an advantage is believed in: about the length of an easy mate.
const HALF_LIFE: i32 = 10;

/// What an advantage is worth by the bia of the side that has it, in 64ths: bia keep the count
/// from starting and become men to mate with. As in self-play (src/tune/README.md).
// [bia]
const BY_PAWNS: [i32; 4] = [20, 32, 48, 64];
/// The same when no bia is left and both sides have men: board's honour runs.
const BOARD_HONOUR: i32 = 14;

/// How much of the advantage of `stronger` is believed in, in 64ths.
fn winnable(position: &Position, stronger: Color) -> i32 {
    let pawns = position.men(stronger, Piece::Pawn).len() as usize;
    let weaker_is_bare = position.is_bare(!stronger);
    if position.count().is_running() && !weaker_is_bare {
        BOARD_HONOUR
    } else {
        BY_PAWNS[pawns.min(BY_PAWNS.len() - 1)]
    }
}

/// White's advantage `value`, added up by hand, as the men and the count let it be worth.
#[inline]
pub(super) fn fade(position: &Position, value: Score) -> Score {
    let stronger = if value < 0 { Color::Black } else { Color::White };
    by_count(position, value * winnable(position, stronger) / 64)
}

/// The share of the value of a net that the count leaves, from 0 to 1, as in [`by_count`]: a
/// trainer fits what is left of it.
pub fn share_under_count(position: &Position) -> f32 {
    match position.count().moves_left() {
        Some(left) => f32::from(left) / (f32::from(left) + HALF_LIFE as f32),
        None => 1.0,
    }
}

/// White's advantage `value` as the count lets it be worth: it fades to nothing with the moves
/// left, and a bare khun never has any.
///
/// The value of a net comes here and not to [`fade`]: it has learned from the results of games
/// what men are worth when nothing is left to win with, but it does not see the count.
#[inline]
pub(super) fn by_count(position: &Position, value: Score) -> Score {
    let value = by_moves_left(position, value);
    let highest = if position.is_bare(Color::White) { 0 } else { Score::MAX };
    let lowest = if position.is_bare(Color::Black) { 0 } else { Score::MIN };
    value.min(highest).max(lowest)
}

/// What White has gained towards mating a bare khun, less what Black has, as the count lets it be
/// worth.
#[inline]
pub(super) fn progress(position: &Position) -> Score {
    if position.is_bare(Color::Black) {
        by_moves_left(position, mating::progress(position, Color::White))
    } else if position.is_bare(Color::White) {
        by_moves_left(position, -mating::progress(position, Color::Black))
    } else {
        0
    }
}

#[inline]
fn by_moves_left(position: &Position, value: Score) -> Score {
    match position.count().moves_left() {
        Some(left) => value * i32::from(left) / (i32::from(left) + HALF_LIFE),
        None => value,
    }
}
