//! Signals from the loop to a running search. They also decide when the search may answer.

use super::output::Output;
use crate::search::SearchObserver;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// What a client can signal to a running search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
}

/// Polls for interrupts by the client since the search began.
pub(super) type Listener = Arc<dyn Fn() -> Option<Interrupt> + Send + Sync>;

/// Signals from the loop to one search. The search reads the flags. An answer that is ready before
/// the client may receive one is kept until then.
pub(super) struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Only `stop` makes the answer due.
    endless: bool,
    /// Polled whenever the flags are read, if the loop does not run concurrently with the search.
    listener: Option<Listener>,
    withheld: Mutex<Option<Answer>>,
}

/// An answer and where it goes.
struct Answer {
    output: Output,
    text: String,
}

impl Signals {
    pub(super) const fn new(endless: bool, pondering: bool) -> Self {
        Self {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            endless,
            listener: None,
            withheld: Mutex::new(None),
        }
    }

    /// Also polls a listener for interrupts.
    pub(super) fn with_listener(self, listener: Listener) -> Self {
        Self { listener: Some(listener), ..self }
    }

    /// Ends the search: its answer is due.
    pub(super) fn stop(&self) {
        self.change(|| self.stop.store(true, Relaxed));
    }

    /// The opponent made the expected move: from now on the limits apply. Without any limit the
    /// search ends.
    pub(super) fn ponder_hit(&self) {
        self.change(|| {
            if self.pondering.swap(false, Relaxed) && self.endless {
                self.stop.store(true, Relaxed);
            }
        });
    }

    /// Whether the search has to end.
    pub(super) fn is_stopped(&self) -> bool {
        match self.listener.as_ref().and_then(|listener| listener()) {
            Some(Interrupt::Stop) => self.stop(),
            Some(Interrupt::PonderHit) => self.ponder_hit(),
            None => {}
        }
        self.stop.load(Relaxed)
    }

    /// Writes the answer of the search, complete lines, as soon as the client may receive it.
    pub(super) fn answer(&self, output: &Output, text: String) {
        let answer = Answer { output: output.clone(), text };
        let mut withheld = self.withheld.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_due() {
            answer.write();
        } else {
            *withheld = Some(answer);
        }
    }

    fn is_due(&self) -> bool {
        self.stop.load(Relaxed) || !(self.endless || self.is_pondering())
    }

    // Under the lock, so that no answer is withheld at the moment it becomes due.
    fn change(&self, change: impl FnOnce()) {
        let mut withheld = self.withheld.lock().unwrap_or_else(PoisonError::into_inner);
        change();
        if self.is_due()
            && let Some(answer) = withheld.take()
        {
            answer.write();
        }
    }
}

impl Answer {
    fn write(&self) {
        self.output.text(&self.text);
    }
}

impl SearchObserver for Signals {
    fn should_stop(&self) -> bool {
        self.is_stopped()
    }

    fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }
}
