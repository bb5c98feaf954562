//! How a game of a match ends: by the rules, by adjudication, or by an engine's fault.

use crate::rules::{Outcome, Reason};
use crate::types::Color;
use std::fmt;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    Mate,
    Stalemate,
    Count,
    Repetition,
    Material,
    /// The engine's own scores said that it was lost.
    Resignation,
    /// Both engines' scores said that nothing would happen.
    DrawAdjudication,
    /// The match's limit on the length of games.
    MoveLimit,
    /// No answer within the time on the clock.
    TimeForfeit,
    /// A move that the rules forbid.
    IllegalMove,
    /// An answer that is no move.
    UnreadableMove,
    /// No answer at all.
    Stall,
    /// The process ended.
    Crash,
    /// The process closed its input or output, or does not read what it is sent.
    Disconnect,
    /// Output without end.
    Flood,
    /// The process could not be started, or did not get ready.
    NoStart,
}

impl Cause {
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

    /// One word, as it stands in the PGN and in the table of reasons.
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

    /// The cause of that word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.word() == word)
    }

    /// Whether an engine misbehaved.
    pub const fn is_fault(self) -> bool {
        !matches!(
            self,
            Self::Mate
                | Self::Stalemate
                | Self::Count
                | Self::Repetition
                | Self::Material
                | Self::Resignation
                | Self::DrawAdjudication
                | Self::MoveLimit
        )
    }

    /// The value of PGN's Termination tag.
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

/// A finished game's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    pub cause: Cause,
    /// Nobody in a draw.
    pub winner: Option<Color>,
    /// What the cause leaves open: the illegal move, the exit status.
    pub detail: Option<String>,
}

impl Ending {
    pub const fn draw(cause: Cause) -> Self {
        Self { cause, winner: None, detail: None }
    }

    pub const fn loss(loser: Color, cause: Cause, detail: Option<String>) -> Self {
        Self { cause, winner: Some(loser.opponent()), detail }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(&self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Mate { winner } => Self::loss(!winner, Cause::Mate, None),
            Outcome::Draw(Reason::Stalemate) => Self::draw(Cause::Stalemate),
            Outcome::Draw(Reason::Count) => Self::draw(Cause::Count),
            Outcome::Draw(Reason::Repetition) => Self::draw(Cause::Repetition),
            Outcome::Draw(Reason::Material) => Self::draw(Cause::Material),
        }
    }
}

/// The reason in words.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self.cause {
            Cause::Mate => "mates",
            Cause::Resignation => "is lost by adjudication",
            Cause::TimeForfeit => "loses on time",
            Cause::IllegalMove => "makes an illegal move",
            Cause::UnreadableMove => "answers with no readable move",
            Cause::Stall => "stalls",
            Cause::Crash => "crashes",
            Cause::Disconnect => "disconnects",
            Cause::Flood => "floods its output",
            Cause::NoStart => "does not start",
            Cause::Stalemate => "draw by stalemate",
            Cause::Count => "draw: the count ran out",
            Cause::Repetition => "draw by the third occurrence of the position",
            Cause::Material => "draw: neither side has the men to win",
            Cause::DrawAdjudication => "draw by adjudication",
            Cause::MoveLimit => "draw by the limit on moves",
        };
        match (self.winner, self.cause) {
            (Some(winner), Cause::Mate) => write!(f, "{winner} {words}")?,
            (Some(winner), _) => write!(f, "{} {words}", !winner)?,
            (None, _) => f.write_str(words)?,
        }
        match &self.detail {
            Some(detail) => write!(f, ": {detail}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cause_is_known_by_its_own_word() {
        for cause in Cause::ALL {
            assert_eq!(Cause::from_word(cause.word()), Some(cause));
        }
        assert_eq!(Cause::from_word("boredom"), None);
    }

    #[test]
    fn endings_are_told_in_words() {
        let mate = Ending::from(Outcome::Mate { winner: Color::Black });
        assert_eq!((mate.to_string().as_str(), mate.result()), ("Black mates", "0-1"));
        let illegal = Ending::loss(Color::Black, Cause::IllegalMove, Some("e2e5".into()));
        assert_eq!(illegal.to_string(), "Black makes an illegal move: e2e5");
        assert_eq!(illegal.result(), "1-0");
    }
}
