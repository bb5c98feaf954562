//! Moves.

use super::Square;
use std::fmt;
use std::num::NonZeroU16;

/// A move: from and to, 12 bits. Promotion is forced and always to a bia ngai, so the position
/// knows it without being told. `Option<Move>` is as small, since no move is a1–a1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// The move between two different squares; `None` when they are the same.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Option<Self> {
        if from.index() == to.index() {
            return None;
        }
        Self::from_bits((from.index() | to.index() << 6) as u16)
    }

    /// The move packed as [`Move::bits`] gives it.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits & 0xFFF) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// From in bits 0–5, to in bits 6–11.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index(self.bits() as u8)
    }

    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.bits() >> 6) as u8)
    }
}

/// From and to alone; whether it promotes only the position can say (`notation::coordinate`).
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}
