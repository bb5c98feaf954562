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
    /// Whether it ends a game between people only if one of them claims the draw: the count and repetition do.
    pub const fn needs_claim(self) -> bool {
        matches!(self, Self::Count | Self::Repetition)
    }

    /// The reason as a sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Stalemate => "draw by stalemate",
            Self::Count => "draw: the count ran out",
            Self::Repetition => "draw by repetition",
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
    /// The outcome of a game by its last position; `None` while it is not over. If several apply the
    /// order is mate, stalemate, count, repetition, material.
    pub fn of(
        to_move: Color,
        in_check: bool,
        has_legal_move: bool,
        facts: &DrawFacts,
    ) -> Option<Self> {
        if !has_legal_move {
            return Some(Self::without_moves(to_move, in_check));
        }
        facts.draw().map(Self::Draw)
    }

    /// The outcome where the side to move has no legal move.
    #[inline]
    pub const fn without_moves(to_move: Color, in_check: bool) -> Self {
        if in_check {
            Self::Mate { winner: to_move.opponent() }
        } else {
            Self::Draw(DrawReason::Stalemate)
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

/// How the game ended, as a sentence: "White mates", "draw by stalemate".
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mate { winner } => write!(f, "{winner} mates"),
            Self::Draw(reason) => f.write_str(reason.sentence()),
        }
    }
}

/// Facts that can draw a game in which the side to move has a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawFacts {
    /// Whether the count has run past its limit ([`super::Count::is_over`]).
    pub count_over: bool,
    /// How often the position has occurred, including now.
    pub occurrences: u32,
    /// Whether neither side has the material to win ([`super::Material::is_dead`]).
    pub dead: bool,
}

impl DrawFacts {
    /// The draw that applies, provided that the side to move has a legal move.
    #[inline]
    pub const fn draw(&self) -> Option<DrawReason> {
        if self.count_over {
            Some(DrawReason::Count)
        } else if self.occurrences >= 3 {
            Some(DrawReason::Repetition)
        } else if self.dead {
            Some(DrawReason::Material)
        } else {
            None
        }
    }
}
