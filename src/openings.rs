//! `sakdi openings`.

use super::json_output::JsonArgs;
use super::output_file::{IfExists, OutputFile, OutputFiles, SaveTimer, holds_something};
use super::progress::{INTERRUPTED, progress_bar, stop_on_interrupt};
use super::report_output::text_output;
use super::{Failure, shard_files};
use indicatif::ProgressBar;
use makruk::notation::fen;
use makruk::notation::terminal_text::shown;
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use sakdi_analysis::game_pgn;
use sakdi_i18n::Language;
use sakdi_matches::engine::GameRules;
use sakdi_matches::openings::{OpeningOrder, OpeningsSettings};
use sakdi_matches::random_openings::{Balance, RandomOpeningSettings, RandomOpenings};
use sakdi_platform::files;
use sakdi_platform::sha256::{hash, hex};
use sakdi_training::data::{Block, GameOpenings, OpeningSettings};
use sakdi_uci::score::{from_uci_centipawns, largest_of_uci_centipawns};
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Nodes of the search that finds the score of an opening.
const NODES: u64 = 20_000;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Random plies from the start position
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=200))]
    plies: u16,
    /// Number of different openings
    #[arg(long, value_name = "N", default_value_t = 500)]
    count: u32,
    /// Another seed gives other openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Take the openings from games of `sakdi selfplay` instead
    #[arg(long, value_name = "SHARD", num_args = 1.., requires = "max_cp",
          conflicts_with_all = ["plies", "variant"])]
    from: Vec<PathBuf>,
    /// Largest number of openings from one game
    #[arg(long, value_name = "N", default_value_t = 1, requires = "from",
          value_parser = clap::value_parser!(u8).range(1..))]
    per_game: u8,
    /// Smallest lead of an opening of a game, by the scores of the game and by a search, in UCI
    /// centipawns
    #[arg(long, value_name = "CP", default_value_t = 0, requires = "from",
          value_parser = clap::value_parser!(u16))]
    min_cp: u16,
    /// Largest absolute score of an opening by a search, in UCI centipawns; others are discarded
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(u16))]
    max_cp: Option<u16>,
    /// Nodes of that search
    #[arg(long, value_name = "N", default_value_t = NODES, requires = "max_cp",
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// makruk or makpong
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Write the openings to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Continue the file of --out, which a run with the same settings began
    #[arg(long, requires = "out")]
    resume: bool,
    /// Write the openings of a file of FEN, EPD or PGN as PGN instead: cutechess keeps the count only
    /// there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["plies", "count", "seed", "from", "max_cp", "min_cp", "per_game", "nodes", "out", "resume", "json"])]
    to_pgn: Option<PathBuf>,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Debug, Serialize)]
