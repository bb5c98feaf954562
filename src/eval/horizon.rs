//! What the count leaves of an advantage.

use crate::position::Position;
use crate::types::{Color, Score};

/// Moves left at which half of an advantage is believed in: about the length of an easy mate.
const HALF_LIFE: i32 = 10;

/// White's advantage `value` as the count lets it be worth: it fades to nothing with the moves
/// left, and a bare khun never has any.
#[inline]
pub(super) fn fade(position: &Position, value: Score) -> Score {
    let value = match position.count().moves_left() {
        Some(left) => value * i32::from(left) / (i32::from(left) + HALF_LIFE),
        None => value,
    };
    let highest = if position.is_bare(Color::White) { 0 } else { Score::MAX };
    let lowest = if position.is_bare(Color::Black) { 0 } else { Score::MIN };
    value.min(highest).max(lowest)
}
