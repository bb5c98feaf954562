//! `sakdi tables`.

mod probe;
mod remote;
mod stats;

use super::Failure;
use super::output_file::{IfExists, OutputFile, OutputFiles, holds_something};
use super::report_output::ReportOutput;
use super::table_folder::load_tables;
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use makruk::notation::fen;
use makruk::notation::terminal_text::shown;
use sakdi_engine::tablebase::ending::MAX_MEN;
use sakdi_engine::tablebase::file::FileError;
use sakdi_engine::tablebase::generate::{GenerateError, SolvedEnding, TableGenerator};
use sakdi_engine::tablebase::stats_page;
use sakdi_engine::tablebase::table::Table;
use sakdi_engine::tablebase::verify::{self, Extent, VerifyReport, WrongEntry};
use sakdi_engine::tablebase::{Ending, Tablebase, directory, write};
use sakdi_i18n::Language;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build tables and write them into a directory
    Build(Build),
    /// Show how often an ending is won, with the strong and with the weak side to move: the limit
    /// of the count, the moves it leaves when it begins in the position, the legal positions, the
    /// percentage won by distance, the longest win in moves, and the wins that come too late for
    /// the count
    Stats(stats::Args),
    /// Show what the tables know of a position and of every move, or how the game has ended in it
    Probe(probe::Args),
    /// Check tables against the moves and rules of the game itself; exit status 1 if one is wrong
    Verify(Verify),
    /// Write a page about every available ending: those against a bare khun, and with --dir those
    /// that `tables build` has written there, such as KRvKN
    #[command(alias = "fortress")]
    Page(Page),
}

#[derive(Debug, clap::Args)]
struct Build {
    /// Endings such as KSSvK, KRvKN, KRPvK
    #[arg(required_unless_present = "men")]
    names: Vec<Ending>,
    /// Every ending with this number of men, both khuns included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=5))]
    men: Option<u8>,
    /// Directory to write into
    #[arg(long, default_value = "tables")]
    dir: PathBuf,
    /// Number of threads [default: number of logical processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Debug, clap::Args)]
struct Verify {
    /// Endings such as KSSvK; every available table when missing
    names: Vec<Ending>,
    /// Check this many random positions of each side to move; all when missing, but for tables of
    /// five men 10000
    #[arg(long, value_name = "N")]
    samples: Option<u64>,
    /// Seed of the random positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Directory of built tables, in addition to the built-in ones
    #[arg(long)]
    dir: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
struct Page {
    /// Directory of built tables, in addition to the built-in ones
    #[arg(long)]
    dir: Option<PathBuf>,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        match self.command {
            Command::Build(build) => build.run(),
            Command::Stats(stats) => stats.run(),
            Command::Probe(probe) => probe.run(),
            Command::Verify(verify) => verify.run().map_err(Failure::of_check),
            Command::Page(page) => {
                let tables = load_tables(page.dir.as_deref(), Language::English)?;
                write!(io::stdout(), "{}", stats_page::page(&tables))?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}

impl From<GenerateError> for Failure {
    fn from(error: GenerateError) -> Self {
        Self::Io(io::Error::other(error))
    }
}

/// Solves an ending, with a progress bar on a terminal.
fn solve(
    generator: &mut TableGenerator,
    ending: Ending,
    later: &[Ending],
) -> Result<Arc<SolvedEnding>, GenerateError> {
    const STEPS: f64 = 1000.0;
    let bar = ProgressBar::new(STEPS as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg:9} {wide_bar} {percent}% eta {eta}") {
        bar.set_style(style);
    }
    let result = generator.solve(ending, later, &|at, share| {
        bar.set_message(at.to_string());
        bar.set_position((share * STEPS) as u64);
    });
    bar.finish_and_clear();
    result
}

impl Build {
    fn run(self) -> Result<ExitCode, Failure> {
        if let Some(threads) = self.threads {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads));
            pool.build_global().map_err(|error| Failure::Io(io::Error::other(error)))?;
        }
        let mut endings = self.names.clone();
        for ending in self.men.map(Ending::all).unwrap_or_default() {
            if !endings.contains(&ending) {
                endings.push(ending);
            }
        }
        self.build_all(&endings)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Solves one ending after another; small ones are packed and written meanwhile.
    fn build_all(&self, endings: &[Ending]) -> Result<(), Failure> {
        // Before hours of work, not after it.
        fs::create_dir_all(&self.dir)
            .map_err(|error| Failure::cannot_write(&self.dir, &error, Language::English))?;
        let _reserved = self.reserve(endings)?;
        let mut generator = TableGenerator::default();
        let failed = Mutex::new(None);
        let note = |result: Result<(), Failure>| {
            if let Err(failure) = result {
                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
            }
        };
        rayon::in_place_scope(|scope| {
            for (number, &ending) in endings.iter().enumerate() {
                if failed.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
                    break;
                }
                if self.has(ending)? {
                    continue;
                }
                let started = Instant::now();
                generator.forget_for(ending);
                let solved = solve(&mut generator, ending, &endings[number + 1..])?;
                let solving = started.elapsed();
                if ending.men() < MAX_MEN {
                    scope.spawn(move |_| note(self.write(&solved, solving)));
                } else {
                    // Memory does not hold several of them while they are packed.
                    self.write(&solved, solving)?;
                }
            }
            Ok::<_, Failure>(())
        })?;
        failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// Reserves the files of the tables. Refuses to replace one that is not a table of this ending.
    fn reserve(&self, endings: &[Ending]) -> Result<Vec<OutputFile>, Failure> {
        let mut files = OutputFiles::new([], Language::English);
        let mut reserved = Vec::new();
        for &ending in endings {
            let path = write::path_of(&self.dir, ending);
            reserved.push(files.reserve(&path, IfExists::Continued)?);
            directory::check_replaceable(&path).map_err(|error| match error {
                FileError::Io(error) => Failure::cannot_write(&path, &error, Language::English),
                error => Failure::bad_input(format!("{}: {error}", shown(&path))),
            })?;
        }
        Ok(reserved)
    }

