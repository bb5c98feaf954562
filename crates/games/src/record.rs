//! The games of the base, as they were recorded.

use crate::{BaseError, GameBase};
use makruk::game::Game;
use makruk::notation::pgn::{PgnGame, PgnMove, Reader};
use makruk::notation::{Dialect, coordinate};
use makruk::position::Position;
use makruk::rules::Variant;
use makruk::types::Move;
use rusqlite::OptionalExtension;
use sakdi_analysis::game_of;
use std::io::Read;

/// The moves of a game, and its PGN, compressed.
type Record = (Vec<u8>, Vec<u8>);

impl GameBase {
    /// A game as PGN: its tags, moves, comments and variations; `None` if there is none of this number.
    ///
    /// # Errors
    /// The base cannot be read.
    pub fn pgn(&self, game: u32) -> Result<Option<PgnGame>, BaseError> {
        let Some((moves, pgn)) = self.record(game)? else { return Ok(None) };
        let pgn = read_pgn(&moves, &pgn).ok_or(BaseError::Record(game))?;
        Ok(Some(pgn))
    }

    /// The moves and the PGN of a game, as they are kept.
    fn record(&self, game: u32) -> Result<Option<Record>, BaseError> {
        let select = "SELECT moves, pgn FROM records WHERE game = ?1";
        let mut statement = self.connection.prepare_cached(select)?;
        Ok(statement.query_row([game], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
    }

    /// The first position of a game, and its moves.
    pub(crate) fn moves(&self, game: u32) -> Result<(Position, Vec<Move>), BaseError> {
        let read = |(moves, pgn): Record| read_moves(&moves, &read_text(&pgn)?);
        self.record(game)?.and_then(read).ok_or(BaseError::Record(game))
    }

    /// A game with its moves, in which draws that nobody claimed are passed over; `None` if there is none of
    /// this number.
    ///
    /// # Errors
    /// The base cannot be read.
    pub fn game(&self, game: u32) -> Result<Option<Game>, BaseError> {
        let Some(pgn) = self.pgn(game)? else { return Ok(None) };
        let read = game_of(&pgn, Variant::Makruk, None).map_err(|_| BaseError::Record(game))?;
        Ok(Some(read.played_on()))
    }
}

/// The tags of a record, and the moves where something stands between them.
fn read_text(pgn: &[u8]) -> Option<PgnGame> {
    let mut text = String::new();
    zstd::Decoder::new(pgn).ok()?.read_to_string(&mut text).ok()?;
    parse_text(&text)
}

/// As [`read_text`], from PGN that is not compressed.
pub(crate) fn parse_text(text: &str) -> Option<PgnGame> {
    match Reader::new(text).next() {
        Some(game) => game.ok(),
        // No tags and no result.
        None => Some(PgnGame::default()),
    }
}

/// The first position and the moves, which are legal.
fn read_moves(moves: &[u8], pgn: &PgnGame) -> Option<(Position, Vec<Move>)> {
    let start = pgn.start(Variant::Makruk, Default::default()).ok()?;
    let mut position = start;
    let moves = moves.chunks(2).map(|bits| {
        let mv = Move::from_bits(u16::from_le_bytes(bits.try_into().ok()?))?;
        let is_legal = makruk::movegen::is_legal(&position, mv);
        is_legal.then(|| {
            position = position.play_unchecked(mv);
            mv
        })
    });
    let moves = moves.collect::<Option<_>>()?;
    Some((start, moves))
}

fn read_pgn(moves: &[u8], pgn: &[u8]) -> Option<PgnGame> {
    let mut pgn = read_text(pgn)?;
    if !pgn.moves.is_empty() {
        return Some(pgn);
    }
    let (mut position, moves) = read_moves(moves, &pgn)?;
    pgn.dialect = Some(Dialect::Uci);
    for mv in moves {
        let san = coordinate::format(&position, mv);
        pgn.moves.push(PgnMove { san, ..PgnMove::default() });
        position = position.play_unchecked(mv);
    }
    Some(pgn)
}
