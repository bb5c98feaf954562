//! The games of a match that its PGN file holds: to continue the match, or to add it up.

use super::super::Failure;
use crate::arena::record::{GameResult, Terms};
use crate::arena::schedule::Round;
use crate::notation::pgn::Reader;
use std::fmt::Display;
use std::path::Path;

/// What begins a game that a match writes.
const GAME_BEGINS: &[u8] = b"[Event ";

/// A game that was played.
#[derive(Debug)]
pub(super) struct RecordedGame {
    /// Its first line in the file, from 1.
    pub line: usize,
    pub result: GameResult,
    pub terms: Terms,
}

/// The complete games of a file.
#[derive(Debug, Default)]
pub(super) struct Recorded {
    pub games: Vec<RecordedGame>,
    /// Where the last complete game ends, in bytes.
    pub end: usize,
    /// Whether a game follows that was cut off.
    pub is_cut_off: bool,
}

/// Reads a match's file. What a break left of its last game is passed over.
///
/// # Errors
/// The file holds something else than games of a match, or games after an unreadable one.
pub(super) fn read(path: &Path, bytes: &[u8]) -> Result<Recorded, Failure> {
    // A break may have cut a letter in two: then that is the end of what can be read.
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    };
    let mut recorded = Recorded::default();
    let mut foreign = None;
    // The moves of a long match are not kept.
    for game in Reader::new(text) {
        let Some(game) = game.ok().filter(|game| game.result.is_some()) else { break };
        recorded.end = game.span.end;
        match GameResult::read(&game) {
            Ok(result) => {
                let terms = Terms::read(&game);
                recorded.games.push(RecordedGame { line: game.line, result, terms });
            }
            Err(error) => foreign = foreign.or(Some(error)),
        }
    }
    let rest = &bytes[recorded.end..];
    let begins = |line: &&[u8]| line.starts_with(GAME_BEGINS);
    if rest.split(|&byte| byte == b'\n').filter(begins).count() > 1 {
        return Err(bad(path, &"there are games in it after one that cannot be read"));
    }
    let rest = rest.trim_ascii_start();
    if !GAME_BEGINS.starts_with(&rest[..rest.len().min(GAME_BEGINS.len())]) {
        return Err(bad(path, &"there is something in it that is no game of a match"));
    }
    if let Some(error) = foreign {
        return Err(bad(path, &error));
    }
    recorded.is_cut_off = !rest.is_empty();
    Ok(recorded)
}

/// Why a game is none of the match.
#[derive(Debug, thiserror::Error)]
#[error("game {round} (line {line}) is not of this match: {what}")]
pub(super) struct OtherMatch {
    round: Round,
    line: usize,
    what: &'static str,
}

impl OtherMatch {
    pub const fn new(game: &RecordedGame, what: &'static str) -> Self {
        Self { round: game.result.round, line: game.line, what }
    }
}

/// A file that cannot be used, and why.
pub(super) fn bad(path: &Path, what: &dyn Display) -> Failure {
    Failure::bad_input(format!("{}: {what}", path.display()))
}
