//! Squares of the board.

use super::{Bitboard, Color};
use std::fmt;

/// A square, numbered along the ranks: a1 = 0, b1 = 1, … h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Number of squares.
    pub const COUNT: usize = 64;

    /// The square on `file` (0 = a) and `rank` (0 = rank 1). Both are taken modulo 8.
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Self {
        Self((rank & 7) << 3 | file & 7)
    }

    /// The square numbered `index`, taken modulo 64.
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        Self(index & 63)
    }

    /// All squares, from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..64).map(Self)
    }

    /// Index into tables, below 64. The mask lets the compiler drop bounds checks.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// 0 for the a-file … 7 for the h-file.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 for rank 1 … 7 for rank 8.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The rank from the side of `color`: 0 is its own first rank.
    #[inline]
    pub const fn relative_rank(self, color: Color) -> u8 {
        match color {
            Color::White => self.rank(),
            Color::Black => 7 - self.rank(),
        }
    }

    /// The square from the side of `color`: unchanged for White, with ranks mirrored for Black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_ranks(),
        }
    }

    /// The square with ranks mirrored: a1 ↔ a8.
    #[inline]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// The square with files mirrored: a1 ↔ h1.
    #[inline]
    pub const fn flip_files(self) -> Self {
        Self(self.0 ^ 7)
    }

    /// The set of this square alone.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << (self.0 & 63))
    }

    /// The square `files` to the right and `ranks` up; `None` outside the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file() as i16 + files as i16;
        let rank = self.rank() as i16 + ranks as i16;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Some(Self::new(file as u8, rank as u8))
    }

    /// Number of steps of a khun to `other` on an empty board.
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// Parses two characters such as `e4`.
    pub const fn from_chars(file: u8, rank: u8) -> Option<Self> {
        if file < b'a' || file > b'h' || rank < b'1' || rank > b'8' {
            return None;
        }
        Some(Self::new(file - b'a', rank - b'1'))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_stays_on_the_board() {
        let corner = Square::new(7, 0);
        assert_eq!(corner.offset(-1, 1), Some(Square::new(6, 1)));
        for (files, ranks) in [(1, 0), (0, -1), (i8::MAX, 0), (0, i8::MAX), (i8::MIN, i8::MIN)] {
            assert_eq!(corner.offset(files, ranks), None);
        }
    }
}
