//! How many moves a count leaves. One home for the formulas of the tables.

use crate::rules::Count;

/// Moves the strong side has when a count up to `limit` stands at the number `spoken` and the
/// other side is to move.
pub fn fresh(limit: u16, spoken: u8) -> u8 {
    limit.saturating_sub(u16::from(spoken)).min(u16::from(u8::MAX)) as u8
}

/// Moves a side can still make before the count draws the game. Its k-th move is made at the ply
/// `p + 2(k − 1)` when it is to move and one ply later when it is not, and a game whose ply has
/// passed the limit is over. Holds for either side, whichever counts. `None` while no count runs.
pub fn moves_left(count: Count, to_move: bool) -> Option<u16> {
    if !count.is_running() {
        return None;
    }
    let first = u32::from(count.ply) + u32::from(!to_move);
    let room = (u32::from(count.limit) + 2).saturating_sub(first) / 2;
    Some(room as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_rules_for_the_side_that_does_not_count() {
        for limit in [16, 32, 44, 64, 88, 128] {
            for ply in 0..=limit + 1 {
                let count = Count { limit, ply };
                // The counter moves at even plies.
                let strong_to_move = ply % 2 == 1;
                assert_eq!(moves_left(count, strong_to_move), count.moves_left(), "{count:?}");
            }
        }
    }

    #[test]
    fn a_fresh_baring_leaves_the_limit_less_the_men() {
        let count = Count { limit: 2 * 16, ply: 2 * 3 };
        assert_eq!(moves_left(count, false), Some(13));
        assert_eq!(fresh(16, 3), 13);
        assert_eq!(fresh(8, 16), 0);
    }
}
