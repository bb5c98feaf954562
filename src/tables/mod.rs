//! `sakdi tables`.

mod build;
mod checksums;
mod probe;
mod remote;
mod stats;
mod verify;

use super::Failure;
use super::table_folder::load_tables;
use clap::Subcommand;
use sakdi_engine::tablebase::stats_page;
use sakdi_i18n::Language;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build tables and write them into a directory
    Build(build::Args),
    /// Show how often an ending is won, with the strong and with the weak side to move: the limit
    /// of the count, the moves it leaves when it begins in the position, the legal positions, the
    /// percentage won by distance, the longest win in moves, and the wins that come too late for
    /// the count
    Stats(stats::Args),
    /// Show what the tables know of a position and of every move, or how the game has ended in it
    Probe(probe::Args),
    /// Check tables against the moves and rules of the game itself; exit status 1 if one is wrong
    Verify(verify::Args),
    /// Write a page about every available ending: those against a bare khun, and with --dir those
    /// that `tables build` has written there, such as KRvKN
    #[command(alias = "fortress")]
    Page(Page),
}

#[derive(Debug, clap::Args)]
struct Page {
    /// Folder of built tables, in addition to the built-in ones
    #[arg(long)]
    dir: Option<PathBuf>,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        match self.command {
            Command::Build(build) => build.run(),
            Command::Stats(stats) => stats.run(),
            Command::Probe(probe) => probe.run(),
            Command::Verify(verify) => verify.run().map_err(Failure::of_check),
            Command::Page(page) => {
                let tables = load_tables(page.dir.as_deref(), Language::English)?;
                write!(io::stdout(), "{}", stats_page::page(&tables))?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}
