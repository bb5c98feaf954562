//! How many moves a count leaves that a move starts.

/// Moves the strong side has when a count up to `limit` stands at the number `spoken` and the
/// other side is to move.
pub fn fresh(limit: u16, spoken: u8) -> u8 {
    limit.saturating_sub(u16::from(spoken)).min(u16::from(u8::MAX)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Count;

    #[test]
    fn agrees_with_the_rules_for_the_side_that_does_not_count() {
        for limit in [16, 32, 44, 64, 88, 128] {
            for ply in 0..=limit + 1 {
                let count = Count { limit, ply };
                // The counter moves at even plies.
                let strong_to_move = ply % 2 == 1;
                assert_eq!(count.moves_left_to(strong_to_move), count.moves_left(), "{count:?}");
            }
        }
    }

    #[test]
    fn a_fresh_baring_leaves_the_limit_less_the_men() {
        let count = Count { limit: 2 * 16, ply: 2 * 3 };
        assert_eq!(count.moves_left_to(false), Some(13));
        assert_eq!(fresh(16, 3), 13);
        assert_eq!(fresh(8, 16), 0);
    }
}
