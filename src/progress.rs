//! Shared by long commands: progress bars, rates, and an orderly end on Ctrl-C.

use super::report_output::text_output;
use super::{Failure, signals};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use sakdi_analysis::AnalysisObserver;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Exit status of a run that Ctrl-C interrupted, as shells have it: 128 plus the number of SIGINT.
pub(super) const INTERRUPTED: u8 = 130;

/// A bar of this length on standard error, which shows nothing unless that is a terminal.
pub(super) fn progress_bar(len: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(len), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Progress of long work with its rate and the time left: a bar on a terminal, otherwise a line on
/// standard error every ten seconds.
pub(super) struct RateMeter {
    bar: ProgressBar,
    started: Instant,
    /// Items that were done before this process started.
    done_before: u64,
    last_line: Instant,
}

impl RateMeter {
    /// Time between two lines where standard error is no terminal.
    const LINE_INTERVAL: Duration = Duration::from_secs(10);

    /// Of `total` items, `done` are done already.
    pub(super) fn new(total: u64, done: u64, template: &str) -> Self {
        let bar = progress_bar(total, template);
        bar.set_position(done);
        let started = Instant::now();
        Self { bar, started, done_before: done, last_line: started }
    }

    /// The bar.
    pub(super) const fn bar(&self) -> &ProgressBar {
        &self.bar
    }

    /// Number of items done.
    pub(super) fn done(&self) -> u64 {
        self.bar.position()
    }

    /// Items per second since this process started.
    pub(super) fn per_second(&self) -> f64 {
        let done = self.done() - self.done_before;
        done as f64 / self.started.elapsed().as_secs_f64().max(1e-9)
    }

    /// Time until all items are done, at the rate so far.
    pub(super) fn time_left(&self) -> HumanDuration {
        let left = self.bar.length().unwrap_or_default().saturating_sub(self.done());
        HumanDuration(Duration::from_secs((left as f64 / self.per_second().max(1e-9)) as u64))
    }

    /// Shows a message next to the bar. Without a terminal it writes `line` if one is due.
    pub(super) fn show(&mut self, message: String, line: impl FnOnce() -> String) {
        self.bar.set_message(message);
        if self.bar.is_hidden() && self.last_line.elapsed() >= Self::LINE_INTERVAL {
            self.last_line = Instant::now();
            error_line!("{}", line());
        }
    }
}

/// A progress bar of searched positions, and a flag to stop the work.
pub(super) struct Progress {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
}

impl Progress {
    pub(super) fn new(positions: u64) -> Self {
        // Without words, because the language of the user is unknown here.
        let bar = progress_bar(positions, "{wide_bar} {pos}/{len} {eta}");
        Self { bar, stop: Arc::default() }
    }

    pub(super) const fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Prints text above the bar.
    pub(super) fn print(&self, text: &str) -> io::Result<()> {
        self.bar.suspend(|| text_output().write_all(text.as_bytes()))
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl AnalysisObserver for Progress {
    fn should_stop(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn searched(&self) {
        self.bar.inc(1);
    }
}

/// Sets `stop` on the first SIGINT, SIGTERM or SIGHUP, so that the work ends with what is done. The
/// second one ends the program. A SIGHUP that is ignored already, as after `nohup`, stays so.
pub(super) fn stop_on_interrupt(stop: &Arc<AtomicBool>) -> Result<(), Failure> {
    stop_on_interrupt_after(stop, || {})
}

/// As [`stop_on_interrupt`]; `last` is called before the second signal ends the program.
pub(super) fn stop_on_interrupt_after(
    stop: &Arc<AtomicBool>,
    last: impl Fn() + Send + 'static,
) -> Result<(), Failure> {
    let stop = Arc::clone(stop);
    // The work may set `stop` itself when it has enough.
    let mut is_second = false;
    signals::on_each(move || {
        stop.store(true, Relaxed);
        if std::mem::replace(&mut is_second, true) {
            last();
            std::process::exit(INTERRUPTED.into());
        }
    })?;
    Ok(())
}
