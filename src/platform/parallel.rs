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

/// Threads that live as long as the pool, so that each of them can keep its own data in its cache and
/// in the memory near it.
#[derive(Debug, Default)]
pub struct ThreadPool {
    // `None` without threads.
    #[cfg(feature = "cli")]
    threads: Option<rayon::ThreadPool>,
    #[cfg(not(feature = "cli"))]
    threads: usize,
    #[cfg(not(feature = "cli"))]
    stack_bytes: usize,
}

#[cfg(feature = "cli")]
impl ThreadPool {
    /// A pool of threads with this much stack. If the system does not allow so many it has fewer,
    /// with a warning: see [`Self::len`].
    pub fn new(threads: usize, stack_bytes: usize) -> Self {
        let build = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            pool.stack_size(stack_bytes).build()
        };
        let sizes = std::iter::successors(Some(threads), |threads| Some(threads / 2));
        for size in sizes.take_while(|&size| size > 0) {
            match build(size) {
                Ok(pool) => return Self { threads: Some(pool) },
                Err(error) => log::warn!("{size} more threads cannot be started: {error}"),
            }
        }
        Self { threads: None }
    }

    /// Number of threads.
    pub fn len(&self) -> usize {
        self.threads.as_ref().map_or(0, rayon::ThreadPool::current_num_threads)
    }

    /// Does the work for each item on the thread of its number, and `own` on the caller's thread at
    /// the same time. Items beyond the number of threads are left out.
    pub fn run<T: Send>(
        &self,
        items: &mut [T],
        work: impl Fn(&mut T) + Sync,
        own: impl FnOnce() + Send,
    ) {
        let Some(threads) = &self.threads else { return own() };
        // No two threads have the same item.
        let items: Vec<_> = items.iter_mut().map(std::sync::Mutex::new).collect();
        threads.in_place_scope(|scope| {
            scope.spawn_broadcast(|_, thread| {
                if let Some(Ok(mut item)) = items.get(thread.index()).map(|item| item.lock()) {
                    work(&mut item);
                }
            });
            own();
        });
    }
}

#[cfg(not(feature = "cli"))]
impl ThreadPool {
    /// A pool of threads with this much stack, which are started for each work.
    pub fn new(threads: usize, stack_bytes: usize) -> Self {
        Self { threads, stack_bytes }
    }

    /// Most threads for a work.
    pub fn len(&self) -> usize {
        self.threads
    }

    /// Does the work for each item on a thread, and `own` on the caller's thread at the same time.
    /// Items beyond the number of threads, and those whose thread cannot be started, are left out.
    pub fn run<T: Send>(
        &self,
        items: &mut [T],
        work: impl Fn(&mut T) + Sync,
        own: impl FnOnce() + Send,
    ) {
        std::thread::scope(|scope| {
            for item in items.iter_mut().take(self.threads) {
                let work = &work;
                let thread = std::thread::Builder::new().stack_size(self.stack_bytes);
                if let Err(error) = thread.spawn_scoped(scope, move || work(item)) {
                    log::warn!("the work goes on with a thread less: {error}");
                }
            }
            own();
        });
    }
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
        assert!(numbers.iter().map(|number| number * number).eq(squares));
        let mut items = numbers.clone();
        for_each(&mut items[..5], 1 << 16, |item| *item += 1);
        assert_eq!(items[..6], [1, 2, 3, 4, 5, 5]);
    }

    #[test]
    fn a_pool_does_the_work_on_the_same_threads_every_time() {
        let pool = ThreadPool::new(3, 1 << 16);
        let threads = || {
            let mut found = [None; 3];
            let mut own = None;
            let current = || Some(std::thread::current().id());
            pool.run(&mut found, |thread| *thread = current(), || own = current());
            assert_eq!(own, current());
            assert!(found.iter().all(|thread| thread.is_some() && *thread != own));
            found
        };
        let first = threads();
        if cfg!(feature = "cli") {
            assert_eq!(threads(), first);
        }
        let mut own = false;
        ThreadPool::new(0, 1 << 16).run(&mut [(); 2], |()| panic!("no threads"), || own = true);
        assert!(own);
    }
}
