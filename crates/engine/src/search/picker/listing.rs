//! What the lists of captures and of quiet moves have in common.

use super::scored_moves::ScoredMoves;
use crate::search::transposition::Prefetcher;
use makruk::position::Position;
use makruk::types::{Move, Square};

/// The list of the moves of a position, to which moves are added as they are generated.
pub(super) struct Listing<'a> {
    pub position: &'a Position,
    /// Fetches the entries of the positions after the moves, by their keys without the count: they are
    /// likely to be looked up soon.
    pub entries: Prefetcher<'a>,
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
}
