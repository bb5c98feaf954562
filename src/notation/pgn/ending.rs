//! How a game of a match ends: by the rules, by adjudication, or by an engine's fault. The tags
//! `Ending` and `Termination` say it.

use crate::rules::{Outcome, Reason};
use crate::types::Color;
use crate::words::{Language, Phrase};

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
    pub detail: Option<Detail>,
}

/// What a cause leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What the engine answered.
    Answer(String),
    /// The time it took, in seconds.
    Seconds(String),
    /// What it did not say within so many seconds.
    Missing { word: &'static str, seconds: u64 },
    /// How the process ended, in the words of the system.
    Exit(String),
    /// It does not read its input.
    Deaf,
    /// It closed its output.
    Closed,
    /// The program could not be started, in the words of the system.
    System(String),
    /// What happened before it was ready.
    Early(Cause, Option<Box<Self>>),
}

impl Detail {
    /// The detail in words.
    pub fn say(&self, language: Language) -> String {
        match self {
            Self::Answer(text) => text.clone(),
            Self::Missing { word, seconds } => language.say(Phrase::FaultMissing, &[word, seconds]),
            Self::Seconds(time) => language.say(Phrase::FaultSeconds, &[time]),
            Self::Exit(status) => language.say(Phrase::SystemError, &[status]),
            Self::Deaf => language.text(Phrase::FaultDeaf).to_owned(),
            Self::Closed => language.text(Phrase::FaultClosed).to_owned(),
            Self::System(error) => language.say(Phrase::SystemError, &[error]),
            Self::Early(cause, detail) => {
                let early = language.text(match cause {
                    Cause::Stall => Phrase::EarlyStall,
                    Cause::Disconnect => Phrase::EarlyDisconnect,
                    Cause::Flood => Phrase::EarlyFlood,
                    _ => Phrase::EarlyCrash,
                });
                match detail {
                    Some(detail) => format!("{early}, {}", detail.say(language)),
                    None => early.to_owned(),
                }
            }
        }
    }
}

impl Ending {
    pub const fn draw(cause: Cause) -> Self {
        Self { cause, winner: None, detail: None }
    }

    pub const fn loss(loser: Color, cause: Cause, detail: Option<Detail>) -> Self {
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

    /// The reason in words.
    pub fn say(&self, language: Language) -> String {
        let phrase = match self.cause {
            Cause::Mate => Phrase::EndMate,
            Cause::Resignation => Phrase::EndAdjudged,
            Cause::TimeForfeit => Phrase::EndTime,
            Cause::IllegalMove => Phrase::EndIllegal,
            Cause::UnreadableMove => Phrase::EndUnreadable,
            Cause::Stall => Phrase::EndStall,
            Cause::Crash => Phrase::EndCrash,
            Cause::Disconnect => Phrase::EndDisconnect,
            Cause::Flood => Phrase::EndFlood,
            Cause::NoStart => Phrase::EndNoStart,
            Cause::Stalemate => Phrase::EndStalemate,
            Cause::Count => Phrase::EndCount,
            Cause::Repetition => Phrase::EndRepetition,
            Cause::Material => Phrase::EndMaterial,
            Cause::DrawAdjudication => Phrase::EndAdjudgedDraw,
            Cause::MoveLimit => Phrase::EndMoveLimit,
        };
        // A mate is told of the winner, all else of the side that has lost by it.
        let side = match (self.winner, self.cause) {
            (Some(winner), Cause::Mate) => language.side(winner),
            (Some(winner), _) => language.side(!winner),
            (None, _) => "",
        };
        let said = language.say(phrase, &[&side]);
        match &self.detail {
            Some(detail) => format!("{said}: {}", detail.say(language)),
            None => said,
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
        assert_eq!(mate.say(Language::English), "Black mates");
        assert_eq!((mate.say(Language::Thai).as_str(), mate.result()), ("ฝ่ายดำรุกจน", "0-1"));
        let detail = Some(Detail::Answer("e2e5".into()));
        let illegal = Ending::loss(Color::Black, Cause::IllegalMove, detail);
        assert_eq!(illegal.say(Language::English), "Black makes an illegal move: e2e5");
        assert_eq!(illegal.say(Language::Thai), "ฝ่ายดำเดินผิดกติกา: e2e5");
        assert_eq!(illegal.result(), "1-0");
        let early = Detail::Early(Cause::Crash, Some(Box::new(Detail::Exit("signal: 9".into()))));
        let failed = Ending::loss(Color::White, Cause::NoStart, Some(early));
        assert_eq!(
            failed.say(Language::English),
            "White does not start: it ended before it was ready, signal: 9"
        );
        let missing = Detail::Missing { word: "uciok", seconds: 10 };
        let early = Some(Detail::Early(Cause::Stall, Some(Box::new(missing))));
        let failed = Ending::loss(Color::White, Cause::NoStart, early);
        assert_eq!(
            failed.say(Language::English),
            "White does not start: it was not ready in time, no 'uciok' within 10 s"
        );
    }

    #[test]
    fn every_cause_is_told_in_thai() {
        for cause in Cause::ALL {
            let draw = matches!(
                cause,
                Cause::Stalemate
                    | Cause::Count
                    | Cause::Repetition
                    | Cause::Material
                    | Cause::DrawAdjudication
                    | Cause::MoveLimit
            );
            let ending =
                if draw { Ending::draw(cause) } else { Ending::loss(Color::White, cause, None) };
            let said = ending.say(Language::Thai);
            assert!(!said.contains(|c: char| c.is_ascii_alphabetic()), "{cause:?}: {said}");
        }
    }
}
