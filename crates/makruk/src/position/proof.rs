//! What tables or a search prove of a position under a count.

use crate::types::Color;

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
