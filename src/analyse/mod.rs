//! `sakdi analyse`.

mod csv;
mod game_key;
mod output;
mod previous_output;
pub(super) mod print;
mod saved_json;

use super::Failure;
use super::analysis_text::Page;
use super::counting_rule::CountingArgs;
use super::game_files::DialectArgs;
use super::output_file::{IfExists, OutputFiles, holds_something};
use super::progress::{INTERRUPTED, Progress, stop_on_interrupt};
use super::report_output::{ReportOutput, unless_closed};
use super::search_args::SearchArgs;
use super::{game_files, position_of, terminal};
use makruk::game::Game;
use makruk::notation::pgn::{PgnGame, start_tags};
use makruk::notation::terminal_text::shown;
use makruk::notation::{Notation, PgnError, fen};
use makruk::rules::Variant;
use output::{AnalysisFiles, Output};
use previous_output::{PreviousGame, PreviousOutput};
use sakdi_analysis::{AnalysisObserver, Analyst, Contradiction, game_of, report};
use sakdi_i18n::{Language, Phrase, TextStyle};
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
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
    dialect: DialectArgs,
    #[command(flatten)]
    search: SearchArgs<500>,
    /// Best lines to find in every position
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    multipv: u16,
    /// makruk or makpong, where a game does not say
    #[arg(long, default_value_t)]
    variant: Variant,
    #[command(flatten)]
    counting: CountingArgs,
    /// Write the games with the analysis in comments and variations
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a page to look at: one file that needs no network
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the analysis as JSON, one line and object a game; for - to standard output, which then gets
    /// nothing else
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a table of all moves with what they cost, as CSV; texts that a spreadsheet would take for
    /// formulas get an apostrophe before them
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Language of the sentences, also in the files: en or th
    #[arg(long, default_value_t)]
    language: Language,
    /// Notation of the moves, except in PGN: coordinate, san, thai, thai-long, official-thai or
    /// official-thai-short [default: san, or thai in Thai]
    #[arg(long)]
    notation: Option<Notation>,
    /// Keep what --out holds already, and analyse the games it lacks
    #[arg(long, requires = "out")]
    resume: bool,
}

/// Where a game was read; nowhere for a position alone, and for a game that only an earlier run was
/// given.
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

/// What to do with a task.
enum Job {
    /// Keep the analysis of an earlier run.
    Keep(Task, Box<PreviousGame>),
    /// Analyse it. It may be in the annotated file already, without all its lines.
    Analyse { task: Task, is_written: bool },
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
        let mut previous = match self.out.as_deref().filter(|_| self.resume) {
            Some(path) => PreviousOutput::read(path, self.json.as_deref(), language)?,
            None => PreviousOutput::default(),
        };
        if previous.would_lose_a_game(&tasks) {
            let [json, out] = [&self.json, &self.out].map(|path| path.as_deref().map(shown));
            let names: [&dyn Display; 2] = [&json.unwrap_or_default(), &out.unwrap_or_default()];
            return Err(Failure::bad_input(language.say(Phrase::OtherGames, &names)));
        }
        let are_several_files =
            tasks.windows(2).any(|pair| pair[0].source.file != pair[1].source.file);
        let mut output = Output::new(&self, files, std::mem::take(&mut previous.text));
        let (jobs, others) = previous.match_tasks(tasks, self.json.is_some());
        for other in others {
            output.keep_other(other);
        }
        let positions = jobs.iter().map(|job| match job {
            Job::Keep(..) => 0,
            Job::Analyse { task, .. } => task.game.moves().len() as u64 + 1,
        });
        let progress = Progress::new(positions.sum());
        stop_on_interrupt(progress.stop())?;
        let mut analyst = Analyst::new(self.search.settings(self.multipv.into()));
        let mut page = Page::new(terminal::columns());
        let (mut analysed, mut kept, mut contradicted) = (0, 0, 0);
        for job in jobs {
            let (task, is_written) = match job {
                Job::Keep(task, game) => {
                    output.keep(&task, *game);
                    kept += 1;
                    continue;
                }
                Job::Analyse { task, is_written } => (task, is_written),
            };
            // After an interruption the rest of what an earlier run has done is kept nevertheless.
            if progress.should_stop() {
                continue;
            }
            let Some(analysis) = analyst.analyse(&task.game, &progress) else { continue };
            let contradiction = Contradiction::find(&task.pgn, &analysis);
            let file = task.source.file.as_deref().filter(|_| are_several_files);
            print::game(&mut page, file, &task, &analysis, contradiction, self.style());
            let printed = progress.print(&page.take_text());
            if self.writes_files() {
                unless_closed(printed, ())?
            } else {
                // The status tells of games that were left out, too.
                let failure = |error: io::Error| match faults {
                    0 => Failure::from(error),
                    _ => Failure::from(error).of_check(),
                };
                printed.map_err(failure)?
            }
            output.add(task, analysis, is_written)?;
            analysed += 1;
            contradicted += u32::from(contradiction.is_some());
        }
        progress.clear();
        output.finish()?;
        let mut out = ReportOutput::lock();
        let mut done = language.say(Phrase::AnalysisDone, &[&analysed, &kept, &faults]);
        if contradicted > 0 {
            done = language.say(Phrase::AnalysisContradicted, &[&done, &contradicted]);
        }
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
        let existing = |mark| if continues { IfExists::Remade(mark) } else { IfExists::Refused };
        Ok(AnalysisFiles {
            out,
            html: files.reserve_if_given(self.html.as_ref(), existing(report::MARK))?,
            // It is read, too, and what is not understood is refused then.
            json: files.reserve_for_data(self.json.as_ref(), existing(""))?,
            csv: files.reserve_if_given(self.csv.as_ref(), existing(csv::MARK))?,
        })
    }

    /// The games to analyse, and the number of those that cannot be read, which are named on
    /// standard error.
    fn tasks(&self) -> Result<(Vec<Task>, usize), Failure> {
        let language = self.language;
        if let Some(text) = &self.fen {
            let position = position_of(Some(text), self.variant, self.counting.rule(), language)?;
            let tags = start_tags(&position, fen::format_with_promoted);
            let tags = tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            let pgn = PgnGame { tags, line: 1, ..PgnGame::default() };
            let (source, game) = (Source::default(), Game::new(position));
            return Ok((vec![Task { source, pgn, game }], 0));
        }
        let make = |path: &Path, number, pgn: PgnGame| {
            let source = Source { file: Some(path.to_owned()), number: Some(number) };
            let game = game_of(&pgn, self.variant, self.counting.given())?;
            Ok::<_, PgnError>(Task { source, pgn, game })
        };
        let out = self.out.as_deref();
        game_files::read_games(&self.games, self.dialect, out, language, make)
    }
}
