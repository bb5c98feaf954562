//! The labels of the page, which are the same for every game.

use super::escaped;
use super::json::Json;
use makruk::notation::{Notation, thai};
use makruk::types::Piece;
use sakdi_i18n::{Language, Phrase, TextStyle};

/// Names of the placeholders in page.html, and their texts.
const PAGE: [(&str, Phrase); 4] = [
    ("game", Phrase::PageGame),
    ("men-names", Phrase::PageMen),
    ("noscript", Phrase::PageScript),
    ("notation", Phrase::PageNotation),
];

/// Names of the texts in the JavaScript modules of the page.
const SCRIPT: [(&str, Phrase); 36] = [
    ("theStart", Phrase::PageTheStart),
    ("value", Phrase::PageValue),
    ("better", Phrase::PageBetter),
    ("best", Phrase::PageBest),
    ("of", Phrase::PageOf),
    ("board", Phrase::PageBoard),
    ("start", Phrase::PageStart),
    ("back", Phrase::PageBack),
    ("forth", Phrase::PageForth),
    ("end", Phrase::PageEnd),
    ("next", Phrase::PageNext),
    ("turn", Phrase::PageTurn),
    ("move", Phrase::PageThisMove),
    ("graphs", Phrase::PageGraphs),
    ("chances", Phrase::PageChances),
    ("chancesGraph", Phrase::PageChancesGraph),
    ("count", Phrase::PageCountLeft),
    ("countGraph", Phrase::PageCountGraph),
    ("boardHonour", Phrase::PageBoardHonour),
    ("piecesHonour", Phrase::PagePiecesHonour),
    ("needed", Phrase::PageNeeded),
    ("moves", Phrase::PageMoves),
    ("side", Phrase::PageSide),
    ("inaccuracies", Phrase::PageInaccuracies),
    ("mistakes", Phrase::PageMistakes),
    ("blunders", Phrase::PageBlunders),
    ("loss", Phrase::PageLoss),
    ("lossMeaning", Phrase::PageLossMeaning),
    ("accuracy", Phrase::PageAccuracy),
    ("accuracyMeaning", Phrase::PageAccuracyMeaning),
    ("copyFen", Phrase::PageCopyFen),
    ("copyPgn", Phrase::PageCopyPgn),
    ("copyLink", Phrase::PageCopyLink),
    ("copied", Phrase::PageCopied),
    ("outOf", Phrase::PageOutOf),
    ("game", Phrase::PageGame),
];

/// The placeholders of the page, with their texts.
pub(super) fn of_page(language: Language) -> Vec<(String, String)> {
    let label = |(name, phrase): (&str, Phrase)| {
        (format!("{{{{{name}}}}}"), escaped(language.text(phrase)))
    };
    PAGE.into_iter().map(label).collect()
}

/// The texts for the script, with their placeholders.
pub(super) fn of_script(language: Language) -> Json {
    Json::object(SCRIPT.map(|(name, phrase)| (name, Json::text(language.text(phrase)))))
}

/// The letter of each man's picture, and its name with its letter in the notation.
pub(super) fn men_with_letters(style: TextStyle) -> Vec<(char, String)> {
    let TextStyle { language, notation } = style;
    let letter = |piece: Piece| match notation {
        notation if notation.is_thai() => Some(thai::letter(piece).to_owned()),
        // Moves of a bia have no letter.
        Notation::San => (piece != Piece::Pawn).then(|| piece.letter().to_string()),
        _ => None,
    };
    let kinds = [Piece::King, Piece::Met, Piece::Khon, Piece::Knight, Piece::Rook, Piece::Pawn];
    let men = kinds.map(|piece| (piece.letter(), language.man(piece), letter(piece)));
    let promoted =
        if notation.is_thai() { Some(thai::BIA_NGAI.to_owned()) } else { letter(Piece::Met) };
    let promoted = ('B', language.text(Phrase::BiaNgai), promoted);
    let entry = |(picture, name, letter): (char, &str, Option<String>)| {
        let letter = letter.map_or_else(String::new, |letter| format!(" ({letter})"));
        (picture, format!("{name}{letter}"))
    };
    men.into_iter().chain([promoted]).map(entry).collect()
}

/// The pictures of the men with their names.
pub(super) fn of_men(style: TextStyle) -> String {
    let entry = |(picture, text): (char, String)| {
        format!(
            "<li><svg viewBox=\"0 0 46 46\" aria-hidden=\"true\"><use href=\"#{picture}\" \
             class=\"white\" width=\"46\" height=\"46\"/></svg>{text}</li>"
        )
    };
    men_with_letters(style).into_iter().map(entry).collect()
}
