//! A log of the UCI traffic of a match.

use crate::platform::files;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Writes every line that an engine sends or receives: milliseconds since the start, `<` for lines
/// to the engine and `>` for lines from it, the engine's name and the number of its process.
#[derive(Debug)]
pub struct TrafficLog {
    started: Instant,
    file: Mutex<BufWriter<File>>,
    processes: AtomicU32,
}

impl TrafficLog {
    /// Opens a log. Appends to the file, so that a resumed match keeps its earlier traffic.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = files::append(path)?;
        let file = Mutex::new(BufWriter::new(file));
        Ok(Self { started: Instant::now(), file, processes: AtomicU32::new(0) })
    }

    /// Numbers a new engine process, from 1: an engine has one for each game at a time.
    pub(super) fn next_process(&self) -> u32 {
        self.processes.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Writes one line. Errors are ignored: a full disk must not end a match.
    pub(super) fn write(&self, engine: &str, process: u32, direction: char, line: &str) {
        let time = self.started.elapsed().as_millis();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(file, "{time} {direction} {engine}#{process}: {line}");
    }

    /// Flushes buffered lines to the file.
    pub fn flush(&self) {
        let _ = self.file.lock().unwrap_or_else(PoisonError::into_inner).flush();
    }
}
