//! Adjudication. If several outcomes apply the order is mate, stalemate, count, repetition, material.

use super::{DrawReason, Outcome};
use crate::types::Color;

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

/// The outcome where the side to move has no legal move.
#[inline]
pub const fn without_moves(to_move: Color, in_check: bool) -> Outcome {
    if in_check {
        Outcome::Mate { winner: to_move.opponent() }
    } else {
        Outcome::Draw(DrawReason::Stalemate)
    }
}

/// The outcome of a game by its last position; `None` while it is not over.
pub fn adjudicate(
    to_move: Color,
    in_check: bool,
    has_legal_move: bool,
    facts: &DrawFacts,
) -> Option<Outcome> {
    if !has_legal_move {
        return Some(without_moves(to_move, in_check));
    }
    facts.draw().map(Outcome::Draw)
}
