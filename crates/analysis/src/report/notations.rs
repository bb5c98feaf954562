//! The moves of the page in several notations, between which its reader can switch.

use super::json::Json;
use super::{Value, labels, legal_moves_of, squares};
use crate::Analysis;
use makruk::notation::Notation;
use makruk::position::Position;
use makruk::types::Square;
use sakdi_i18n::{Phrase, TextStyle};

/// The notations of a page, its own first: the usual one of its language, and both forms of the rules of
/// the Thai federation.
fn offered(style: TextStyle) -> Vec<Notation> {
    let mut offered = vec![style.notation];
    let usual = style.language.notation();
    for notation in [usual, Notation::OfficialThai, Notation::OfficialThaiShort] {
        if !offered.contains(&notation) {
            offered.push(notation);
        }
    }
    offered
}

/// What depends on the notation besides the moves: its name, the edges of the board and the names of the
/// men.
pub(super) fn choices(style: TextStyle) -> Json {
    let choice = |notation: Notation| {
        let men = labels::men_with_letters(TextStyle { notation, ..style });
        Json::object([
            ("name", Json::text(style.language.text(name(notation)))),
            ("files", squares(notation, |at| Square::new(at, 0), 0)),
            ("ranks", squares(notation, |at| Square::new(0, at), 1)),
            ("men", Json::list(men.iter().map(|(_, text)| Json::text(text)))),
        ])
    };
    Json::list(offered(style).into_iter().map(choice))
}

const fn name(notation: Notation) -> Phrase {
    match notation {
        Notation::Coordinate => Phrase::NotationCoordinate,
        Notation::San => Phrase::NotationSan,
        Notation::Thai => Phrase::NotationThai,
        Notation::ThaiLong => Phrase::NotationThaiLong,
        Notation::OfficialThai => Phrase::NotationOfficial,
        Notation::OfficialThaiShort => Phrase::NotationOfficialShort,
    }
}

/// The moves of a game and of the lines that were found, written in each notation but the first.
/// Moves are separated by blanks and lines by strokes: quotation marks would take much of the page.
pub(super) fn texts(analysis: &Analysis, positions: &[Position], style: TextStyle) -> Json {
    let texts = |notation: Notation| {
        let moves = notation.line(&positions[0], analysis.game.moves());
        let lines = positions.iter().zip(&analysis.values).map(|(position, value)| {
            let Value::Open(evaluation) = value else { return Json::text("") };
            let lines = evaluation.lines.iter().filter(|line| !line.moves.is_empty());
            let lines = lines.map(|line| notation.line(position, legal_moves_of(position, line)));
            Json::text(&lines.collect::<Vec<_>>().join("|"))
        });
        Json::object([("s", Json::text(&moves)), ("l", Json::list(lines))])
    };
    Json::list(offered(style).into_iter().skip(1).map(texts))
}
