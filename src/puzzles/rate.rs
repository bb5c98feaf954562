//! `sakdi puzzles rate`.

use super::read_puzzles;
use crate::Failure;
use crate::progress::{INTERRUPTED, Progress, stop_on_interrupt};
use sakdi_analysis::AnalysisObserver;
use sakdi_engine::search::levels::{FULL_SKILL, MIN_SKILL};
use sakdi_engine::search::{Engine, STACK_BYTES};
use sakdi_platform::workers::work_on;
use sakdi_puzzles::{Band, Puzzle, solves};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Puzzles in EPD, as `puzzles mine` writes them
    file: PathBuf,
    /// The levels
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [2, 6, 10, 14],
          allow_hyphen_values = true,
          value_parser = clap::value_parser!(i8).range(MIN_SKILL as i64..=FULL_SKILL as i64))]
    levels: Vec<i8>,
    /// Tries of each puzzle
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..=1000))]
    tries: u64,
    /// Seed of the first try. Difficulties are measured with seeds below 1000
    #[arg(long, value_name = "N", default_value_t = 1000)]
    seed: u64,
    /// Puzzles to try at the same time; the shares are the same whatever their number
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let mut graded = read_puzzles(&self.file)?;
        graded.retain(|(_, puzzle)| puzzle.difficulty.is_some());
        let progress = Progress::new(graded.len() as u64);
        stop_on_interrupt(progress.stop())?;
        // [band][level]
        let mut solved = vec![vec![0; self.levels.len()]; Band::ALL.len()];
        let mut numbers = vec![0; Band::ALL.len()];
        let seeds = self.seed..self.seed.saturating_add(self.tries);
        let engine = || Engine::new(Engine::DEFAULT_HASH);
        let count_solved = |engine: &mut Engine, (_, puzzle): &(usize, Puzzle)| {
            let mut counts = Vec::new();
            for &level in &self.levels {
                if progress.should_stop() {
                    return None;
                }
                let is_solved = |&seed: &u64| solves(puzzle, engine, level, seed);
                counts.push(seeds.clone().filter(is_solved).count());
            }
            Some(counts)
        };
        work_on(
            &graded,
            self.threads.into(),
            STACK_BYTES,
            engine,
            count_solved,
            |index, counts| {
                let band =
                    graded[index].1.difficulty.map_or(0, |difficulty| difficulty.band() as usize);
                numbers[band] += 1;
                for (sum, count) in solved[band].iter_mut().zip(counts) {
                    *sum += count;
                }
                progress.searched();
                Ok::<_, Failure>(ControlFlow::Continue(()))
            },
        )?;
        if progress.should_stop() {
            progress.clear();
            return Ok(ExitCode::from(INTERRUPTED));
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
