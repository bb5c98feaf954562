//! The state of the count as a value.

use super::Position;
use crate::rules::WhoCounts;
use crate::rules::counting::{self, CountStart};
use crate::types::Color;
use std::fmt;

/// What is counted: the moves of a side with men left, or those of a bare khun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Honour {
    /// Board's honour (ศักดิ์กระดาน).
    Board,
    /// Pieces' honour (ศักดิ์หมาก).
    Pieces,
}

impl fmt::Display for Honour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board's honour",
            Self::Pieces => "pieces' honour",
        })
    }
}

/// The state of a position's count. Its `Display` is an English sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CountStatus {
    /// No count runs.
    None,
    /// No count runs; under the rule `claimed` this side may claim one.
    Claimable(Color),
    /// A count begins: its first number is the next to be counted.
    Begins {
        /// What is counted.
        honour: Honour,
        /// The side that counts.
        counter: Color,
        /// The first number.
        first: u16,
        /// The number that the count ends with.
        last: u16,
        /// Moves that the other side has left to mate with.
        moves_left: u16,
    },
    /// A count runs.
    Running {
        /// What is counted.
        honour: Honour,
        /// The side that counts.
        counter: Color,
        /// The last number counted.
        spoken: u16,
        /// The number that the count ends with.
        last: u16,
        /// Moves that the other side has left to mate with.
        moves_left: u16,
    },
    /// The count is complete.
    Complete {
        /// What was counted.
        honour: Honour,
        /// The side that counted.
        counter: Color,
        /// The number that the count ended with.
        last: u16,
    },
}

impl CountStatus {
    /// Whether there is a count, running or complete.
    pub const fn is_count(self) -> bool {
        matches!(self, Self::Begins { .. } | Self::Running { .. } | Self::Complete { .. })
    }
}

impl fmt::Display for CountStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::None => f.write_str("no count runs"),
            Self::Claimable(side) => write!(f, "no count runs, {side} may begin to count"),
            Self::Begins { honour, counter, first, last, moves_left } => {
                write!(f, "{honour}: {counter} begins to count at {first} of {last}, ")?;
                write_moves_left(f, !counter, moves_left)
            }
            Self::Running { honour, counter, spoken, last, moves_left } => {
                write!(f, "{honour}: {counter} has counted {spoken} of {last}, ")?;
                write_moves_left(f, !counter, moves_left)
            }
            Self::Complete { honour, counter, last } => {
                write!(f, "{honour}: {counter} has counted past {last}, the count is complete")
            }
        }
    }
}

fn write_moves_left(f: &mut fmt::Formatter<'_>, side: Color, moves_left: u16) -> fmt::Result {
    let plural = if moves_left == 1 { "" } else { "s" };
    write!(f, "{side} has {moves_left} move{plural} left")
}

impl Position {
    /// What the side that counts is counting, or would count.
    pub const fn honour(&self) -> Honour {
        if self.is_bare(self.counter()) { Honour::Pieces } else { Honour::Board }
    }

    /// The number that a count which begins here has already reached.
    fn counted_at_start(&self) -> u16 {
        CountStart::of(self.counting_rule(), &self.material(), self.counter()).counted
    }

    /// The state of the count.
    ///
    /// ```
    /// use makruk::notation::fen;
    /// use makruk::rules::{CountingRule, Variant};
    /// let fen = "7k/8/6K1/8/8/8/8/R7 w - 32 9 60";
    /// let position = fen::parse(fen, Variant::Makruk, CountingRule::MAKRUK)?;
    /// assert_eq!(
    ///     position.count_status().to_string(),
    ///     "pieces' honour: Black has counted 5 of 16, White has 12 moves left"
    /// );
    /// # Ok::<(), makruk::notation::FenError>(())
    /// ```
    pub fn count_status(&self) -> CountStatus {
        let (count, counter, honour) = (self.count(), self.counter(), self.honour());
        let last = count.last();
        match self.moves_left() {
            Some(_) if count.is_over() => CountStatus::Complete { honour, counter, last },
            Some(moves_left) if count.spoken() <= self.counted_at_start() => {
                CountStatus::Begins { honour, counter, first: count.spoken() + 1, last, moves_left }
            }
            Some(moves_left) => {
                CountStatus::Running { honour, counter, spoken: count.spoken(), last, moves_left }
            }
            None if self.counting_rule().who() == WhoCounts::Claim => {
                counting::claimant(&self.material(), self.to_move())
                    .map_or(CountStatus::None, CountStatus::Claimable)
            }
            None => CountStatus::None,
        }
    }
}
