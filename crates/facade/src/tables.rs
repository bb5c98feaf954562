//! Endgame tables in memory.

use crate::Error;
use sakdi_engine::tablebase::file;
use sakdi_engine::tablebase::table::Table;
use sakdi_engine::tablebase::{Metric, ProbeResult, Tablebase};
use std::sync::Arc;

/// Adds the tables of a file: one table as `sakdi tables build` writes it, or several concatenated.
/// Returns the names of their endings.
///
/// # Errors
/// The bytes are no tables; nothing is added.
pub fn add(tables: &mut Tablebase, file: &[u8]) -> Result<Vec<String>, Error> {
    let mut read = Vec::new();
    let mut rest = file;
    loop {
        let (table, after) = rest.split_at(file::length(rest)?.min(rest.len()));
        read.push(Table::from_bytes(table)?);
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    let names = read.iter().map(|table| table.ending().to_string()).collect();
    read.into_iter().for_each(|table| tables.add(Arc::new(table)));
    Ok(names)
}

/// What the distance of a result leads to: `mate` or `conversion`.
pub const fn goal(result: &ProbeResult) -> &'static str {
    match result.metric {
        Metric::Mate => "mate",
        Metric::Conversion => "conversion",
    }
}
