//! Reads parts of a file that may be far away, so that a table can be used without all of it.

use std::io;
use std::ops::Range;

/// A file of which parts can be read, such as one on a web server.
pub trait RangeReader: Send + Sync {
    /// The length of the file, in bytes.
    fn length(&self) -> u64;

    /// The bytes of a range that lies within the file, all of them.
    ///
    /// # Errors
    /// The file cannot be reached, or has changed.
    fn read(&self, range: Range<u64>) -> io::Result<Vec<u8>>;

    /// Notes that a range which was read is damaged, so that nobody keeps it.
    fn refuse(&self, range: Range<u64>);
}
