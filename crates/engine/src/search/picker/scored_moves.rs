//! Moves with scores, taken best first.

use arrayvec::ArrayVec;
use makruk::movegen::MAX_MOVES;
use makruk::types::Move;

/// Places of moves in a list. A key holds the place upside down: of equal scores the earlier move
/// has the higher key.
const PLACES: i32 = MAX_MOVES as i32;
/// The lowest bit of the key of a move that gives check.
const CHECK: i32 = 1;
/// Keys between two scores.
const STEP: i32 = 2 * PLACES;
/// The key of a move that has been taken. It lacks [`CHECK`].
const TAKEN: i32 = i32::MIN;

/// Keys that are compared at once.
const BLOCK: usize = 8;

/// A list from which the best move is taken in one pass over keys that fit into vectors.
pub(super) struct ScoredMoves {
    moves: ArrayVec<Move, MAX_MOVES>,
    // score · STEP + 2 · place + check, and after `complete` as many of `TAKEN` as fill a block
    keys: ArrayVec<i32, MAX_MOVES>,
}

const _: () = assert!(MAX_MOVES.is_power_of_two());

/// A move taken from the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScoredMove {
    pub mv: Move,
    pub score: i32,
    pub checks: bool,
}

impl ScoredMoves {
    pub(super) fn new() -> Self {
        Self { moves: ArrayVec::new(), keys: ArrayVec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.keys.clear();
    }

    /// Adds a move with a score of less than a million either way. `checks` is whether it gives check,
    /// as far as that is known.
    #[inline]
    pub(super) fn push(&mut self, mv: Move, score: i32, checks: bool) {
        debug_assert!(score.abs() < i32::MAX / STEP);
        let place = PLACES - 1 - self.moves.len() as i32;
        self.moves.push(mv);
        self.keys.push(score * STEP + 2 * place + i32::from(checks));
    }

    /// Ends the list. Moves are taken from it only then.
    #[inline]
    pub(super) fn complete(&mut self) {
        // No position has so many moves that the last block does not fit.
        let _ = self.keys.try_extend_from_slice(&[TAKEN; BLOCK]);
        self.keys.truncate(self.moves.len().next_multiple_of(BLOCK));
    }

    /// Takes the move with the highest score, the first one of equals.
    #[inline]
    pub(super) fn take_best(&mut self) -> Option<ScoredMove> {
        let (blocks, rest) = self.keys.as_chunks::<BLOCK>();
        debug_assert!(rest.is_empty());
        let highest = |highest: [i32; BLOCK], block: &[i32; BLOCK]| {
            std::array::from_fn(|lane| highest[lane].max(block[lane]))
        };
        let best = blocks.iter().fold([TAKEN; BLOCK], highest).into_iter().fold(TAKEN, i32::max);
        if best == TAKEN {
            return None;
        }
        let place = (PLACES - 1 - (best & (STEP - 1)) / 2) as usize;
        *self.keys.get_mut(place)? = TAKEN;
        let (score, checks) = (best.div_euclid(STEP), best & CHECK != 0);
        self.moves.get(place).map(|&mv| ScoredMove { mv, score, checks })
    }

    /// Takes the last move that gives check, whatever its score. Moves after it are lost.
    pub(super) fn take_last_check(&mut self) -> Option<Move> {
        let place = self.keys.iter().rposition(|key| key & CHECK != 0)?;
        self.keys.truncate(place);
        self.moves.truncate(place + 1);
        self.moves.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::types::Square;

    fn mv(to: u8) -> Move {
        Move::new(Square::new(0, 0), Square::new(to, 7)).expect("two squares")
    }

    #[test]
    fn the_best_comes_first_and_the_first_of_equals() {
        let mut list = ScoredMoves::new();
        for (to, score) in [(0, -7), (1, 5), (2, 90_000), (3, 5), (4, -90_000)] {
            list.push(mv(to), score, to == 3);
        }
        list.complete();
        let taken: Vec<_> = std::iter::from_fn(|| list.take_best()).collect();
        let expected = [(2, 90_000), (1, 5), (3, 5), (0, -7), (4, -90_000)];
        let expected =
            expected.map(|(to, score)| ScoredMove { mv: mv(to), score, checks: to == 3 });
        assert_eq!(taken, expected);
    }

    #[test]
    fn what_was_taken_does_not_come_again() {
        let mut list = ScoredMoves::new();
        for to in 0..6 {
            list.push(mv(to), i32::from(to == 2), to != 4);
        }
        list.complete();
        assert_eq!(list.take_best(), Some(ScoredMove { mv: mv(2), score: 1, checks: true }));
        let checks: Vec<_> = std::iter::from_fn(|| list.take_last_check()).collect();
        assert_eq!(checks, [5, 3, 1, 0].map(mv));
        assert_eq!(list.take_best(), None);
    }
}
