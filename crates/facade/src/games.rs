//! Games from PGN.

use crate::Error;
use makruk::game::Game;
use makruk::notation::PgnError;
use makruk::notation::pgn::{PgnGame, Reader};
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
