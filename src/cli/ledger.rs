//! `sakdi ledger`.

use super::Failure;
use crate::arena::ledger::{self, LedgerEntry};
use crate::i18n::Language;
use crate::platform::files;
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

/// Reads a ledger.
///
/// # Errors
/// The file cannot be read, or a line of it is no entry.
pub(super) fn read(path: &Path) -> Result<Vec<LedgerEntry>, Failure> {
    let text = files::read_to_string(path)
        .map_err(|error| Failure::cannot_read(path, &error, Language::English))?;
    ledger::parse(&text).map_err(|(line, error)| {
        Failure::bad_input(format!("{}, line {line}: {error}", path.display()))
    })
}
