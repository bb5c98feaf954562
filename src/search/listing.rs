//! What the lists of captures and of quiet moves have in common.

use super::scored_moves::ScoredMoves;
use super::transposition::TranspositionTable;
use crate::position::Position;
use crate::types::{Move, Square};

/// The list of the moves of a position, to which moves are added as they are generated.
pub(super) struct Listing<'a> {
    pub position: &'a Position,
    pub tt: &'a TranspositionTable,
    /// [`super::transposition::count_key_after`]
    pub count_key: u64,
    /// This move is not listed.
    pub without: Option<Move>,
    pub moves: &'a mut ScoredMoves,
}

impl Listing<'_> {
    /// The move between two squares, if it is to be listed.
    #[inline]
    pub(super) fn listed(&self, from: Square, to: Square) -> Option<Move> {
        Move::new(from, to).filter(|&mv| Some(mv) != self.without)
    }

    /// Fetches the entry of a position by its key without the count: it is likely to be looked up
    /// soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        self.tt.prefetch(key ^ self.count_key);
    }
}
