//! `sakdi perft`.

use super::json_output::{JsonArgs, JsonOutput};
use super::output_file::OutputFiles;
use super::report_output::text_output;
use super::{Failure, text_file};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use makruk::notation::terminal_text::shown;
use makruk::notation::{coordinate, fen};
use makruk::perft::{self, Perft, PerftCase, PerftError, PerftTable};
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use sakdi_engine::search::nodes_per_second;
use sakdi_i18n::Language;
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Depth in plies, at most 64
    #[arg(required_unless_present = "suite", conflicts_with = "suite")]
    depth: Option<u32>,
    /// Position to start from; the start position when missing
    #[arg(long, conflicts_with = "suite")]
    fen: Option<String>,
    /// makruk or makpong
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Show the leaves below each move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Threads to count with
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Size of a hash table of counted subtrees, in MiB [default: no table]
    #[arg(long, value_name = "MIB",
          value_parser = clap::value_parser!(u32).range(1..=PerftTable::MAX_MIB as i64))]
    hash: Option<u32>,
    /// Check every position of a file of lines 'FEN;D1 n;D2 n;…'
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Leave out the depths of a suite that have more leaves
    #[arg(long, value_name = "N", requires = "suite")]
    max_nodes: Option<u64>,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Debug, Serialize)]
struct PerftRecord {
    fen: String,
    variant: &'static str,
    depth: u32,
    #[serde(flatten)]
    totals: Totals,
    moves: Vec<DivideRecord>,
}

#[derive(Debug, Serialize)]
struct DivideRecord {
    uci: String,
    nodes: u64,
}

#[derive(Debug, Serialize)]
struct SuiteRecord {
    passed: usize,
    failed: usize,
    /// Positions all of whose depths are left out.
    skipped: usize,
    #[serde(flatten)]
    totals: Totals,
    positions: Vec<CaseRecord>,
}

#[derive(Debug, Serialize)]
struct CaseRecord {
    line: usize,
    variant: &'static str,
    fen: String,
    /// Whether all depths of the file are left out.
    skipped: bool,
    /// What is wrong with the counts of the file.
    fault: Option<String>,
}

/// Whether the counts of a position are right.
enum Verdict {
    Pass,
    /// All its depths are left out.
    Skip,
    /// What is wrong.
    Fail(String),
}

/// The leaves counted, and how fast.
#[derive(Clone, Copy, Debug, Serialize)]
struct Totals {
    nodes: u64,
    time_ms: u64,
    nps: u64,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let mut files = OutputFiles::new(&self.suite, Language::English);
        let json = self.json.reserve(&mut files)?;
        let table = match self.hash {
            Some(mib) => Some(PerftTable::new(mib as usize).ok_or_else(|| {
                Failure::bad_input(format!("there is no memory for a table of {mib} MiB"))
            })?),
            None => None,
        };
        let run = Run { args: &self, table, json, started: Instant::now() };
        match &self.suite {
            Some(path) => {
                let text = text_file::read(path, Language::English)?;
                let cases = perft::parse_suite(&text)
                    .map_err(|error| Failure::bad_input(format!("{}: {error}", shown(path))))?;
                if cases.is_empty() {
                    let what = format!("{}: no positions in it", shown(path));
                    return Err(Failure::bad_input(what));
                }
                let positions = self
                    .positions(&cases)
                    .map_err(|what| Failure::bad_input(format!("{}: {what}", shown(path))))?;
                run.suite(&cases, &positions).map_err(Failure::of_check)
            }
            None => run.single(),
        }
    }
}

impl Args {
    /// The positions of a suite, before any of it is counted.
    ///
    /// # Errors
    /// What is wrong with the first case that cannot be counted.
    fn positions(&self, cases: &[PerftCase]) -> Result<Vec<Position>, String> {
        let of_case = |case: &PerftCase| {
            let variant = case.variant.unwrap_or(self.variant);
            let depth = case.counts.iter().map(|&(depth, _)| depth).max().unwrap_or_default();
            if depth > perft::MAX_DEPTH {
                return Err(format!("line {}: {}", case.line, PerftError::TooDeep(depth)));
            }
            fen::parse(&case.fen, variant, CountingRule::NONE)
                .map_err(|error| format!("line {}: illegal FEN: {error}", case.line))
        };
        cases.iter().map(of_case).collect()
    }
}

struct Run<'a> {
    args: &'a Args,
    table: Option<PerftTable>,
    json: JsonOutput,
    started: Instant,
}

