//! The moves of analysed games as CSV, one row a move. docs/analysis.md describes the columns.

use super::json::AnalysisRecord;
use crate::json_output::ScoreRecord;
use serde::Serialize;
use std::borrow::Cow;

/// A cell of text.
type Text<'a> = Cow<'a, str>;

/// A move of a game as a row of a table: the position before it, and what it cost.
#[derive(Debug, Serialize)]
struct Row<'a> {
    file: Option<Text<'a>>,
    game: Option<usize>,
    ply: usize,
    side: Text<'a>,
    san: Text<'a>,
    uci: Text<'a>,
    fen: Text<'a>,
    cp: Option<i32>,
    mate: Option<i32>,
    expectation: f64,
    depth: Option<u32>,
    best: Option<Text<'a>>,
    loss: f64,
    judgement: Option<Text<'a>>,
    counter: Option<Text<'a>>,
    counted: Option<u16>,
    limit: Option<u16>,
    moves_left: Option<u16>,
}

/// The moves of games as CSV, below a line of names.
pub(super) fn rows(games: &[AnalysisRecord]) -> csv::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    for game in games {
        for (ply, (played, before)) in game.moves.iter().zip(&game.positions).enumerate() {
            let (cp, mate) = match before.score {
                ScoreRecord::Cp(cp) => (Some(cp), None),
                ScoreRecord::Mate(mate) => (None, Some(mate)),
            };
            let count = before.count.as_ref();
            table.serialize(Row {
                file: game.file.as_deref().map(text_cell),
                game: game.game,
                ply: ply + 1,
                side: text_cell(played.side),
                san: text_cell(&played.san),
                uci: text_cell(&played.uci),
                fen: text_cell(&before.fen),
                cp,
                mate,
                expectation: before.expectation,
                depth: before.depth,
                best: before
                    .lines
                    .first()
                    .and_then(|line| line.uci.first())
                    .map(|best| text_cell(best)),
                loss: played.loss,
                judgement: played.judgement.map(text_cell),
                counter: count.map(|count| text_cell(count.counter)),
                counted: count.map(|count| count.counted),
                limit: count.map(|count| count.limit),
                moves_left: count.map(|count| count.moves_left),
            })?;
        }
    }
    table.into_inner().map_err(|error| error.into_error().into())
}

/// A text with an apostrophe before it if a spreadsheet would take it for a formula, as OWASP recommends
/// against CSV injection.
fn text_cell(text: &str) -> Text<'_> {
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
