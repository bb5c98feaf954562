//! `sakdi bench`.

use super::Failure;
use makruk::notation::fen;
use sakdi_engine::bench::{self, Bench};
use std::io::{self, Write};
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Depth in plies; another depth gives another signature
    #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let games = bench::games().map_err(Failure::bad_input)?;
        let mut out = io::stdout().lock();
        let mut bench = Bench::new(self.depth);
        for (number, game) in (1..).zip(&games) {
            let nodes = bench.search(game, &());
            let fen = fen::format(game.position());
            writeln!(out, "{number}/{} {nodes} {fen}", games.len())?;
        }
        writeln!(out, "{bench}")?;
        Ok(ExitCode::SUCCESS)
    }
}
