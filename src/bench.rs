//! `sakdi bench`.

use super::Failure;
use super::json_output::JsonArgs;
use super::output_file::OutputFiles;
use super::report_output::text_output;
use makruk::notation::fen;
use sakdi_engine::bench::{self, Bench};
use sakdi_engine::eval::nnue::VectorUnit;
use sakdi_i18n::Language;
use serde::Serialize;
use std::io::Write;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Depth in plies; another depth gives another signature
    #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Debug, Serialize)]
struct BenchRecord {
    depth: u32,
    /// The signature.
    nodes: u64,
    nps: u64,
    vector_unit: String,
    positions: Vec<PositionRecord>,
}

#[derive(Debug, Serialize)]
struct PositionRecord {
    fen: String,
    nodes: u64,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let json = self.json.reserve(&mut OutputFiles::new([], Language::English))?;
        let games = bench::games().map_err(Failure::bad_input)?;
        let mut out = text_output();
        let mut positions = Vec::new();
        let mut bench = Bench::new(self.depth);
        for (number, game) in (1..).zip(&games) {
            let nodes = bench.search(game, &());
            let fen = fen::format(game.position());
            writeln!(out, "{number}/{} {nodes} {fen}", games.len())?;
            positions.push(PositionRecord { fen, nodes });
        }
        writeln!(out, "{bench}")?;
        json.write(|| BenchRecord {
            depth: self.depth,
            nodes: positions.iter().map(|position| position.nodes).sum(),
            nps: bench.nps(),
            vector_unit: VectorUnit::active().to_string(),
            positions,
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
