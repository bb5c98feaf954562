//! `sakdi games`: a game database, in one file.

mod add;
mod check;
mod explore;
mod explorer_file;
mod export;
mod filter;
mod find;
mod game_lines;
mod json;
mod list;
mod report;
mod source;

use super::Failure;
use clap::Subcommand;
use sakdi_games::{Access, BaseError, GameBase};
use sakdi_i18n::{Language, Localized};
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Add the games of files, each once, however they are written
    Add(add::Args),
    /// List the games
    List(list::ListArgs),
    /// Find games by position, material, player, opening, result or count
    Find(find::FindArgs),
    /// Show what was played in a position, and with which results
    Explore(explore::Args),
    /// Report how somebody plays: openings, accuracy, mistakes, counts
    Report(report::Args),
    /// Write games to a file of PGN
    Export(export::Args),
    /// Write what was played in frequent positions to a file for the page
    Explorer(explorer_file::Args),
    /// Check the integrity of the database
    Check(check::Args),
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        match self.command {
            Command::Add(args) => args.run(),
            Command::List(args) => args.run(),
            Command::Find(args) => args.run(),
            Command::Explore(args) => args.run(),
            Command::Report(args) => args.run(),
            Command::Export(args) => args.run(),
            Command::Explorer(args) => args.run(),
            Command::Check(args) => args.run().map_err(Failure::of_check),
        }
    }
}

/// Which base, and in which language.
#[derive(Debug, clap::Args)]
struct BaseArgs {
    /// The game database, one file
    #[arg(long, value_name = "FILE", default_value = "games.sqlite")]
    base: PathBuf,
    /// Language of the messages: en or th
    #[arg(long, default_value_t)]
    language: Language,
}

impl BaseArgs {
    fn open(&self, access: Access) -> Result<GameBase, Failure> {
        GameBase::open(&self.base, access).map_err(|error| self.failure(&error))
    }

    /// The failure of the base: of the system where the disk is full, otherwise bad input.
    fn failure(&self, error: &BaseError) -> Failure {
        use makruk::notation::terminal_text::shown;
        let text = match error {
            BaseError::Missing(_) => error.say(self.language),
            _ => format!("{}: {}", shown(&self.base), error.say(self.language)),
        };
        match error {
            BaseError::Full => Failure::Io(io::Error::other(text)),
            _ => Failure::bad_input(text),
        }
    }
}
