//! `sakdi puzzles mine`.

use super::checkpoint::Checkpoint;
use super::{existing, json, parse};
use crate::game_files::DialectArgs;
use crate::output_file::{IfExists, OutputFile, OutputFiles, SaveTimer, holds_something};
use crate::progress::{INTERRUPTED, Progress, stop_on_interrupt};
use crate::report_output::ReportOutput;
use crate::table_folder::load_tables;
use crate::{Failure, game_files};
use makruk::game::Game;
use makruk::notation::PgnError;
use makruk::notation::pgn::PgnGame;
use makruk::notation::terminal_text::shown;
use makruk::rules::{CountingRule, Variant};
use sakdi_analysis::{AnalysisObserver, game_of};
use sakdi_engine::search::STACK_BYTES;
use sakdi_engine::tablebase::Tablebase;
use sakdi_i18n::{Language, Localized, Phrase};
use sakdi_platform::workers::work_on;
use sakdi_puzzles::{
    Collection, Kind, MineSettings, Miner, PGN_MARK, Puzzle, format_epd, puzzle_pgn,
};
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Games to mine: files in PGN, and folders of such files; - reads standard input
    #[arg(value_name = "GAMES.pgn", required = true)]
    games: Vec<PathBuf>,
    #[command(flatten)]
    dialect: DialectArgs,
    /// Write the puzzles as EPD. FILE.checkpoint beside it holds which games were mined
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write the puzzles as PGN, with the tries as variations
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write the puzzles as JSON; for - to standard output, which then gets nothing else
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Stop when there are this many puzzles
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// Nodes of the search of each position that looks for mates and advantages
    #[arg(long, value_name = "N", default_value_t = 3_000,
          value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,
    /// Kinds of puzzles, separated by commas: mate, win-in-time, save-by-the-count, technique, advantage
    /// [default: all]
    #[arg(long, value_name = "KIND", value_delimiter = ',', default_values_t = Kind::ALL,
          hide_default_value = true)]
    kinds: Vec<Kind>,
    /// Most puzzles of a kind from one game
    #[arg(long, value_name = "N", default_value_t = 3)]
    per_game: usize,
    /// Games to mine at the same time; the puzzles are the same whatever their number
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Folder of built endgame tables, in addition to the built-in ones
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Keep the puzzles of --out, and mine the games that it lacks
    #[arg(long)]
    resume: bool,
}

/// A game to mine.
struct Task {
    game: Game,
    source: String,
    fingerprint: u64,
}

