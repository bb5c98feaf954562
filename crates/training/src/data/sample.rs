//! A position of a game, with what search and game say about it.

use makruk::position::{Position, SetupError};
use makruk::types::{Color, Move, Score};

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

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// Checkmate.
    Mate,
    /// Stalemate, a draw.
    Stalemate,
    /// A draw by the count, reached or foreseen by both sides' scores.
    Count,
    /// A draw by repetition.
    Repetition,
    /// A draw because neither side can mate.
    Material,
    /// Adjudicated as won, by both sides' scores.
    AdjudicatedWin,
    /// Adjudicated as drawn, by both sides' scores.
    AdjudicatedDraw,
    /// Adjudicated as drawn, at the limit on the length of games.
    TooLong,
}

impl Termination {
    /// All of them, in the order of their numbers in the format.
    pub const ALL: [Self; 8] = [
        Self::Mate,
        Self::Stalemate,
        Self::Count,
        Self::Repetition,
        Self::Material,
        Self::AdjudicatedWin,
        Self::AdjudicatedDraw,
        Self::TooLong,
    ];

    /// A short name for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::Count => "count",
            Self::Repetition => "repetition",
            Self::Material => "material",
            Self::AdjudicatedWin => "judged won",
            Self::AdjudicatedDraw => "judged drawn",
            Self::TooLong => "too long",
        }
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
    /// How the game ended.
    pub termination: Termination,
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
    /// The result or the termination is unknown.
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
