//! The one adjudicator. Where several ends apply the order is mate, stalemate, count, repetition,
//! material.

use super::{Outcome, Reason};
use crate::types::Color;

/// Facts that can draw a game whatever moves there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawFacts {
    /// The count has run past its limit ([`super::Count::is_over`]).
    pub count_over: bool,
    /// How often the position has occurred, this time included.
    pub occurrences: u32,
    /// Neither side has the men to win ([`super::Tally::is_dead`]).
    pub dead: bool,
}

impl DrawFacts {
    /// Which draw applies, if the side to move has a legal move.
    #[inline]
    pub const fn draw(&self) -> Option<Reason> {
        if self.count_over {
            Some(Reason::Count)
        } else if self.occurrences >= 3 {
            Some(Reason::Repetition)
        } else if self.dead {
            Some(Reason::Material)
        } else {
            None
        }
    }
}

/// The outcome when the side to move has no legal move.
#[inline]
pub const fn without_moves(to_move: Color, in_check: bool) -> Outcome {
    if in_check {
        Outcome::Mate { winner: to_move.opponent() }
    } else {
        Outcome::Draw(Reason::Stalemate)
    }
}

/// The verdict on a position; `None` while the game goes on.
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
