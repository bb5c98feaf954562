//! The two sides.

use std::ops::Not;

/// A side. White moves up the board, towards rank 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// Moves first.
    White,
    /// Moves down the board, towards rank 1.
    Black,
}

impl Color {
    /// Both sides, in the order of tables indexed by colour.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Index into tables: White 0, Black 1.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side. The operator `!` does the same, but not in constants.
    #[inline]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The rank, from 0, on which this side's bia promote: where the opponent's bia start.
    #[inline]
    pub const fn promotion_rank(self) -> u8 {
        match self {
            Self::White => 5,
            Self::Black => 2,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.opponent()
    }
}

impl std::fmt::Display for Color {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}
