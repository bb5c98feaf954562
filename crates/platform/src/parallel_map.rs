//! Divides work that has results among threads.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

/// The results of `work` for each item, in the order of the items. Each call starts its own threads: a
/// forked process does not have the threads of a global pool, and would wait for them for ever.
pub fn parallel_map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let do_some = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Relaxed));
        let items = numbers.map_while(|number| Some((number, items.get(number)?)));
        items.map(|(number, item)| (number, work(item))).collect::<Vec<_>>()
    };
    let mut results = thread::scope(|scope| {
        // What a thread that cannot be started would do is done by the others.
        let start = |_| thread::Builder::new().spawn_scoped(scope, do_some).ok();
        let others: Vec<_> = (1..processors.min(items.len())).filter_map(start).collect();
        let mut results = do_some();
        for other in others {
            results.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        results
    });
    results.sort_unstable_by_key(|&(number, _)| number);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_the_order_of_their_items() {
        for length in [0, 1, 1000_u32] {
            let numbers: Vec<u32> = (0..length).collect();
            let squares = parallel_map(&numbers, |number| number * number);
            assert!(numbers.iter().map(|number| number * number).eq(squares));
        }
    }
}
