//! Divides work among threads, on platforms with threads.

#[cfg(not(target_family = "wasm"))]
use super::memory;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Threads that live as long as the pool, so that each of them can keep its own data in its cache and
/// in the memory near it.
#[derive(Debug, Default)]
pub struct ThreadPool {
    // `None` without threads.
    #[cfg(not(target_family = "wasm"))]
    threads: Option<rayon::ThreadPool>,
    #[cfg(target_family = "wasm")]
    threads: usize,
    #[cfg(target_family = "wasm")]
    stack_bytes: usize,
}

#[cfg(not(target_family = "wasm"))]
impl ThreadPool {
    /// Address space that a C library takes for the heap of a thread, at most: glibc maps twice 64 MiB
    /// to have 64 of them aligned. Without room for one, threads share heaps.
    const HEAP_BYTES: usize = 128 << 20;

    /// Address space that is left when no more threads are started: for what the threads and the rest
    /// of the program allocate while they work, and for a heap of the thread that gives them work.
    const HEADROOM: usize = Self::HEAP_BYTES + (64 << 20);

    /// A pool of threads with this much stack, each of which needs `own_bytes` of other memory. If the
    /// system does not allow so many it has fewer, with a warning: see [`Self::len`].
    pub fn new(threads: usize, stack_bytes: usize, own_bytes: usize) -> Self {
        let mut wanted = threads;
        while wanted > 0 {
            let is_scarce =
                !memory::has_room(wanted * (stack_bytes + own_bytes + Self::HEAP_BYTES));
            let mut started = Vec::with_capacity(wanted);
            let spawn = |thread: rayon::ThreadBuilder| {
                // A thread that starts without any memory left aborts the program.
                let needed = Self::HEADROOM + stack_bytes + (started.len() + 1) * own_bytes;
                if is_scarce && !memory::has_room(needed) {
                    return Err(std::io::ErrorKind::OutOfMemory.into());
                }
                let builder = thread::Builder::new().stack_size(stack_bytes);
                let (sender, has_heap) = std::sync::mpsc::channel();
                started.push(builder.spawn(move || {
                    // Sending allocates: from here on the thread has its heap.
                    let _ignored = sender.send(());
                    thread.run();
                })?);
                if is_scarce {
                    let _ignored = has_heap.recv();
                }
                Ok(())
            };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(wanted).spawn_handler(spawn);
            match pool.build() {
                Ok(pool) => return Self { threads: Some(pool) },
                Err(error) => log::warn!("{wanted} more threads cannot be started: {error}"),
            }
            wanted = started.len().min(wanted - 1);
            // They end at once, and give back their stacks.
            for thread in started {
                let _panicked = thread.join();
            }
        }
        Self { threads: None }
    }

    /// Number of threads.
    pub fn len(&self) -> usize {
        self.threads.as_ref().map_or(0, rayon::ThreadPool::current_num_threads)
    }

    /// Whether the pool has no threads.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Does the work for each item on the thread of its number, and `own` on the caller's thread at
    /// the same time. Items beyond the number of threads are left out. Returns what `own` does, after
    /// the end of all work.
    pub fn run<T: Send, R>(
        &self,
        items: &mut [T],
        work: impl Fn(&mut T) + Sync,
        own: impl FnOnce(&Items<'_, T>) -> R,
    ) -> R {
        let items = Items::new(items, self.len());
        let Some(threads) = &self.threads else { return own(&items) };
        threads.in_place_scope(|scope| {
            scope.spawn_broadcast(|_, thread| items.work_on(thread.index(), &work));
            own(&items)
        })
    }
}

#[cfg(target_family = "wasm")]
impl ThreadPool {
    /// A pool of threads with this much stack, which are started for each work.
    pub fn new(threads: usize, stack_bytes: usize, _own_bytes: usize) -> Self {
        Self { threads, stack_bytes }
    }

    /// Most threads for a work.
    pub fn len(&self) -> usize {
        self.threads
    }

    /// Whether the pool has no threads.
    pub fn is_empty(&self) -> bool {
        self.threads == 0
    }

