//! One searching thread.

use super::clock::TimeManager;
use super::draws::Path;
use super::history::Histories;
use super::limits::Limits;
use super::observer::SearchObserver;
use super::pruning::Reductions;
use super::root::RootMoves;
use super::stack::Stack;
use super::table::Table;
use crate::eval::Evaluator;
use crate::position::Position;
use crate::tablebase::Tablebase;
use crate::types::{Move, Score};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Nodes between two looks at the clock and the observer.
const POLL_INTERVAL: u64 = 1024;

/// What the threads of one search tell each other.
#[derive(Debug)]
pub(super) struct Signals {
    stop: AtomicBool,
    // [thread], brought up to date at every poll
    nodes: Vec<AtomicU64>,
    table_hits: AtomicU64,
}

impl Signals {
    pub(super) fn new(threads: usize) -> Self {
        let nodes = std::iter::repeat_with(AtomicU64::default).take(threads).collect();
        Self { stop: AtomicBool::new(false), nodes, table_hits: AtomicU64::new(0) }
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Notes a position found in an endgame table: rare beside the nodes.
    pub(super) fn count_table_hit(&self) {
        self.table_hits.fetch_add(1, Relaxed);
    }

    /// Positions found in endgame tables, by all threads.
    pub(super) fn table_hits(&self) -> u64 {
        self.table_hits.load(Relaxed)
    }
}

/// A thread's search, with all it uses.
pub(super) struct Worker<'a> {
    // Shared by all threads.
    pub table: &'a Table,
    /// Endgame tables, if they are to be used.
    pub tables: Option<&'a Tablebase>,
    pub signals: &'a Signals,
    pub limits: &'a Limits,
    pub reductions: &'a Reductions,
    pub time: TimeManager,
    /// Only the first thread is watched, and only it watches the clock.
    pub observer: Option<&'a dyn SearchObserver>,
    // Kept by this thread from search to search.
    pub histories: &'a mut Histories,
    pub evaluator: &'a mut Evaluator,
    // Of this search.
    pub id: usize,
    pub path: Path,
    pub stack: Stack,
    pub root: RootMoves,
    /// Whether endgame tables decide the root.
    pub decided: bool,
    /// Plies below which a null move is being verified; 0 when none is.
    pub no_null_until: usize,
    /// The iteration at work.
    pub root_depth: u32,
    /// The last iteration finished; nothing stops the first.
    pub completed_depth: u32,
    /// The best move of the last iteration, and how many iterations it has been that.
    pub last_best: Option<Move>,
    pub settled: usize,
    /// Its score, and how much lower that was than the one before.
    pub last_score: Option<Score>,
    pub fallen: Score,
    // Statistics.
    pub nodes: u64,
    pub selective_depth: usize,
}

impl Worker<'_> {
    /// Counts a node; `None` when the search is to end.
    #[inline]
    pub(super) fn count_node(&mut self, ply: usize) -> Option<()> {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        let due = self.nodes.is_multiple_of(POLL_INTERVAL)
            || self.limits.nodes.is_some_and(|limit| self.nodes >= limit);
        (!due || !self.poll()).then_some(())
    }

    /// Whether the search is to end at once.
    #[cold]
    fn poll(&self) -> bool {
        self.publish_nodes();
        if let Some(observer) = self.observer {
            let pondering = observer.is_pondering();
            let spent = self.limits.nodes.is_some_and(|limit| self.all_nodes() >= limit);
            if observer.should_stop() || spent || (!pondering && self.time.is_over()) {
                self.signals.stop();
            }
        }
        // Without one finished iteration there would be nothing to answer.
        self.completed_depth > 0 && self.signals.stop.load(Relaxed)
    }

    /// Whether the search has been told to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.signals.stop.load(Relaxed)
    }

    fn publish_nodes(&self) {
        self.signals.nodes[self.id].store(self.nodes, Relaxed);
    }

    /// Nodes of all threads together.
    pub(super) fn all_nodes(&self) -> u64 {
        self.publish_nodes();
        self.signals.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }

    /// The static evaluation of a position on the line searched, in centipawns.
    #[inline]
    pub(super) fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        self.evaluator.evaluate(position, ply)
    }
}
