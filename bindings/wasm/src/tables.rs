//! Endgame tables: whole files in memory for boards and the engine, and parts of files for boards.

use crate::board::Board;
use crate::convert::object;
use crate::error::thrown;
use sakdi_engine::tablebase::{Ending, Tablebase};
use sakdi_facade::remote_tables::{RemoteTables, TablePart};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

thread_local! {
    static TABLES: RefCell<Tablebase> = RefCell::new(Tablebase::empty());
}

/// The loaded tables.
pub fn loaded() -> Tablebase {
    TABLES.with_borrow(Tablebase::clone)
}

/// Calls a function with the loaded tables.
pub fn with<R>(look_up: impl FnOnce(&Tablebase) -> R) -> R {
    TABLES.with_borrow(look_up)
}

/// Adds the tables of a file: one table as `sakdi tables build` writes it, or several concatenated.
/// Returns the names of their endings.
#[wasm_bindgen(js_name = addTables)]
pub fn add_tables(file: &[u8]) -> Result<Vec<String>, JsValue> {
    TABLES.with_borrow_mut(|tables| sakdi_facade::tables::add(tables, file)).map_err(thrown)
}

/// Parts of tables on a server. JavaScript fetches them, since WebAssembly cannot wait for a server.
#[wasm_bindgen]
#[derive(Default)]
pub struct TableParts(RemoteTables);

#[wasm_bindgen]
impl TableParts {
    /// No parts.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// The parts that the tables lack to know a position and its moves: `{ name, from, to }`.
    pub fn wanted(&mut self, board: &Board) -> Result<Vec<JsValue>, JsValue> {
        let position = board.0.position();
        let parts = TABLES.with_borrow_mut(|tables| self.0.wanted(tables, position));
        let part = |part: TablePart| {
            object([
                ("name", part.ending.to_string().into()),
                ("from", (part.range.start as f64).into()),
                ("to", (part.range.end as f64).into()),
            ])
        };
        Ok(parts.map_err(thrown)?.into_iter().map(part).collect())
    }

    /// Hands over a part of a file that has `length` bytes. Returns whether the file is still the same.
    pub fn give(&mut self, name: &str, from: f64, bytes: Vec<u8>, length: f64) -> bool {
        ending(name).is_some_and(|ending| self.0.give(ending, from as u64, bytes, length as u64))
    }

    /// Notes that the server does not have the table of an ending.
    pub fn lacks(&mut self, name: &str) {
        if let Some(ending) = ending(name) {
            self.0.lacks(ending);
        }
    }
}

/// An ending by the name that [`TableParts::wanted`] gave it.
fn ending(name: &str) -> Option<Ending> {
    name.parse().ok()
}
