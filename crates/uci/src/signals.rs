//! Signals from the loop to a running job. They also decide when a search may answer.

use super::output::Output;
use sakdi_engine::search::SearchObserver;
use sakdi_platform::Instant;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

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

/// Signals from the loop to one job. The job reads the flags. The answer of a search that is ready
/// before the client may receive it is kept until then.
pub(super) struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
    end: SearchEnd,
    /// Polled whenever the flags are read, if the loop does not run concurrently with the job.
    listener: Option<Listener>,
    /// When the job is stopped, because other commands wait for it.
    deadline: OnceLock<Instant>,
    progress: Mutex<Progress>,
    has_ended: Condvar,
    /// Held while a report is written: a client that reads nothing can make that take for ever.
    reporting: Mutex<()>,
}

/// What ends a search, besides `stop`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchEnd {
    /// Its limits.
    Limits,
    /// `ponderhit`: the client has named no limit.
    PonderHit,
    /// Nothing.
    Never,
}

/// What a job has written.
#[derive(Default)]
struct Progress {
    /// Whether it has its result. A search writes nothing more then, except an answer that is withheld.
    ended: bool,
    withheld: Option<Answer>,
    /// The answer by the best line so far.
    latest: Option<Answer>,
}

/// An answer and where it goes.
struct Answer {
    output: Output,
    text: String,
}

impl Signals {
    pub(super) fn new(end: SearchEnd, pondering: bool) -> Self {
        Self {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            end,
            listener: None,
            deadline: OnceLock::new(),
            progress: Mutex::default(),
            has_ended: Condvar::new(),
            reporting: Mutex::new(()),
        }
    }

    /// Also polls a listener for interrupts.
    pub(super) fn with_listener(self, listener: Listener) -> Self {
        Self { listener: Some(listener), ..self }
    }

    /// Ends the job: the answer of a search is due.
    pub(super) fn stop(&self) {
        self.change(|| self.stop.store(true, Relaxed));
    }

    /// Ends the job after this time, unless an earlier end is set already.
    pub(super) fn stop_after(&self, time: Duration) {
        self.deadline.get_or_init(|| Instant::now() + time);
    }

    /// The opponent made the expected move: from now on the search obeys its limits, which
    /// `is_pondering` held back in `Worker::poll` and `Worker::is_satisfied`. Without any limit it ends.
    pub(super) fn ponder_hit(&self) {
        self.change(|| {
            if self.pondering.swap(false, Relaxed) && self.end == SearchEnd::PonderHit {
                self.stop.store(true, Relaxed);
            }
        });
    }

    /// Whether the job has to end.
    pub(super) fn is_stopped(&self) -> bool {
        match self.listener.as_ref().and_then(|listener| listener()) {
            Some(Interrupt::Stop) => self.stop(),
            Some(Interrupt::PonderHit) => self.ponder_hit(),
            None => {}
        }
        self.stop.load(Relaxed)
            || self.deadline.get().is_some_and(|deadline| Instant::now() >= *deadline)
    }

    /// Writes a report of the search, a complete line. `answer` is that by the line reported, complete
    /// lines, if it may be given.
    pub(super) fn report(&self, output: &Output, report: &str, answer: Option<String>) {
        let _reporting = self.reporting.lock().unwrap_or_else(PoisonError::into_inner);
        if self.progress().ended {
            return;
        }
        output.line(report);
        if let Some(text) = answer {
            self.progress().latest = Some(Answer { output: output.clone(), text });
        }
    }

    /// Writes the answer of the search, complete lines, as soon as the client may receive it.
    pub(super) fn answer(&self, output: &Output, text: String) {
        let mut progress = self.progress();
        if progress.ended {
            return;
        }
        let answer = Answer { output: output.clone(), text };
        if self.is_due() {
            answer.write();
        } else {
            progress.withheld = Some(answer);
        }
        progress.ended = true;
        self.has_ended.notify_all();
    }

    /// The job has its result.
    pub(super) fn end(&self) {
        self.progress().ended = true;
        self.has_ended.notify_all();
    }

