//! `sakdi puzzles`.

mod checkpoint;
mod grade;
mod json;
mod mine;
mod rate;
mod solve;
mod verify;

use super::{Failure, text_file};
use clap::Subcommand;
use makruk::notation::epd::EpdContentError;
use makruk::notation::terminal_text::shown;
use sakdi_i18n::{Language, Localized, Phrase};
use sakdi_platform::files;
use sakdi_puzzles::{Puzzle, read_epd};
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Find puzzles in games, prove them, and measure how hard they are
    Mine(mine::Args),
    /// Prove every puzzle of a file anew; exit status 1 if one fails
    ///
    /// An advantage was mined with a margin of 25 hundredths of a point, and is proved anew with 15,
    /// so that it outlasts changes of the net and of the search. All else is exact.
    Verify(verify::Args),
    /// Measure anew how hard the puzzles of a file are
    Grade(grade::Args),
    /// Measure which share of the puzzles of each difficulty the levels solve
    Rate(rate::Args),
    /// Solve puzzles in the terminal, in English or Thai
    Solve(solve::Args),
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        match self.command {
            Command::Mine(args) => args.run(),
            Command::Verify(args) => args.run().map_err(Failure::of_check),
            Command::Grade(args) => args.run(),
            Command::Rate(args) => args.run(),
            Command::Solve(args) => args.run(),
        }
    }
}

/// The puzzles of a file with the numbers of their lines, from 1. Empty lines and those that begin
/// with `#` are left out.
fn read_file(path: &Path, language: Language) -> Result<Vec<(usize, Puzzle)>, Failure> {
    let text = text_file::read(path, language)?;
    let puzzles = parse(&text, path, language)?;
    if puzzles.is_empty() {
        let what = language.text(Phrase::PuzzlesNone);
        return Err(Failure::bad_input(format!("{}: {what}", shown(path))));
    }
    Ok(puzzles)
}

/// The puzzles of a text, which is that of the file at `path`.
fn parse(text: &str, path: &Path, language: Language) -> Result<Vec<(usize, Puzzle)>, Failure> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let read = |(number, line): (usize, &str)| {
        let bad = |error: EpdContentError| {
            let gaps: [&dyn Display; 3] = [&shown(path), &number, &error.say(language)];
            Failure::bad_input(language.say(Phrase::PuzzleLine, &gaps))
        };
        Ok((number, read_epd(line).map_err(bad)?))
    };
    lines.map(read).collect()
}

/// The text of a file, if there is one.
fn existing(path: &Path) -> Result<Option<String>, Failure> {
    match files::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::cannot_read(path, &error, Language::English)),
    }
}
