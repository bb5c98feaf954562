//! Which positions are fit to learn from. Shards keep every position of a game; what is left out
//! is decided on reading, so that a change of mind costs no games.

use super::format::{Ending, Sample};
use crate::types::{Color, Score, score};

/// Why a position is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refused {
    /// The side to move is in check: static evaluation is never asked.
    InCheck,
    /// The best move takes or promotes: the material is about to change.
    Noisy,
    /// The score is a mate, or beyond every doubt.
    Decided,
    /// The count ended the game before the better side did: a draw that says nothing of the men.
    Counted,
}

impl Refused {
    /// A word or two for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::InCheck => "in check",
            Self::Noisy => "capture or promotion",
            Self::Decided => "decided",
            Self::Counted => "saved by the count",
        }
    }
}

/// What is fit to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Largest score, either way.
    pub highest: Score,
    /// Of games that the count drew: the largest score, either way, of a position in which it ran.
    pub highest_counted: Score,
    /// Of games that the count drew: the fewest moves left of a position in which it ran.
    pub fewest_left: u16,
}

impl Default for Filter {
    fn default() -> Self {
        Self { highest: 2_500, highest_counted: 100, fewest_left: 20 }
    }
}

impl Filter {
    /// Why `sample` is left out, if it is.
    pub fn refuses(&self, sample: &Sample) -> Option<Refused> {
        let counted = || self.is_saved_by_count(sample).then_some(Refused::Counted);
        self.unquiet(sample).or_else(counted)
    }

    /// Why no static evaluation can be fitted to the score of `sample`, if so.
    pub fn unquiet(&self, sample: &Sample) -> Option<Refused> {
        let position = &sample.position;
        if position.in_check() {
            Some(Refused::InCheck)
        } else if position.captured(sample.best).is_some() || position.promotes(sample.best) {
            Some(Refused::Noisy)
        } else if score::is_mate(sample.score) || sample.score.abs() > self.highest {
            Some(Refused::Decided)
        } else {
            None
        }
    }

    /// A draw by count teaches that material is worthless, when it comes late in an ending that
    /// one side was winning. Balanced endings under board's honour are draws in earnest.
    fn is_saved_by_count(&self, sample: &Sample) -> bool {
        let Some(left) = sample.position.count().moves_left() else {
            return false;
        };
        let bare = Color::ALL.iter().any(|&color| sample.position.is_bare(color));
        let lopsided = sample.score.abs() > self.highest_counted;
        sample.ending == Ending::Count && (bare || lopsided || left < self.fewest_left)
    }
}
