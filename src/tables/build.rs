//! `sakdi tables build`.

use super::checksums::{self, Checksum};
use crate::Failure;
use crate::output_file::{IfExists, OutputFile, OutputFiles, holds_something};
use crate::report_output::ReportOutput;
use indicatif::{ProgressBar, ProgressStyle};
use makruk::notation::terminal_text::shown;
use sakdi_engine::tablebase::ending::MAX_MEN;
use sakdi_engine::tablebase::file::FileError;
use sakdi_engine::tablebase::generate::{GenerateError, SolvedEnding, TableGenerator};
use sakdi_engine::tablebase::table::Table;
use sakdi_engine::tablebase::{Ending, directory, write};
use sakdi_i18n::Language;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
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

impl From<GenerateError> for Failure {
    fn from(error: GenerateError) -> Self {
        Self::Io(io::Error::other(error))
    }
}

/// Solves an ending, with a progress bar on a terminal.
pub(super) fn solve(
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

impl Args {
    /// Time between two looks at a table that another run is building.
    const PATIENCE: Duration = Duration::from_millis(200);

    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        if let Some(threads) = self.threads {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads));
            pool.build_global().map_err(|error| Failure::Io(io::Error::other(error)))?;
        }
        let mut endings = Vec::new();
        let of_men = self.men.map(Ending::all).unwrap_or_default();
        for &ending in self.names.iter().chain(&of_men) {
            if !endings.contains(&ending) {
                endings.push(ending);
            }
        }
        self.build_all(&endings)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Solves one ending after another; small ones are packed and written meanwhile. Those of
    /// families that another run is building come last.
    fn build_all(&self, endings: &[Ending]) -> Result<(), Failure> {
        // Before hours of work, not after it.
        fs::create_dir_all(&self.dir)
            .map_err(|error| Failure::cannot_write(&self.dir, &error, Language::English))?;
        for &ending in endings {
            self.check_replaceable(ending)?;
        }
        let mut generator = TableGenerator::default();
        let failed = Mutex::new(None);
        let note = |result: Result<(), Failure>| {
            if let Err(failure) = result {
                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
            }
        };
        rayon::in_place_scope(|scope| {
            let mut build = |ending, file, later: &[Ending]| {
                if self.has(ending)? {
                    return Ok(());
                }
                let started = Instant::now();
                generator.forget_for(ending);
                let solved = solve(&mut generator, ending, later)?;
                let solving = started.elapsed();
                if ending.men() < MAX_MEN {
                    scope.spawn(move |_| note(self.write(file, &solved, solving)));
                    Ok(())
                } else {
                    // Memory does not hold several of them while they are packed.
                    self.write(file, &solved, solving)
                }
            };
            let has_failed = || failed.lock().unwrap_or_else(PoisonError::into_inner).is_some();
            let mut elsewhere: Vec<Ending> = Vec::new();
            for (number, &ending) in endings.iter().enumerate() {
                // The other run has solved what the rest of the family leads to.
                let is_elsewhere = elsewhere.iter().any(|other| other.family() == ending.family());
                match (!is_elsewhere).then(|| self.reserve(ending)).transpose()?.flatten() {
                    _ if has_failed() => return Ok(()),
                    Some(file) => build(ending, file, &endings[number + 1..])?,
                    None => elsewhere.push(ending),
                }
            }
            for ending in elsewhere {
                let file = self.wait_for(ending)?;
                if has_failed() {
                    return Ok(());
                }
                build(ending, file, &[])?;
            }
            Ok::<_, Failure>(())
        })?;
        failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// Refuses to replace a file that is not a table of this ending.
    fn check_replaceable(&self, ending: Ending) -> Result<(), Failure> {
        let path = write::path_of(&self.dir, ending);
        directory::check_replaceable(&path).map_err(|error| match error {
            FileError::Io(error) => Failure::cannot_write(&path, &error, Language::English),
            error => Failure::bad_input(format!("{}: {error}", shown(&path))),
        })
    }

    /// Reserves the file of a table; `None` if another run is writing it.
    fn reserve(&self, ending: Ending) -> Result<Option<OutputFile>, Failure> {
        let path = write::path_of(&self.dir, ending);
        OutputFiles::new([], Language::English).reserve_unless_in_use(&path, IfExists::Continued)
    }

    /// Waits until the run that is building this table has written it, or has been stopped.
    fn wait_for(&self, ending: Ending) -> Result<OutputFile, Failure> {
        let mut waited = false;
        loop {
            if let Some(file) = self.reserve(ending)? {
                return Ok(file);
            }
            if !waited {
                error_line!("sakdi: another run is building {ending}; waiting for it");
                waited = true;
            }
            thread::sleep(Self::PATIENCE);
        }
    }

    /// Whether there is a valid table already.
    fn has(&self, ending: Ending) -> Result<bool, Failure> {
        let path = write::path_of(&self.dir, ending);
        match Table::open(&path) {
            Ok(_) if checksums::of_file(ending, &path)? == Checksum::Other => {
                let path = shown(&path);
                error_line!("sakdi: {path}: {}; building it anew", checksums::OTHER);
            }
            Ok(_) => {
                writeln!(ReportOutput::lock(), "{ending} is there already: {}", shown(&path))?;
                return Ok(true);
            }
            Err(_) if !holds_something(&path) => {}
            Err(error) => error_line!("sakdi: {}: {error}; building it anew", shown(&path)),
        }
        Ok(false)
    }

    /// Writes the table into the file that is reserved for it, and makes the file available.
    fn write(
        &self,
        file: OutputFile,
        solved: &SolvedEnding,
        solving: Duration,
    ) -> Result<(), Failure> {
        let ending = solved.layout.ending();
        let (path, bytes) = write::to_directory(&self.dir, solved).map_err(|error| {
            let path = write::path_of(&self.dir, ending);
            let reason = Language::English.io_error(&error);
            io::Error::other(format!("cannot write {}: {reason}", shown(&path)))
        })?;
        let checked = match checksums::of_file(ending, &path)? {
            Checksum::Other => {
                let message = format!("{}: {}", shown(&path), checksums::OTHER);
                return Err(Failure::Io(io::Error::other(message)));
            }
            Checksum::Published => ", with the published checksum",
            Checksum::Unknown => "",
        };
        drop(file);
        let (solving, path) = (solving.as_secs_f64(), shown(&path));
        writeln!(
            ReportOutput::lock(),
            "{ending} solved in {solving:.2} s: {bytes} bytes in {path}{checked}"
        )?;
        Ok(())
    }
}
