//! What a proven or estimated result means under a count.

use super::Position;
use crate::types::Color;
use std::fmt;

/// What is proven about a position under a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// `winner` mates before the count ends.
    Mate {
        /// The side that wins.
        winner: Color,
        /// Number of its moves.
        moves: u16,
    },
    /// `winner` reaches a capture or promotion that leads to mate before the new count ends.
    Conversion {
        /// The side that wins.
        winner: Color,
        /// Number of its moves.
        moves: u16,
    },
    /// `strong` can force mate, but the count ends before.
    TooLate {
        /// The side that could mate.
        strong: Color,
        /// Number of its moves.
        moves: u16,
    },
    /// `strong` cannot force mate.
    Draw {
        /// The side that tries to mate.
        strong: Color,
    },
}

/// How a running count ends, or probably ends. Its `Display` is an English sentence: "won in 9, count allows
/// 12", "draw: mate in 14 comes 2 moves late".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountVerdict {
    /// Mate comes in time.
    Won {
        /// Moves to mate.
        moves: u16,
        /// Moves that the count leaves.
        moves_left: u16,
    },
    /// A capture or promotion comes in time and leads to mate under the count that follows.
    WonByConversion {
        /// Moves to the capture or promotion.
        moves: u16,
    },
    /// The side that counts mates.
    CounterWins {
        /// That side.
        counter: Color,
        /// Its moves to mate.
        moves: u16,
    },
    /// Mate comes too late.
    TooLate {
        /// Moves to mate.
        moves: u16,
        /// Number of these moves that come after the end of the count.
        late: u16,
    },
    /// `strong` cannot force mate.
    NoMate {
        /// The side that tries to.
        strong: Color,
    },
    /// Nothing is proven, but how long mate takes is estimated.
    Estimated {
        /// Moves to mate, about.
        moves: u16,
        /// Moves that the count leaves.
        moves_left: u16,
    },
}

/// "1 move", "2 moves".
struct Moves(u16);

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} move{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

impl fmt::Display for CountVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Won { moves, moves_left } => {
                write!(f, "won in {moves}, count allows {moves_left}")
            }
            Self::WonByConversion { moves } => {
                let moves = Moves(moves);
                write!(f, "won: a capture or promotion within {moves} leads to mate in time")
            }
            Self::CounterWins { counter, moves } => {
                write!(f, "{counter}, who counts, wins in {}", Moves(moves))
            }
            Self::TooLate { moves, late } => {
                write!(f, "draw: mate in {moves} comes {} late", Moves(late))
            }
            Self::NoMate { strong } => write!(f, "draw: {strong} cannot force mate"),
            Self::Estimated { moves, moves_left } => {
                let late = if moves > moves_left { ": probably too late" } else { "" };
                write!(f, "mate takes about {}, count allows {moves_left}{late}", Moves(moves))
            }
        }
    }
}

impl Position {
    /// What a proof means for the running count; `None` while no count runs, and when it is
    /// complete.
    pub fn count_verdict(&self, proof: Proof) -> Option<CountVerdict> {
        let moves_left = self.moves_left().filter(|_| !self.count().is_over())?;
        let counter = self.counter();
        Some(match proof {
            Proof::Mate { winner, moves } if winner == counter => {
                CountVerdict::CounterWins { counter, moves }
            }
            // Only a capture that bares the khun gives more moves: it begins another count.
            Proof::Mate { moves, .. } if moves > moves_left => {
                CountVerdict::WonByConversion { moves: moves_left }
            }
            Proof::Mate { moves, .. } => CountVerdict::Won { moves, moves_left },
            Proof::Conversion { moves, .. } => CountVerdict::WonByConversion { moves },
            Proof::TooLate { moves, .. } if moves > moves_left => {
                CountVerdict::TooLate { moves, late: moves - moves_left }
            }
            Proof::TooLate { strong, .. } | Proof::Draw { strong } => {
                CountVerdict::NoMate { strong }
            }
        })
    }

    /// What an estimate of the moves to mate means for the running count; `None` as for
    /// [`Self::count_verdict`].
    pub fn estimated_verdict(&self, moves: u16) -> Option<CountVerdict> {
        let moves_left = self.moves_left().filter(|_| !self.count().is_over())?;
        Some(CountVerdict::Estimated { moves, moves_left })
    }
}
