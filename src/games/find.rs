//! `sakdi games list` and `find`.

use super::BaseArgs;
use super::filter::FilterArgs;
use super::json::{FoundRecord, ListRecord};
use crate::Failure;
use crate::json_output::JsonArgs;
use crate::output_file::OutputFiles;
use crate::report_output::text_output;
use makruk::notation::terminal_text::escaped;
use sakdi_games::{Access, BaseSummary, Filter, FoundGame, FoundGames};
use sakdi_i18n::{Language, Localized, Phrase, pad_left, pad_right};
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Which of the games are shown.
#[derive(Debug, clap::Args)]
struct PageArgs {
    /// Games to pass over, the latest in the base first
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: usize,
    /// Largest number of games to show
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
}

#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    #[command(flatten)]
    base: BaseArgs,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    json: JsonArgs,
}

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

fn summary_lines(summary: &BaseSummary, language: Language) -> Vec<String> {
    let mut lines = vec![language.say(Phrase::GamesInBase, &[&summary.games, &summary.players])];
    if let Some(years) = summary.years {
        lines.push(language.say(Phrase::GamesPlayed, &[&super::explore::years_text(years)]));
    }
    let results: [&dyn Display; 3] = [&summary.white_wins, &summary.draws, &summary.black_wins];
    lines.push(language.say(Phrase::GamesResults, &results));
    lines
}

fn print_games(
    out: &mut dyn Write,
    games: &FoundGames,
    skip: usize,
    language: Language,
) -> io::Result<()> {
    let last = skip + games.games.len();
    let head = if last as u64 == games.total && skip == 0 || games.games.is_empty() {
        language.say(Phrase::GamesFound, &[&games.total])
    } else {
        language.say(Phrase::GamesShown, &[&games.total, &(skip + 1), &last])
    };
    writeln!(out, "{head}")?;
    for game in &games.games {
        writeln!(out, "{}", game_line(game, language))?;
    }
    Ok(())
}

/// `   12  2026.07.28  Som (1650) – Suchat  1-0  86 plies  mate  Club evening`
fn game_line(game: &FoundGame, language: Language) -> String {
    let [white, black] = [0, 1].map(|side| {
        let name = escaped(&game.players[side]);
        game.ratings[side].map_or(name.to_string(), |rating| format!("{name} ({rating})"))
    });
    let mut parts = vec![
        pad_left(&game.id.to_string(), 7),
        game.date.to_string(),
        pad_right(&format!("{white} – {black}"), 28),
        pad_right(game.result.as_deref().unwrap_or("*"), 7),
        language.say(Phrase::GamesMoves, &[&game.plies]),
    ];
    parts.extend(game.ending.map(|ending| ending.say(language)));
    parts.extend(game.found_at.map(|ply| language.say(Phrase::GamesFoundAt, &[&ply])));
    parts.extend(game.event.as_deref().map(|event| escaped(event).into_owned()));
    parts.join("  ")
}
