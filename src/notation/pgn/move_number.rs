//! Numbers of moves.

use crate::position::Position;
use crate::types::Color;
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
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.color == Color::White { "." } else { "..." };
        write!(f, "{}{dots}", self.number)
    }
}
