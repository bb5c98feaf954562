//! Lazy SMP: all threads search the same root and share the transposition table.

use super::iterative_deepening::MAX_DEPTH;
use super::vote::{self, ThreadResult};
use super::worker::Worker;
use crate::platform::parallel::ThreadPool;
use crate::position::Position;

/// Stack size that a thread needs to search: a frame and a list of moves for every ply.
pub const STACK_BYTES: usize = 16 << 20;

/// Searches with all workers, the first of them on the current thread, until the first is done.
pub(super) fn run(helpers: &ThreadPool, workers: &mut [Worker<'_>], root: &Position) {
    let Some((first, others)) = workers.split_first_mut() else { return };
    // The first thread finishes its first iteration before others compete with it for the cores.
    if !first.deepen(root, 1) {
        return;
    }
    let help = |worker: &mut Worker<'_>| {
        worker.deepen(root, MAX_DEPTH);
        worker.publish_counters();
    };
    helpers.run(others, help, || {
        first.deepen(root, MAX_DEPTH);
        first.shared.status.stop();
    });
}

/// Number of the worker whose result is the answer after [`run`]. That is the first, without a
/// vote, when its result is certain, with several lines, and at levels.
pub(super) fn answering(workers: &[Worker<'_>]) -> usize {
    let Some(first) = workers.first() else { return 0 };
    let limits = first.shared.limits;
    if first.iteration.certain || limits.multi_pv > 1 || limits.strength.is_some() {
        return 0;
    }
    let results = workers.iter().map(|worker| {
        let best = worker.root_moves.line(0);
        let depth = worker.iteration.completed_depth;
        ThreadResult { mv: best.mv, score: best.known_score(), depth }
    });
    vote::elect(&results.collect::<Vec<_>>())
}
