//! `sakdi puzzles verify`.

use super::read_file;
use crate::analysis::AnalysisObserver;
use crate::cli::Failure;
use crate::cli::progress::{INTERRUPTED, Progress, stop_on_interrupt};
use crate::cli::tables::load_tables;
use crate::i18n::Language;
use crate::puzzles::{Collection, Fault, Provers, puzzle_id, verify};
use crate::search;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Puzzles in EPD, as `puzzles mine` writes them
    file: PathBuf,
    /// Puzzles to prove at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Directory of built endgame tables, in addition to the built-in ones
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl Args {
    /// The last line is for other programs: `proved P of N`.
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let puzzles = read_file(&self.file, Language::English)?;
        if puzzles.is_empty() {
            let path = self.file.display();
            return Err(Failure::bad_input(format!("{path}: no puzzles in it")));
        }
        let tables = Arc::new(load_tables(self.tables.as_deref())?);
        let progress = Progress::new(puzzles.len() as u64);
        stop_on_interrupt(progress.stop())?;
        let next = AtomicUsize::new(0);
        let verdicts: Mutex<Vec<Option<Result<(), Fault>>>> = Mutex::new(vec![None; puzzles.len()]);
        let work = || {
            let mut provers = Provers::new(Arc::clone(&tables));
            while let Some((index, (_, puzzle))) = {
                let index = next.fetch_add(1, Relaxed);
                puzzles.get(index).map(|puzzle| (index, puzzle))
            } {
                let verdict = verify(puzzle, &mut provers);
                if progress.should_stop() {
                    return;
                }
                verdicts.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(verdict);
                progress.searched();
            }
        };
        thread::scope(|scope| {
            for _ in 0..usize::from(self.threads).min(puzzles.len()) {
                let thread = thread::Builder::new().stack_size(search::STACK_BYTES);
                if let Err(error) = thread.spawn_scoped(scope, work) {
                    log::warn!("no more threads to be had: {error}");
                }
            }
        });
        progress.clear();
        let verdicts = verdicts.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut out = io::stdout().lock();
        let mut collection = Collection::default();
        let (mut proved, mut tried) = (0, 0);
        for ((line, puzzle), verdict) in puzzles.iter().zip(verdicts) {
            let Some(verdict) = verdict else { continue };
            tried += 1;
            let id = puzzle_id(puzzle);
            match verdict {
                Err(fault) => writeln!(out, "line {line}, {id}: {fault}")?,
                Ok(()) if !collection.add(puzzle) => {
                    writeln!(out, "line {line}, {id}: like a puzzle above")?;
                }
                Ok(()) => proved += 1,
            }
        }
        if tried < puzzles.len() {
            eprintln!("sakdi: broken off, {} puzzles were not tried", puzzles.len() - tried);
        }
        writeln!(out, "proved {proved} of {}", puzzles.len())?;
        if progress.should_stop() {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::from(u8::from(proved < puzzles.len())))
    }
}
