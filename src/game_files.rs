//! The games of files and folders of PGN, as commands read them.

use super::Failure;
use super::text_file::warn_of_replaced;
use makruk::notation::pgn::{Part, Parts, PgnGame, Reader, decode};
use makruk::notation::terminal_text::shown;
use makruk::notation::{Dialect, PgnError};
use sakdi_i18n::{Language, Localized, Phrase};
use sakdi_platform::files;
use std::fmt::Display;
use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// How the games are written.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct DialectArgs {
    /// How the moves of all games are written, if automatic detection is wrong: makruk, lan, uci, playok,
    /// schemingmind, official-thai, official-english, thai
    #[arg(long)]
    dialect: Option<Dialect>,
}

impl DialectArgs {
    /// The game, to be read in this dialect.
    pub(super) fn apply(self, game: PgnGame) -> PgnGame {
        PgnGame { dialect: self.dialect.or(game.dialect), ..game }
    }
}

/// Reads the games of files and folders, and makes of each what a command needs, as
/// [`GameFiles::next`] does. Returns what was made, and the number of games that were skipped.
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
    let mut files = GameFiles::new(paths, dialect, output, language)?;
    let mut games = Vec::new();
    while let Some(game) = files.next(&mut make)? {
        games.push(game);
    }
    Ok((games, files.skipped()))
}

/// The games of files and folders, one after another; of the files, only parts are in memory.
pub(super) struct GameFiles {
    files: std::vec::IntoIter<PathBuf>,
    /// Whether the user named one file, and nothing else.
    is_only: bool,
    dialect: DialectArgs,
    language: Language,
    open: Option<OpenFile>,
    skipped: usize,
}

/// A file whose games are being read.
struct OpenFile {
    path: PathBuf,
    parts: Parts<Box<dyn Read>>,
    games: std::vec::IntoIter<Result<PgnGame, PgnError>>,
    /// Number of the last game.
    number: usize,
    lines: usize,
}

impl GameFiles {
    /// The games of these files and folders. A folder's games are without those of `output`, which an
    /// earlier run has written.
    ///
    /// # Errors
    /// A folder cannot be read.
    pub(super) fn new(
        paths: &[PathBuf],
        dialect: DialectArgs,
        output: Option<&Path>,
        language: Language,
    ) -> Result<Self, Failure> {
        let Expanded { files, skipped } = expand(paths, output, language)?;
        let is_only = files == paths && paths.len() == 1;
        let files = files.into_iter();
        Ok(Self { files, is_only, dialect, language, open: None, skipped })
    }

    /// Number of games, and of files without a game, that were skipped so far.
    pub(super) const fn skipped(&self) -> usize {
        self.skipped
    }

    /// Makes of the next game what a command needs: `make` gets the path of its file, its number there,
    /// from 1, and the game. Games that cannot be used are named on standard error and skipped. `None`
    /// after the last one.
    ///
    /// # Errors
    /// A file cannot be read, or the only file holds no games.
    pub(super) fn next<T, E: Localized + From<PgnError>>(
        &mut self,
        mut make: impl FnMut(&Path, usize, PgnGame) -> Result<T, E>,
    ) -> Result<Option<T>, Failure> {
        loop {
            let Some(file) = &mut self.open else {
                let Some(path) = self.files.next() else { return Ok(None) };
                self.open = Some(OpenFile::new(path, self.language)?);
                continue;
            };
            let Some(game) = file.next(self.language)? else {
                self.close()?;
                continue;
            };
            let name = game.as_ref().ok().and_then(players);
            let made = game
                .map_err(E::from)
                .and_then(|pgn| make(&file.path, file.number, self.dialect.apply(pgn)));
            match made {
                Ok(made) => return Ok(Some(made)),
                Err(error) => {
                    report_skipped(&file.path, file.number, name.as_deref(), &error, self.language);
                    self.skipped += 1;
                }
            }
        }
    }

