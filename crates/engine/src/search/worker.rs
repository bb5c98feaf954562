//! One search thread.

use super::contempt::Contempt;
use super::correction_history::CorrectionHistory;
use super::history::Histories;
use super::limits::Limits;
use super::lmr::table::Reductions;
use super::observer::{Bound, SearchObserver};
use super::repetition::Path;
use super::root_moves::RootMoves;
use super::stack::Stack;
use super::time::{BestMoveChanges, TimeManager};
use super::transposition::TranspositionTable;
use crate::Score;
use crate::eval::Evaluator;
use crate::tablebase::Tablebase;
use makruk::position::Position;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Nodes between two checks of the clock, the node limit and the observer.
const POLL_INTERVAL: u64 = 1024;
/// Nodes between two checks whether another thread ended the search. With more threads than cores
/// they stop one after another.
const STOP_INTERVAL: u64 = 64;
/// After so many nodes even the first iteration of the first thread may be stopped. Boards full of ruea
/// have captures without end; in 2,005 positions of games and puzzles it had at most 1,342 nodes.
const FIRST_ITERATION_NODES: u64 = 100_000;

/// The search was ended before the node had a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// The state of a search that its threads read and write.
#[derive(Debug)]
pub(super) struct SearchStatus {
    stopped: AtomicBool,
    // [thread], updated at every poll
    counters: Vec<ThreadCounters>,
}

/// The counters of one thread, on cache lines of their own: others read them only now and then.
#[derive(Debug, Default)]
#[repr(align(128))]
struct ThreadCounters {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

impl SearchStatus {
    /// The state at the start of a search by this number of threads.
    pub(super) fn new(threads: usize) -> Self {
        let counters = std::iter::repeat_with(ThreadCounters::default).take(threads).collect();
        Self { stopped: AtomicBool::new(false), counters }
    }

    /// Ends the search.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }
}

/// What all threads of a search share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub tt: &'a TranspositionTable,
    /// Endgame tables, if they are used.
    pub tablebase: Option<&'a Tablebase>,
    pub status: &'a SearchStatus,
    pub limits: &'a Limits,
    pub contempt: Contempt,
    pub reductions: &'a Reductions,
    /// Score of the last search of the same game; `None` without one.
    pub previous_score: Option<Score>,
    /// Correction history of the static evaluation.
    pub corrections: &'a CorrectionHistory,
    /// Receives the reports of the first thread, and the result of the answering one.
    pub observer: &'a dyn SearchObserver,
}

/// What a thread keeps from one search to the next.
pub(super) struct ThreadMemory<'a> {
    pub histories: &'a mut Histories,
    pub evaluator: &'a mut Evaluator,
}

/// Where the score of the best line comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoreOrigin {
    /// Depth of the iteration.
    pub depth: u32,
    /// How the score relates to the true one of that depth.
    pub bound: Bound,
}

/// The progress of iterative deepening.
#[derive(Debug, Default)]
pub(super) struct Iteration {
    /// Depth of the current iteration.
    pub root_depth: u32,
    /// Depth of the last finished iteration; 0 before the end of the first one.
    pub completed_depth: u32,
    /// Where the score of the best line comes from if the search was stopped.
    pub stopped: Option<ScoreOrigin>,
    /// Number of iterations since the best move changed.
    pub best_move_stability: usize,
    /// Changes of the best move from iteration to iteration.
    pub best_move_changes: BestMoveChanges,
    /// By how much the score fell from the iteration before to the last finished one.
    pub score_drop: Score,
    /// Whether searching longer would not change the answer.
    pub certain: bool,
    /// Whether the soft time limit was reached at its end: while pondering the search goes on.
    pub time_used: bool,
}

impl Iteration {
    /// The score of the best line comes from the last finished iteration.
    pub(super) const fn finished(&self) -> ScoreOrigin {
        ScoreOrigin { depth: self.completed_depth, bound: Bound::Exact }
    }
}

/// What a thread counts.
#[derive(Debug, Default)]
pub(super) struct Statistics {
    /// Nodes searched by this thread.
    pub nodes: u64,
    /// Positions that this thread found in the endgame tables.
    pub tb_hits: u64,
    /// Greatest distance from the root in the current window, in plies.
    pub selective_depth: usize,
}

/// A search thread with everything it uses. Threads write their counters at every node: none of them
/// shares a cache line, or a pair of lines, with another thread.
#[repr(align(128))]
pub(super) struct Worker<'a> {
    pub shared: Shared<'a>,
    pub memory: ThreadMemory<'a>,
    pub iteration: Iteration,
    pub stats: Statistics,
    /// Number of the thread, from 0.
    pub id: usize,
    pub time: TimeManager,
    pub root_moves: RootMoves,
    /// The positions before the current one.
    pub path: Path,
    pub stack: Stack,
    /// Ply up to which there is no null move, while one is verified; 0 otherwise.
    pub no_null_until: usize,
    /// Whether to look at the clock at the next node: what was done since the last one may have taken long.
    pub is_poll_due: bool,
}

