//! `sakdi games find`.

use super::BaseArgs;
use super::filter::FilterArgs;
use super::game_lines::{PageArgs, print_games};
use super::json::FoundRecord;
use crate::Failure;
use crate::json_output::JsonArgs;
use crate::output_file::OutputFiles;
use crate::report_output::text_output;
use sakdi_games::Access;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct FindArgs {
    #[command(flatten)]
    base: BaseArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    json: JsonArgs,
}

impl FindArgs {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let language = self.base.language;
        let filter = self.filter.filter(language)?;
        let json = self.json.reserve(&mut OutputFiles::new([&self.base.base], language))?;
        let base = self.base.open(Access::Read)?;
        let games = base.find(&filter, self.page.skip, self.page.limit);
        let games = games.map_err(|error| self.base.failure(&error))?;
        json.write(|| FoundRecord::new(&games))?;
        print_games(&mut text_output(), &games, self.page.skip, language)?;
        Ok(ExitCode::SUCCESS)
    }
}
