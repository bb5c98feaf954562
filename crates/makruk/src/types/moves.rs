//! Moves.

use super::Square;
use std::fmt;
use std::num::NonZeroU16;

/// A move: its two squares in 12 bits. Promotion is forced and always to a bia ngai, so it follows
/// from the position. `Option<Move>` has the same size, since no move is a1–a1.
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

    /// Reverses [`Move::bits`]; `None` for 0.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits & 0xFFF) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// The move as an integer: from in bits 0–5, to in bits 6–11.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The square that the man leaves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index(self.bits() as u8)
    }

    /// The square that the man moves to.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.bits() >> 6) as u8)
    }
}

/// The two squares. `notation::coordinate` also writes the promotion, which depends on the position.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}
