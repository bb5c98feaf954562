//! Endgame tables: all in one file, kept in memory for boards and the engine.

use crate::error::thrown;
use sakdi_engine::tablebase::Tablebase;
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
