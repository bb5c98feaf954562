//! Reads the games of a match from its PGN file, to resume the match or to merge it.

use super::super::Failure;
use makruk::notation::fen;
use makruk::notation::pgn::Reader;
use makruk::notation::pgn::ending::Cause;
use makruk::notation::terminal_text::shown;
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use sakdi_matches::match_pgn::{GameConditions, GameResult};
use sakdi_matches::openings::Opening;
use sakdi_matches::schedule::Round;
use std::fmt::Display;
use std::path::Path;

/// The beginning of each game that a match writes.
const GAME_BEGINS: &[u8] = b"[Event ";

/// A game of an earlier run.
#[derive(Debug)]
pub(super) struct RecordedGame {
    /// The number of its first line in the file, from 1.
    pub line: usize,
    pub result: GameResult,
    pub terms: GameConditions,
}

impl RecordedGame {
    /// Whether its opening is this one.
    pub fn begins_with(&self, opening: &Opening, variant: Variant) -> bool {
        let start = Position::start(variant, CountingRule::default());
        let begins = self.terms.fen.clone().unwrap_or_else(|| fen::format(&start));
        // A game in which an engine did not start lacks even the moves of its opening.
        let has_moves = self.terms.opening.is_empty() && self.result.cause == Cause::NoStart
            || self.terms.opening == opening.sans(variant);
        begins == opening.fen && has_moves
    }
}

/// The complete games of a file.
#[derive(Debug, Default)]
pub(super) struct Recorded {
    pub games: Vec<RecordedGame>,
    /// Offset of the end of the last complete game, in bytes.
    pub end: usize,
    /// Whether an incomplete game follows.
    pub is_cut_off: bool,
}

/// Reads the PGN file of a match. Ignores a last game that is incomplete because the match was killed.
///
/// # Errors
/// The file contains something else than games of a match, or games after an unreadable one.
pub(super) fn read(path: &Path, bytes: &[u8]) -> Result<Recorded, Failure> {
    // The file can end within a UTF-8 character.
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    };
    let mut recorded = Recorded::default();
    let mut foreign = None;
    // Only conditions and results are kept: the moves of a long match need much memory.
    for game in Reader::new(text) {
        let Some(game) = game.ok().filter(|game| game.result.is_some()) else { break };
        recorded.end = game.span.end;
        match GameResult::read(&game) {
            Ok(result) => {
                let terms = GameConditions::read(&game);
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
        return Err(bad(path, &"it holds something that is not a game of a match"));
    }
    if let Some(error) = foreign {
        return Err(bad(path, &error));
    }
    recorded.is_cut_off = !rest.is_empty();
    Ok(recorded)
}

/// Why a game does not belong to the match.
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

/// The error for a file that is refused.
pub(super) fn bad(path: &Path, what: &dyn Display) -> Failure {
    Failure::bad_input(format!("{}: {what}", shown(path)))
}
