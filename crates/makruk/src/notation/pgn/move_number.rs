//! Numbers of moves.

use crate::notation::Notation;
use crate::position::Position;
use crate::types::{Color, Move};
use std::fmt;

/// The number in front of a move: `12.`, or `12...` for a move of Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// The number, from 1.
    pub number: u16,
    /// The side that moves.
    pub color: Color,
}

impl MoveNumber {
    /// The number of the next move in a position.
    pub const fn of(position: &Position) -> Self {
        Self { number: position.fullmove_number(), color: position.to_move() }
    }

    /// The number in front of the next move of a line: each move of White has one, and a move of
    /// Black that begins the line or follows a variation.
    pub fn in_line(position: &Position, begins: bool) -> Option<Self> {
        (begins || position.to_move() == Color::White).then(|| Self::of(position))
    }
}

/// A line of legal moves, with their numbers: `12... Nd7 13. Ng3`.
pub fn numbered_line(start: &Position, moves: &[Move], notation: Notation) -> String {
    let mut position = *start;
    let mut words = Vec::with_capacity(2 * moves.len());
    for (index, &mv) in moves.iter().enumerate() {
        words.extend(MoveNumber::in_line(&position, index == 0).map(|number| number.to_string()));
        words.push(notation.format(&position, mv));
        position = position.play_unchecked(mv);
    }
    words.join(" ")
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.color == Color::White { "." } else { "..." };
        write!(f, "{}{dots}", self.number)
    }
}
