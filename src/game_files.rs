//! The games of files and folders of PGN, as commands read them.

use super::{Failure, text_file};
use makruk::notation::pgn::{PgnGame, Reader};
use makruk::notation::terminal_text::shown;
use makruk::notation::{Dialect, PgnError};
use sakdi_i18n::{Language, Localized, Phrase};
use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// How the games are written.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct DialectArgs {
    /// Letters and form of the moves in all games, where they are not found rightly: makruk, lan, uci,
    /// playok, schemingmind, official-thai, official-english, thai
    #[arg(long)]
    dialect: Option<Dialect>,
}

impl DialectArgs {
    /// The game, to be read in this dialect.
    pub(super) fn apply(self, game: PgnGame) -> PgnGame {
        PgnGame { dialect: self.dialect.or(game.dialect), ..game }
    }
}

/// Reads the games of files and folders, and makes of each what a command needs: `make` gets the path
/// of its file and its number there, from 1. Games that cannot be used are named on standard error and
/// skipped. Returns what was made, and the number of games that were skipped. A folder's games are
/// without those of `output`, which an earlier run has written.
///
/// # Errors
/// A file or folder cannot be read, or the only file holds no games.
pub(super) fn read_games<T, E: Localized + From<PgnError>>(
    paths: &[PathBuf],
    dialect: DialectArgs,
    output: Option<&Path>,
    language: Language,
    mut make: impl FnMut(&Path, usize, PgnGame) -> Result<T, E>,
) -> Result<(Vec<T>, usize), Failure> {
    let (mut games, mut skipped) = (Vec::new(), 0);
    for path in files(paths, output, language)? {
        let text = text_file::read(&path, language)?;
        let mut is_empty = true;
        for (number, game) in (1..).zip(Reader::new(&text)) {
            is_empty = false;
            let name = game.as_ref().ok().and_then(players);
            match game.map_err(E::from).and_then(|pgn| make(&path, number, dialect.apply(pgn))) {
                Ok(game) => games.push(game),
                Err(error) => {
                    report_skipped(&path, number, name.as_deref(), &error, language);
                    skipped += 1;
                }
            }
        }
        if is_empty {
            let message = no_games(&path, language);
            // One of many is passed over.
            if paths.len() == 1 && path == paths[0] {
                return Err(Failure::bad_input(message));
            }
            error_line!("sakdi: {message}");
            skipped += 1;
        }
    }
    Ok((games, skipped))
}

/// Names a game that is skipped on standard error: its file, its number there, its players.
pub(super) fn report_skipped(
    path: &Path,
    number: usize,
    players: Option<&str>,
    error: &dyn Localized,
    language: Language,
) {
    let players = players.map_or(String::new(), |players| format!(" ({players})"));
    let game = format!("{number}{players}");
    let gaps: [&dyn Display; 3] = [&shown(path), &game, &error.say(language)];
    error_line!("sakdi: {}", language.say(Phrase::GameSkipped, &gaps));
}

/// `White – Black`, as far as they are known.
pub(super) fn players(game: &PgnGame) -> Option<String> {
    let name = |tag| game.tag(tag).filter(|name| !matches!(*name, "" | "?"));
    match (name("White"), name("Black")) {
        (None, None) => None,
        (white, black) => Some(format!("{} – {}", white.unwrap_or("?"), black.unwrap_or("?"))),
    }
}

pub(super) fn no_games(path: &Path, language: Language) -> String {
    format!("{}: {}", shown(path), language.text(Phrase::NoGames))
}

/// Expands paths to files: a folder to the PGN files in it and its subfolders, sorted by name, without
/// the `output` of an earlier run.
pub(super) fn files(
    paths: &[PathBuf],
    output: Option<&Path>,
    language: Language,
) -> Result<Vec<PathBuf>, Failure> {
    let output = output.and_then(|path| path.canonicalize().ok());
    let is_output = |path: &PathBuf| output.is_some() && path.canonicalize().ok() == output;
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut found = Vec::new();
        collect(path, &mut found).map_err(|error| Failure::cannot_read(path, &error, language))?;
        found.retain(|path| !is_output(path));
        if found.is_empty() {
            return Err(Failure::bad_input(no_games(path, language)));
        }
        found.sort();
        files.append(&mut found);
    }
    Ok(files)
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        // A link to a folder may lead back to it.
        if entry.file_type()?.is_dir() {
            collect(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn")) {
            found.push(path);
        }
    }
    Ok(())
}
