//! Lazy SMP: all threads search the same root and share the transposition table.

use super::iterative_deepening::MAX_DEPTH;
use super::worker::Worker;
use crate::platform::parallel::ThreadPool;
use crate::position::Position;

/// Stack size that a thread needs to search: a frame and a list of moves for every ply.
pub const STACK_BYTES: usize = 16 << 20;

/// Searches with all workers, the first of them on the current thread, until it is done. Its result
/// is that of the search.
pub(super) fn run(helpers: &ThreadPool, workers: &mut [Worker<'_>], root: &Position) {
    let Some((first, others)) = workers.split_first_mut() else { return };
    // The first thread finishes its first iteration before others compete with it for the cores.
    if !first.deepen(root, 1) {
        return;
    }
    let help = |worker: &mut Worker<'_>| {
        worker.deepen(root, MAX_DEPTH);
    };
    helpers.run(others, help, || {
        first.deepen(root, MAX_DEPTH);
        first.shared.status.stop();
    });
}
