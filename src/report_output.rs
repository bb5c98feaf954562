//! Standard output: the text of a command, or its data when that goes there, by `--json -`.

use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Whether standard output is reserved for data, so that no text may go there.
static IS_FOR_DATA: AtomicBool = AtomicBool::new(false);

/// Reserves standard output for data: from now on the text of the command is lost.
pub(super) fn reserve_for_data() {
    IS_FOR_DATA.store(true, Relaxed);
}

/// Standard output for the text of a command.
pub(super) fn text_output() -> Box<dyn Write> {
    if IS_FOR_DATA.load(Relaxed) { Box::new(io::sink()) } else { Box::new(io::stdout().lock()) }
}

/// Standard output for reports beside the files of a command. When its reader has closed it, what is
/// written is lost without an error, so that the command still writes its files.
pub(super) struct ReportOutput(Box<dyn Write>);

impl ReportOutput {
    pub(super) fn lock() -> Self {
        Self(text_output())
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
