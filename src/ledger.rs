//! `sakdi ledger`.

use super::{Failure, ledger_file};
use sakdi_matches::ledger;
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
        let entries = ledger_file::read(&self.file)?;
        io::stdout().lock().write_all(ledger::table(&entries).as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}
