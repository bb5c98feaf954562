//! The UCI protocol: a loop that goes on reading commands during a search, and the searches it starts,
//! each on a thread of its own.

#![deny(missing_docs)]

mod apply_options;
mod command;
mod command_queue;
mod count_report;
mod display;
mod error;
mod jobs;
mod option_spec;
mod options;
mod output;
pub mod score;
mod search_output;
mod session;
mod signals;
mod thai;

pub use command::{Command, CountRequest, Go, PositionText, SetOption, parse};
pub use error::CommandError;
pub use session::Session;
pub use signals::Interrupt;

use sakdi_engine::eval::nnue::VectorUnit;
use std::io::{BufRead, Write};
use std::sync::PoisonError;

/// Version, commit, target and the vector unit in use, each on a line of its own.
pub fn describe_build() -> String {
    let unit = VectorUnit::active();
    let (version, commit) = (sakdi_version::VERSION, sakdi_version::COMMIT);
    format!("{version}\ncommit {commit}\ntarget {}\nvector unit {unit}", sakdi_version::TARGET)
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
