//! `sakdi puzzles rate`.

use super::read_file;
use crate::analysis::AnalysisObserver;
use crate::cli::Failure;
use crate::cli::progress::{INTERRUPTED, Progress, stop_on_interrupt};
use crate::i18n::Language;
use crate::puzzles::{Band, solves};
use crate::search::Engine;
use crate::search::levels::FULL_SKILL;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Puzzles in EPD, as `puzzles mine` writes them
    file: PathBuf,
    /// The levels
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [2, 6, 10, 14],
          value_parser = clap::value_parser!(u8).range(0..=FULL_SKILL as i64))]
    levels: Vec<u8>,
    /// Tries of each puzzle
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..=1000))]
    tries: u64,
    /// Seed of the first try. Difficulties are measured with the seeds from 0 to 4
    #[arg(long, value_name = "N", default_value_t = 1000)]
    seed: u64,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let puzzles = read_file(&self.file, Language::English)?;
        let progress = Progress::new(puzzles.len() as u64);
        stop_on_interrupt(progress.stop())?;
        let mut engine = Engine::new(Engine::DEFAULT_HASH);
        // [band][level]
        let mut solved = vec![vec![0; self.levels.len()]; Band::ALL.len()];
        let mut numbers = vec![0; Band::ALL.len()];
        for (_, puzzle) in &puzzles {
            let Some(difficulty) = puzzle.difficulty else { continue };
            let band = difficulty.band() as usize;
            numbers[band] += 1;
            for (&level, solved) in self.levels.iter().zip(&mut solved[band]) {
                let seeds = self.seed..self.seed + self.tries;
                *solved += seeds.filter(|&seed| solves(puzzle, &mut engine, level, seed)).count();
            }
            progress.searched();
            if progress.should_stop() {
                progress.clear();
                return Ok(ExitCode::from(INTERRUPTED));
            }
        }
        progress.clear();
        let mut out = io::stdout().lock();
        let levels: Vec<String> =
            self.levels.iter().map(|level| format!("{:>9}", format!("level {level}"))).collect();
        writeln!(out, "{:<8} {:>8} {}", "band", "puzzles", levels.join(" "))?;
        for band in Band::ALL {
            let number = numbers[band as usize];
            let all = (number as u64 * self.tries).max(1) as f64;
            let share = |&solved: &usize| format!("{:>7.1} %", 100.0 * solved as f64 / all);
            let shares: Vec<String> = solved[band as usize].iter().map(share).collect();
            writeln!(out, "{:<8} {number:>8} {}", band.name(), shares.join(" "))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
