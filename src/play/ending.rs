//! How a game ends at the board.

use makruk::notation::pgn::ending::{Cause, GameEnding};
use makruk::rules::{DrawReason, Outcome};
use makruk::types::Color;
use sakdi_i18n::{Language, Localized, Phrase};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// This side resigned.
    Resigned(Color),
    /// This side ran out of time.
    OutOfTime(Color),
    /// Drawn by agreement.
    Agreed,
}

impl Ending {
    /// `None` in a draw.
    pub(super) fn winner(self) -> Option<Color> {
        match self {
            Self::Rules(outcome) => outcome.winner(),
            Self::Resigned(loser) | Self::OutOfTime(loser) => Some(!loser),
            Self::Agreed => None,
        }
    }

    /// The reason.
    pub(super) fn say(self, language: Language) -> String {
        match self {
            Self::Rules(outcome) => outcome.say(language),
            Self::Resigned(loser) => language.say(Phrase::EndResigned, &[&language.side(loser)]),
            Self::OutOfTime(loser) => GameEnding::loss(loser, Cause::TimeForfeit).say(language),
            Self::Agreed => language.text(Phrase::EndAgreed).to_owned(),
        }
    }

    /// Whether a comment tells how a game ended, as [`Self::say`] does.
    pub(super) fn is_told_by(comment: &str) -> bool {
        let of_sides = [Color::White, Color::Black].into_iter().flat_map(|side| {
            [
                Self::Rules(Outcome::Mate { winner: side }),
                Self::Resigned(side),
                Self::OutOfTime(side),
            ]
        });
        let draws = [
            DrawReason::Stalemate,
            DrawReason::Count,
            DrawReason::Repetition,
            DrawReason::Material,
        ];
        let draws = draws.into_iter().map(|reason| Self::Rules(Outcome::Draw(reason)));
        let mut all = of_sides.chain(draws).chain([Self::Agreed]);
        all.any(|ending| Language::ALL.into_iter().any(|language| ending.say(language) == comment))
    }
}
