//! What an advantage is worth while both sides have men: the count may run out before it mates.
//! With a khun bare `mating` takes over.

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
    if position.count().is_running() {
        return BOARD_HONOUR;
    }
    let pawns = position.men(stronger, Piece::Pawn).len() as usize;
    BY_PAWNS[pawns.min(BY_PAWNS.len() - 1)]
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

/// An advantage `value` as the count lets it be worth: it fades to nothing with the moves left.
///
/// The value of a net comes here and not to [`fade`]: it has learned from the results of games
/// what men are worth when nothing is left to win with, but it does not see the count.
#[inline]
pub(super) fn by_count(position: &Position, value: Score) -> Score {
    match position.count().moves_left() {
        Some(left) => value * i32::from(left) / (i32::from(left) + HALF_LIFE),
        None => value,
    }
}
