//! The limits of the search of each position: arguments that several commands share.

use sakdi_analysis::{AnalysisSettings, Budget};
use sakdi_engine::search::Engine;
use std::time::Duration;

/// The arguments, with the default time for a position, in milliseconds.
#[derive(Debug, clap::Args)]
pub(super) struct SearchArgs<const MOVETIME: u64> {
    /// Nodes for every position; the results are then the same on every run, with any number of
    /// threads
    #[arg(long, value_name = "N", conflicts_with = "movetime",
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds for every position
    #[arg(long, value_name = "MS", default_value_t = MOVETIME,
          value_parser = clap::value_parser!(u64).range(1..))]
    movetime: u64,
    /// Positions to search at the same time
    #[arg(long, default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=Engine::MAX_THREADS as i64))]
    threads: u16,
    /// Transposition table of each thread, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Engine::DEFAULT_HASH as u32,
          value_parser = clap::value_parser!(u32).range(1..=Engine::MAX_HASH as i64))]
    hash: u32,
}

impl<const MOVETIME: u64> SearchArgs<MOVETIME> {
    /// The limit of the search of each position.
    pub(super) fn budget(&self) -> Budget {
        match self.nodes {
            Some(nodes) => Budget::Nodes(nodes),
            None => Budget::Time(Duration::from_millis(self.movetime)),
        }
    }

    /// How to search for the best `multi_pv` lines.
    pub(super) fn settings(&self, multi_pv: usize) -> AnalysisSettings {
        AnalysisSettings {
            budget: self.budget(),
            multi_pv,
            threads: self.threads.into(),
            hash_mib: self.hash as usize,
        }
    }
}