impl Args {
    /// The last line is for other programs: `mined G games, kept K, skipped S: P puzzles`.
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let files = self.reserve_files()?;
        let tables = Arc::new(load_tables(self.tables.as_deref(), Language::English)?);
        let mut output = Output::new(&self, &tables, files)?;
        let (tasks, faults) = self.tasks()?;
        let total = tasks.len();
        let is_new = |task: &Task| !output.checkpoint.contains(task.fingerprint);
        let tasks: Vec<Task> = tasks.into_iter().filter(is_new).collect();
        let kept = total - tasks.len();
        let progress = Progress::new(tasks.len() as u64);
        stop_on_interrupt(progress.stop())?;
        let mined = self.mine(&tasks, &tables, &progress, &mut output)?;
        progress.clear();
        output.finish()?;
        let mut out = ReportOutput::lock();
        writeln!(out, "{}", output.kinds())?;
        let found = output.puzzles.len();
        writeln!(out, "mined {mined} games, kept {kept}, skipped {faults}: {found} puzzles")?;
        if progress.should_stop() {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::from(u8::from(faults > 0)))
    }

    /// Reserves the files to write. `--resume` continues the puzzles together with their checkpoint.
    fn reserve_files(&self) -> Result<MineFiles, Failure> {
        let checkpoint = Checkpoint::path(&self.out);
        let mut files = OutputFiles::new(&self.games, Language::English);
        if holds_something(&checkpoint) && !holds_something(&self.out) {
            let (out, checkpoint) = (shown(&self.out), shown(&checkpoint));
            return Err(Failure::bad_input(format!(
                "{checkpoint} names the games mined into {out}, which is missing; delete it to mine \
                 them again"
            )));
        }
        let out = files.reserve(&self.out, IfExists::unless(self.resume))?;
        let checkpoint = files.reserve(&checkpoint, IfExists::unless(self.resume))?;
        let continues = holds_something(&self.out);
        let derived = |mark| if continues { IfExists::Remade(mark) } else { IfExists::Refused };
        let pgn = files.reserve_if_given(self.pgn.as_ref(), derived(PGN_MARK))?;
        let json = files.reserve_for_data(self.json.as_ref(), derived(json::MARK))?;
        Ok(MineFiles { out, checkpoint, pgn, json })
    }

    /// The requested kinds in the order of [`Kind::ALL`]. A position becomes a puzzle of the first kind that
    /// fits, so the order in the option must not matter.
    fn kinds(&self) -> Vec<Kind> {
        Kind::ALL.into_iter().filter(|kind| self.kinds.contains(kind)).collect()
    }

    fn settings(&self) -> MineSettings {
        let (kinds, nodes) = (self.kinds(), self.nodes);
        MineSettings { kinds, nodes, most_of_a_kind: self.per_game }
    }

    /// Mines games on several threads. They are added to the output in their order; when the run is
    /// interrupted also those that wait for an earlier one. Returns their number.
    fn mine(
        &self,
        tasks: &[Task],
        tables: &Arc<Tablebase>,
        progress: &Progress,
        output: &mut Output,
    ) -> Result<usize, Failure> {
        let is_enough = |found: usize| self.count.is_some_and(|count| found >= count);
        let stop = || progress.should_stop();
        let miner = || Miner::new(self.settings(), Arc::clone(tables));
        let work = |miner: &mut Miner, task: &Task| miner.mine(&task.game, &task.source, &stop);
        let mut waiting = BTreeMap::new();
        let mut mined = 0;
        work_on(tasks, self.threads.into(), STACK_BYTES, miner, work, |index, found| {
            waiting.insert(index, found);
            while let Some(found) = waiting.remove(&mined) {
                output.add(&tasks[mined], found, self.count)?;
                progress.searched();
                mined += 1;
                if is_enough(output.puzzles.len()) {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok::<_, Failure>(ControlFlow::Continue(()))
        })?;
        if is_enough(output.puzzles.len()) {
            return Ok(mined);
        }
        let late = waiting.len();
        for (index, found) in waiting {
            output.add(&tasks[index], found, self.count)?;
        }
        Ok(mined + late)
    }

    /// The games of the files, and the number of those that cannot be read, which are named on
    /// standard error.
    fn tasks(&self) -> Result<(Vec<Task>, usize), Failure> {
        game_files::read_games(
            &self.games,
            self.dialect,
            self.pgn.as_deref(),
            Language::English,
            |path, number, pgn| {
                let game = game_of(&pgn, Variant::Makruk, Some(CountingRule::MAKRUK))?;
                if game.start().variant() != Variant::Makruk {
                    return Err(UnfitGame::NotMakruk);
                }
                let source = source_text(&pgn, path, number);
                let fingerprint = Checkpoint::fingerprint(&game, &source);
                Ok(Task { game, source, fingerprint })
            },
        )
    }
}

/// Why a game is not mined.
#[derive(Debug, thiserror::Error)]
enum UnfitGame {
    #[error(transparent)]
    Pgn(#[from] PgnError),
    #[error("{}", Language::English.text(Phrase::NotMakruk))]
    NotMakruk,
}

impl Localized for UnfitGame {
    fn thai(&self) -> String {
        match self {
            Self::Pgn(error) => error.thai(),
            Self::NotMakruk => Language::Thai.text(Phrase::NotMakruk).to_owned(),
        }
    }
}

/// The game in words: players, event, round, and its place in the file.
fn source_text(pgn: &PgnGame, path: &Path, number: usize) -> String {
    let tag = |name| pgn.tag(name).filter(|value| !matches!(*value, "" | "?"));
    let round = tag("Round").map(|round| format!("round {round}"));
    let file = path.file_name().map(|name| name.to_string_lossy());
    let place = format!("{} game {number}", file.unwrap_or_default());
    let parts = [game_files::players(pgn), tag("Event").map(str::to_owned), round, Some(place)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The files that a run writes.
struct MineFiles {
    out: OutputFile,
    checkpoint: OutputFile,
    pgn: Option<OutputFile>,
    json: Option<OutputFile>,
}

/// The puzzles found so far, and the files that they are written to.
struct Output {
    files: MineFiles,
    /// Lines before the puzzles.
    head: String,
    puzzles: Vec<Puzzle>,
    collection: Collection,
    checkpoint: Checkpoint,
    timer: SaveTimer,
    has_changed: bool,
}

impl Output {
    fn new(args: &Args, tables: &Tablebase, files: MineFiles) -> Result<Self, Failure> {
        let kinds: Vec<_> = args.kinds().iter().map(|kind| kind.name()).collect();
        let mut settings =
            format!("kinds {} nodes {} per-game {}", kinds.join(","), args.nodes, args.per_game);
        if args.tables.is_some() {
            let mut endings: Vec<_> = tables.tables().map(|table| table.ending()).collect();
            endings.sort_unstable();
            let names: Vec<String> = endings.iter().map(ToString::to_string).collect();
            let names = crc32fast::hash(names.join(" ").as_bytes());
            settings.push_str(&format!(" tables {names:08x}"));
        }
        let head = format!("# Puzzles by `sakdi puzzles mine`: {settings}\n");
        let mut output = Self {
            files,
            head,
            puzzles: Vec::new(),
            collection: Collection::default(),
            checkpoint: Checkpoint::new(settings.clone()),
            timer: SaveTimer::new(&args.out),
            has_changed: false,
        };
        if args.resume {
            output.continue_files(settings)?;
        }
        Ok(output)
    }

    fn continue_files(&mut self, settings: String) -> Result<(), Failure> {
        let out = self.files.out.path();
        if let Some(text) = existing(out)? {
            for (_, puzzle) in parse(&text, out, Language::English)? {
                self.collection.add(&puzzle);
                self.puzzles.push(puzzle);
            }
        }
        let path = self.files.checkpoint.path();
        if let Some(text) = existing(path)?.filter(|text| !text.is_empty()) {
            let path = shown(path);
            self.checkpoint = Checkpoint::read(&text, settings)
                .map_err(|error| Failure::bad_input(format!("{path}: {error}")))?;
        }
        Ok(())
    }

    /// Adds the puzzles of a game, up to `most`, and saves from time to time.
    fn add(&mut self, task: &Task, found: Vec<Puzzle>, most: Option<usize>) -> Result<(), Failure> {
        for puzzle in found {
            if most.is_some_and(|most| self.puzzles.len() >= most) {
                // The rest of the game is for the next run.
                return Ok(());
            }
            if self.collection.add(&puzzle) {
                self.puzzles.push(puzzle);
                self.has_changed = true;
            }
        }
        self.checkpoint.add(task.fingerprint);
        self.has_changed = true;
        if let Some(began) = self.timer.due() {
            self.save()?;
            self.timer.saved(began);
        }
        Ok(())
    }

    /// Writes the puzzles first: a game whose puzzles are there but that is not marked as mined
    /// is mined again, and its puzzles are found to be there.
    fn save(&self) -> Result<(), Failure> {
        let lines = self.puzzles.iter().map(|puzzle| format_epd(puzzle) + "\n");
        let text = self.head.clone() + &lines.collect::<String>();
        self.files.out.write(text.as_bytes())?;
        self.files.checkpoint.write(self.checkpoint.text().as_bytes())
    }

    fn finish(&self) -> Result<(), Failure> {
        if self.has_changed || !self.files.out.path().exists() {
            self.save()?;
        }
        if let Some(file) = &self.files.pgn {
            let text: String = self.puzzles.iter().map(puzzle_pgn).collect();
            file.write(text.as_bytes())?;
        }
        if let Some(file) = &self.files.json {
            let text = json::document(&self.puzzles).map_err(io::Error::from)?;
            file.write(text.as_bytes())?;
        }
        Ok(())
    }

    /// The number of puzzles of each kind.
    fn kinds(&self) -> String {
        let mut numbers: HashMap<Kind, usize> = HashMap::new();
        for puzzle in &self.puzzles {
            *numbers.entry(puzzle.kind).or_default() += 1;
        }
        let number = |kind: Kind| format!("{kind} {}", numbers.get(&kind).unwrap_or(&0));
        Kind::ALL.map(number).join(", ")
    }
}
