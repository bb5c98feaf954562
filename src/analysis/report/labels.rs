//! What is written on the page, whatever the game.

use super::escaped;
use super::json::Json;
use crate::words::{Language, Phrase};

/// Names of gaps in page.html, and what fills them.
const PAGE: [(&str, Phrase); 24] = [
    ("game", Phrase::PageGame),
    ("noscript", Phrase::PageScript),
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
    ("chances graph", Phrase::PageChancesGraph),
    ("count", Phrase::PageCount),
    ("count graph", Phrase::PageCountGraph),
    ("board's honour", Phrase::BoardHonour),
    ("pieces' honour", Phrase::PiecesHonour),
    ("moves", Phrase::PageMoves),
    ("side", Phrase::PageSide),
    ("inaccuracies", Phrase::PageInaccuracies),
    ("mistakes", Phrase::PageMistakes),
    ("blunders", Phrase::PageBlunders),
    ("loss", Phrase::PageLoss),
    ("loss meaning", Phrase::PageLossMeaning),
];

/// Names by which script.js knows its sentences.
const SCRIPT: [(&str, Phrase); 5] = [
    ("start", Phrase::PageTheStart),
    ("value", Phrase::PageValue),
    ("better", Phrase::PageBetter),
    ("best", Phrase::PageBest),
    ("of", Phrase::PageOf),
];

/// The gaps of the page as they stand in it, and their text.
pub(super) fn of_page(language: Language) -> Vec<(String, String)> {
    let label = |(name, phrase): (&str, Phrase)| {
        (format!("{{{{{name}}}}}"), escaped(language.text(phrase)))
    };
    PAGE.into_iter().map(label).collect()
}

/// The sentences of the script, gaps and all.
pub(super) fn of_script(language: Language) -> Json {
    Json::object(SCRIPT.map(|(name, phrase)| (name, Json::text(language.text(phrase)))))
}
