//! The UCI protocol: a loop that reads commands and never waits for a search, and the searches it
//! starts, each on a thread of its own.

mod apply_options;
mod claims;
mod command;
mod count_report;
mod display;
mod error;
mod jobs;
mod option_spec;
mod options;
mod output;
mod search_output;
mod session;
mod signals;
mod thai;
mod waiting;

pub use command::{Command, CountRequest, Go, PositionText, SetOption, parse};
pub use error::CommandError;
pub use session::Session;
pub use signals::Interrupt;

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::PoisonError;

/// Speaks UCI on standard input and output until `quit` or the end of input.
pub fn run() {
    if io::stdin().is_terminal() {
        let version = env!("CARGO_PKG_VERSION");
        let greeting = "try 'help', 'go movetime 1000', 'quit'; 'sakdi play' plays a game";
        // The session notices if the output cannot be written to.
        let _ = writeln!(io::stdout(), "Sakdi {version}: {greeting}");
    }
    serve(io::stdin().lock(), io::stdout());
}

/// Speaks UCI on any input and output until `quit` or the end of input. Ends the process when the
/// output is closed.
pub fn serve(mut input: impl BufRead, output: impl Write + Send + 'static) {
    let session = Session::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        // Bytes, because a client may send invalid UTF-8.
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line);
        log::debug!("{}", line.trim_end());
        if session.lock().unwrap_or_else(PoisonError::into_inner).handle(&line).is_break() {
            break;
        }
    }
    Session::end(&session);
}
