//! Scores of the search and the evaluation.

use std::fmt;

/// A score from the side to move, in centipawns as the evaluation counts them, or a coded distance
/// to mate. What clients and people are told is calibrated: [`centipawns`].
pub type Score = i32;

/// The score with which half of the games are won: what is told as 100 centipawns. How it was
/// measured stands at `search::Wdl`.
pub const HALF_WON: Score = 495;

/// Longest line the search follows, in plies.
pub const MAX_PLY: usize = 128;
pub const DRAW: Score = 0;
/// Mate on the board; mate in n plies is `MATE - n`.
pub const MATE: Score = 32_000;
/// Beyond every score there is.
pub const INFINITE: Score = 32_001;
/// From here on a score is a mate found by search.
pub const MATE_BOUND: Score = MATE - 1_000;
/// From here on a score is proven, by a mate or by endgame tables, and counts plies.
pub const DECIDED_BOUND: Score = MATE - 3_000;
/// Static evaluations stay within ± this.
pub const EVAL_LIMIT: Score = DECIDED_BOUND - 1;

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

/// Whether `score` is proven, for or against: a mate, or a win that endgame tables know of.
#[inline]
pub const fn is_decided(score: Score) -> bool {
    score.abs() >= DECIDED_BOUND
}

/// A score that is no mate, in the centipawns that are told.
#[inline]
pub const fn centipawns(score: Score) -> i32 {
    score * 100 / HALF_WON
}

/// The smallest score, either way, that is told as so many centipawns.
#[inline]
pub const fn from_centipawns(centipawns: i32) -> Score {
    (centipawns * HALF_WON + 99 * centipawns.signum()) / 100
}

/// The score as one who is told it knows it: mates are told exactly.
#[inline]
pub const fn as_told(score: Score) -> Score {
    if is_mate(score) { score } else { from_centipawns(centipawns(score)) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_can_be_read_back() {
        for told in -2_000..=2_000 {
            assert_eq!(centipawns(from_centipawns(told)), told);
        }
        for score in (-3_000..=3_000).step_by(7) {
            assert_eq!(as_told(as_told(score)), as_told(score));
            assert!((as_told(score) - score).abs() * 100 <= HALF_WON);
        }
        assert_eq!(as_told(mate_in(3)), mate_in(3));
    }
}
