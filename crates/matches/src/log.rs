//! A log of the UCI traffic of a match.

use sakdi_platform::files;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Writes every line that an engine sends or receives: milliseconds since the start, `<` for lines
/// to the engine and `>` for lines from it, the engine's name and the number of its process.
#[derive(Debug)]
pub struct TrafficLog {
    started: Instant,
    file: Mutex<File>,
    processes: AtomicU32,
}

impl TrafficLog {
    /// Opens a log. Appends to the file, so that a resumed match keeps its earlier traffic.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = Mutex::new(files::append(path)?);
        Ok(Self { started: Instant::now(), file, processes: AtomicU32::new(0) })
    }

    /// Numbers a new engine process, from 1: an engine has one for each game at a time.
    pub(super) fn next_process(&self) -> u32 {
        self.processes.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Writes one line, at once, because the last ones before an abrupt end are those that are
    /// wanted. Errors are ignored: a full disk must not end a match.
    pub(super) fn write(&self, engine: &str, process: u32, direction: char, line: &str) {
        let time = self.started.elapsed().as_millis();
        let text = format!("{time} {direction} {engine}#{process}: {line}\n");
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = file.write_all(text.as_bytes());
    }
}
