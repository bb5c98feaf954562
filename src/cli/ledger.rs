//! `sakdi ledger`.

use super::Failure;
use crate::arena::ledger;
use crate::i18n::Language;
use crate::platform::files;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file that `sakdi match --ledger` appends to
    file: PathBuf,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let path = &self.file;
        let text = files::read_to_string(path)
            .map_err(|error| Failure::cannot_read(path, &error, Language::English))?;
        let entries = ledger::parse(&text).map_err(|(line, error)| {
            Failure::bad_input(format!("{}, line {line}: {error}", path.display()))
        })?;
        io::stdout().lock().write_all(ledger::table(&entries).as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}
