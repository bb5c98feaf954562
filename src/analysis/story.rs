//! The story of the count: when it began, what became of it, and whether it was long enough.

use super::{Analysis, Value};
use crate::position::Position;
use crate::rules::{Outcome, Reason};
use crate::types::score::{DRAW, MATE, is_mate};
use crate::types::{Color, Score};

/// Something that happened to the count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Moves made before it: 0 is the beginning of the game.
    pub ply: usize,
    /// One sentence or two.
    pub text: String,
}

impl Analysis {
    /// What happened to the count, in the order of the game; empty when none ever ran.
    pub fn story(&self) -> Vec<Event> {
        let mut events = Vec::new();
        let mut before: Option<Position> = None;
        for (ply, (position, value)) in self.positions().zip(&self.values).enumerate() {
            let text = match before {
                None => beginning(&position, value),
                Some(before) => change(&before, &position, value),
            };
            let is_last = ply + 1 == self.values.len();
            // A position alone is no game that stops.
            let is_game = ply > 0 || matches!(value, Value::Over(_));
            let end = (is_last && is_game).then(|| end(&position, value)).flatten();
            // The end says all there is to say.
            events.extend(end.or(text).map(|text| Event { ply, text }));
            before = Some(position);
        }
        events
    }
}

fn honour(position: &Position) -> &'static str {
    let counter = position.count().counter(position.to_move());
    if position.is_bare(counter) { "Pieces' honour" } else { "Board's honour" }
}

fn beginning(position: &Position, value: &Value) -> Option<String> {
    let count = position.count();
    count.is_running().then(|| {
        let (counter, spoken) = (count.counter(position.to_move()), count.spoken());
        let last = count.last_number();
        let honour = honour(position);
        format!(
            "{honour} runs: {counter} has counted {spoken} of {last}.{}",
            outlook(position, value)
        )
    })
}

fn change(before: &Position, after: &Position, value: &Value) -> Option<String> {
    let (old, new) = (before.count(), after.count());
    if !new.is_running() {
        return old.is_running().then(|| "The count is dropped.".to_owned());
    }
    let goes_on = old.is_running() && new.limit == old.limit && new.ply == old.ply + 1;
    if goes_on && honour(before) == honour(after) {
        return None;
    }
    let counter = new.counter(after.to_move());
    let (honour, last) = (honour(after), new.last_number());
    let outlook = outlook(after, value);
    Some(if after.is_bare(counter) {
        let first = new.spoken() + 1;
        format!("{honour} begins: {counter}, bare, counts from {first} to {last}.{outlook}")
    } else {
        format!("{honour} begins: {counter} counts to {last}.{outlook}")
    })
}

/// What is left, and whether it is enough.
fn outlook(position: &Position, value: &Value) -> String {
    let count = position.count();
    let Some(left) = count.moves_left() else { return String::new() };
    let counter = count.counter(position.to_move());
    let stronger = !counter;
    let moves = plural(left, "move");
    let mut text = format!(" {stronger} has {moves} to mate");
    let Value::Open(_) = value else { return text + "." };
    let score = value.score();
    match mate_in(score, position.to_move(), stronger) {
        Some(mate) => text += &format!(", and needs {mate}."),
        // Against a bare khun a level score means that time is short: men enough are left.
        None if score == DRAW && position.is_bare(counter) => {
            text += ": too few, with the best defence.";
        }
        None => text.push('.'),
    }
    text
}

/// Moves in which a side mates, if the score says so.
fn mate_in(score: Score, to_move: Color, side: Color) -> Option<Score> {
    let own = if to_move == side { score } else { -score };
    (is_mate(own) && own > 0).then(|| (MATE - own + 1) / 2)
}

fn end(position: &Position, value: &Value) -> Option<String> {
    let count = position.count();
    let left = count.moves_left()?;
    let (spoken, last) = (count.spoken(), count.last_number());
    let counter = count.counter(position.to_move());
    match value {
        Value::Over(Outcome::Mate { winner }) if *winner == counter => {
            Some(format!("Mate by the side that counts, at {spoken} of {last}."))
        }
        Value::Over(Outcome::Mate { .. }) => {
            // The count has passed to the mated side, which will not speak again.
            let spare = plural(left, "move");
            Some(format!("Mate at {spoken} of {last}, with {spare} to spare."))
        }
        Value::Over(Outcome::Draw(Reason::Count)) => {
            Some(format!("The count is complete: {counter} has counted past {last}, a draw."))
        }
        Value::Over(Outcome::Draw(_)) => None,
        Value::Open(_) => {
            Some(format!("The game stops at {spoken} of {last}.{}", outlook(position, value)))
        }
    }
}

fn plural(count: u16, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
