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

/// Does the work; calls of [`map`] within it use this many threads, or fewer if there are fewer
/// processors or the system does not allow so many.
///
/// # Errors
/// When no thread can be started.
#[cfg(not(target_family = "wasm"))]
pub fn with_threads<R: Send>(
    threads: usize,
    work: impl FnOnce() -> R + Send,
) -> Result<R, ThreadError> {
    // More threads than processors gain nothing, and each of them takes memory.
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let pool =
        pool(threads.clamp(1, processors)).map_err(|error| ThreadError(error.to_string()))?;
    Ok(pool.install(work))
}

/// A pool of as many threads as the system allows, up to `wanted`.
#[cfg(not(target_family = "wasm"))]
fn pool(mut wanted: usize) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    loop {
        let mut started = Vec::with_capacity(wanted);
        let spawn = |thread: rayon::ThreadBuilder| {
            started.push(std::thread::Builder::new().spawn(|| thread.run())?);
            Ok(())
        };
        match rayon::ThreadPoolBuilder::new().num_threads(wanted).spawn_handler(spawn).build() {
            Err(_) if wanted > 1 => {}
            pool => return pool,
        }
        wanted = started.len().clamp(1, wanted - 1);
        // They end at once, and no longer count among the threads that the system allows.
        for thread in started {
            let _panicked = thread.join();
        }
    }
}

/// Does the work.
///
/// # Errors
/// None.
#[cfg(target_family = "wasm")]
pub fn with_threads<R: Send>(
    _threads: usize,
    work: impl FnOnce() -> R + Send,
) -> Result<R, ThreadError> {
    Ok(work())
}

/// The results of `work` for each item, in the order of the items.
#[cfg(not(target_family = "wasm"))]
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    use rayon::prelude::*;
    items.par_iter().map(work).collect()
}

/// The results of `work` for each item, in the order of the items.
#[cfg(target_family = "wasm")]
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    items.iter().map(work).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_the_order_of_their_items() {
        let numbers: Vec<u32> = (0..1000).collect();
        let squares = with_threads(3, || map(&numbers, |number| number * number));
        let squares = squares.expect("threads");
        assert!(numbers.iter().map(|number| number * number).eq(squares));
    }
}
