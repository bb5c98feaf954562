//! What the loop tells a running search.

use crate::search::SearchObserver;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};

/// Signals from the loop to one search. The search reads the flags; the condition variable is for
/// the answer that has to be withheld until the client asks for it.
#[derive(Debug)]
pub(super) struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Only `stop` makes the answer due.
    endless: bool,
    lock: Mutex<()>,
    changed: Condvar,
}

impl Signals {
    pub(super) const fn new(endless: bool, pondering: bool) -> Self {
        Self {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            endless,
            lock: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    /// Ends the search: its answer is due.
    pub(super) fn stop(&self) {
        self.change(|| self.stop.store(true, Relaxed));
    }

    /// The opponent made the expected move: from now on the limits hold. Where there are none the
    /// time on the opponent's clock was all there was to think.
    pub(super) fn ponder_hit(&self) {
        self.change(|| {
            if self.pondering.swap(false, Relaxed) && self.endless {
                self.stop.store(true, Relaxed);
            }
        });
    }

    /// True once the search has to end.
    pub(super) const fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Waits until the answer may be given.
    pub(super) fn wait_until_due(&self) {
        let withheld = |(): &mut ()| !self.should_stop() && (self.endless || self.is_pondering());
        let guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(guard, withheld).unwrap_or_else(PoisonError::into_inner));
    }

    // Under the lock, lest the change fall between a waiter's look and its sleep.
    fn change(&self, change: impl FnOnce()) {
        let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        change();
        self.changed.notify_all();
    }
}

impl SearchObserver for Signals {
    fn should_stop(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }
}
