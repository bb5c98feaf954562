//! Outcomes of games by rule.

use crate::types::Color;
use std::fmt;

/// Why a game is drawn by rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// The side to move has no legal move and is not in check (อับ).
    Stalemate,
    /// The count ran past its limit.
    Count,
    /// The position occurred for the third time.
    Repetition,
    /// Neither side has the material to win.
    Material,
}

impl DrawReason {
    /// The reason as a sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Stalemate => "draw by stalemate",
            Self::Count => "draw: the count ran out",
            Self::Repetition => "draw by the third occurrence of the position",
            Self::Material => "draw: neither side has the men to win",
        }
    }
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sentence())
    }
}

/// A finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move is checkmated.
    Mate {
        /// The other side.
        winner: Color,
    },
    /// The game is drawn.
    Draw(DrawReason),
}

impl Outcome {
    /// The side that won; `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Mate { winner } => Some(winner),
            Self::Draw(_) => None,
        }
    }
}

/// How the game ended, as a sentence: "White mates", "draw by stalemate".
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mate { winner } => write!(f, "{winner} mates"),
            Self::Draw(reason) => f.write_str(reason.sentence()),
        }
    }
}
