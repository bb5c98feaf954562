//! `sakdi games explorer`.

use super::BaseArgs;
use crate::Failure;
use crate::output_file::{IfExists, OutputFiles};
use crate::report_output::ReportOutput;
use sakdi_games::{Access, ExplorerError};
use sakdi_i18n::Phrase;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    base: BaseArgs,
    /// Smallest number of games of a position
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    min_games: u64,
    /// Largest number of moves before a position, of both sides together
    #[arg(long, value_name = "PLIES", default_value_t = 40)]
    plies: u16,
    /// File to write, such as explorer.bin
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let language = self.base.language;
        let mut files = OutputFiles::new([&self.base.base], language);
        let output = files.reserve(&self.out, IfExists::Refused)?;
        let base = self.base.open(Access::Read)?;
        let file = base.explorer_file(self.min_games, self.plies).map_err(|error| match error {
            ExplorerError::Base(error) => self.base.failure(&error),
            ExplorerError::File(error) => Failure::bad_input(error),
        })?;
        let positions = file.len();
        let bytes = file.finish();
        output.write(&bytes)?;
        let gaps: [&dyn std::fmt::Display; 2] = [&positions, &bytes.len().div_ceil(1000)];
        writeln!(ReportOutput::lock(), "{}", language.say(Phrase::GamesExplorer, &gaps))?;
        Ok(ExitCode::SUCCESS)
    }
}
