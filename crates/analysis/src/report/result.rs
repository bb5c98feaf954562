//! How a game ended: its result, and the reason in words.

use super::{Analysis, known};
use makruk::notation::pgn::PgnGame;
use makruk::notation::pgn::ending::{Cause, GameEnding};
use makruk::rules::Outcome;
use makruk::types::Color;
use sakdi_i18n::{Language, Localized, capitalised};

/// `1-0`, `0-1` or `½-½`: the result that the PGN states, or else by the last position; `None` for an
/// unfinished game.
pub(super) fn result(pgn: &PgnGame, analysis: &Analysis) -> Option<&'static str> {
    match pgn.stated_result().filter(|&result| result != "*") {
        Some("1/2-1/2") => Some(DRAWN),
        Some(result) => Some(result),
        None => analysis.game.outcome().map(points),
    }
}

const DRAWN: &str = "½-½";

/// The result of an outcome by rule.
pub(super) const fn points(outcome: Outcome) -> &'static str {
    match outcome.winner() {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => DRAWN,
    }
}

/// "White mates", "Draw: the count ran out".
pub(super) fn by_rule(outcome: Outcome, language: Language) -> String {
    capitalised(&outcome.say(language))
}

/// The reason for the result of a game: the outcome by rule if it gives this result, or else the
/// one in the tags.
pub(super) fn reason(pgn: &PgnGame, analysis: &Analysis, language: Language) -> Option<String> {
    let result = result(pgn, analysis)?;
    if let Some(outcome) = analysis.game.outcome().filter(|&outcome| points(outcome) == result) {
        return Some(by_rule(outcome, language));
    }
    let winner = match result {
        "1-0" => Some(Color::White),
        "0-1" => Some(Color::Black),
        _ => None,
    };
    let cause = pgn.tag("Ending").and_then(Cause::from_word);
    let sentence = cause.map(|cause| GameEnding { cause, winner }.say(language));
    let sentence = sentence.or_else(|| {
        let tag = known(pgn, "Termination")?;
        // These words only repeat the result.
        let empty = ["normal", "unterminated"].iter().any(|word| tag.eq_ignore_ascii_case(word));
        (!empty).then(|| tag.to_owned())
    });
    sentence.map(|sentence| capitalised(&sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;
    use makruk::game::Game;
    use makruk::notation::pgn::Reader;
    use makruk::rules::{CountingRule, Variant};

    fn result_and_reason(text: &str) -> (Option<&'static str>, Option<String>) {
        let pgn = Reader::new(text).next().expect("a game").expect("a readable one");
        let start = pgn.start(Variant::Makruk, CountingRule::MAKRUK).expect("a start");
        let mut game = Game::new(start);
        for mv in pgn.resolve(&start).expect("legal moves") {
            game.play(mv).expect("a legal move");
        }
        let values = Vec::<Value>::new();
        let analysis = Analysis { game, values };
        (result(&pgn, &analysis), reason(&pgn, &analysis, Language::English))
    }

    #[test]
    fn rules_come_before_tags() {
        let mate =
            "[FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 9 60\"]\n[Termination \"normal\"]\n\n1. Ra8# ";
        let expected = |result, reason: &str| (Some(result), Some(reason.to_owned()));
        assert_eq!(result_and_reason(&format!("{mate}1-0")), expected("1-0", "White mates"));
        assert_eq!(result_and_reason(&format!("{mate}*")), expected("1-0", "White mates"));
        let last = "[FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 31 60\"]\n\n1. Ra7 Kg8 ";
        let count = expected("½-½", "Draw: the count ran out");
        assert_eq!(result_and_reason(&format!("{last}1/2-1/2")), count);
        // The game was played under another counting rule.
        assert_eq!(result_and_reason(&format!("{last}1-0")), (Some("1-0"), None));
        let time = "[Ending \"time-forfeit\"]\n[Termination \"time forfeit\"]\n\n1. d4 d5 0-1";
        assert_eq!(result_and_reason(time), expected("0-1", "White loses on time"));
        let agreed = "[Termination \"agreed by both\"]\n\n1. d4 d5 1/2-1/2";
        assert_eq!(result_and_reason(agreed), expected("½-½", "Agreed by both"));
        assert_eq!(result_and_reason("[Termination \"Normal\"]\n\n1. d4 1-0"), (Some("1-0"), None));
        assert_eq!(result_and_reason("[Termination \"unterminated\"]\n\n1. d4 *"), (None, None));
    }
}
