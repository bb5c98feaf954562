//! `sakdi games explore`.

use super::BaseArgs;
use super::filter::FilterArgs;
use super::json::ExploreRecord;
use crate::Failure;
use crate::json_output::JsonArgs;
use crate::output_file::OutputFiles;
use crate::progress::{Progress, stop_on_interrupt};
use crate::report_output::text_output;
use crate::search_args::SearchArgs;
use makruk::game::Game;
use makruk::notation::Notation;
use makruk::position::Position;
use sakdi_analysis::{Analyst, score_text};
use sakdi_engine::Score;
use sakdi_explorer::{MoveTally, Tally, Years};
use sakdi_games::Access;
use sakdi_i18n::{Language, Phrase, pad_left, pad_right};
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    base: BaseArgs,
    #[command(flatten)]
    filter: FilterArgs,
    /// Search the position after each move
    #[arg(long)]
    judge: bool,
    #[command(flatten)]
    search: SearchArgs<500>,
    /// Notation of the moves [default: san, or thai in Thai]
    #[arg(long)]
    notation: Option<Notation>,
    #[command(flatten)]
    json: JsonArgs,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let language = self.base.language;
        let position = self.filter.position(language)?;
        let filter = self.filter.filter(language)?;
        let json = self.json.reserve(&mut OutputFiles::new([&self.base.base], language))?;
        let base = self.base.open(Access::Read)?;
        let tally =
            base.explore_found(&position, &filter).map_err(|error| self.base.failure(&error))?;
        let scores = if self.judge { self.scores(&position, &tally)? } else { Vec::new() };
        json.write(|| ExploreRecord::new(&position, &tally, &scores))?;
        let notation = self.notation.unwrap_or(language.notation());
        print(&mut text_output(), &position, &tally, &scores, language, notation)?;
        Ok(ExitCode::SUCCESS)
    }

    /// The score of each move, for the side that makes it; `None` for games that end here.
    fn scores(&self, position: &Position, tally: &Tally) -> Result<Vec<Option<Score>>, Failure> {
        let progress = Progress::new(tally.moves().len() as u64);
        stop_on_interrupt(progress.stop())?;
        let mut analyst = Analyst::new(self.search.settings(1));
        let mut scores = Vec::new();
        for games in tally.moves() {
            let score = games.mv.and_then(|mv| {
                let mut game = Game::new(*position);
                // What the base says of a mirror image is legal here.
                game.play(mv).ok()?;
                let position = Game::new(*game.position());
                let analysis = analyst.analyse(&position, &progress)?;
                Some(-analysis.values[0].score())
            });
            scores.push(score);
        }
        progress.clear();
        Ok(scores)
    }
}

/// `1988–2026`
pub(super) fn years_text((first, last): (u16, u16)) -> String {
    if first == last { first.to_string() } else { format!("{first}–{last}") }
}

fn print(
    out: &mut dyn Write,
    position: &Position,
    tally: &Tally,
    scores: &[Option<Score>],
    language: Language,
    notation: Notation,
) -> io::Result<()> {
    let to_move = position.to_move();
    let gaps: [&dyn Display; 2] = [&tally.results().games, &language.side(to_move)];
    writeln!(out, "{}", language.say(Phrase::ExploreTotal, &gaps))?;
    if tally.moves().is_empty() {
        return Ok(());
    }
    let heads = [
        Phrase::ExploreGames,
        Phrase::ExploreWins,
        Phrase::ExploreDraws,
        Phrase::ExploreLosses,
        Phrase::ExploreScore,
        Phrase::ExploreEngine,
        Phrase::ExploreYears,
    ];
    let texts = heads.map(|head| language.text(head).to_owned());
    writeln!(out, "{}", line(language.text(Phrase::ExploreMove), &texts, !scores.is_empty()))?;
    for (index, games) in tally.moves().iter().enumerate() {
        let mv = match games.mv {
            Some(mv) => notation.format(position, mv),
            None => language.text(Phrase::ExploreEnd).to_owned(),
        };
        let score = scores.get(index).copied().flatten();
        let engine = score.map(|score| score_text(score, to_move)).unwrap_or_default();
        writeln!(out, "{}", line(&mv, &cells(games, engine), !scores.is_empty()))?;
    }
    Ok(())
}

fn cells(games: &MoveTally, engine: String) -> [String; 7] {
    let results = games.results;
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    [
        results.games.to_string(),
        results.wins.to_string(),
        results.draws.to_string(),
        results.losses.to_string(),
        results.score().map(percent).unwrap_or_default(),
        engine,
        Years::range(games.years).map(years_text).unwrap_or_default(),
    ]
}

/// A line of the table, with the column of the engine if it was asked.
fn line(mv: &str, cells: &[String; 7], with_engine: bool) -> String {
    const WIDTHS: [usize; 7] = [8, 7, 7, 7, 7, 8, 11];
    let mut text = pad_right(mv, 9);
    for (column, (cell, width)) in cells.iter().zip(WIDTHS).enumerate() {
        if column != 5 || with_engine {
            text.push_str(&pad_left(cell, width));
        }
    }
    text
}
