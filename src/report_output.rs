//! Standard output of commands whose results are files.

use std::io::{self, ErrorKind, StdoutLock, Write};

/// Standard output for reports beside the files of a command. When its reader has closed it, what is
/// written is lost without an error, so that the command still writes its files.
pub(super) struct ReportOutput(StdoutLock<'static>);

impl ReportOutput {
    pub(super) fn lock() -> Self {
        Self(io::stdout().lock())
    }
}

impl Write for ReportOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_closed(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_closed(self.0.flush(), ())
    }
}

/// `result`, or `otherwise` if the reader has closed the output.
pub(super) fn unless_closed<T>(result: io::Result<T>, otherwise: T) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(otherwise),
        result => result,
    }
}
