//! What was played in positions: a file that `sakdi games explorer` has written.

use crate::board::Board;
use crate::convert::{object, or_null};
use crate::error::thrown;
use makruk::notation::coordinate;
use sakdi_explorer::Results;
use wasm_bindgen::prelude::*;

/// A file of played moves.
#[wasm_bindgen]
pub struct Explorer(sakdi_facade::Explorer);

#[wasm_bindgen]
impl Explorer {
    /// The file with these bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: Vec<u8>) -> Result<Self, JsValue> {
        sakdi_facade::Explorer::new(bytes).map(Self).map_err(thrown)
    }

    /// Number of positions in it.
    pub fn positions(&self) -> u32 {
        // The file has the number in 32 bits.
        self.0.positions() as u32
    }

    /// The moves played in the position of a board, the most frequent first.
    pub fn moves(&self, board: &Board) -> Result<Vec<JsValue>, JsValue> {
        let position = board.0.position();
        let moves = self.0.moves(position).map_err(thrown)?;
        let entry = |played: sakdi_facade::PlayedMove| {
            let Results { games, wins, draws, losses } = played.results;
            let (first, last) = played.years.range().unzip();
            let number = |number: u64| JsValue::from_f64(number as f64);
            object([
                ("move", or_null(played.mv.map(|mv| coordinate::format(position, mv)))),
                ("games", number(games)),
                ("wins", number(wins)),
                ("draws", number(draws)),
                ("losses", number(losses)),
                ("firstYear", or_null(first)),
                ("lastYear", or_null(last)),
            ])
        };
        Ok(moves.into_iter().map(entry).collect())
    }

    /// Frees the memory.
    pub fn delete(self) {}
}
