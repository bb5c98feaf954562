//! Endgame tables: all in one file, kept in memory for boards and the engine.

use crate::error::{Subject, error};
use sakdi_engine::tablebase::Tablebase;
use sakdi_engine::tablebase::table::Table;
use sakdi_i18n::Localized;
use std::cell::RefCell;
use std::sync::Arc;
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
    let refused = |fault: sakdi_engine::tablebase::file::FileError| {
        error(Subject::Table, |language| fault.say(language))
    };
    let mut tables = Vec::new();
    let mut rest = file;
    loop {
        let length = sakdi_engine::tablebase::file::length(rest).map_err(refused)?;
        let (table, after) = rest.split_at(length.min(rest.len()));
        tables.push(Table::from_bytes(table).map_err(refused)?);
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    let names = tables.iter().map(|table| table.ending().to_string()).collect();
    TABLES.with_borrow_mut(|held| tables.into_iter().for_each(|table| held.add(Arc::new(table))));
    Ok(names)
}
