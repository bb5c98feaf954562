//! `sakdi puzzles verify`.

use super::read_file;
use crate::json_output::JsonArgs;
use crate::output_file::OutputFiles;
use crate::progress::{INTERRUPTED, Progress, stop_on_interrupt};
use crate::report_output::text_output;
use crate::table_folder::load_tables;
use crate::{Failure, open_net};
use sakdi_analysis::AnalysisObserver;
use sakdi_engine::search::STACK_BYTES;
use sakdi_engine::tablebase::ending::MAX_MEN;
use sakdi_engine::tablebase::{Ending, Tablebase};
use sakdi_i18n::Language;
use sakdi_platform::workers::work_on;
use sakdi_puzzles::{Collection, Provers, Puzzle, VerifyError, puzzle_id, verify};
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Puzzles in EPD, as `puzzles mine` writes them
    file: PathBuf,
    /// Puzzles to prove at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Net of the searches that prove advantages, instead of the one built in
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Folder of built endgame tables, in addition to the built-in ones
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Debug, Serialize)]
struct VerifyRecord {
    /// Number of puzzles in the file.
    puzzles: usize,
    proved: usize,
    /// The puzzles that are not proved, or like another one.
    faults: Vec<FaultRecord>,
    /// Number of puzzles that were not tried before an interrupt.
    untried: usize,
}

#[derive(Debug, Serialize)]
struct FaultRecord {
    line: usize,
    id: String,
    fault: String,
}

/// The text of a fault, with the tables that the proof lacked.
fn with_missing_tables(fault: &VerifyError, puzzle: &Puzzle, tables: &Tablebase) -> String {
    let position = &puzzle.position;
    if position.occupied().len() > u32::from(MAX_MEN) {
        return fault.to_string();
    }
    let missing: Vec<String> =
        tables.endings_missing(position).iter().map(Ending::to_string).collect();
    if missing.is_empty() {
        return fault.to_string();
    }
    format!("{fault} (--tables lacks {})", missing.join(", "))
}

impl Args {
    /// The last line is for other programs: `proved P of N`.
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let mut files = OutputFiles::new([&self.file], Language::English);
        let json = self.json.reserve(&mut files)?;
        let puzzles = read_file(&self.file, Language::English)?;
        let tables = Arc::new(load_tables(self.tables.as_deref(), Language::English)?);
        let progress = Progress::new(puzzles.len() as u64);
        stop_on_interrupt(progress.stop())?;
        let mut verdicts: Vec<Option<Result<(), VerifyError>>> = vec![None; puzzles.len()];
        let verdict = |provers: &mut Provers, (_, puzzle): &(usize, Puzzle)| {
            let verdict = verify(puzzle, provers);
            (!progress.should_stop()).then_some(verdict)
        };
        let net = self.net.as_deref().map(|path| open_net(path, Language::English)).transpose()?;
        let provers = || {
            let mut provers = Provers::verifying(Arc::clone(&tables));
            if let Some(net) = &net {
                provers.player.engine.set_net(Some(Arc::clone(net)));
            }
            provers
        };
        work_on(&puzzles, self.threads.into(), STACK_BYTES, provers, verdict, |index, verdict| {
            verdicts[index] = Some(verdict);
            progress.searched();
            Ok::<_, Failure>(ControlFlow::Continue(()))
        })?;
        progress.clear();
        let mut out = text_output();
        let mut faults = Vec::new();
        let mut collection = Collection::default();
        let (mut proved, mut tried) = (0, 0);
        for ((line, puzzle), verdict) in puzzles.iter().zip(verdicts) {
            let Some(verdict) = verdict else { continue };
            tried += 1;
            let fault = match verdict {
                Err(fault) => with_missing_tables(&fault, puzzle, &tables),
                Ok(()) if !collection.add(puzzle) => "like a puzzle above".to_owned(),
                Ok(()) => {
                    proved += 1;
                    continue;
                }
            };
            let id = puzzle_id(puzzle);
            writeln!(out, "line {line}, {id}: {fault}")?;
            faults.push(FaultRecord { line: *line, id, fault });
        }
        if tried < puzzles.len() {
            error_line!("sakdi: interrupted, {} puzzles were not tried", puzzles.len() - tried);
        }
        writeln!(out, "proved {proved} of {}", puzzles.len())?;
        let (puzzles, untried) = (puzzles.len(), puzzles.len() - tried);
        json.write(|| VerifyRecord { puzzles, proved, faults, untried })?;
        if progress.should_stop() {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::from(u8::from(proved < puzzles)))
    }
}