    /// Closes the file that was read. One without a game is an error, unless it is one of many.
    fn close(&mut self) -> Result<(), Failure> {
        if let Some(file) = self.open.take().filter(|file| file.number == 0) {
            let message = no_games(&file.path, self.language);
            if self.is_only {
                return Err(Failure::bad_input(message));
            }
            error_line!("sakdi: {message}");
            self.skipped += 1;
        }
        Ok(())
    }
}

impl OpenFile {
    fn new(path: PathBuf, language: Language) -> Result<Self, Failure> {
        let parts = open_parts(&path, 0, language)?;
        Ok(Self { path, parts, games: Vec::new().into_iter(), number: 0, lines: 0 })
    }

    fn next(&mut self, language: Language) -> Result<Option<Result<PgnGame, PgnError>>, Failure> {
        loop {
            if let Some(game) = self.games.next() {
                self.number += 1;
                return Ok(Some(game));
            }
            let part = self.parts.next().transpose();
            let part = part.map_err(|error| Failure::cannot_read(&self.path, &error, language))?;
            let Some(part) = part else { return Ok(None) };
            self.games = games_of_part(&self.path, &part, &mut self.lines, language).into_iter();
        }
    }
}

/// Opens a file, or standard input for `-`. It is read from `from` on.
pub(super) fn open_parts(
    path: &Path,
    from: u64,
    language: Language,
) -> Result<Parts<Box<dyn Read>>, Failure> {
    let open = || -> io::Result<Box<dyn Read>> {
        if path == Path::new("-") {
            return Ok(Box::new(io::stdin()));
        }
        let mut file = files::open(path)?;
        file.seek(SeekFrom::Start(from))?;
        Ok(Box::new(file))
    };
    let reader = open().map_err(|error| Failure::cannot_read(path, &error, language))?;
    Ok(Parts::new(reader, from))
}

/// The games of a part that begins after `lines` lines of its file, to which its own are added. A
/// warning on standard error lists the lines on which invalid bytes were replaced.
pub(super) fn games_of_part(
    path: &Path,
    part: &Part,
    lines: &mut usize,
    language: Language,
) -> Vec<Result<PgnGame, PgnError>> {
    let decoded = decode(&part.bytes);
    let replaced: Vec<usize> = decoded.replaced.iter().map(|line| line + *lines).collect();
    warn_of_replaced(path, &replaced, language);
    let games = Reader::new(&decoded.text).from_line(*lines + 1).collect();
    *lines += decoded.text.matches('\n').count();
    games
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

/// The files of paths.
pub(super) struct Expanded {
    pub(super) files: Vec<PathBuf>,
    /// Number of files in folders that cannot be read.
    pub(super) skipped: usize,
}

/// Expands paths to files: a folder to the PGN files in it and its subfolders, sorted by name, without
/// the `output` of an earlier run. Files of a folder that cannot be read are named on standard error and
/// skipped.
pub(super) fn expand(
    paths: &[PathBuf],
    output: Option<&Path>,
    language: Language,
) -> Result<Expanded, Failure> {
    let output = output.and_then(|path| path.canonicalize().ok());
    let is_output = |path: &PathBuf| output.is_some() && path.canonicalize().ok() == output;
    let (mut files, mut skipped) = (Vec::new(), 0);
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut found = Vec::new();
        collect(path, &mut found).map_err(|error| Failure::cannot_read(path, &error, language))?;
        found.retain(|path| !is_output(path));
        if found.is_empty() {
            let text = language.text(Phrase::NoPgnFiles);
            return Err(Failure::bad_input(format!("{}: {text}", shown(path))));
        }
        found.sort();
        for path in found {
            match files::open(&path) {
                Ok(_) => files.push(path),
                Err(error) => {
                    let gaps: [&dyn Display; 2] = [&shown(&path), &language.io_error(&error)];
                    error_line!("sakdi: {}", language.say(Phrase::FileSkipped, &gaps));
                    skipped += 1;
                }
            }
        }
    }
    Ok(Expanded { files, skipped })
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