    /// Does the work for each item on a thread, and `own` on the caller's thread at the same time.
    /// Items beyond the number of threads, and those whose thread cannot be started, are left out.
    /// Returns what `own` does, after the end of all work.
    pub fn run<T: Send, R>(
        &self,
        items: &mut [T],
        work: impl Fn(&mut T) + Sync,
        own: impl FnOnce(&Items<'_, T>) -> R,
    ) -> R {
        let items = Items::new(items, self.threads);
        thread::scope(|scope| {
            for number in 0..items.worked_on {
                let (items, work) = (&items, &work);
                let thread = thread::Builder::new().stack_size(self.stack_bytes);
                let spawned = thread.spawn_scoped(scope, move || items.work_on(number, work));
                if let Err(error) = spawned {
                    log::warn!("the work goes on with a thread less: {error}");
                    items.end();
                }
            }
            own(&items)
        })
    }
}

/// The items that the threads of a pool work on.
#[derive(Debug)]
pub struct Items<'a, T> {
    // Each is locked by its thread while that works on it.
    items: Vec<Mutex<&'a mut T>>,
    /// Number of items that have a thread.
    worked_on: usize,
    // Number of items whose work has ended.
    ended: Mutex<usize>,
    has_ended: Condvar,
}

impl<'a, T> Items<'a, T> {
    fn new(items: &'a mut [T], threads: usize) -> Self {
        let items: Vec<_> = items.iter_mut().map(Mutex::new).collect();
        let worked_on = threads.min(items.len());
        Self { items, worked_on, ended: Mutex::new(0), has_ended: Condvar::new() }
    }

    fn work_on(&self, number: usize, work: impl Fn(&mut T)) {
        // No two threads have the same item.
        if let Some(Ok(mut item)) = self.items.get(number).map(Mutex::lock) {
            work(&mut item);
            drop(item);
            self.end();
        }
    }

    fn end(&self) {
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.has_ended.notify_one();
    }

    /// Waits until the work on all items has ended, for this long at most. Returns the items that
    /// nobody works on then.
    pub fn ended_within(&self, patience: Duration) -> Vec<MutexGuard<'_, &'a mut T>> {
        // A system without threads has no clock for the wait.
        if self.worked_on > 0 {
            let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
            let is_at_work = |ended: &mut usize| *ended < self.worked_on;
            let _all_or_late = self.has_ended.wait_timeout_while(ended, patience, is_at_work);
        }
        self.items.iter().filter_map(|item| item.try_lock().ok()).collect()
    }
}

/// Does the work for all items at the same time, each on a thread with this much stack. Items whose
/// thread cannot be started are left out, with a warning. On platforms without threads the caller's
/// thread does all the work.
pub fn for_each<T: Send>(items: &mut [T], stack_bytes: usize, work: impl Fn(&mut T) + Sync) {
    if super::MAX_THREADS == 1 {
        return items.iter_mut().for_each(work);
    }
    thread::scope(|scope| {
        for item in items {
            let work = &work;
            let thread = thread::Builder::new().stack_size(stack_bytes);
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
    fn each_item_is_worked_on_once() {
        let mut items: Vec<u32> = (0..1000).collect();
        for_each(&mut items[..5], 1 << 16, |item| *item += 1);
        assert_eq!(items[..6], [1, 2, 3, 4, 5, 5]);
    }

    #[test]
    fn a_pool_does_the_work_on_the_same_threads_every_time() {
        let pool = ThreadPool::new(3, 1 << 16, 0);
        let threads = || {
            let mut found = [None; 3];
            let mut own = None;
            let current = || Some(std::thread::current().id());
            pool.run(&mut found, |thread| *thread = current(), |_| own = current());
            assert_eq!(own, current());
            assert!(found.iter().all(|thread| thread.is_some() && *thread != own));
            found
        };
        let first = threads();
        if cfg!(not(target_family = "wasm")) {
            assert_eq!(threads(), first);
        }
        let mut own = false;
        ThreadPool::new(0, 1 << 16, 0).run(&mut [(); 2], |()| panic!("no threads"), |_| own = true);
        assert!(own);
    }

    #[test]
    fn what_is_done_is_known_before_all_is() {
        let pool = ThreadPool::new(3, 1 << 16, 0);
        let (sender, receiver) = std::sync::mpsc::channel::<()>();
        let receiver = Mutex::new(Some(receiver));
        let mut items = [0, 1, 2];
        let work = |item: &mut i32| {
            // One of them waits until the others were seen.
            if *item == 1
                && let Some(receiver) = receiver.lock().expect("no panic").take()
            {
                let _disconnected = receiver.recv();
            }
            *item += 10;
        };
        pool.run(&mut items, work, |items| {
            let moment = Duration::from_millis(1);
            let values =
                || -> Vec<i32> { items.ended_within(moment).iter().map(|item| ***item).collect() };
            while values() != [10, 12] {}
            drop(sender);
        });
        assert_eq!(items, [10, 11, 12]);
    }
}
