//! Lazy SMP: all threads search the same root and share the transposition table.

use super::iterative_deepening::MAX_DEPTH;
use super::worker::Worker;
use makruk::position::Position;
use sakdi_platform::parallel::ThreadPool;
use std::time::Duration;

/// Stack size that a thread needs to search: a frame and a list of moves for every ply.
pub const STACK_BYTES: usize = 16 << 20;

/// Memory that a thread needs besides its stack, at most: the histories, the accumulators and the
/// lines of all plies.
pub(super) const MEMORY_BYTES: usize = 2 << 20;

/// How long the first thread waits at the end for the others, which stop within microseconds unless
/// they have to wait for a core. The answer does without those that are later.
const VOTE_PATIENCE: Duration = Duration::from_millis(10);

/// Searches with all workers, the first of them on the current thread, until the first is done.
/// `answer` gets the workers that have ended, the first one first; the others end soon after it.
pub(super) fn run<R>(
    helpers: &ThreadPool,
    workers: &mut [Worker<'_>],
    root: &Position,
    answer: impl FnOnce(&[&Worker<'_>]) -> R,
) -> R {
    let Some((first, others)) = workers.split_first_mut() else { return answer(&[]) };
    // The first thread finishes its first iteration before others compete with it for the cores.
    if !first.deepen(root, 1) {
        return answer(&[first]);
    }
    let help = |worker: &mut Worker<'_>| {
        worker.deepen(root, MAX_DEPTH);
        worker.publish_counters();
    };
    helpers.run(others, help, |others| {
        first.deepen(root, MAX_DEPTH);
        first.shared.status.stop();
        let others = others.ended_within(VOTE_PATIENCE);
        let ended: Vec<&Worker<'_>> =
            std::iter::once(&*first).chain(others.iter().map(|worker| &***worker)).collect();
        answer(&ended)
    })
}
