//! The moves of analysed games as CSV, one row a move. docs/analysis.md describes the columns.

use csv::IntoInnerError;
use sakdi_analysis::record::{AnalysisRecord, MoveRow};
use std::borrow::Cow;

/// How every such file begins.
pub(super) const MARK: &str = "file,game,ply,side,san,uci,fen,";

/// The moves of games as CSV, below a line of names.
pub(super) fn rows(games: &[AnalysisRecord]) -> csv::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let mut rows = games.iter().flat_map(AnalysisRecord::rows).peekable();
    if rows.peek().is_none() {
        return names();
    }
    for mut row in rows {
        for text in row.texts_mut() {
            if text_cell(text) != *text {
                *text = text_cell(text).into_owned().into();
            }
        }
        table.serialize(row)?;
    }
    table.into_inner().map_err(|error| error.into_error().into())
}

/// The line of names alone.
fn names() -> csv::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.serialize(MoveRow::default())?;
    let mut text = table.into_inner().map_err(IntoInnerError::into_error)?;
    let end = text.iter().position(|&byte| byte == b'\n');
    text.truncate(end.map_or(0, |end| end + 1));
    Ok(text)
}

/// A text with an apostrophe before it if a spreadsheet would take it for a formula, as OWASP recommends
/// against CSV injection.
fn text_cell(text: &str) -> Cow<'_, str> {
    const FORMULAS: [char; 10] =
        ['=', '+', '-', '@', '\t', '\r', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];
    if text.starts_with(FORMULAS) { format!("'{text}").into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_moves_there_are_the_names() {
        let names = String::from_utf8(rows(&[]).expect("room")).expect("text");
        assert!(names.starts_with(MARK) && names.lines().count() == 1, "{names}");
    }

    #[test]
    fn no_text_is_a_formula() {
        for formula in ["=1+1.pgn", "+1.pgn", "-", "@SUM(A1)", "\t=1", "\r=1", "\u{ff1d}1"] {
            assert_eq!(text_cell(formula), format!("'{formula}"));
        }
        for text in ["", "a=1.pgn", "Nd2+", "?!", "'=1", "8/8 w - -"] {
            assert_eq!(text_cell(text), text);
        }
    }
}
