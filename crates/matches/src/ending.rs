//! How a game of a match ends: what its PGN says, and the details of an engine's fault. The faults
//! themselves are among the words of the tag `Ending`, in `makruk::notation::pgn::ending`.

use makruk::notation::pgn::ending::{Cause, GameEnding};
use makruk::rules::Outcome;
use makruk::types::Color;
use sakdi_platform::files::IoReason;
use std::fmt;
use std::ops::Deref;

/// The ending of a game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEnding {
    /// The cause and the winner.
    pub ending: GameEnding,
    /// Details, for some faults.
    pub detail: Option<FaultDetail>,
}

impl MatchEnding {
    /// A draw.
    pub const fn draw(cause: Cause) -> Self {
        Self { ending: GameEnding::draw(cause), detail: None }
    }

    /// A game that `loser` lost.
    pub const fn loss(loser: Color, cause: Cause, detail: Option<FaultDetail>) -> Self {
        Self { ending: GameEnding::loss(loser, cause), detail }
    }
}

impl Deref for MatchEnding {
    type Target = GameEnding;

    fn deref(&self) -> &GameEnding {
        &self.ending
    }
}

/// The ending as a sentence, followed by the details of a fault.
impl fmt::Display for MatchEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.ending)?;
        self.detail.as_ref().map_or(Ok(()), |detail| write!(f, ": {detail}"))
    }
}

impl From<GameEnding> for MatchEnding {
    fn from(ending: GameEnding) -> Self {
        Self { ending, detail: None }
    }
}

impl From<Outcome> for MatchEnding {
    fn from(outcome: Outcome) -> Self {
        GameEnding::from(outcome).into()
    }
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
    /// The exit status of the process, as the system describes it.
    Exit(String),
    /// The engine does not read its input.
    NotReading,
    /// The engine closed its output.
    OutputClosed,
    /// The program was not found.
    Missing(MissingProgram),
    /// Why the program could not be started.
    NotStarted(IoReason),
    /// A fault before the end of the handshake.
    BeforeReady(Cause, Option<Box<Self>>),
}

/// What was not found when a program should start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MissingProgram {
    /// The file at a path.
    #[error("there is no such file")]
    File,
    /// A name without a path.
    #[error("it was found neither as a file nor on PATH")]
    Anywhere,
    /// A name without a path, which is a file in the folder.
    #[error("it is not on PATH; write ./ before the name of a file in this folder")]
    NotOnPath,
    /// The program that runs the file.
    #[error("the interpreter that the file needs was not found")]
    Interpreter,
}

impl fmt::Display for FaultDetail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reply(text) | Self::Exit(text) => f.write_str(text),
            Self::Missing(missing) => write!(f, "{missing}"),
            Self::NotStarted(reason) => write!(f, "{reason}"),
            Self::Seconds(time) => write!(f, "{time} s"),
            Self::NoReply { word, seconds } => write!(f, "no '{word}' within {seconds} s"),
            Self::NotReading => f.write_str("it does not read its input"),
            Self::OutputClosed => f.write_str("it closed its output"),
            Self::BeforeReady(cause, detail) => {
                f.write_str(match cause {
                    Cause::Stall => "it was not ready in time",
                    Cause::Disconnect => "it disconnected before it was ready",
                    Cause::Flood => "it flooded its output before it was ready",
                    _ => "it ended before it was ready",
                })?;
                detail.as_ref().map_or(Ok(()), |detail| write!(f, ", {detail}"))
            }
        }
    }
}
