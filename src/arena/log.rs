//! The full protocol traffic of a match, in one file.

use crate::platform::files;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Writes down what goes to and comes from every engine: milliseconds since the beginning, `<`
/// for lines to the engine and `>` for lines from it, the engine's name and the game's number.
#[derive(Debug)]
pub struct TrafficLog {
    began: Instant,
    file: Mutex<BufWriter<File>>,
}

impl TrafficLog {
    /// Appends to the file: a match that is resumed keeps the traffic of its beginning.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = files::append(path)?;
        Ok(Self { began: Instant::now(), file: Mutex::new(BufWriter::new(file)) })
    }

    /// One line of traffic. A full disk must not end a match: what cannot be written is lost.
    pub(super) fn write(&self, engine: &str, direction: char, line: &str) {
        let time = self.began.elapsed().as_millis();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(file, "{time} {direction} {engine}: {line}");
    }

    /// Writes through to the file.
    pub fn flush(&self) {
        let _ = self.file.lock().unwrap_or_else(PoisonError::into_inner).flush();
    }
}
