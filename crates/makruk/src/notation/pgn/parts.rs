//! Reads PGN of any size in parts that hold whole games.

use super::last_game_start;
use std::io::{self, Read};

/// Bytes that are read at a time.
const PART: usize = 8 << 20;

/// Whole games of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Their bytes, for [`super::decode`].
    pub bytes: Vec<u8>,
    /// Bytes of the file up to the end of this part.
    pub end: u64,
}

/// The parts of a file: an iterator that ends after an error.
///
/// ```
/// use makruk::notation::pgn::Parts;
/// let parts = Parts::new(&b"[Event \"a\"]\n\n1. e4 *\n"[..], 0);
/// let ends: Vec<u64> = parts.map(|part| part.map(|part| part.end)).collect::<Result<_, _>>()?;
/// assert_eq!(ends, [21]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Parts<R> {
    reader: R,
    /// The beginning of a game whose end has not been read yet.
    rest: Vec<u8>,
    end: u64,
    is_over: bool,
}

impl<R: Read> Parts<R> {
    /// The parts of what `reader` reads, from this byte of the file on.
    pub const fn new(reader: R, from: u64) -> Self {
        Self { reader, rest: Vec::new(), end: from, is_over: false }
    }

    fn read(&mut self) -> io::Result<Option<Part>> {
        while !self.is_over {
            let read = (&mut self.reader).take(PART as u64).read_to_end(&mut self.rest)?;
            self.is_over = read < PART;
            if self.is_over {
                break;
            }
            let whole = last_game_start(&self.rest);
            if whole > 0 {
                let rest = self.rest.split_off(whole);
                let bytes = std::mem::replace(&mut self.rest, rest);
                return Ok(Some(self.part(bytes)));
            }
        }
        let bytes = std::mem::take(&mut self.rest);
        Ok((!bytes.is_empty()).then(|| self.part(bytes)))
    }

    fn part(&mut self, bytes: Vec<u8>) -> Part {
        self.end += bytes.len() as u64;
        Part { bytes, end: self.end }
    }
}

impl<R: Read> Iterator for Parts<R> {
    type Item = io::Result<Part>;

    fn next(&mut self) -> Option<Self::Item> {
        let part = self.read().transpose()?;
        if part.is_err() {
            self.is_over = true;
            self.rest.clear();
        }
        Some(part)
    }
}
