//! `sakdi puzzles rate`.

use super::read_file;
use crate::Failure;
use crate::json_output::{JsonArgs, rounded};
use crate::output_file::OutputFiles;
use crate::progress::{INTERRUPTED, Progress, stop_on_interrupt};
use crate::report_output::text_output;
use sakdi_analysis::AnalysisObserver;
use sakdi_engine::search::{Engine, STACK_BYTES};
use sakdi_i18n::Language;
use sakdi_levels::{FULL_SKILL, MIN_SKILL, Player};
use sakdi_platform::workers::work_on;
use sakdi_puzzles::{Band, Puzzle, solves};
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Puzzles in EPD, as `puzzles mine` writes them
    file: PathBuf,
    /// The levels, separated by commas
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "2,6,10,14",
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
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Debug, Serialize)]
struct RateRecord {
    /// Tries of each puzzle by each level.
    tries: u64,
    seed: u64,
    bands: Vec<BandRecord>,
}

#[derive(Debug, Serialize)]
struct BandRecord {
    band: &'static str,
    puzzles: u64,
    levels: Vec<LevelRecord>,
}

#[derive(Debug, Serialize)]
struct LevelRecord {
    level: i8,
    /// Number of tries that found the solution.
    solved: usize,
    /// Their share of all tries, from 0 to 1; none without puzzles.
    share: Option<f64>,
}

impl Args {
    /// `numbers` are the puzzles of each band, `solved` the tries that found the solution, by band and
    /// level.
    fn record(&self, numbers: &[u64], solved: &[Vec<usize>]) -> RateRecord {
        let band = |band: Band| {
            let puzzles = numbers[band as usize];
            let all = puzzles * self.tries;
            let level = |(&level, &solved): (&i8, &usize)| LevelRecord {
                level,
                solved,
                share: (all > 0).then(|| rounded(solved as f64 / all as f64)),
            };
            let levels = self.levels.iter().zip(&solved[band as usize]).map(level).collect();
            BandRecord { band: band.name(), puzzles, levels }
        };
        RateRecord {
            tries: self.tries,
            seed: self.seed,
            bands: Band::ALL.into_iter().map(band).collect(),
        }
    }
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let Some(end) = self.seed.checked_add(self.tries) else {
            return Err(Failure::bad_input("the seeds of so many tries leave 64 bits"));
        };
        let seeds = self.seed..end;
        let mut files = OutputFiles::new([&self.file], Language::English);
        let json = self.json.reserve(&mut files)?;
        let mut graded = read_file(&self.file, Language::English)?;
        graded.retain(|(_, puzzle)| puzzle.difficulty.is_some());
        let progress = Progress::new(graded.len() as u64);
        stop_on_interrupt(progress.stop())?;
        // [band][level]
        let mut solved = vec![vec![0; self.levels.len()]; Band::ALL.len()];
        let mut numbers = vec![0_u64; Band::ALL.len()];
        let player = || Player::new(Engine::new(Engine::DEFAULT_HASH));
        let count_solved = |player: &mut Player, (_, puzzle): &(usize, Puzzle)| {
            let mut counts = Vec::new();
            for &level in &self.levels {
                if progress.should_stop() {
                    return None;
                }
                let is_solved = |&seed: &u64| solves(puzzle, player, level, seed);
                counts.push(seeds.clone().filter(is_solved).count());
            }
            Some(counts)
        };
        work_on(
            &graded,
            self.threads.into(),
            STACK_BYTES,
            player,
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
        let mut out = text_output();
        let levels: Vec<String> =
            self.levels.iter().map(|level| format!("{:>9}", format!("level {level}"))).collect();
        writeln!(out, "{:<8} {:>8} {}", "band", "puzzles", levels.join(" "))?;
        for band in Band::ALL {
            let number = numbers[band as usize];
            let all = (number * self.tries) as f64;
            let share = |&solved: &usize| match number {
                0 => format!("{:>9}", "-"),
                _ => format!("{:>7.1} %", 100.0 * solved as f64 / all),
            };
            let shares: Vec<String> = solved[band as usize].iter().map(share).collect();
            writeln!(out, "{:<8} {number:>8} {}", band.name(), shares.join(" "))?;
        }
        json.write(|| self.record(&numbers, &solved))?;
        Ok(ExitCode::SUCCESS)
    }
}
