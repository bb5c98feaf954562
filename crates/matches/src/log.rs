//! A log of the UCI traffic of a match.

use sakdi_platform::files;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Writes every line that an engine sends or receives: milliseconds since the start, `<` for lines
/// to the engine and `>` for lines from it, the engine's name and the number of its process.
#[derive(Debug)]
pub struct TrafficLog {
    started: Instant,
    file: Mutex<LogFile>,
    processes: AtomicU32,
}

#[derive(Debug)]
struct LogFile {
    file: File,
    /// Why a line could not be written. The log ends before it.
    failure: Option<io::Error>,
}

impl TrafficLog {
    /// Opens a log. Appends to the file, so that a resumed match keeps its earlier traffic.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = Mutex::new(LogFile { file: files::append(path)?, failure: None });
        Ok(Self { started: Instant::now(), file, processes: AtomicU32::new(0) })
    }

    /// Numbers a new engine process, from 1: an engine has one for each game at a time.
    pub(super) fn next_process(&self) -> u32 {
        self.processes.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Whether a file begins as a log does.
    pub fn is_log(path: &Path) -> bool {
        /// More bytes than the time and the direction of a line.
        const BEGINNING: u64 = 32;
        let mut beginning = Vec::new();
        let read =
            File::open(path).and_then(|file| file.take(BEGINNING).read_to_end(&mut beginning));
        let digits = beginning.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let direction = &beginning[digits..];
        let has_direction = direction.starts_with(b" < ") || direction.starts_with(b" > ");
        read.is_ok() && digits > 0 && has_direction
    }

    /// Ends the log.
    ///
    /// # Errors
    /// A line could not be written.
    pub fn finish(self) -> io::Result<()> {
        let LogFile { failure, .. } =
            self.file.into_inner().unwrap_or_else(PoisonError::into_inner);
        failure.map_or(Ok(()), Err)
    }

    /// Writes one line, at once, because the last ones before an abrupt end are those that are
    /// wanted. [`Self::finish`] returns an error: a full disk must not end a match.
    pub(super) fn write(&self, engine: &str, process: u32, direction: char, line: &str) {
        let time = self.started.elapsed().as_millis();
        let text = format!("{time} {direction} {engine}#{process}: {line}\n");
        let mut log = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if log.failure.is_none() {
            log.failure = log.file.write_all(text.as_bytes()).err();
        }
    }
}
