//! The games of the base, as they were recorded.

use crate::{BaseError, GameBase};
use makruk::game::Game;
use makruk::notation::pgn::{PgnGame, PgnMove, Reader};
use makruk::notation::{Dialect, coordinate};
use makruk::rules::Variant;
use makruk::types::Move;
use rusqlite::OptionalExtension;
use sakdi_analysis::game_of;
use std::io::Read;

impl GameBase {
    /// A game as PGN: its tags, moves, comments and variations; `None` if there is none of this number.
    ///
    /// # Errors
    /// The base cannot be read.
    pub fn pgn(&self, game: u32) -> Result<Option<PgnGame>, BaseError> {
        let select = "SELECT moves, pgn FROM records WHERE game = ?1";
        let mut statement = self.connection.prepare_cached(select)?;
        let record: Option<(Vec<u8>, Vec<u8>)> =
            statement.query_row([game], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let Some((moves, pgn)) = record else { return Ok(None) };
        let pgn = read_pgn(&moves, &pgn).ok_or(BaseError::Record(game))?;
        Ok(Some(pgn))
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

fn read_pgn(moves: &[u8], pgn: &[u8]) -> Option<PgnGame> {
    let mut text = String::new();
    zstd::Decoder::new(pgn).ok()?.read_to_string(&mut text).ok()?;
    let mut pgn = match Reader::new(&text).next() {
        Some(game) => game.ok()?,
        // No tags and no result.
        None => PgnGame::default(),
    };
    if !pgn.moves.is_empty() {
        return Some(pgn);
    }
    let moves: Option<Vec<Move>> = moves
        .chunks(2)
        .map(|bits| Move::from_bits(u16::from_le_bytes(bits.try_into().ok()?)))
        .collect();
    pgn.dialect = Some(Dialect::Uci);
    let mut position = pgn.start(Variant::Makruk, Default::default()).ok()?;
    for mv in moves? {
        if !makruk::movegen::is_legal(&position, mv) {
            return None;
        }
        let san = coordinate::format(&position, mv);
        pgn.moves.push(PgnMove { san, ..PgnMove::default() });
        position = position.play_unchecked(mv);
    }
    Some(pgn)
}
