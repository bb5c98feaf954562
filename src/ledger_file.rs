//! The file that `sakdi match` appends to.

use crate::{Failure, read_bytes};
use makruk::notation::terminal_text::shown;
use sakdi_matches::ledger::{Ledger, LedgerEntry};
use std::path::Path;

/// Reads a ledger. A warning on standard error names a last line that is only the beginning of an
/// entry.
///
/// # Errors
/// The file cannot be read, or a line of it is no entry.
pub(crate) fn read(path: &Path) -> Result<Vec<LedgerEntry>, Failure> {
    let name = shown(path);
    let Ledger { entries, cut_off } = Ledger::parse(&read_bytes(path)?)
        .map_err(|(line, error)| Failure::bad_input(format!("{name}, line {line}: {error}")))?;
    if let Some(line) = cut_off {
        error_line!("sakdi: warning: {name}, line {line}: the entry is cut off: not counted");
    }
    Ok(entries)
}
