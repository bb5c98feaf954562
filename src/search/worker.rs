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
/// Nodes between two looks at the other threads' decision to stop. With more threads than cores
/// they stop one after another.
const STOP_INTERVAL: u64 = 64;

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

    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
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

/// What all threads of a search share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    /// Endgame tables, if they are to be used.
    pub tables: Option<&'a Tablebase>,
    pub signals: &'a Signals,
    pub limits: &'a Limits,
    pub reductions: &'a Reductions,
    /// Told of what the first thread finds.
    pub observer: &'a dyn SearchObserver,
}

/// A thread's search, with all it uses.
pub(super) struct Worker<'a> {
    // Shared by all threads: see `Shared`.
    pub table: &'a Table,
    pub tables: Option<&'a Tablebase>,
    pub signals: &'a Signals,
    pub limits: &'a Limits,
    pub reductions: &'a Reductions,
    pub observer: &'a dyn SearchObserver,
    pub time: TimeManager,
    // Kept by this thread from search to search.
    pub histories: &'a mut Histories,
    pub evaluator: &'a mut Evaluator,
    // Of this search.
    pub id: usize,
    pub path: Path,
    pub stack: Stack,
    pub root: RootMoves,
    /// Whether endgame tables know the exact score of every root move.
    pub decided: bool,
    /// Plies below which a null move is being verified; 0 when none is.
    pub no_null_until: usize,
    /// The iteration at work.
    pub root_depth: u32,
    /// The last iteration finished; nothing stops the first of the first thread.
    pub completed_depth: u32,
    /// The best move of the last iteration, and how many iterations it has been that.
    pub last_best: Option<Move>,
    pub settled: usize,
    /// Its score, and how much lower that was than the one before.
    pub last_score: Option<Score>,
    pub fallen: Score,
    /// Whether more thought would not change the answer.
    pub certain: bool,
    // Statistics.
    pub nodes: u64,
    pub selective_depth: usize,
}

impl<'a> Worker<'a> {
    /// The thread numbered `id`, from 0, before its first iteration. `decided` says whether endgame
    /// tables know the exact score of every root move.
    pub(super) fn new(
        shared: Shared<'a>,
        (id, histories, evaluator): (usize, &'a mut Histories, &'a mut Evaluator),
        path: Path,
        (root, decided): (RootMoves, bool),
    ) -> Self {
        let Shared { table, tables, signals, limits, reductions, observer } = shared;
        Self {
            table,
            tables,
            signals,
            limits,
            reductions,
            observer,
            time: TimeManager::new(limits),
            histories,
            evaluator,
            id,
            path,
            stack: Stack::new(),
            root,
            decided,
            no_null_until: 0,
            root_depth: 0,
            completed_depth: 0,
            last_best: None,
            settled: 0,
            last_score: None,
            fallen: 0,
            certain: false,
            nodes: 0,
            selective_depth: 0,
        }
    }

    /// Counts a node; `None` when the search is to end.
    #[inline]
    pub(super) fn count_node(&mut self, ply: usize) -> Option<()> {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        let due = self.nodes.is_multiple_of(STOP_INTERVAL) || self.are_nodes_spent();
        (!due || !self.poll()).then_some(())
    }

    #[inline]
    fn are_nodes_spent(&self) -> bool {
        self.limits.nodes.is_some_and(|limit| self.nodes >= limit)
    }

    /// Whether the search is to end at once. Every thread looks, so that one that runs tells those
    /// that wait for a core.
    #[cold]
    fn poll(&self) -> bool {
        if self.nodes.is_multiple_of(POLL_INTERVAL) || self.are_nodes_spent() {
            self.publish_nodes();
            let spent = self.limits.nodes.is_some_and(|limit| self.all_nodes() >= limit);
            let over = self.time.is_over(self.certain) && !self.observer.is_pondering();
            if spent || over || self.observer.should_stop() {
                self.signals.stop();
            }
        }
        self.is_stopped()
    }

    /// Whether this is the thread that answers.
    pub(super) fn is_first(&self) -> bool {
        self.id == 0
    }

    /// Whether the search is to end. Without one finished iteration there would be nothing to
    /// answer.
    pub(super) fn is_stopped(&self) -> bool {
        self.signals.is_stopped() && (!self.is_first() || self.completed_depth > 0)
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
