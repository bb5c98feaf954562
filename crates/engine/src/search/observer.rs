//! Reports of the search to an observer. The search never prints.

use crate::Score;
use makruk::types::Move;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Watches a search and may end it. All threads call `should_stop` and `is_pondering`, about every
/// thousand nodes; the first one reports.
pub trait SearchObserver: Sync {
    /// Whether to end the search at once.
    fn should_stop(&self) -> bool {
        false
    }

    /// Whether the search runs on the opponent's time, so that no clock ends it.
    fn is_pondering(&self) -> bool {
        false
    }

    /// Whether it takes reports: a short search without them is a few per cent faster.
    fn takes_reports(&self) -> bool {
        true
    }

    /// A line was found.
    fn report(&self, _report: &SearchReport<'_>) {}

    /// The search has this result. It is called once, by the first thread. The engine returns when the
    /// other threads have ended, too, which takes a while where there are more threads than cores.
    fn finish(&self, _result: &SearchResult) {}
}

/// An observer that does nothing.
impl SearchObserver for () {
    fn takes_reports(&self) -> bool {
        false
    }
}

/// A flag that ends the search when it is set.
impl SearchObserver for AtomicBool {
    fn should_stop(&self) -> bool {
        self.load(Ordering::Relaxed)
    }

    fn takes_reports(&self) -> bool {
        false
    }
}

/// How a score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score is the true one.
    Exact,
    /// At least the score.
    Lower,
    /// At most the score.
    Upper,
}

/// One line of analysis.
#[derive(Clone, Copy, Debug)]
pub struct SearchReport<'a> {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Length of the longest line searched, in plies.
    pub selective_depth: u32,
    /// Number of the line, from 1 for the best.
    pub multi_pv: usize,
    /// From the side to move.
    pub score: Score,
    /// How `score` relates to the true score.
    pub bound: Bound,
    /// Nodes searched so far by all threads.
    pub nodes: u64,
    /// Time since the request.
    pub time: Duration,
    /// The share of the transposition table that entries of this search fill, in thousandths.
    pub hash_full: u32,
    /// Positions found in the endgame tables.
    pub tb_hits: u64,
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
    /// `None` if the root has no legal move.
    pub best_move: Option<Move>,
    /// The expected reply.
    pub ponder_move: Option<Move>,
    /// From the side to move, with all of the contempt.
    pub score: Score,
    /// The same as reports have it, without the part of the contempt that is for the men at the root.
    pub reported_score: Score,
    /// Depth of the last finished iteration.
    pub depth: u32,
    /// Nodes searched by all threads.
    pub nodes: u64,
}
