//! What is written on the page, whatever the game.

use super::escaped;
use super::json::Json;
use crate::i18n::{Language, Phrase};

/// Names of gaps in page.html, and what fills them.
const PAGE: [(&str, Phrase); 2] = [("game", Phrase::PageGame), ("noscript", Phrase::PageScript)];

/// Names by which the modules of the page know their sentences.
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
