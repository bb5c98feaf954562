//! Outcomes of games by rule.

use crate::types::Color;

/// Why a game is drawn by rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The side to move has no legal move and is not in check (อับ).
    Stalemate,
    /// The count ran past its limit.
    Count,
    /// The position occurred for the third time.
    Repetition,
    /// Neither side has the material to win.
    Material,
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
    Draw(Reason),
}

impl Outcome {
    /// The outcome in one word, as the UCI command `d` and the reference cases have it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mate { .. } => "mate",
            Self::Draw(Reason::Stalemate) => "stalemate",
            Self::Draw(Reason::Count) => "count-draw",
            Self::Draw(Reason::Repetition) => "repetition",
            Self::Draw(Reason::Material) => "material",
        }
    }

    /// The side that won; `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Mate { winner } => Some(winner),
            Self::Draw(_) => None,
        }
    }
}
