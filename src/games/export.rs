//! `sakdi games export`.

use super::BaseArgs;
use super::filter::FilterArgs;
use crate::Failure;
use crate::output_file::{IfExists, OutputFiles};
use crate::report_output::ReportOutput;
use makruk::notation::{Dialect, pgn};
use makruk::rules::Variant;
use sakdi_games::{Access, BaseError};
use sakdi_i18n::Phrase;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    base: BaseArgs,
    #[command(flatten)]
    filter: FilterArgs,
    /// Dialect of the moves: makruk, lan, uci, playok, schemingmind, official-thai, official-english or
    /// another one of convert
    #[arg(long, value_name = "DIALECT", default_value_t)]
    to: Dialect,
    /// File to write; for - standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let language = self.base.language;
        let filter = self.filter.filter(language)?;
        let mut files = OutputFiles::new([&self.base.base], language);
        let output = files.reserve_for_data(Some(&self.out), IfExists::Refused)?;
        let base = self.base.open(Access::Read)?;
        let failure = |error| self.base.failure(&error);
        let ids = base.find_all(&filter).map_err(failure)?;
        let text = |&id: &u32| {
            let damaged = || failure(BaseError::Record(id));
            let game = base.pgn(id).map_err(failure)?.ok_or_else(damaged)?;
            pgn::convert(&game, Variant::Makruk, self.to).map_err(|_| damaged())
        };
        if let Some(output) = output {
            output.write_parts(ids.iter().map(text))?;
        }
        writeln!(ReportOutput::lock(), "{}", language.say(Phrase::GamesExported, &[&ids.len()]))?;
        Ok(ExitCode::SUCCESS)
    }
}
