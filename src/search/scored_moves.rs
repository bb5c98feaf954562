//! Moves with scores, taken best first.

use crate::movegen::MAX_MOVES;
use crate::types::Move;
use arrayvec::ArrayVec;

/// Bits of a key that hold the place of its move, upside down: of equal scores the earlier move
/// has the higher key.
const PLACE_BITS: u32 = MAX_MOVES.ilog2();
const PLACES: i32 = 1 << PLACE_BITS;
/// The key of a move that has been taken.
const TAKEN: i32 = i32::MIN;

/// A list from which the best move is taken in one pass over keys that fit into vectors.
pub(super) struct ScoredMoves {
    moves: ArrayVec<Move, MAX_MOVES>,
    // score · PLACES + place
    keys: ArrayVec<i32, MAX_MOVES>,
}

const _: () = assert!(MAX_MOVES.is_power_of_two());

impl ScoredMoves {
    pub(super) fn new() -> Self {
        Self { moves: ArrayVec::new(), keys: ArrayVec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.keys.clear();
    }

    /// Adds a move with a score of less than two million either way.
    #[inline]
    pub(super) fn push(&mut self, mv: Move, score: i32) {
        debug_assert!(score.abs() < i32::MAX / PLACES);
        let place = PLACES - 1 - self.moves.len() as i32;
        self.moves.push(mv);
        self.keys.push(score * PLACES + place);
    }

    /// Takes the move with the highest score, the first one of equals, and its score.
    #[inline]
    pub(super) fn take_best(&mut self) -> Option<(Move, i32)> {
        let best = self.keys.iter().copied().fold(TAKEN, i32::max);
        if best == TAKEN {
            return None;
        }
        let place = (PLACES - 1 - (best & (PLACES - 1))) as usize;
        *self.keys.get_mut(place)? = TAKEN;
        self.moves.get(place).map(|&mv| (mv, best.div_euclid(PLACES)))
    }

    /// Takes the last move that is left, whatever its score.
    pub(super) fn take_last(&mut self) -> Option<Move> {
        loop {
            let mv = self.moves.pop()?;
            if self.keys.pop() != Some(TAKEN) {
                return Some(mv);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    fn mv(to: u8) -> Move {
        Move::new(Square::new(0, 0), Square::new(to, 7)).expect("two squares")
    }

    #[test]
    fn the_best_comes_first_and_the_first_of_equals() {
        let mut list = ScoredMoves::new();
        for (to, score) in [(0, -7), (1, 5), (2, 90_000), (3, 5), (4, -90_000)] {
            list.push(mv(to), score);
        }
        let taken: Vec<_> = std::iter::from_fn(|| list.take_best()).collect();
        let expected = [(2, 90_000), (1, 5), (3, 5), (0, -7), (4, -90_000)];
        assert_eq!(taken, expected.map(|(to, score)| (mv(to), score)));
    }

    #[test]
    fn what_was_taken_does_not_come_again() {
        let mut list = ScoredMoves::new();
        for to in 0..4 {
            list.push(mv(to), i32::from(to == 2));
        }
        assert_eq!(list.take_best(), Some((mv(2), 1)));
        let rest: Vec<_> = std::iter::from_fn(|| list.take_last()).collect();
        assert_eq!(rest, [3, 1, 0].map(mv));
        assert_eq!(list.take_best(), None);
    }
}
