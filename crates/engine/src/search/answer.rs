//! The answer of a search, after its threads have ended.

use super::observer::{Bound, SearchReport, SearchResult};
use super::root_moves::RootMove;
use super::vote::{self, ThreadResult};
use super::worker::Worker;
use super::{Limits, SearchObserver};
use crate::Score;
use crate::score::{DRAW, mated_in};
use makruk::position::Position;
use makruk::types::Move;

/// A root move with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootLine {
    /// From the side to move.
    pub score: Score,
    /// The line that begins with the move; never empty.
    pub pv: Vec<Move>,
}

/// Tells the observer the result of the worker that the vote chooses; its line is the last one
/// reported. Returns it with the lines of the first worker. `workers` are those that have ended, the
/// first one first.
pub(super) fn give(workers: &[&Worker<'_>], root: &Position) -> (SearchResult, Vec<RootLine>) {
    let answering = answering(workers);
    if answering != 0 || workers[0].iteration.stopped.is_some() {
        workers[answering].report_result(root);
    }
    let result = result(workers[answering], root);
    workers[0].shared.observer.finish(&result);
    (result, lines(workers[0], root))
}

/// Index of the worker whose result is the answer. That is the first, without a vote, when its result
/// is certain, with several lines, and with the handcrafted evaluation.
fn answering(workers: &[&Worker<'_>]) -> usize {
    let limits = workers[0].shared.limits;
    if workers[0].iteration.certain || limits.multi_pv > 1 || limits.handcrafted {
        return 0;
    }
    let results = workers.iter().map(|worker| {
        let best = worker.root_moves.line(0);
        let depth = worker.iteration.completed_depth;
        ThreadResult { mv: best.mv, score: best.known_score(), depth }
    });
    vote::elect(&results.collect::<Vec<_>>())
}

fn result(worker: &Worker<'_>, root: &Position) -> SearchResult {
    let best = worker.root_moves.line(0);
    let line = worker.completed_line(root, best.line());
    SearchResult {
        best_move: Some(best.mv),
        ponder_move: line.get(1).copied(),
        score: best.known_score(),
        reported_score: worker.reported_score(root, best.known_score()),
        depth: worker.iteration.completed_depth,
        nodes: worker.all_nodes(),
    }
}

/// All root lines of a worker with comparable scores, best first.
fn lines(worker: &Worker<'_>, root: &Position) -> Vec<RootLine> {
    let line = |(score, mv): (Score, &RootMove)| RootLine {
        score,
        pv: worker.completed_line(root, mv.line()).to_vec(),
    };
    worker.root_moves.comparable().into_iter().map(line).collect()
}

/// Reports the result of a root without a legal move: checkmate or stalemate.
pub(super) fn no_moves(
    root: &Position,
    limits: &Limits,
    observer: &dyn SearchObserver,
) -> SearchResult {
    let score = if root.in_check() { mated_in(0) } else { DRAW };
    observer.report(&SearchReport {
        depth: 0,
        selective_depth: 0,
        multi_pv: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        time: limits.started.elapsed(),
        hash_full: 0,
        tb_hits: 0,
        pv: &[],
    });
    let result = SearchResult {
        best_move: None,
        ponder_move: None,
        score,
        reported_score: score,
        depth: 0,
        nodes: 0,
    };
    observer.finish(&result);
    result
}
