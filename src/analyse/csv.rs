//! The moves of analysed games as CSV, one row a move. docs/analysis.md describes the columns.

use sakdi_analysis::record::AnalysisRecord;
use std::borrow::Cow;

/// How every such file begins.
pub(super) const MARK: &str = "file,game,ply,side,san,uci,fen,";

/// The moves of games as CSV, below a line of names.
pub(super) fn rows(games: &[AnalysisRecord]) -> csv::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    for mut row in games.iter().flat_map(AnalysisRecord::rows) {
        for text in row.texts_mut() {
            if text_cell(text) != *text {
                *text = text_cell(text).into_owned().into();
            }
        }
        table.serialize(row)?;
    }
    table.into_inner().map_err(|error| error.into_error().into())
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
    fn no_text_is_a_formula() {
        for formula in ["=1+1.pgn", "+1.pgn", "-", "@SUM(A1)", "\t=1", "\r=1", "\u{ff1d}1"] {
            assert_eq!(text_cell(formula), format!("'{formula}"));
        }
        for text in ["", "a=1.pgn", "Nd2+", "?!", "'=1", "8/8 w - -"] {
            assert_eq!(text_cell(text), text);
        }
    }
}
