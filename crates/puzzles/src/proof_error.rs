//! Why a position is not a puzzle.

use super::mate_search::Undecided;
use makruk::types::Move;
use std::fmt;

/// The condition of a puzzle that a position fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The game is over, or there is only one legal move.
    #[error("there is no choice of moves")]
    NoChoice,
    /// The proof is too long.
    #[error(transparent)]
    Undecided(#[from] Undecided),
    /// No mate is forced within this number of moves.
    #[error("no mate within {0} moves")]
    NoMate(u8),
    /// Several moves of the solver reach the goal.
    #[error("move {number} of the solution is not the only one: {}", Listed(moves))]
    SeveralMoves {
        /// The number of the solver's move, from 1.
        number: usize,
        /// The moves.
        moves: Vec<Move>,
    },
    /// No move reaches the goal.
    #[error("no move reaches the goal")]
    NoMove,
    /// The tables do not contain the position, or one that follows it.
    #[error("the position or one after it is in no endgame table")]
    NotInTables,
    /// The goal is the same without the count.
    #[error("the count decides nothing here")]
    CountDecidesNothing,
    /// A move fails only by the count.
    #[error("the count decides, so it is no puzzle of technique")]
    CountDecides,
    /// The count is not one whose end a search can reach.
    #[error("no count of a bare khun runs that ends within the reach of the search")]
    CountOutOfReach,
    /// The searches see too small a difference between the moves.
    #[error("the best move leads by {found} hundredths of a point, less than {needed}")]
    SmallMargin {
        /// The least difference found, in hundredths of a point.
        found: i32,
        /// The difference needed.
        needed: i32,
    },
    /// The best move does not win enough.
    #[error("the best move expects {found} hundredths of a point, less than {needed}")]
    LittleGain {
        /// The expectation, in hundredths of a point.
        found: i32,
        /// What is needed.
        needed: i32,
    },
    /// The searches do not agree on the best move.
    #[error("the searches choose different moves: {}", Listed(.0))]
    Disagreement(Vec<Move>),
}

struct Listed<'a>(&'a [Move]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.0.iter().map(|mv| format!("{mv:?}")).collect();
        f.write_str(&names.join(" "))
    }
}
