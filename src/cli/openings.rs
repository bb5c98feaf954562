//! `sakdi openings`.

use super::Failure;
use crate::arena::random_openings::{Balance, RandomOpeningSettings, random_openings};
use crate::notation::fen;
use crate::rules::Variant;
use indicatif::{ProgressBar, ProgressDrawTarget};
use std::io::{self, Write};
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Random plies from the start position
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=200))]
    plies: u16,
    /// Number of different openings
    #[arg(long, value_name = "N", default_value_t = 500)]
    count: u32,
    /// Another seed gives other openings
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Largest absolute score of an opening by a search, in centipawns; others are discarded
    #[arg(long, value_name = "C", value_parser = clap::value_parser!(u16))]
    max_cp: Option<u16>,
    /// Nodes of that search
    #[arg(long, value_name = "N", default_value_t = 20_000, requires = "max_cp")]
    nodes: u64,
    /// makruk or makpong
    #[arg(long, default_value_t)]
    variant: Variant,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let balance =
            self.max_cp.map(|max_cp| Balance { max_score: max_cp.into(), nodes: self.nodes });
        let settings = RandomOpeningSettings {
            variant: self.variant,
            plies: self.plies.into(),
            count: self.count as usize,
            seed: self.seed,
            balance,
        };
        // Draws nothing unless standard error is a terminal.
        let bar =
            ProgressBar::with_draw_target(Some(self.count.into()), ProgressDrawTarget::stderr());
        let openings = random_openings(&settings, |count| bar.set_position(count as u64));
        bar.finish_and_clear();
        let mut out = io::stdout().lock();
        writeln!(out, "# Random openings for matches, no two alike. Made by")?;
        write!(out, "# sakdi openings --variant {} --plies {}", self.variant, self.plies)?;
        write!(out, " --count {} --seed {}", self.count, self.seed)?;
        if let Some(Balance { max_score, nodes }) = balance {
            write!(out, " --max-cp {max_score} --nodes {nodes}")?;
        }
        writeln!(out)?;
        for position in &openings {
            writeln!(out, "{}", fen::format_with_limit(position))?;
        }
        if openings.len() < settings.count {
            let (found, count) = (openings.len(), settings.count);
            eprintln!("sakdi: no more than {found} of {count} openings were found");
            return Ok(ExitCode::FAILURE);
        }
        Ok(ExitCode::SUCCESS)
    }
}
