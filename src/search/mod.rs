//! Searching for the best move.

mod limits;
mod observer;

pub use limits::{Clock, Limits};
pub use observer::{Bound, Report, SearchObserver, SearchResult};

use crate::game::Game;
use crate::movegen;

/// A searcher with its memory: transposition table and histories, kept from move to move.
#[derive(Debug)]
pub struct Engine {}

impl Engine {
    /// Default size of the transposition table, in MiB.
    pub const DEFAULT_HASH: usize = 16;
    /// Largest size of the transposition table, in MiB.
    pub const MAX_HASH: usize = 65_536;
    /// Most search threads.
    pub const MAX_THREADS: usize = 256;

    /// A searcher with a transposition table of `hash_mib` MiB.
    pub fn new(hash_mib: usize) -> Self {
        let _ = hash_mib;
        Self {}
    }

    /// Gives the transposition table another size, in MiB; empties it.
    pub fn resize_hash(&mut self, _hash_mib: usize) {}

    /// Forgets everything: as after [`Engine::new`].
    pub fn clear(&mut self) {}

    /// Searches the game's present position until a limit or the observer ends it. Returns at
    /// once when there is no legal move, and when it can search no deeper.
    pub fn search(
        &mut self,
        game: &Game,
        _limits: &Limits,
        _observer: &dyn SearchObserver,
    ) -> SearchResult {
        SearchResult {
            best_move: movegen::legal_moves(game.position()).first().copied(),
            ponder_move: None,
            score: 0,
            depth: 0,
            nodes: 0,
        }
    }
}
