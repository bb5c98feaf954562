//! Games from PGN.

use crate::{Error, Subject};
use makruk::game::Game;
use makruk::notation::pgn::{self, PgnGame, Reader};
use makruk::notation::{Dialect, PgnError};
use makruk::rules::{CountingRule, Variant};
use sakdi_analysis::game_of;

/// A game as it is written, and as it was played.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Tags, moves as text, comments, variations.
    pub pgn: PgnGame,
    /// The main line.
    pub game: Game,
}

impl GameRecord {
    /// The dialect of the moves.
    pub fn dialect(&self) -> Dialect {
        // The game was read in it before.
        self.pgn.read_moves(self.game.start()).map_or(Dialect::Makruk, |read| read.dialect)
    }

    /// The game as PGN with its moves in the dialect of this name.
    ///
    /// # Errors
    /// There is no such dialect.
    pub fn in_dialect(&self, name: &str) -> Result<String, Error> {
        let unknown = |error| Error::Name { subject: Subject::Notation, error };
        let dialect: Dialect = name.parse().map_err(unknown)?;
        Ok(pgn::convert(&self.pgn, self.game.start().variant(), dialect)?)
    }
}

/// The games of a text. Counts run by `rule`, or without it by the rule that each game names; else the
/// weaker side counts. The reader continues after a game that cannot be read.
pub fn read(
    text: &str,
    rule: Option<CountingRule>,
) -> impl Iterator<Item = Result<GameRecord, PgnError>> {
    Reader::new(text).map(move |pgn| {
        let pgn = pgn?;
        let game = game_of(&pgn, Variant::Makruk, rule)?;
        Ok(GameRecord { pgn, game })
    })
}

/// The first game of a text.
///
/// # Errors
/// There is none, or it cannot be read.
pub fn read_first(text: &str) -> Result<GameRecord, Error> {
    Ok(read(text, None).next().ok_or(Error::NoGames)??)
}
