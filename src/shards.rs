//! `sakdi shards`: the files of self-play games.

use super::Failure;
use super::output_file::{IfExists, OutputFiles};
use super::progress::{INTERRUPTED, progress_bar, stop_on_interrupt};
use super::shard_files::{blocks, read, refused};
use makruk::notation::terminal_text::shown;
use sakdi_i18n::Language;
use sakdi_matches::work_part::WorkPart;
use sakdi_training::data::{Block, RescoreError, RescoreSettings, Rescored, ShardWriter, rescore};
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Join shards into one, without repeated games
    Merge(Merge),
    /// Search positions of games deeper: to validate nets, or for the last stage of training
    Rescore(Rescore),
}

#[derive(Debug, clap::Args)]
struct Merge {
    /// Files that `sakdi selfplay` or `sakdi shards` wrote
    #[arg(required = true, value_name = "SHARD")]
    shards: Vec<PathBuf>,
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Debug, clap::Args)]
struct Rescore {
    /// Files that `sakdi selfplay` wrote
    #[arg(required = true, value_name = "SHARD")]
    shards: Vec<PathBuf>,
    /// File to write; complete positions are appended, so a run can be killed at any time
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of positions, chosen at random from those that are quiet
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Soft limit on the nodes of a search: no iteration begins after it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Another seed chooses other positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; they do not change the result [default: number of logical
    /// processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Search one of N parts of the positions; `cat` joins the parts
    #[arg(long, value_name = "I/N", alias = "shard")]
    part: Option<WorkPart>,
    /// Continue a file that the same settings made: search the positions it lacks
    #[arg(long)]
    resume: bool,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        match self.command {
            Command::Merge(merge) => merge.run(),
            Command::Rescore(rescore) => rescore.run(),
        }
    }
}

impl Merge {
    fn run(self) -> Result<ExitCode, Failure> {
        let mut files = OutputFiles::new(&self.shards, Language::English);
        let output = files.reserve(&self.out, IfExists::Refused)?;
        let shards = read(&self.shards)?;
        let (mut seen, mut merged) = (HashSet::new(), Vec::new());
        let (mut games, mut positions, mut repeated, mut bytes) = (0_u64, 0, 0_u64, 0);
        for (path, shard) in self.shards.iter().zip(&shards) {
            bytes += shard.len();
            for block in blocks(path, shard) {
                if !seen.insert((block.header.seed, crc32fast::hash(block.bytes()))) {
                    repeated += 1;
                    continue;
                }
                merged.extend_from_slice(block.bytes());
                games += 1;
                positions += block.len();
            }
        }
        output.write(&merged)?;
        let per_position = merged.len() as f64 / positions.max(1) as f64;
        writeln!(
            io::stdout(),
            "games {games} positions {positions} repeated {repeated}\n\
             bytes {bytes} to {}, {per_position:.2} a position",
            merged.len()
        )?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Rescore {
    fn run(self) -> Result<ExitCode, Failure> {
        let settings = RescoreSettings {
            count: self.count as usize,
            seed: self.seed,
            nodes: self.nodes,
            hash_mib: 4,
        };
        OutputFiles::new([], Language::English).note(&self.out)?;
        // Before the output is created: the input may be missing.
        let bytes = read(&self.shards)?;
        let shard = if self.resume {
            ShardWriter::resume(&self.out, settings.checksum())
        } else {
            ShardWriter::create(&self.out)
        };
        let mut shard = shard.map_err(refused)?;
        // What is written from here on is no part of it.
        let kept = read(std::slice::from_ref(&self.out))?;
        let kept: Vec<Block<'_>> = kept.iter().flat_map(|bytes| blocks(&self.out, bytes)).collect();
        let games: Vec<Block<'_>> =
            self.shards.iter().zip(&bytes).flat_map(|(path, shard)| blocks(path, shard)).collect();
        let part = |positions| self.part.unwrap_or(WorkPart::ALL).range_of(positions);
        let bar = progress_bar(self.count.into(), "{wide_bar} {pos}/{len} positions, eta {eta}");
        let threads = self.threads.unwrap_or(0).into();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let stop = Arc::new(AtomicBool::new(false));
        stop_on_interrupt(&stop)?;
        let rescored = pool.map_err(io::Error::other)?.install(|| {
            rescore(&settings, &games, &kept, part, &mut shard, &stop, |searched, all| {
                bar.set_length(all as u64);
                bar.set_position(searched as u64);
            })
        });
        bar.finish_and_clear();
        let rescored = rescored.map_err(|error| match error {
            RescoreError::Io(error) => Failure::not_written(&self.out, &error, Language::English),
            RescoreError::OtherGames => {
                Failure::bad_input(format!("{}: {error}", shown(&self.out)))
            }
        })?;
        let Rescored { chosen, already_there, written } = rescored;
        let mut out = io::stdout();
        if already_there != 0 {
            writeln!(out, "already there: {already_there} positions")?;
        }
        writeln!(out, "positions {written}")?;
        if stop.load(Relaxed) {
            error_line!("sakdi: interrupted, continue with --resume");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        if chosen < self.count.into() {
            error_line!("sakdi: the games have only {chosen} of {} quiet positions", self.count);
            return Ok(ExitCode::FAILURE);
        }
        Ok(ExitCode::SUCCESS)
    }
}
