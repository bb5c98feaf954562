//! Results that contradict the board.

use super::{Analysis, Value};
use makruk::notation::Notation;
use makruk::notation::pgn::{self, MoveNumber, PgnGame};
use makruk::rules::Outcome;
use sakdi_i18n::{Language, Localized, Phrase};

/// How the result of a game in PGN is wrong. An unknown result, `*`, says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// The rules ended the game with another result.
    Board {
        /// The result that the PGN states.
        stated: &'static str,
        /// How the rules ended the game.
        outcome: Outcome,
        /// The number of moves made until then.
        ply: usize,
    },
    /// The tag and the end of the moves state different results.
    Tag {
        /// The result of the tag `Result`.
        tag: &'static str,
        /// The result after the moves.
        after_moves: &'static str,
    },
}

impl Contradiction {
    /// The first contradiction of a game.
    pub fn find(pgn: &PgnGame, analysis: &Analysis) -> Option<Self> {
        let decided = |result: Option<&'static str>| result.filter(|&result| result != "*");
        let (after_moves, tag) = (decided(pgn.result), decided(pgn.result_tag()));
        let mut ends = analysis.values.iter().enumerate();
        let ending = ends.find_map(|(ply, value)| match value {
            Value::Over(outcome) => Some((ply, *outcome)),
            Value::Open(_) => None,
        });
        if let Some((ply, outcome)) = ending {
            let is_wrong = |result: &&str| *result != pgn::result(outcome.winner());
            let stated = after_moves.into_iter().chain(tag).find(is_wrong)?;
            return Some(Self::Board { stated, outcome, ply });
        }
        let (after_moves, tag) = after_moves.zip(tag).filter(|(moves, tag)| moves != tag)?;
        Some(Self::Tag { tag, after_moves })
    }

    /// The contradiction in words: "the result 1-0 contradicts the board: draw by stalemate after 60. Ra7".
    pub fn say(&self, analysis: &Analysis, language: Language, notation: Notation) -> String {
        match self {
            Self::Tag { tag, after_moves } => {
                language.say(Phrase::TagContradicts, &[tag, after_moves])
            }
            Self::Board { stated, outcome, ply } => {
                let mut ending = outcome.say(language);
                if let Some(last) = ply.checked_sub(1)
                    && let Some(before) = analysis.positions().nth(last)
                {
                    let played = notation.format(&before, analysis.game.moves()[last]);
                    let played = format!("{} {played}", MoveNumber::of(&before));
                    ending = language.say(Phrase::EndedAfter, &[&ending, &played]);
                }
                language.say(Phrase::ResultContradicts, &[stated, &ending])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluation, game_of};
    use makruk::game::Game;
    use makruk::notation::pgn::Reader;
    use makruk::rules::Variant;

    fn contradiction(text: &str) -> Option<String> {
        let pgn = Reader::new(text).next().expect("a game").expect("PGN");
        let game = game_of(&pgn, Variant::Makruk, None).expect("legal moves").played_on();
        let value = |game: &Game| match game.outcome() {
            Some(outcome) => Value::Over(outcome),
            None => Value::Open(Evaluation { depth: 1, lines: Vec::new() }),
        };
        let values = (0..=game.moves().len()).map(|ply| value(&game.at(ply))).collect();
        let analysis = Analysis { game, values };
        let found = Contradiction::find(&pgn, &analysis)?;
        Some(found.say(&analysis, Language::English, Notation::San))
    }

    #[test]
    fn a_result_that_the_board_refutes_is_found() {
        let mate = "[FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 9 60\"]\n";
        let count = "[FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 31 60\"]\n";
        let mated = "[FEN \"R6k/8/6K1/8/8/8/8/8 b - 32 9 60\"]\n\n";
        let on_count = "the result 1-0 contradicts the board: \
            draw: the count ran out after 60... Kg8";
        for (text, said) in [
            (format!("{mate}\n60. Ra8# 1-0"), None),
            (format!("{mate}\n60. Ra8# *"), None),
            (format!("{mate}[Result \"1-0\"]\n\n60. Ra8#"), None),
            (format!("{mate}\n60. Ra7 1-0"), None),
            (
                format!("{mate}\n60. Ra8# 0-1"),
                Some("the result 0-1 contradicts the board: White mates after 60. Ra8#"),
            ),
            (
                format!("{mate}[Result \"1/2-1/2\"]\n\n60. Ra8# 1-0"),
                Some("the result 1/2-1/2 contradicts the board: White mates after 60. Ra8#"),
            ),
            (format!("{mated}0-1"), Some("the result 0-1 contradicts the board: White mates")),
            (format!("{count}\n60. Ra7 Kg8 1-0"), Some(on_count)),
            // People played on, and mated.
            (format!("{count}\n60. Ra7 Kg8 61. Ra8# 1-0"), None),
            (
                format!("{count}\n60. Ra7 Kg8 61. Ra8# 1/2-1/2"),
                Some("the result 1/2-1/2 contradicts the board: White mates after 61. Ra8#"),
            ),
            (format!("{count}[CountingRule \"none\"]\n\n60. Ra7 Kg8 61. Kh6 1-0"), None),
            (
                "[Result \"0-1\"]\n\n1. d4 1-0".to_owned(),
                Some("the tag Result says 0-1, and the end of the moves 1-0"),
            ),
            ("[Result \"0-1\"]\n\n1. d4 *".to_owned(), None),
        ] {
            assert_eq!(contradiction(&text).as_deref(), said, "{text}");
        }
    }
}
