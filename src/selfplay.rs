//! `sakdi selfplay`.

use super::Failure;
use super::counting_rule::AutomaticCountingArgs;
use super::json_output::JsonArgs;
use super::output_file::OutputFiles;
use super::progress::{INTERRUPTED, progress_bar, stop_on_interrupt};
use super::report_output::text_output;
use super::shard_files::refused;
use makruk::notation::terminal_text::shown;
use makruk::rules::Variant;
use sakdi_i18n::Language;
use sakdi_matches::work_part::WorkPart;
use sakdi_training::data::selfplay::{self, Statistics};
use sakdi_training::data::{CAUSES, SelfplaySettings, ShardWriter, WhiteResult, cause_name};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// The most games of a run. Each takes 8 bytes of memory from the beginning.
const MAX_GAMES: u64 = 100_000_000;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// File to write; complete games are appended, so a run can be killed at any time
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of games
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MAX_GAMES))]
    games: u64,
    /// Seed of the first game; the seed increases by one with each game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Soft limit on the nodes of a search: no iteration begins after it
    #[arg(long, default_value_t = SelfplaySettings::default().nodes,
          value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// makruk or makpong
    #[arg(long, default_value_t)]
    variant: Variant,
    #[command(flatten)]
    counting: AutomaticCountingArgs,
    /// Games played at once; the games do not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Play one of N parts of the games, with its part of the seeds; `cat` joins the parts
    #[arg(long, value_name = "I/N", alias = "shard")]
    part: Option<WorkPart>,
    /// Continue a file that the same settings and the same build made: play the games it lacks
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    json: JsonArgs,
}

/// The games of a run.
#[derive(Debug, Serialize)]
struct SelfplayRecord {
    /// Games that an earlier run has played.
    already_there: u64,
    games: u64,
    positions: u64,
    /// From White's side.
    wins: u64,
    draws: u64,
    losses: u64,
    /// Number of games by the reason of their end.
    terminations: BTreeMap<&'static str, u64>,
}

impl SelfplayRecord {
    fn new(statistics: &Statistics, already_there: u64) -> Self {
        let [losses, draws, wins] = WhiteResult::ALL.map(|result| statistics.result(result));
        let terminations = CAUSES.map(|cause| (cause_name(cause), statistics.cause(cause)));
        let Statistics { games, positions, .. } = *statistics;
        let terminations = terminations.into();
        Self { already_there, games, positions, wins, draws, losses, terminations }
    }
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let mut files = OutputFiles::new([], Language::English);
        files.note(&self.out)?;
        let json = self.json.reserve(&mut files)?;
        let settings = SelfplaySettings {
            variant: self.variant,
            rule: self.counting.rule(),
            nodes: self.nodes,
            ..SelfplaySettings::default()
        };
        let Some(end) = self.seed.checked_add(self.games) else {
            return Err(Failure::bad_input("the seeds of so many games leave 64 bits"));
        };
        let part = self.part.unwrap_or(WorkPart::ALL).range_of(self.games);
        let (first, end) = (self.seed + part.start, end - (self.games - part.end));
        let shard = if self.resume {
            ShardWriter::resume(&self.out, settings.checksum())
        } else {
            ShardWriter::create(&self.out)
        };
        let mut shard = shard.map_err(refused)?;
        for damage in shard.damages() {
            error_line!("sakdi: {}: {damage}", shown(&self.out));
        }
        let there = (first..end).filter(|&seed| shard.contains(seed)).count() as u64;
        let template = "{wide_bar} {pos}/{len} games, {per_sec}, {msg}, eta {eta}";
        let bar = progress_bar(end - first - there, template);
        let started = Instant::now();
        let show = |statistics: &Statistics| {
            let rate = statistics.positions as f64 / started.elapsed().as_secs_f64();
            bar.set_message(format!("{} positions, {rate:.0}/s", statistics.positions));
            bar.set_position(statistics.games);
        };
        let (seeds, threads) = (first..end, self.threads.into());
        let stop = Arc::new(AtomicBool::new(false));
        stop_on_interrupt(&stop)?;
        let played = selfplay::run(&settings, seeds, threads, &mut shard, &stop, show);
        bar.finish_and_clear();
        let statistics =
            played.map_err(|error| Failure::not_written(&self.out, &error, Language::English))?;
        report(&mut text_output(), &statistics, there)?;
        json.write(|| SelfplayRecord::new(&statistics, there))?;
        if stop.load(Relaxed) {
            error_line!("sakdi: interrupted, continue with --resume");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn report(out: &mut impl Write, statistics: &Statistics, there: u64) -> io::Result<()> {
    if there != 0 {
        writeln!(out, "already there: {there} games")?;
    }
    writeln!(out, "games {} positions {}", statistics.games, statistics.positions)?;
    let [lost, drawn, won] = WhiteResult::ALL.map(|result| statistics.result(result));
    writeln!(out, "white +{won} ={drawn} -{lost}")?;
    for cause in CAUSES {
        writeln!(out, "{} {}", cause_name(cause), statistics.cause(cause))?;
    }
    Ok(())
}
