//! The moves left by a count that has just started.

/// Moves left to the strong side when a count to `limit` has reached the number `spoken` and the
/// other side is to move.
pub fn moves_left(limit: u16, spoken: u8) -> u8 {
    limit.saturating_sub(u16::from(spoken)).min(u16::from(u8::MAX)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::rules::Count;

    #[test]
    fn a_fresh_baring_leaves_the_limit_less_the_men() {
        let count = Count { limit: 2 * 16, ply: 2 * 3 };
        assert_eq!(count.moves_left_to(false), Some(13));
        assert_eq!(moves_left(16, 3), 13);
        assert_eq!(moves_left(8, 16), 0);
    }
}