impl Run<'_> {
    fn single(&self) -> Result<ExitCode, Failure> {
        let variant = self.args.variant;
        let position = match &self.args.fen {
            Some(text) => fen::parse(text, variant, CountingRule::NONE)
                .map_err(|error| Failure::bad_input(format!("illegal FEN: {error}")))?,
            None => Position::start(variant, CountingRule::NONE),
        };
        let depth = self.args.depth.unwrap_or_default();
        let mut out = text_output();
        let counts = self.watched(&position, depth, |perft, threads| perft.divide(threads))?;
        if self.args.divide {
            for &(mv, leaves) in &counts.moves {
                writeln!(out, "{}: {leaves}", coordinate::format(&position, mv))?;
            }
        }
        let totals = self.summary(&mut out, counts.leaves)?;
        self.json.write(|| PerftRecord {
            fen: fen::format(&position),
            variant: variant.name(),
            depth,
            totals,
            moves: counts
                .moves
                .iter()
                .map(|&(mv, nodes)| DivideRecord { uci: coordinate::format(&position, mv), nodes })
                .collect(),
        })?;
        Ok(ExitCode::SUCCESS)
    }

    fn suite(&self, cases: &[PerftCase], positions: &[Position]) -> Result<ExitCode, Failure> {
        let mut out = text_output();
        let (mut nodes, mut records) = (0, Vec::new());
        for (case, position) in cases.iter().zip(positions) {
            let variant = position.variant();
            let verdict = self.check(case, position, &mut nodes)?;
            match &verdict {
                Verdict::Pass => writeln!(out, "pass {variant} {}", case.fen)?,
                Verdict::Skip => writeln!(out, "skip {variant} {}", case.fen)?,
                Verdict::Fail(what) => writeln!(out, "FAIL {variant} {}: {what}", case.fen)?,
            }
            let (line, fen, variant) = (case.line, case.fen.clone(), variant.name());
            let skipped = matches!(verdict, Verdict::Skip);
            let fault = if let Verdict::Fail(what) = verdict { Some(what) } else { None };
            records.push(CaseRecord { line, variant, fen, skipped, fault });
        }
        let totals = self.summary(&mut out, nodes)?;
        let failed = records.iter().filter(|record| record.fault.is_some()).count();
        let skipped = records.iter().filter(|record| record.skipped).count();
        let passed = records.len() - failed - skipped;
        self.json.write(|| SuiteRecord { passed, failed, skipped, totals, positions: records })?;
        // A suite of which nothing was checked has not passed.
        Ok(ExitCode::from(u8::from(failed > 0 || passed == 0)))
    }

    /// Whether the counts of a case are right. Adds the leaves counted to `nodes`.
    fn check(
        &self,
        case: &PerftCase,
        position: &Position,
        nodes: &mut u64,
    ) -> Result<Verdict, Failure> {
        let most = self.args.max_nodes.unwrap_or(u64::MAX);
        let mut verdict = Verdict::Skip;
        for &(depth, expected) in case.counts.iter().filter(|&&(_, expected)| expected <= most) {
            let found = self.watched(position, depth, |perft, threads| perft.count(threads))?;
            *nodes += found;
            if found != expected {
                let what = format!("depth {depth} has {found} leaves, not {expected}");
                return Ok(Verdict::Fail(what));
            }
            verdict = Verdict::Pass;
        }
        Ok(verdict)
    }

    /// Runs a perft, with a progress bar on a terminal if it takes long.
    fn watched<T>(
        &self,
        position: &Position,
        depth: u32,
        work: impl FnOnce(&Perft<'_>, usize) -> Result<T, PerftError>,
    ) -> Result<T, Failure> {
        let perft = Perft::new(position, depth).with_table(self.table.as_ref());
        let threads = usize::from(self.args.threads);
        let result = thread::scope(|scope| {
            let (ended, end) = mpsc::channel::<()>();
            if io::stderr().is_terminal() {
                scope.spawn(|| show_progress(&perft, end));
            }
            let result = work(&perft, threads);
            drop(ended);
            result
        });
        result.map_err(|error| match error {
            PerftError::TooDeep(_) | PerftError::TooManyLeaves(_) => Failure::bad_input(error),
            PerftError::Stopped | PerftError::Threads(_) => Failure::Io(io::Error::other(error)),
        })
    }

    fn summary(&self, out: &mut impl Write, nodes: u64) -> io::Result<Totals> {
        let elapsed = self.started.elapsed();
        let (time_ms, nps) = (elapsed.as_millis() as u64, nodes_per_second(nodes, elapsed));
        writeln!(out, "nodes {nodes} time_ms {time_ms} nps {nps}")?;
        Ok(Totals { nodes, time_ms, nps })
    }
}

/// Draws a progress bar after the first second, until the sender of `end` is dropped.
fn show_progress(perft: &Perft<'_>, end: mpsc::Receiver<()>) {
    const STEPS: u64 = 1000;
    let started = Instant::now();
    let ended = |after| end.recv_timeout(after) != Err(RecvTimeoutError::Timeout);
    if ended(Duration::from_secs(1)) {
        return;
    }
    let bar = ProgressBar::new(STEPS);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent}% {msg}") {
        bar.set_style(style);
    }
    while !ended(Duration::from_millis(100)) {
        let progress = perft.progress().clamp(1e-6, 1.0);
        let left = started.elapsed().mul_f64((1.0 - progress) / progress);
        let leaves = HumanCount(perft.leaves());
        bar.set_message(format!("{leaves} leaves, {} to go", HumanDuration(left)));
        bar.set_position((progress * STEPS as f64) as u64);
    }
    bar.finish_and_clear();
}
