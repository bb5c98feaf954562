//! Sentences for people.

use crate::position::Position;

/// The running count in words: "pieces' honour: Black has counted 9 of 16, White has 8 moves
/// left". `None` while no count runs.
pub fn count(position: &Position) -> Option<String> {
    let count = position.count();
    let left = count.moves_left()?;
    let counter = count.counter(position.to_move());
    let honour = if position.is_bare(counter) { "pieces' honour" } else { "board's honour" };
    let (spoken, last) = (count.spoken(), count.last_number());
    if count.is_over() {
        return Some(format!("{honour}: {counter} has counted past {last}, the count is complete"));
    }
    let moves = if left == 1 { "move" } else { "moves" };
    Some(format!(
        "{honour}: {counter} has counted {spoken} of {last}, {} has {left} {moves} left",
        !counter
    ))
}
