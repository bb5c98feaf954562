//! Scores as UCI writes them.

use sakdi_engine::Score;
use sakdi_engine::score::{NORMALIZE_TO_PAWN_VALUE, is_mate, moves_to_mate};
use std::fmt;

/// Converts a score that is not a mate to the centipawns of UCI.
#[inline]
pub const fn to_uci_centipawns(score: Score) -> i32 {
    score * 100 / NORMALIZE_TO_PAWN_VALUE
}

/// The score nearest to 0 that [`to_uci_centipawns`] converts to this value.
#[inline]
pub const fn from_uci_centipawns(centipawns: i32) -> Score {
    (centipawns * NORMALIZE_TO_PAWN_VALUE + 99 * centipawns.signum()) / 100
}

/// The largest score that [`to_uci_centipawns`] converts to this value, from 0 on.
#[inline]
pub const fn largest_of_uci_centipawns(centipawns: i32) -> Score {
    from_uci_centipawns(centipawns + 1) - 1
}

/// Rounds a score to the precision of UCI centipawns. Mates stay exact.
#[inline]
pub const fn round_to_uci(score: Score) -> Score {
    if is_mate(score) { score } else { from_uci_centipawns(to_uci_centipawns(score)) }
}

/// Displays a score as UCI does: `cp 35` or `mate -4` (in moves, not plies).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UciScore(pub Score);

impl fmt::Display for UciScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match moves_to_mate(self.0) {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", to_uci_centipawns(self.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakdi_engine::score::mate_in;

    #[test]
    fn uci_centipawns_are_converted_back() {
        for value in -2_000..=2_000 {
            assert_eq!(to_uci_centipawns(from_uci_centipawns(value)), value);
        }
        for value in 0..=2_000 {
            let largest = largest_of_uci_centipawns(value);
            assert_eq!([largest, largest + 1].map(to_uci_centipawns), [value, value + 1]);
        }
        for score in (-3_000..=3_000).step_by(7) {
            assert_eq!(round_to_uci(round_to_uci(score)), round_to_uci(score));
            assert!((round_to_uci(score) - score).abs() * 100 <= NORMALIZE_TO_PAWN_VALUE);
        }
        assert_eq!(round_to_uci(mate_in(3)), mate_in(3));
    }
}
