//! Scores of the search and the evaluation.

use makruk::types::Color;

/// A score from the side to move unless stated otherwise: in centipawns of the evaluation, or an
/// encoded distance to mate. UCI and people get centipawns of another unit, by
/// [`NORMALIZE_TO_PAWN_VALUE`].
pub type Score = i32;

/// The score with which half of the games are won, which UCI reports as 100 centipawns.
/// [`Wdl::of`](crate::search::Wdl::of) documents how it was measured.
pub const NORMALIZE_TO_PAWN_VALUE: Score = 495;

/// Largest distance from the root that the search reaches, in plies.
pub const MAX_PLY: usize = 128;
/// The score of a draw.
pub const DRAW: Score = 0;
/// The score of mate on the board; mate in n plies is `MATE - n`.
pub const MATE: Score = 32_000;
/// Larger than all scores.
pub const INFINITE: Score = 32_001;
/// Scores from here on are mates found by the search.
pub const MATE_BOUND: Score = MATE - 1_000;
/// Scores from here on are proven, by a mate or by endgame tables, and encode a number of plies.
pub const DECIDED_BOUND: Score = MATE - 3_000;
/// Score of a win whose distance to mate is unknown, minus the plies to its conversion: above any
/// evaluation, below every mate.
pub const CONVERTS: Score = 30_000;
/// Largest absolute value of a static evaluation.
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

/// Changes a score from White's side to one from the side to move, or back.
#[inline]
pub const fn from_white(to_move: Color, score: Score) -> Score {
    match to_move {
        Color::White => score,
        Color::Black => -score,
    }
}

/// Whether `score` is a mate found by the search, for either side.
#[inline]
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_BOUND
}

/// The number of moves to the mate that a score promises, whichever side it is seen from: negative
/// if that side is mated. `None` for other scores.
#[inline]
pub const fn moves_to_mate(score: Score) -> Option<i32> {
    if is_mate(score) { Some((MATE - score.abs() + 1) / 2 * score.signum()) } else { None }
}

/// Whether `score` is proven, for either side: a mate, or a win in the endgame tables.
#[inline]
pub const fn is_decided(score: Score) -> bool {
    score.abs() >= DECIDED_BOUND
}

/// Whether `score` is proven to lose.
#[inline]
pub const fn is_loss(score: Score) -> bool {
    score <= -DECIDED_BOUND
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_to_mate_are_those_of_both_sides() {
        for (plies, moves) in [(1, 1), (3, 2), (5, 3)] {
            assert_eq!(moves_to_mate(mate_in(plies)), Some(moves));
            assert_eq!(moves_to_mate(-mate_in(plies)), Some(-moves));
        }
        assert_eq!(moves_to_mate(mated_in(4)), Some(-2));
        assert_eq!(moves_to_mate(mated_in(0)), Some(0));
        assert_eq!(moves_to_mate(9_900), None);
    }
}
