//! Scores of the search and the evaluation.

use std::fmt;

/// A score from the side to move, in centipawns as the evaluation counts them, or a coded distance
/// to mate. What clients and people are told is calibrated: [`centipawns`].
pub type Score = i32;

/// The score with which half of the games are won: what is told as 100 centipawns. How it was
/// measured stands at `search::Wdl`.
pub const HALF_WON: Score = 455;

/// Longest line the search follows, in plies.
pub const MAX_PLY: usize = 128;
pub const DRAW: Score = 0;
/// Mate on the board; mate in n plies is `MATE - n`.
pub const MATE: Score = 32_000;
/// Beyond every score there is.
pub const INFINITE: Score = 32_001;
/// From here on a score is a mate found by search.
pub const MATE_BOUND: Score = MATE - 1_000;
/// Static evaluations stay within ± this.
pub const EVAL_LIMIT: Score = MATE_BOUND - 1;

/// The score of mating in `ply` plies.
#[inline]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// The score of being mated in `ply` plies.
#[inline]
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// Whether `score` is a proven mate, for or against.
#[inline]
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_BOUND
}

/// A score that is no mate, in the centipawns that are told.
#[inline]
pub const fn centipawns(score: Score) -> i32 {
    score * 100 / HALF_WON
}

/// A score as UCI tells it: `cp 35` or `mate -4` (moves, not plies).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UciScore(pub Score);

impl fmt::Display for UciScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = self.0;
        if score >= MATE_BOUND {
            write!(f, "mate {}", (MATE - score + 1) / 2)
        } else if score <= -MATE_BOUND {
            write!(f, "mate {}", -(MATE + score) / 2)
        } else {
            write!(f, "cp {}", centipawns(score))
        }
    }
}
