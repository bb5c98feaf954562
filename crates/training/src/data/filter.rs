//! Which positions are used for training. Shards keep every position of a game and the filter is
//! applied on reading, so that it can be changed without playing the games again.

use super::sample::Sample;
use makruk::notation::pgn::ending::Cause;
use makruk::types::Color;
use sakdi_engine::{Score, score};

/// Why a position is not used for training.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RejectReason {
    /// The side to move is in check: the search does not use the static evaluation there.
    InCheck,
    /// The best move captures or promotes: the material is about to change.
    Noisy,
    /// The score is a mate or larger than [`Filter::max_score`].
    Decided,
    /// The count drew a game that one side was winning: the result says nothing about the men.
    SavedByCount,
    /// The count is about to end: the search sees that, the net cannot.
    CountNearlyOver,
    /// A side has only its khun: the net is not used there.
    BareKhun,
    /// The position is in the embedded endgame tables: the net is not used there.
    InTables,
    /// One of many positions with few men, of which only a share is used.
    FewMen,
}

impl RejectReason {
    /// A short name for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::InCheck => "in check",
            Self::Noisy => "capture or promotion",
            Self::Decided => "decided",
            Self::SavedByCount => "saved by the count",
            Self::CountNearlyOver => "count nearly over",
            Self::BareKhun => "bare khun",
            Self::InTables => "in the tables",
            Self::FewMen => "few men",
        }
    }
}

/// Limits on the positions that are used for training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Largest absolute score, in centipawns.
    pub max_score: Score,
    /// Largest absolute score, in centipawns, of a position under a count in a game that the count
    /// drew.
    pub max_counted_score: Score,
    /// Fewest moves left of the count in a game that the count drew.
    pub min_moves_left: u16,
}

impl Default for Filter {
    fn default() -> Self {
        Self { max_score: 2_500, max_counted_score: 100, min_moves_left: 20 }
    }
}

impl Filter {
    /// Why `sample` is not used to tune the handcrafted evaluation; `None` when it is used.
    pub fn reject(&self, sample: &Sample) -> Option<RejectReason> {
        let counted = || self.is_saved_by_count(sample).then_some(RejectReason::SavedByCount);
        self.reject_unquiet(sample).or_else(counted)
    }

    /// Why the static evaluation cannot be fitted to the score of `sample`; `None` when it can.
    pub fn reject_unquiet(&self, sample: &Sample) -> Option<RejectReason> {
        let position = &sample.position;
        if position.in_check() {
            Some(RejectReason::InCheck)
        } else if position.captured(sample.best).is_some() || position.promotes(sample.best) {
            Some(RejectReason::Noisy)
        } else if score::is_mate(sample.score) || sample.score.abs() > self.max_score {
            Some(RejectReason::Decided)
        } else {
            None
        }
    }

    /// Whether the count drew an ending that one side was winning: as training data it would teach
    /// that material is worthless. Balanced endings under board's honour are true draws.
    fn is_saved_by_count(&self, sample: &Sample) -> bool {
        let Some(left) = sample.position.moves_left() else {
            return false;
        };
        let bare = Color::ALL.iter().any(|&color| sample.position.is_bare(color));
        let unbalanced = sample.score.abs() > self.max_counted_score;
        let counted_out = sample.cause == Cause::Count;
        counted_out && (bare || unbalanced || left < self.min_moves_left)
    }
}