struct OpeningsRecord {
    requested: u32,
    found: usize,
    /// Of the text of the openings.
    sha256: String,
    /// In FEN.
    openings: Vec<String>,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        if let Some(file) = &self.to_pgn {
            io::stdout().lock().write_all(pgn(file, self.variant)?.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        if self.min_cp > self.max_cp.unwrap_or(u16::MAX) {
            return Err(Failure::bad_input("--min-cp is larger than --max-cp"));
        }
        // Before the work, not after it.
        let mut files = OutputFiles::new(&self.from, Language::English);
        let file = files.reserve_if_given(self.out.as_ref(), IfExists::unless(self.resume))?;
        let json = self.json.reserve(&mut files)?;
        let stop = Arc::new(AtomicBool::new(false));
        stop_on_interrupt(&stop)?;
        let output = if self.from.is_empty() {
            self.random(file, &stop)?
        } else {
            self.of_games(file, &stop)?
        };
        let found = output.found;
        let sha256 = hex(&hash(output.text.as_bytes()));
        error_line!("openings {found} sha256 {sha256}");
        let lines = output.text.lines().filter(|line| !line.starts_with('#'));
        let openings = lines.map(str::to_owned).collect();
        json.write(|| OpeningsRecord { requested: self.count, found, sha256, openings })?;
        if found >= self.count as usize {
            return Ok(ExitCode::SUCCESS);
        }
        if stop.load(Relaxed) {
            let advice = match &self.out {
                Some(_) => "continue with --resume",
                None => "--out FILE --resume continues a file of them",
            };
            error_line!("sakdi: interrupted after {found} of {} openings; {advice}", self.count);
            return Ok(ExitCode::from(INTERRUPTED));
        }
        error_line!("sakdi: found only {found} of {} openings", self.count);
        Ok(ExitCode::FAILURE)
    }

    /// Makes openings by random moves.
    fn random(
        &self,
        file: Option<OutputFile>,
        stop: &AtomicBool,
    ) -> Result<OpeningsOutput, Failure> {
        let Self { variant, plies, count, seed, nodes, .. } = self;
        let max_score = self.max_cp.map(|max_cp| largest_of_uci_centipawns(max_cp.into()));
        let balance = max_score.map(|max_score| Balance { max_score, nodes: *nodes });
        let settings = RandomOpeningSettings {
            variant: *variant,
            plies: (*plies).into(),
            count: *count as usize,
            seed: *seed,
            balance,
        };
        let limits = self.max_cp.map(|max_cp| format!(" --max-cp {max_cp} --nodes {nodes}"));
        let head = format!(
            "# Random openings for matches, no two alike. Made by\n\
             # sakdi openings --variant {variant} --plies {plies} --count {count} --seed {seed}{}\n",
            limits.unwrap_or_default()
        );
        let (mut output, known) = OpeningsOutput::begin(file, head, self.variant, self.count)?;
        let mut openings = RandomOpenings::resume(settings, &known)
            .map_err(|error| output.cannot_be_continued(&error))?;
        openings.find(stop, |position| output.add(position))?;
        output.finish()?;
        Ok(output)
    }

    /// Takes openings from games.
    fn of_games(
        &self,
        file: Option<OutputFile>,
        stop: &AtomicBool,
    ) -> Result<OpeningsOutput, Failure> {
        let Self { count, seed, nodes, min_cp, from, per_game, .. } = self;
        let max_cp = self.max_cp.unwrap_or(u16::MAX);
        let bytes = shard_files::read(from)?;
        let shards = from.iter().zip(&bytes);
        let games: Vec<Block<'_>> =
            shards.flat_map(|(path, shard)| shard_files::blocks(path, shard)).collect();
        let settings = OpeningSettings {
            count: *count as usize,
            seed: *seed,
            lead: from_uci_centipawns((*min_cp).into())..=largest_of_uci_centipawns(max_cp.into()),
            nodes: *nodes,
            per_game: (*per_game).into(),
        };
        let head = format!(
            "# Openings for matches from self-play games, no two alike. Made by\n\
             # sakdi openings --from SHARD --min-cp {min_cp} --max-cp {max_cp} --nodes {nodes} \
             --count {count} --per-game {per_game} --seed {seed}\n# from {} games.\n",
            games.len()
        );
        let (mut output, known) = OpeningsOutput::begin(file, head, self.variant, self.count)?;
        let openings = GameOpenings::new(settings, &games, &known)
            .map_err(|error| output.cannot_be_continued(&error))?;
        openings.find(stop, |position| output.add(position))?;
        output.finish()?;
        Ok(output)
    }
}

/// Where openings go, one by one: a file, or standard output.
struct OpeningsOutput {
    file: Option<(OutputFile, SaveTimer)>,
    /// All that there is in the file, or that was written to standard output.
    text: String,
    /// Number of openings.
    found: usize,
    bar: ProgressBar,
}

impl OpeningsOutput {
    /// Begins with the lines at the head of the file, or with what an earlier run has written. Returns
    /// the openings of that run.
    fn begin(
        file: Option<OutputFile>,
        head: String,
        variant: Variant,
        count: u32,
    ) -> Result<(Self, Vec<Position>), Failure> {
        let bar = progress_bar(count.into(), "{wide_bar} {pos}/{len} openings, eta {eta}");
        let timer = |file: OutputFile| {
            let timer = SaveTimer::new(file.path());
            (file, timer)
        };
        let mut output = Self { file: file.map(timer), text: head, found: 0, bar };
        let path = output.file.as_ref().map(|(file, _)| file.path());
        let Some(path) = path.filter(|path| holds_something(path)) else {
            if output.file.is_none() {
                output.print(&output.text)?;
            }
            return Ok((output, Vec::new()));
        };
        let known = read(path, &output.text, variant)?;
        for position in &known {
            output.text += &line_of(position);
        }
        output.found = known.len();
        output.bar.set_position(output.found as u64);
        Ok((output, known))
    }

