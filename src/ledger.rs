//! `sakdi ledger`.

use super::{Failure, read_bytes};
use makruk::notation::terminal_text::shown;
use sakdi_matches::ledger::{self, Ledger, LedgerEntry};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file that `sakdi match --ledger` appends to
    file: PathBuf,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let entries = read(&self.file)?;
        io::stdout().lock().write_all(ledger::table(&entries).as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Reads a ledger. A warning on standard error names a last line that is only the beginning of an
/// entry.
///
/// # Errors
/// The file cannot be read, or a line of it is no entry.
pub(super) fn read(path: &Path) -> Result<Vec<LedgerEntry>, Failure> {
    let name = shown(path);
    let Ledger { entries, cut_off } = Ledger::parse(&read_bytes(path)?)
        .map_err(|(line, error)| Failure::bad_input(format!("{name}, line {line}: {error}")))?;
    if let Some(line) = cut_off {
        error_line!("sakdi: warning: {name}, line {line}: the entry is cut off: not counted");
    }
    Ok(entries)
}
