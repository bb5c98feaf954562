//! `sakdi games check`.

use super::BaseArgs;
use crate::Failure;
use crate::report_output::text_output;
use sakdi_games::Access;
use sakdi_i18n::{Localized, Phrase};
use std::io::Write;
use std::process::ExitCode;

/// Number of faults that are named.
const NAMED: usize = 20;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    base: BaseArgs,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let language = self.base.language;
        let base = self.base.open(Access::Read)?;
        let (games, faults) = base.check().map_err(|error| self.base.failure(&error))?;
        let mut out = text_output();
        for fault in faults.iter().take(NAMED) {
            writeln!(out, "{}", fault.say(language))?;
        }
        let (phrase, count) = match faults.len() {
            0 => (Phrase::GamesWhole, 0),
            count => (Phrase::GamesFaults, count),
        };
        writeln!(out, "{}", language.say(phrase, &[&games, &count]))?;
        Ok(ExitCode::from(u8::from(!faults.is_empty())))
    }
}
