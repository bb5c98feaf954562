//! Divides work among threads, on platforms with threads.

use std::fmt;

/// No threads could be started.
#[derive(Debug)]
pub struct ThreadError(String);

impl fmt::Display for ThreadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ThreadError {}

/// Does the work; calls of [`map`] within it use this many threads.
///
/// # Errors
/// When the threads cannot be started.
#[cfg(feature = "cli")]
pub fn with_threads<R: Send>(
    threads: usize,
    work: impl FnOnce() -> R + Send,
) -> Result<R, ThreadError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
    Ok(pool.map_err(|error| ThreadError(error.to_string()))?.install(work))
}

/// Does the work.
///
/// # Errors
/// None.
#[cfg(not(feature = "cli"))]
pub fn with_threads<R: Send>(
    _threads: usize,
    work: impl FnOnce() -> R + Send,
) -> Result<R, ThreadError> {
    Ok(work())
}

/// The results of `work` for each item, in the order of the items.
#[cfg(feature = "cli")]
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    use rayon::prelude::*;
    items.par_iter().map(work).collect()
}

/// The results of `work` for each item, in the order of the items.
#[cfg(not(feature = "cli"))]
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    items.iter().map(work).collect()
}

/// Does the work for all items at the same time, each on a thread with this much stack. Items whose
/// thread cannot be started are left out, with a warning. On platforms without threads the caller's
/// thread does all the work.
pub fn for_each<T: Send>(items: &mut [T], stack_bytes: usize, work: impl Fn(&mut T) + Sync) {
    if super::MAX_THREADS == 1 {
        return items.iter_mut().for_each(work);
    }
    std::thread::scope(|scope| {
        for item in items {
            let work = &work;
            let thread = std::thread::Builder::new().stack_size(stack_bytes);
            if let Err(error) = thread.spawn_scoped(scope, move || work(item)) {
                log::warn!("the work goes on with a thread less: {error}");
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_the_order_of_their_items() {
        let numbers: Vec<u32> = (0..1000).collect();
        let squares = with_threads(3, || map(&numbers, |number| number * number));
        let squares = squares.expect("threads");
        assert!(numbers.iter().zip(&squares).all(|(number, square)| number * number == *square));
        let mut items = numbers.clone();
        for_each(&mut items[..5], 1 << 16, |item| *item += 1);
        assert_eq!(items[..6], [1, 2, 3, 4, 5, 5]);
    }
}
