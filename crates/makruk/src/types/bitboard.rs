//! Sets of squares, one bit for each square.

use super::{Color, Square};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares: bit 0 is a1, bit 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All squares.
    pub const ALL: Self = Self(!0);
    /// The a-file.
    pub const FILE_A: Self = Self(0x0101_0101_0101_0101);
    /// The h-file.
    pub const FILE_H: Self = Self(0x8080_8080_8080_8080);
    /// The squares of the same colour as a1.
    pub const DARK: Self = Self(0xAA55_AA55_AA55_AA55);

    /// All squares of `file` (0 = a).
    #[inline]
    pub const fn file(file: u8) -> Self {
        Self(Self::FILE_A.0 << (file & 7))
    }

    /// All squares of `rank` (0 = rank 1).
    #[inline]
    pub const fn rank(rank: u8) -> Self {
        Self(0xFF << ((rank & 7) * 8))
    }

    /// The squares on which bia of `color` promote: the promotion rank, and all ranks beyond it for bia
    /// that a FEN puts there.
    #[inline]
    pub const fn promotion_zone(color: Color) -> Self {
        match color {
            Color::White => Self(0xFFFF_FF00_0000_0000),
            Color::Black => Self(0x0000_0000_00FF_FFFF),
        }
    }

    /// Whether `square` is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set is not empty.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Number of squares in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are two squares or more in the set.
    #[inline]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether there are squares of both colours in the set.
    #[inline]
    pub const fn is_on_both_colours(self) -> bool {
        self.0 & Self::DARK.0 != 0 && self.0 & !Self::DARK.0 != 0
    }

    /// The lowest square; `None` when the set is empty.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        Some(Square::from_index(self.0.trailing_zeros() as u8))
    }

    /// The set shifted by `files` (−1, 0 or 1) to the right and `ranks` up. Squares that leave the board
    /// are dropped.
    #[inline]
    pub const fn shift(self, files: i8, ranks: i8) -> Self {
        let kept = match files {
            1 => self.0 & !Self::FILE_H.0,
            -1 => self.0 & !Self::FILE_A.0,
            _ => self.0,
        };
        let by = files as i32 + 8 * ranks as i32;
        Self(if by >= 0 { kept << by } else { kept >> -by })
    }

    /// The set shifted one rank forward for `color`.
    #[inline]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Self(self.0 << 8),
            Color::Black => Self(self.0 >> 8),
        }
    }

    /// The set mirrored top to bottom.
    #[inline]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0.swap_bytes())
    }
}

/// Iterates over the squares, lowest first.
impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        // `self.len()` would be `ExactSizeIterator::len`, which calls this function.
        let len = Self::len(*self) as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Bitboard {}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.bitboard())
    }
}

macro_rules! bit_operators {
    ($($trait:ident $method:ident $assign_trait:ident $assign:ident $op:tt;)*) => {$(
        impl $trait for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }
        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Self) {
                self.0 = self.0 $op other.0;
            }
        }
    )*};
}

bit_operators! {
    BitAnd bitand BitAndAssign bitand_assign &;
    BitOr bitor BitOrAssign bitor_assign |;
    BitXor bitxor BitXorAssign bitxor_assign ^;
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// A diagram of the set, with rank 8 at the top.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            writeln!(f)?;
            for file in 0..8 {
                let mark = if self.contains(Square::new(file, rank)) { 'x' } else { '.' };
                write!(f, " {mark}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_hint_is_exact() {
        let corners = Bitboard(0x8100_0000_0000_0081);
        assert_eq!(corners.size_hint(), (4, Some(4)));
        assert_eq!(corners.collect::<Vec<_>>().len(), 4);
    }
}
