//! Lazy SMP: all threads search the same root and share the transposition table.

use super::iterative_deepening::MAX_DEPTH;
use super::worker::Worker;
use crate::position::Position;
use std::thread;

/// Stack size that a thread needs to search: a frame and a list of moves for every ply.
pub const STACK_BYTES: usize = 16 << 20;

/// Searches with all workers, the first of them on the current thread, until it is done. Its result
/// is that of the search.
pub(super) fn run(workers: &mut [Worker<'_>], root: &Position) {
    let Some((first, helpers)) = workers.split_first_mut() else { return };
    // The first thread finishes its first iteration before others compete with it for the cores.
    if !first.deepen(root, 1) {
        return;
    }
    thread::scope(|scope| {
        for helper in helpers {
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            if let Err(error) = thread.spawn_scoped(scope, || helper.deepen(root, MAX_DEPTH)) {
                log::warn!("the search continues with one thread less: {error}");
            }
        }
        first.deepen(root, MAX_DEPTH);
        first.shared.status.stop();
    });
}
