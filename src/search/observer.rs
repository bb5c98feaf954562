//! What the search reports. It never prints.

use crate::types::{Move, Score};
use std::time::Duration;

/// Watches a search and may end it. Every searching thread asks, and often; the first one reports.
pub trait SearchObserver: Sync {
    /// Whether to end the search at once.
    fn should_stop(&self) -> bool {
        false
    }

    /// Whether the search runs on the opponent's time, so that no clock ends it.
    fn is_pondering(&self) -> bool {
        false
    }

    /// A line was found.
    fn report(&self, _report: &Report<'_>) {}
}

/// Nobody watching.
impl SearchObserver for () {}

/// How a score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// At least the score.
    Lower,
    /// At most the score.
    Upper,
}

/// One line of analysis.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// Iteration, in plies.
    pub depth: u32,
    /// Longest line looked at, in plies.
    pub selective_depth: u32,
    /// Which of the best lines this is, from 1.
    pub multi_pv: usize,
    /// From the side to move; `score::UciScore` writes it.
    pub score: Score,
    pub bound: Bound,
    /// Nodes searched so far, by all threads.
    pub nodes: u64,
    /// Since the request.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hash_full: u32,
    /// Endgame table hits.
    pub table_hits: u64,
    /// The line, from the root.
    pub pv: &'a [Move],
}

/// Nodes per second.
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// `None` only when the root has no legal move.
    pub best_move: Option<Move>,
    /// The reply expected.
    pub ponder_move: Option<Move>,
    /// From the side to move.
    pub score: Score,
    /// Last finished iteration.
    pub depth: u32,
    pub nodes: u64,
}
