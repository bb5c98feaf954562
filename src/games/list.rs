//! `sakdi games list`.

use super::BaseArgs;
use super::game_lines::{PageArgs, print_games};
use super::json::ListRecord;
use crate::Failure;
use crate::json_output::JsonArgs;
use crate::output_file::OutputFiles;
use crate::report_output::text_output;
use sakdi_games::{Access, BaseSummary, Filter};
use sakdi_i18n::{Language, Phrase};
use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    #[command(flatten)]
    base: BaseArgs,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    json: JsonArgs,
}

impl ListArgs {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let language = self.base.language;
        let json = self.json.reserve(&mut OutputFiles::new([&self.base.base], language))?;
        let base = self.base.open(Access::Read)?;
        let failure = |error| self.base.failure(&error);
        let summary = base.summary().map_err(failure)?;
        let games = base.find(&Filter::default(), self.page.skip, self.page.limit);
        let games = games.map_err(failure)?;
        json.write(|| ListRecord::new(&summary, &games))?;
        let mut out = text_output();
        for line in summary_lines(&summary, language) {
            writeln!(out, "{line}")?;
        }
        print_games(&mut out, &games, self.page.skip, language)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn summary_lines(summary: &BaseSummary, language: Language) -> Vec<String> {
    let mut lines = vec![language.say(Phrase::GamesInBase, &[&summary.games, &summary.players])];
    if let Some(years) = summary.years {
        lines.push(language.say(Phrase::GamesPlayed, &[&super::explore::years_text(years)]));
    }
    let results: [&dyn Display; 3] = [&summary.white_wins, &summary.draws, &summary.black_wins];
    lines.push(language.say(Phrase::GamesResults, &results));
    lines
}
