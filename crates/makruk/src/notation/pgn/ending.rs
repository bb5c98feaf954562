//! How a game of a match ends: by the rules, by adjudication, or by an engine's fault. It is written
//! to the PGN tags `Ending` and `Termination`.

use crate::rules::{DrawReason, Outcome};
use crate::types::Color;
use std::fmt;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// Checkmate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// The count passed its limit.
    Count,
    /// The position occurred for the third time.
    Repetition,
    /// Neither side has the material to win.
    Material,
    /// Adjudicated as lost, by the engine's own scores.
    Resignation,
    /// Adjudicated as drawn, by both engines' scores.
    DrawAdjudication,
    /// The limit on the length of games in this match.
    MoveLimit,
    /// The engine exceeded its time.
    TimeForfeit,
    /// The engine sent an illegal move.
    IllegalMove,
    /// The engine sent something that is not a move.
    UnreadableMove,
    /// The engine did not reply.
    Stall,
    /// The engine process ended.
    Crash,
    /// The engine closed its input or output, or does not read its input.
    Disconnect,
    /// The engine wrote too much.
    Flood,
    /// The engine could not be started, or did not complete the handshake.
    NoStart,
}

impl Cause {
    /// All causes.
    pub const ALL: [Self; 16] = [
        Self::Mate,
        Self::Stalemate,
        Self::Count,
        Self::Repetition,
        Self::Material,
        Self::Resignation,
        Self::DrawAdjudication,
        Self::MoveLimit,
        Self::TimeForfeit,
        Self::IllegalMove,
        Self::UnreadableMove,
        Self::Stall,
        Self::Crash,
        Self::Disconnect,
        Self::Flood,
        Self::NoStart,
    ];

    /// The value of the PGN tag `Ending`, one word. UCI, puzzles and JSON have the same words.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::Count => "count-draw",
            Self::Repetition => "repetition",
            Self::Material => "material",
            Self::Resignation => "resignation",
            Self::DrawAdjudication => "draw-adjudication",
            Self::MoveLimit => "move-limit",
            Self::TimeForfeit => "time-forfeit",
            Self::IllegalMove => "illegal-move",
            Self::UnreadableMove => "unreadable-move",
            Self::Stall => "stall",
            Self::Crash => "crash",
            Self::Disconnect => "disconnect",
            Self::Flood => "flood",
            Self::NoStart => "no-start",
        }
    }

    /// Parses the value of the tag `Ending`.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.word() == word)
    }

    /// Whether nobody wins.
    pub const fn is_draw(self) -> bool {
        matches!(
            self,
            Self::Stalemate
                | Self::Count
                | Self::Repetition
                | Self::Material
                | Self::DrawAdjudication
                | Self::MoveLimit
        )
    }

    /// Whether the cause is an engine's misbehaviour.
    pub const fn is_fault(self) -> bool {
        !self.is_draw() && !matches!(self, Self::Mate | Self::Resignation)
    }

    /// The value of the PGN tag `Termination`.
    pub const fn termination(self) -> &'static str {
        match self {
            Self::Mate | Self::Stalemate | Self::Count | Self::Repetition | Self::Material => {
                "normal"
            }
            Self::Resignation | Self::DrawAdjudication | Self::MoveLimit => "adjudication",
            Self::TimeForfeit => "time forfeit",
            Self::IllegalMove | Self::UnreadableMove => "rules infraction",
            Self::Stall | Self::Crash | Self::Disconnect | Self::Flood | Self::NoStart => {
                "abandoned"
            }
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The result of a game by its winner, `None` in a draw: `1-0`, `0-1` or `1/2-1/2`.
pub const fn result(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

/// The result of a game, and its cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnding {
    /// The cause.
    pub cause: Cause,
    /// `None` in a draw.
    pub winner: Option<Color>,
}

impl GameEnding {
    /// A draw.
    pub const fn draw(cause: Cause) -> Self {
        Self { cause, winner: None }
    }

    /// A game that `loser` lost.
    pub const fn loss(loser: Color, cause: Cause) -> Self {
        Self { cause, winner: Some(loser.opponent()) }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(&self) -> &'static str {
        result(self.winner)
    }

    /// The subject of the sentence about this ending: the side that mated, or else the side that
    /// lost.
    pub fn subject(&self) -> Option<Color> {
        match self.cause {
            Cause::Mate => self.winner,
            _ => self.winner.map(Color::opponent),
        }
    }
}

/// The ending as a sentence: "Black stalls".
impl fmt::Display for GameEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(side) = self.subject() {
            write!(f, "{side} ")?;
        }
        f.write_str(match self.cause {
            Cause::Mate => "mates",
            Cause::Resignation => "loses by adjudication",
            Cause::TimeForfeit => "loses on time",
            Cause::IllegalMove => "makes an illegal move",
            Cause::UnreadableMove => "answers with no readable move",
            Cause::Stall => "stalls",
            Cause::Crash => "crashes",
            Cause::Disconnect => "disconnects",
            Cause::Flood => "floods its output",
            Cause::NoStart => "does not start",
            Cause::Stalemate => DrawReason::Stalemate.sentence(),
            Cause::Count => DrawReason::Count.sentence(),
            Cause::Repetition => DrawReason::Repetition.sentence(),
            Cause::Material => DrawReason::Material.sentence(),
            Cause::DrawAdjudication => "draw by adjudication",
            Cause::MoveLimit => "draw by the limit on moves",
        })
    }
}