    /// Adds an opening. It is written at once, or soon where the whole file is replaced each time.
    fn add(&mut self, position: &Position) -> Result<(), Failure> {
        let line = line_of(position);
        self.text += &line;
        self.found += 1;
        self.bar.set_position(self.found as u64);
        match &mut self.file {
            None => self.print(&line)?,
            Some((file, timer)) => {
                if let Some(began) = timer.due() {
                    file.write(self.text.as_bytes())?;
                    timer.saved(began);
                }
            }
        }
        Ok(())
    }

    fn print(&self, text: &str) -> io::Result<()> {
        self.bar.suspend(|| {
            let mut out = text_output();
            out.write_all(text.as_bytes())?;
            // Others see the line, and an abrupt end leaves it there.
            out.flush()
        })
    }

    fn finish(&self) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        self.file.as_ref().map_or(Ok(()), |(file, _)| file.write(self.text.as_bytes()))
    }

    /// The failure of a file that this run does not continue.
    fn cannot_be_continued(&self, error: &dyn Display) -> Failure {
        let path = self.file.as_ref().map(|(file, _)| shown(file.path()));
        Failure::bad_input(path.map_or(error.to_string(), |path| format!("{path}: {error}")))
    }
}

fn line_of(position: &Position) -> String {
    fen::format_with_limit(position) + "\n"
}

/// The openings that an earlier run has written. A last line without its end is left out: the run was
/// killed while it wrote it.
fn read(path: &Path, head: &str, variant: Variant) -> Result<Vec<Position>, Failure> {
    let bad = |what: &dyn Display| Failure::bad_input(format!("{}: {what}", shown(path)));
    let text = files::read_to_string(path)
        .map_err(|error| Failure::cannot_read(path, &error, Language::English))?;
    let lines =
        text.strip_prefix(head).ok_or_else(|| bad(&"a run with other settings wrote it"))?;
    let complete = lines.rfind('\n').map_or("", |end| &lines[..=end]);
    let opening = |(number, line): (usize, &str)| {
        fen::parse(line, variant, CountingRule::default())
            .map_err(|error| bad(&format!("line {number}: {error}")))
    };
    (head.lines().count() + 1..).zip(complete.lines()).map(opening).collect()
}

/// The openings of a file as games without a result.
fn pgn(file: &Path, variant: Variant) -> Result<String, Failure> {
    let rules = GameRules { variant, counting: Default::default() };
    let (file, order) = (file.to_owned(), OpeningOrder::Sequential);
    let settings = OpeningsSettings { file, order, plies: None, start: 1 };
    let openings = settings.load(rules, 0).map_err(Failure::bad_input)?;
    let mut text = String::new();
    for (number, opening) in (1..).zip(openings) {
        let game = opening.game(rules).map_err(Failure::bad_input)?;
        let event = format!("Opening {number}");
        let start = fen::format_with_limit(game.start());
        text += &game_pgn(&game, &[("Event", &event), ("SetUp", "1"), ("FEN", &start)], None);
    }
    Ok(text)
}
