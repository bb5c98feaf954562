//! What identifies a game in the files of an analysis.

use makruk::game::Game;
use makruk::notation::pgn::PgnGame;
use makruk::notation::{coordinate, fen};

/// What identifies a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct GameKey {
    /// The values of [`GameKey::TAGS`]; empty for those that are missing.
    pub tags: Vec<String>,
    pub variant: String,
    pub rule: String,
    /// The first position.
    pub fen: String,
    /// The moves in coordinates.
    pub moves: Vec<String>,
}

impl GameKey {
    pub(super) const TAGS: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

    pub(super) fn new(pgn: &PgnGame, game: &Game) -> Self {
        let start = game.start();
        let mut position = *start;
        let moves = game.moves().iter().map(|&mv| {
            let text = coordinate::format(&position, mv);
            position = position.play_unchecked(mv);
            text
        });
        Self {
            tags: Self::TAGS.map(|name| pgn.tag(name).unwrap_or_default().to_owned()).into(),
            variant: start.variant().name().to_owned(),
            rule: start.counting_rule().name().to_owned(),
            // With a count that is claimed before the first move.
            fen: fen::format(game.played_on().at(0).position()),
            moves: moves.collect(),
        }
    }
}
