//! The labels of the page, which are the same for every game.

use super::escaped;
use super::json::Json;
use crate::i18n::{Language, Phrase};

/// Names of the placeholders in page.html, and their texts.
const PAGE: [(&str, Phrase); 2] = [("game", Phrase::PageGame), ("noscript", Phrase::PageScript)];

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
