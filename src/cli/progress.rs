//! What commands that search many positions share: a progress bar, and an end in order.

use super::Failure;
use crate::analysis::Watch;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Status of a run that Ctrl-C broke off, as a shell has it: 128 and the number of SIGINT.
pub(super) const INTERRUPTED: u8 = 130;

/// How far the work is, and whether it is to end.
pub(super) struct Progress {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
}

impl Progress {
    pub(super) fn new(positions: u64) -> Self {
        // Draws nothing unless standard error is a terminal.
        let bar = ProgressBar::with_draw_target(Some(positions), ProgressDrawTarget::stderr());
        // In no language: whoever reads it has chosen one for the rest.
        let template = "{wide_bar} {pos}/{len} {eta}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar, stop: Arc::default() }
    }

    pub(super) const fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Prints text above the bar.
    pub(super) fn print(&self, text: &str) -> io::Result<()> {
        self.bar.suspend(|| io::stdout().lock().write_all(text.as_bytes()))
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Progress {
    fn should_stop(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn searched(&self) {
        self.bar.inc(1);
    }
}

/// Has Ctrl-C and its like end the work with what there is of it, and a second one the program.
pub(super) fn end_in_order(stop: &Arc<AtomicBool>) -> Result<(), Failure> {
    let stop = Arc::clone(stop);
    ctrlc::set_handler(move || {
        if stop.swap(true, Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    })
    .map_err(|error| Failure::Io(io::Error::other(error)))
}