    /// Waits a moment for the answer of a stopped search, and then answers for it by the last line
    /// that was reported: where other programs use all cores, the thread of the search may have to
    /// wait long for its turn.
    pub(super) fn answer_soon(&self) {
        // Long enough for any search that has a core.
        const MOMENT: Duration = Duration::from_millis(30);
        if self.ends_within(MOMENT) {
            return;
        }
        // A search that is writing a report has a core.
        let Ok(_reporting) = self.reporting.try_lock() else { return };
        let mut progress = self.progress();
        if !progress.ended
            && let Some(answer) = progress.latest.take()
        {
            answer.write();
            progress.ended = true;
            self.has_ended.notify_all();
        }
    }

    /// Waits until a stopped search has answered.
    pub(super) fn await_answer(&self) {
        self.answer_soon();
        let _ended = self.has_ended.wait_while(self.progress(), |progress| !progress.ended);
    }

    /// Whether the job has its result within this time.
    pub(super) fn ends_within(&self, time: Duration) -> bool {
        let progress = self.progress();
        // A system without threads has no clock for the wait.
        if progress.ended || time.is_zero() {
            return progress.ended;
        }
        let waited = self.has_ended.wait_timeout_while(progress, time, |progress| !progress.ended);
        waited.unwrap_or_else(PoisonError::into_inner).0.ended
    }

    fn is_due(&self) -> bool {
        self.stop.load(Relaxed) || self.end == SearchEnd::Limits && !self.is_pondering()
    }

    // Under the lock, so that no answer is withheld at the moment it becomes due.
    fn change(&self, change: impl FnOnce()) {
        let mut progress = self.progress();
        change();
        if self.is_due()
            && let Some(answer) = progress.withheld.take()
        {
            answer.write();
        }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
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

    fn takes_reports(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{self, Write};

    /// An output that is read afterwards.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no panic").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Written {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().expect("no panic").clone()).expect("text")
        }
    }

    /// Nobody searches: it is as if the thread of the search had to wait long for a core.
    #[test]
    fn a_search_without_a_core_answers_by_its_last_line() {
        let written = Written::default();
        let output = Output::new(written.clone());
        let signals = Signals::new(SearchEnd::Never, false);
        signals.report(&output, "info 1", Some("bestmove a\n".to_owned()));
        signals.report(&output, "info 2", Some("bestmove b\n".to_owned()));
        signals.report(&output, "info of another line", None);
        signals.stop();
        signals.answer_soon();
        let text = "info 1\ninfo 2\ninfo of another line\nbestmove b\n";
        assert_eq!(written.text(), text);
        // The search has a core again, and says nothing more.
        signals.report(&output, "info 3", Some("bestmove c\n".to_owned()));
        signals.answer(&output, "bestmove c\n".to_owned());
        signals.stop();
        signals.await_answer();
        assert_eq!(written.text(), text);
    }

    #[test]
    fn an_answer_is_kept_until_it_is_due() {
        let written = Written::default();
        let output = Output::new(written.clone());
        let signals = Signals::new(SearchEnd::Limits, true);
        signals.report(&output, "info", Some("bestmove a\n".to_owned()));
        signals.answer(&output, "bestmove b\n".to_owned());
        assert!(signals.ends_within(Duration::ZERO));
        assert_eq!(written.text(), "info\n");
        signals.ponder_hit();
        signals.stop();
        signals.await_answer();
        assert_eq!(written.text(), "info\nbestmove b\n");
    }

    #[test]
    fn a_job_for_which_others_wait_ends_at_its_time() {
        let signals = Signals::new(SearchEnd::Limits, false);
        assert!(!signals.is_stopped());
        signals.stop_after(Duration::from_secs(3600));
        assert!(!signals.is_stopped());
        let signals = Signals::new(SearchEnd::Limits, false);
        signals.stop_after(Duration::ZERO);
        // The first time counts.
        signals.stop_after(Duration::from_secs(3600));
        assert!(signals.is_stopped());
    }
}
