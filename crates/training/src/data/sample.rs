//! A position of a game, with what search and game say about it.

use makruk::notation::pgn::ending::Cause;
use makruk::position::{Position, SetupError};
use makruk::types::{Color, Move};
use sakdi_engine::Score;

/// The result of a game, from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WhiteResult {
    /// Black won.
    Loss,
    /// Drawn.
    Draw,
    /// White won.
    Win,
}

impl WhiteResult {
    /// All results, in the order of their numbers in the format.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// The result of a game won by `color`.
    pub const fn won_by(color: Color) -> Self {
        match color {
            Color::White => Self::Win,
            Color::Black => Self::Loss,
        }
    }

    /// White's points: 0, ½ or 1.
    pub const fn points(self) -> f32 {
        self as u8 as f32 / 2.0
    }
}

/// How games of self-play end, in the order of the numbers in the format.
pub const CAUSES: [Cause; 8] = [
    Cause::Mate,
    Cause::Stalemate,
    Cause::Count,
    Cause::Repetition,
    Cause::Material,
    Cause::Resignation,
    Cause::DrawAdjudication,
    Cause::MoveLimit,
];

/// The number of a cause in the format; `None` if no game of self-play ends so.
pub(super) fn number_of(cause: Cause) -> Option<usize> {
    CAUSES.iter().position(|&one| one == cause)
}

/// A short name for reports on games in which both sides are the same engine.
pub const fn cause_name(cause: Cause) -> &'static str {
    match cause {
        Cause::Count => "count",
        Cause::Resignation => "judged won",
        Cause::DrawAdjudication => "judged drawn",
        Cause::MoveLimit => "too long",
        other => other.word(),
    }
}

/// A position of a game, with what search and game say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position, its count included.
    pub position: Position,
    /// Score of the search, from White's side, in centipawns or as a mate.
    pub score: Score,
    /// The best move of the search.
    pub best: Move,
    /// The result of the game.
    pub result: WhiteResult,
    /// How the game ended: one of [`CAUSES`]. A count is also one that both sides' scores foresee.
    pub cause: Cause,
}

/// Why a position cannot be decoded. The checksum of its block is right, so another program must have
/// written it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// More than 32 men, or a code of no man.
    #[error("more than 32 men, or a man of unknown kind")]
    Man,
    /// The best move is not encoded as a move, or is illegal.
    #[error("no best move")]
    Move,
    /// The result or the cause is unknown.
    #[error("unknown result or ending")]
    Result,
    /// The position is not legal.
    #[error("an impossible position: {0}")]
    Position(#[from] SetupError),
    /// The body ends before the game does, or a score is out of range.
    #[error("a game that breaks off")]
    Truncated,
}

/// `N` bytes from `at` on. Panics when `bytes` is shorter.
pub(super) fn field<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut field = [0; N];
    field.copy_from_slice(&bytes[at..at + N]);
    field
}