impl<'a> Worker<'a> {
    /// Thread `id`, from 0, before its first iteration. `path` is the root's.
    pub(super) fn new(
        shared: Shared<'a>,
        root: &Position,
        id: usize,
        memory: ThreadMemory<'a>,
        path: Path,
        root_moves: RootMoves,
    ) -> Self {
        Self {
            shared,
            memory,
            iteration: Iteration::default(),
            stats: Statistics::default(),
            id,
            time: TimeManager::new(shared.limits, root),
            root_moves,
            path,
            stack: Stack::new(),
            no_null_until: 0,
            is_poll_due: false,
        }
    }

    /// Counts a node.
    ///
    /// # Errors
    /// When the search has to end.
    #[inline]
    pub(super) fn count_node(&mut self, ply: usize) -> Result<(), Stopped> {
        self.stats.nodes += 1;
        self.stats.selective_depth = self.stats.selective_depth.max(ply);
        let due = self.stats.nodes.is_multiple_of(STOP_INTERVAL)
            || self.are_nodes_spent()
            || self.is_poll_due;
        if due && self.poll() { Err(Stopped) } else { Ok(()) }
    }

    #[inline]
    fn are_nodes_spent(&self) -> bool {
        self.shared.limits.nodes.is_some_and(|limit| self.stats.nodes >= limit)
    }

    /// Whether the search has to end at once. Every thread checks the limits, so that a running
    /// thread ends the search also for those that wait for a core.
    #[cold]
    fn poll(&mut self) -> bool {
        let Shared { limits, observer, status, .. } = self.shared;
        let looks_at_clock = std::mem::take(&mut self.is_poll_due)
            || self.stats.nodes.is_multiple_of(POLL_INTERVAL)
            || self.are_nodes_spent();
        if looks_at_clock {
            self.publish_counters();
            let spent = limits.nodes.is_some_and(|limit| self.all_nodes() >= limit);
            let Iteration { certain, time_used, .. } = self.iteration;
            let time_over = time_used || self.time.is_hard_limit_reached(certain);
            let over = time_over && !observer.is_pondering();
            if spent || over || observer.should_stop() {
                status.stop();
            }
        }
        self.is_stopped()
    }

    /// Whether this is the first thread: it checks the soft limits between iterations, and reports
    /// the progress.
    pub(super) fn is_first(&self) -> bool {
        self.id == 0
    }

    /// Whether the search has to end. The first thread finishes its first iteration, without which
    /// there is no answer worth playing, unless that takes many times as long as in any game.
    pub(super) fn is_stopped(&self) -> bool {
        let answered = !self.is_first()
            || self.iteration.completed_depth > 0
            || self.stats.nodes >= FIRST_ITERATION_NODES;
        self.shared.status.is_stopped() && answered
    }

    /// Makes the counters of this thread known to the others.
    pub(super) fn publish_counters(&self) {
        let counters = &self.shared.status.counters[self.id];
        counters.nodes.store(self.stats.nodes, Relaxed);
        counters.tb_hits.store(self.stats.tb_hits, Relaxed);
    }

    /// Nodes searched by all threads.
    pub(super) fn all_nodes(&self) -> u64 {
        self.sum(|counters| &counters.nodes)
    }

    /// Positions that all threads found in the endgame tables.
    pub(super) fn all_tb_hits(&self) -> u64 {
        self.sum(|counters| &counters.tb_hits)
    }

    fn sum(&self, counter: impl Fn(&ThreadCounters) -> &AtomicU64) -> u64 {
        self.publish_counters();
        self.shared.status.counters.iter().map(|each| counter(each).load(Relaxed)).sum()
    }

    /// The score of a draw in this position, from the side to move.
    #[inline]
    pub(super) fn draw_score(&self, position: &Position) -> Score {
        self.shared.contempt.draw_score(position.to_move())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::movegen;

    /// With many more threads than cores the search may be over before a thread runs at all.
    #[test]
    fn a_helper_stops_within_its_first_iteration() {
        let position = Position::start(Default::default(), Default::default());
        let mut histories = Histories::new().expect("memory");
        let mut evaluator = Evaluator::new(None);
        let tt = TranspositionTable::new(1).expect("memory");
        let (reductions, status, limits) =
            (Reductions::new(), SearchStatus::new(2), Limits::default());
        let shared = Shared {
            tt: &tt,
            tablebase: None,
            status: &status,
            limits: &limits,
            contempt: Contempt::new(&limits, &position),
            reductions: &reductions,
            previous_score: None,
            corrections: &CorrectionHistory::new(1),
            observer: &(),
        };
        let memory = ThreadMemory { histories: &mut histories, evaluator: &mut evaluator };
        let root_moves = RootMoves::new(movegen::legal_moves(&position), false);
        let mut helper = Worker::new(shared, &position, 1, memory, Path::default(), root_moves);
        status.stop();
        assert!(!helper.deepen(&position, 1));
        assert_eq!((helper.stats.nodes, helper.iteration.completed_depth), (0, 0));
        // When the search is stopped during an iteration, the thread notices within a few nodes.
        helper.stats.nodes = 1;
        while helper.count_node(0).is_ok() {}
        assert!(helper.stats.nodes <= 64, "{}", helper.stats.nodes);
    }
}
