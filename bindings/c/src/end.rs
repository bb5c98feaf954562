//! How games end, and counts, as C has them.

use makruk::rules::{self, DrawReason};
use makruk::types::Color;
use sakdi_facade::CountState;

/// Why a game has ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It goes on.
    None = 0,
    /// A khun is mated.
    Mate = 1,
    /// The side to move has no move, and is not in check.
    Stalemate = 2,
    /// The count is complete.
    Count = 3,
    /// The position is on the board for the third time.
    Repetition = 4,
    /// Neither side can win.
    Material = 5,
}

/// How a game has ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Why.
    pub reason: Reason,
    /// 1 if White has won, −1 if Black has, 0 for a draw and while the game goes on.
    pub winner: i32,
}

impl From<Option<rules::Outcome>> for Outcome {
    fn from(outcome: Option<rules::Outcome>) -> Self {
        let reason = match outcome {
            None => Reason::None,
            Some(rules::Outcome::Mate { .. }) => Reason::Mate,
            Some(rules::Outcome::Draw(DrawReason::Stalemate)) => Reason::Stalemate,
            Some(rules::Outcome::Draw(DrawReason::Count)) => Reason::Count,
            Some(rules::Outcome::Draw(DrawReason::Repetition)) => Reason::Repetition,
            Some(rules::Outcome::Draw(DrawReason::Material)) => Reason::Material,
        };
        let winner = outcome.and_then(rules::Outcome::winner).map_or(0, sign);
        Self { reason, winner }
    }
}

/// 1 for White, −1 for Black.
pub fn sign(color: Color) -> i32 {
    if color == Color::White { 1 } else { -1 }
}

/// The state of a count.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Whether one runs; without it everything else is 0.
    pub runs: bool,
    /// Whether it is complete.
    pub is_over: bool,
    /// Whether it is pieces' honour; else it is board's honour.
    pub is_pieces: bool,
    /// The side that counts: 1 for White, −1 for Black.
    pub counter: i32,
    /// The last number counted.
    pub counted: u16,
    /// The first number that will be counted, while none has been; else 0.
    pub first: u16,
    /// The number that it ends with.
    pub limit: u16,
    /// Moves that the other side has left to mate with.
    pub moves_left: u16,
}

impl From<Option<CountState>> for Count {
    fn from(count: Option<CountState>) -> Self {
        count.map_or_else(Self::default, |count| Self {
            runs: true,
            is_over: count.is_over,
            is_pieces: count.honour_name() == "pieces",
            counter: sign(count.counter),
            counted: count.spoken,
            first: count.first.unwrap_or(0),
            limit: count.limit,
            moves_left: count.moves_left,
        })
    }
}