    /// Whether there is a valid table already.
    fn has(&self, ending: Ending) -> Result<bool, Failure> {
        let path = write::path_of(&self.dir, ending);
        match Table::open(&path) {
            Ok(_) => {
                writeln!(ReportOutput::lock(), "{ending} is there already: {}", shown(&path))?;
                return Ok(true);
            }
            Err(_) if !holds_something(&path) => {}
            Err(error) => error_line!("sakdi: {}: {error}; building it anew", shown(&path)),
        }
        Ok(false)
    }

    fn write(&self, solved: &SolvedEnding, solving: Duration) -> Result<(), Failure> {
        let ending = solved.layout.ending();
        let (path, bytes) = write::to_directory(&self.dir, solved).map_err(|error| {
            let path = write::path_of(&self.dir, ending);
            let reason = Language::English.io_error(&error);
            io::Error::other(format!("cannot write {}: {reason}", shown(&path)))
        })?;
        let (solving, path) = (solving.as_secs_f64(), shown(&path));
        writeln!(
            ReportOutput::lock(),
            "{ending} solved in {solving:.2} s: {bytes} bytes in {path}"
        )?;
        Ok(())
    }
}

impl Verify {
    fn run(self) -> Result<ExitCode, Failure> {
        const SAMPLES_OF_LARGE: u64 = 10_000;
        let tables = load_tables(self.dir.as_deref(), Language::English)?;
        let mut endings = self.names;
        if endings.is_empty() {
            endings = tables.tables().map(Table::ending).collect();
            endings.sort_by_key(|ending| (ending.men(), *ending));
        }
        let mut clean = true;
        for ending in endings {
            let large = (ending.men() == MAX_MEN).then_some(SAMPLES_OF_LARGE);
            let extent = match self.samples.or(large) {
                Some(positions) => Extent::Sample { positions, seed: self.seed },
                None => Extent::All,
            };
            let report = checked(&tables, ending, extent)?;
            let mut out = io::stdout().lock();
            let verdict = if report.is_clean() { "pass" } else { "FAIL" };
            writeln!(out, "{verdict} {ending}: {} of {} wrong", report.wrong, report.positions)?;
            if !report.stats_agree {
                writeln!(out, "     the statistics are not those counted")?;
            }
            for WrongEntry { position, found, expected } in &report.wrong_entries {
                let fen = fen::format(position);
                writeln!(out, "     {fen}: table {found:?}, moves {expected:?}")?;
            }
            clean &= report.is_clean();
        }
        Ok(ExitCode::from(u8::from(!clean)))
    }
}

/// Checks a table, with a progress bar on a terminal.
fn checked(tables: &Tablebase, ending: Ending, extent: Extent) -> Result<VerifyReport, Failure> {
    let all = match extent {
        Extent::Sample { positions, .. } => 2 * positions,
        Extent::All => tables
            .table(ending)
            .map_or(0, |table| table.stats().strong.legal + table.stats().weak.legal),
    };
    let bar = ProgressBar::new(all).with_message(ending.to_string());
    if let Ok(style) = ProgressStyle::with_template("{msg:9} {wide_bar} {percent}% eta {eta}") {
        bar.set_style(style);
    }
    let report = verify::verify(tables, ending, extent, &|positions| bar.inc(positions));
    bar.finish_and_clear();
    report.map_err(Failure::bad_input)
}
