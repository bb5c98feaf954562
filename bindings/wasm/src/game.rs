//! Games in PGN, with the method names of `ffish`.

use crate::error::thrown;
use makruk::notation::{Notation, fen};
use sakdi_facade::games::{self, ReadGame};
use wasm_bindgen::prelude::*;

/// A game that was read from PGN.
#[wasm_bindgen]
pub struct Game(ReadGame);

#[wasm_bindgen]
impl Game {
    /// The names of the tags, separated by spaces.
    #[wasm_bindgen(js_name = headerKeys)]
    pub fn header_keys(&self) -> String {
        let names: Vec<&str> = self.0.pgn.tags.iter().map(|(name, _)| name.as_str()).collect();
        names.join(" ")
    }

    /// The value of a tag; empty without it.
    pub fn headers(&self, name: &str) -> String {
        self.0.pgn.tag(name).unwrap_or_default().to_owned()
    }

    /// The moves of the main line in coordinates, separated by spaces.
    #[wasm_bindgen(js_name = mainlineMoves)]
    pub fn mainline_moves(&self) -> String {
        Notation::Coordinate.line(self.0.game.start(), self.0.game.moves())
    }

    /// The first position, in FEN with `~` after bia ngai.
    #[wasm_bindgen(js_name = startFen)]
    pub fn start_fen(&self) -> String {
        fen::format_with_promoted(self.0.game.start())
    }

    /// `makruk` or `makpong`.
    pub fn variant(&self) -> String {
        self.0.game.start().variant().to_string()
    }

    /// The name of the counting rule: that of the tag `CountingRule`; without it `claimed` if the comments
    /// hold claims, or else `thai`.
    #[wasm_bindgen(js_name = countingRule)]
    pub fn counting_rule(&self) -> String {
        self.0.game.start().counting_rule().to_string()
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` without a result.
    pub fn result(&self) -> String {
        self.0.pgn.stated_result().unwrap_or("*").to_owned()
    }

    /// The name of the dialect that its moves are written in.
    pub fn dialect(&self) -> String {
        self.0.dialect().to_string()
    }

    /// The game as PGN with its moves in another dialect, such as `official-thai-short`, `official-english`,
    /// `playok` or `uci`. Tags, comments, variations and the result stay.
    #[wasm_bindgen(js_name = inDialect)]
    pub fn in_dialect(&self, dialect: &str) -> Result<String, JsValue> {
        self.0.in_dialect(dialect).map_err(thrown)
    }

    /// Frees the memory. `ffish` has this name for it.
    pub fn delete(self) {}
}

/// The first game of a PGN.
#[wasm_bindgen(js_name = readGamePGN)]
pub fn read_game_pgn(text: &str) -> Result<Game, JsValue> {
    games::read_first(text).map(Game).map_err(thrown)
}

/// All games of a PGN.
#[wasm_bindgen(js_name = readGamesPGN)]
pub fn read_games_pgn(text: &str) -> Result<Vec<Game>, JsValue> {
    games::read(text, None).map(|game| game.map(Game).map_err(thrown)).collect()
}
