//! `sakdi analyse`.

mod json_csv;
mod output;
mod previous_output;
pub(super) mod print;

use super::Failure;
use super::counting_rule::automatic_rule;
use super::output_file::{IfExists, OutputFiles, holds_something};
use super::progress::{INTERRUPTED, Progress, stop_on_interrupt};
use super::report_output::{ReportOutput, unless_closed};
use super::search_args::SearchArgs;
use super::{game_files, position_of, terminal};
use crate::analysis::{AnalysisObserver, Analyst, game_of};
use crate::game::Game;
use crate::i18n::{Language, Phrase, TextStyle};
use crate::notation::pgn::PgnGame;
use crate::notation::{Notation, PgnError, fen};
use crate::rules::{CountingRule, Variant};
use output::{AnalysisFiles, Output};
use previous_output::PreviousOutput;
use print::Page;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Games to analyse: files in PGN, and folders of such files; - reads standard input
    #[arg(value_name = "GAME.pgn", required_unless_present = "fen", conflicts_with = "fen")]
    games: Vec<PathBuf>,
    /// Analyse one position instead
    #[arg(long)]
    fen: Option<String>,
    #[command(flatten)]
    search: SearchArgs<500>,
    /// Best lines to find in every position
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    multipv: u16,
    /// makruk or makpong, where a game does not say
    #[arg(long, default_value_t)]
    variant: Variant,
    /// How counts run: makruk, thai, thai-strict or none; without it, as a game says, or makruk
    #[arg(long, value_name = "RULE", value_parser = automatic_rule)]
    counting: Option<CountingRule>,
    /// Write the games with the analysis in comments and variations
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a page to look at: one file that needs no network
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the analysis as JSON, one line and object a game
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a table of all moves with what they cost, as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Language of the sentences, also in the files: en or th
    #[arg(long, default_value_t)]
    language: Language,
    /// Notation of the moves, except in PGN: coordinate, san, thai or thai-long [default: san, or
    /// thai in Thai]
    #[arg(long)]
    notation: Option<Notation>,
    /// Keep what --out holds already, and analyse the games it lacks
    #[arg(long, requires = "out")]
    resume: bool,
}

/// Where a game was read; nowhere for a position alone, and for a game of an earlier run.
#[derive(Clone, Debug, Default)]
struct Source {
    pub file: Option<PathBuf>,
    /// Its number in the file, from 1.
    pub number: Option<usize>,
}

/// A game to analyse.
struct Task {
    source: Source,
    pgn: PgnGame,
    game: Game,
}

impl Args {
    fn style(&self) -> TextStyle {
        let language = self.language;
        TextStyle { language, notation: self.notation.unwrap_or(language.notation()) }
    }

    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let language = self.language;
        // Before the work, not after it.
        let files = self.reserve_files()?;
        let (tasks, faults) = self.tasks()?;
        let previous = match self.out.as_deref().filter(|_| self.resume) {
            Some(path) => PreviousOutput::read(path, language)?,
            None => PreviousOutput::default(),
        };
        let total = tasks.len();
        let mut output = Output::new(&self, files, &previous);
        let left: Vec<Task> = previous.missing(tasks);
        let kept = total - left.len();
        let positions = left.iter().map(|task| task.game.moves().len() as u64 + 1).sum();
        let progress = Progress::new(positions);
        stop_on_interrupt(progress.stop())?;
        let mut analyst = Analyst::new(self.search.settings(self.multipv.into()));
        let mut analysed = 0;
        for task in left {
            let Some(analysis) = analyst.analyse(&task.game, &progress) else { break };
            let mut page = Page::new(terminal::columns());
            print::game(&mut page, &task, &analysis, self.style());
            let printed = progress.print(page.text());
            if self.writes_files() {
                unless_closed(printed, ())?
            } else {
                printed?
            }
            output.add(task.source, task.pgn, analysis)?;
            analysed += 1;
        }
        progress.clear();
        output.finish()?;
        let mut out = ReportOutput::lock();
        let done = language.say(Phrase::AnalysisDone, &[&analysed, &kept, &faults]);
        writeln!(out, "{done}")?;
        if progress.should_stop() {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::from(u8::from(faults > 0)))
    }

    const fn writes_files(&self) -> bool {
        self.out.is_some() || self.html.is_some() || self.json.is_some() || self.csv.is_some()
    }

    /// Reserves the files to write: refuses those that cannot be written, and those whose games would be
    /// lost by it.
    fn reserve_files(&self) -> Result<AnalysisFiles, Failure> {
        let mut files = OutputFiles::new(&self.games, self.language);
        let out = files.reserve_if_given(self.out.as_ref(), IfExists::unless(self.resume))?;
        // Files that are made anew show the games that are continued, too.
        let continues = self.resume && self.out.as_deref().is_some_and(holds_something);
        let existing = if continues { IfExists::Continued } else { IfExists::Refused };
        Ok(AnalysisFiles {
            out,
            html: files.reserve_if_given(self.html.as_ref(), existing)?,
            json: files.reserve_if_given(self.json.as_ref(), existing)?,
            csv: files.reserve_if_given(self.csv.as_ref(), existing)?,
        })
    }

    /// The games to analyse, and the number of those that cannot be read, which are named on
    /// standard error.
    fn tasks(&self) -> Result<(Vec<Task>, usize), Failure> {
        let language = self.language;
        if let Some(text) = &self.fen {
            let position =
                position_of(Some(text), self.variant, self.counting.unwrap_or_default(), language)?;
            let tag = |name: &str, value: String| (name.to_owned(), value);
            let tags = vec![
                tag("Variant", position.variant().to_string()),
                tag("SetUp", "1".into()),
                tag("FEN", fen::format_with_promoted(&position)),
            ];
            let pgn = PgnGame { tags, line: 1, ..PgnGame::default() };
            let (source, game) = (Source::default(), Game::new(position));
            return Ok((vec![Task { source, pgn, game }], 0));
        }
        game_files::read_games(&self.games, self.out.as_deref(), language, |path, number, pgn| {
            let source = Source { file: Some(path.to_owned()), number: Some(number) };
            let game = game_of(&pgn, self.variant, self.counting)?;
            Ok::<_, PgnError>(Task { source, pgn, game })
        })
    }
}
