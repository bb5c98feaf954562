//! How a game of a match ends: by the rules, by adjudication, or by an engine's fault. It is written
//! to the PGN tags `Ending` and `Termination`.

use crate::rules::{Outcome, Reason};
use crate::types::Color;
use crate::words::{Language, Phrase};

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

    /// The value of the PGN tag `Ending`, one word.
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

    /// Whether the cause is an engine's misbehaviour.
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

/// The result of a game, and its cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnding {
    /// The cause.
    pub cause: Cause,
    /// `None` in a draw.
    pub winner: Option<Color>,
    /// Details, for some faults.
    pub detail: Option<FaultDetail>,
}

/// Details of an engine's fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultDetail {
    /// What the engine sent instead of a legal move.
    Reply(String),
    /// The time that the engine used, in seconds.
    Seconds(String),
    /// The reply that did not come within this many seconds.
    NoReply {
        /// The first word of the reply.
        word: &'static str,
        /// Time waited, in seconds.
        seconds: u64,
    },
    /// The exit status of the process, as the system words it.
    Exit(String),
    /// The engine does not read its input.
    NotReading,
    /// The engine closed its output.
    OutputClosed,
    /// Why the program could not be started, as the system words it.
    NotStarted(String),
    /// A fault before the end of the handshake.
    BeforeReady(Cause, Option<Box<Self>>),
}

impl FaultDetail {
    /// The detail as a sentence.
    pub fn say(&self, language: Language) -> String {
        match self {
            Self::Reply(text) => text.clone(),
            Self::NoReply { word, seconds } => language.say(Phrase::FaultMissing, &[word, seconds]),
            Self::Seconds(time) => language.say(Phrase::FaultSeconds, &[time]),
            Self::Exit(status) => language.say(Phrase::SystemError, &[status]),
            Self::NotReading => language.text(Phrase::FaultDeaf).to_owned(),
            Self::OutputClosed => language.text(Phrase::FaultClosed).to_owned(),
            Self::NotStarted(error) => language.say(Phrase::SystemError, &[error]),
            Self::BeforeReady(cause, detail) => {
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

impl GameEnding {
    /// A draw.
    pub const fn draw(cause: Cause) -> Self {
        Self { cause, winner: None, detail: None }
    }

    /// A game that `loser` lost.
    pub const fn loss(loser: Color, cause: Cause, detail: Option<FaultDetail>) -> Self {
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

    /// The cause as a sentence.
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
        // The sentence about mate names the winner, the others the loser.
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

impl From<Outcome> for GameEnding {
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
    fn cause_words_round_trip() {
        for cause in Cause::ALL {
            assert_eq!(Cause::from_word(cause.word()), Some(cause));
        }
        assert_eq!(Cause::from_word("boredom"), None);
    }

    #[test]
    fn endings_have_sentences() {
        let mate = GameEnding::from(Outcome::Mate { winner: Color::Black });
        assert_eq!(mate.say(Language::English), "Black mates");
        assert_eq!((mate.say(Language::Thai).as_str(), mate.result()), ("ฝ่ายดำรุกจน", "0-1"));
        let detail = Some(FaultDetail::Reply("e2e5".into()));
        let illegal = GameEnding::loss(Color::Black, Cause::IllegalMove, detail);
        assert_eq!(illegal.say(Language::English), "Black makes an illegal move: e2e5");
        assert_eq!(illegal.say(Language::Thai), "ฝ่ายดำเดินผิดกติกา: e2e5");
        assert_eq!(illegal.result(), "1-0");
        let early = FaultDetail::BeforeReady(
            Cause::Crash,
            Some(Box::new(FaultDetail::Exit("signal: 9".into()))),
        );
        let failed = GameEnding::loss(Color::White, Cause::NoStart, Some(early));
        assert_eq!(
            failed.say(Language::English),
            "White does not start: it ended before it was ready, signal: 9"
        );
        let missing = FaultDetail::NoReply { word: "uciok", seconds: 10 };
        let early = Some(FaultDetail::BeforeReady(Cause::Stall, Some(Box::new(missing))));
        let failed = GameEnding::loss(Color::White, Cause::NoStart, early);
        assert_eq!(
            failed.say(Language::English),
            "White does not start: it was not ready in time, no 'uciok' within 10 s"
        );
    }

    #[test]
    fn every_cause_has_a_thai_sentence() {
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
            let ending = if draw {
                GameEnding::draw(cause)
            } else {
                GameEnding::loss(Color::White, cause, None)
            };
            let said = ending.say(Language::Thai);
            assert!(!said.contains(|c: char| c.is_ascii_alphabetic()), "{cause:?}: {said}");
        }
    }
}