impl From<Outcome> for Cause {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Mate { .. } => Self::Mate,
            Outcome::Draw(DrawReason::Stalemate) => Self::Stalemate,
            Outcome::Draw(DrawReason::Count) => Self::Count,
            Outcome::Draw(DrawReason::Repetition) => Self::Repetition,
            Outcome::Draw(DrawReason::Material) => Self::Material,
        }
    }
}

impl From<Outcome> for GameEnding {
    fn from(outcome: Outcome) -> Self {
        Self { cause: outcome.into(), winner: outcome.winner() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cause_words_round_trip() {
        for cause in Cause::ALL {
            assert_eq!(Cause::from_word(cause.word()), Some(cause));
        }
        assert_eq!(Cause::from_word("boredom"), None);
    }

    #[test]
    fn endings_are_told_by_result_termination_and_sentence() {
        use Color::{Black, White};
        let told = |ending: GameEnding| {
            let cause = ending.cause;
            assert_eq!(
                (cause.is_draw(), cause.to_string()),
                (ending.winner.is_none(), cause.word().into())
            );
            (ending.result(), cause.is_fault(), cause.termination(), ending.to_string())
        };
        for (ending, (result, is_fault, termination, sentence)) in [
            (GameEnding::loss(Black, Cause::Mate), ("1-0", false, "normal", "White mates")),
            (GameEnding::draw(Cause::Stalemate), ("1/2-1/2", false, "normal", "draw by stalemate")),
            (
                GameEnding::draw(Cause::MoveLimit),
                ("1/2-1/2", false, "adjudication", "draw by the limit on moves"),
            ),
            (
                GameEnding::loss(White, Cause::Resignation),
                ("0-1", false, "adjudication", "White loses by adjudication"),
            ),
            (
                GameEnding::loss(Black, Cause::TimeForfeit),
                ("1-0", true, "time forfeit", "Black loses on time"),
            ),
            (
                GameEnding::loss(White, Cause::IllegalMove),
                ("0-1", true, "rules infraction", "White makes an illegal move"),
            ),
            (GameEnding::loss(Black, Cause::Stall), ("1-0", true, "abandoned", "Black stalls")),
        ] {
            assert_eq!(told(ending), (result, is_fault, termination, sentence.into()));
        }
    }
}
