//! How good a position is, without searching.

mod attacks_map;
mod handcrafted;
mod horizon;
mod mating;
pub mod nnue;
mod phase;
mod terms;
mod trace;
mod weights;

pub use trace::{Pair, Trace, built_in_weights, term_groups, trace};

use crate::position::Position;
use crate::types::score::EVAL_LIMIT;
use crate::types::{Color, Score};

/// The static value of a position in centipawns, from the side to move.
#[inline]
pub fn evaluate(position: &Position) -> Score {
    let value = with_count(position, handcrafted::value(position));
    match position.to_move() {
        Color::White => value,
        Color::Black => -value,
    }
}

/// White's advantage `value` as the search sees it, the count and the way to mate heeded.
#[inline]
fn with_count(position: &Position, value: Score) -> Score {
    let value = horizon::fade(position, value) + horizon::progress(position);
    value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

/// The evaluation taken apart, in centipawns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Name and White's and Black's share of each group of terms.
    pub groups: Vec<(&'static str, [Score; 2])>,
    /// White's advantage before the count is heeded.
    pub without_count: Score,
    /// White's advantage as the search sees it.
    pub white: Score,
}

/// Takes the evaluation of a position apart.
pub fn explain(position: &Position) -> Explanation {
    let without_count = handcrafted::value(position);
    Explanation {
        groups: handcrafted::by_group(position),
        without_count,
        white: with_count(position, without_count),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Man, Setup};
    use crate::rules::Count;
    use crate::types::{Piece, Square};

    #[test]
    fn the_start_is_level_but_for_the_move() {
        let start = Position::start(Default::default(), Default::default());
        let explanation = explain(&start);
        for (name, [white, black]) in explanation.groups {
            assert!(name == "to move" || white == black, "{name}");
        }
    }

    fn lone_rook(count: Count) -> Position {
        let mut setup = Setup::empty();
        setup.put(Square::new(0, 0), Man::new(Color::White, Piece::King));
        setup.put(Square::new(1, 1), Man::new(Color::White, Piece::Rook));
        setup.put(Square::new(4, 4), Man::new(Color::Black, Piece::King));
        setup.count = count;
        setup.build(Default::default(), Default::default()).expect("a legal position")
    }

    #[test]
    fn an_advantage_fades_with_the_count() {
        let fresh = evaluate(&lone_rook(Count { limit: 32, ply: 7 }));
        let late = evaluate(&lone_rook(Count { limit: 32, ply: 29 }));
        let over = evaluate(&lone_rook(Count { limit: 32, ply: 33 }));
        assert!(fresh > late && late > over, "{fresh} {late} {over}");
        assert_eq!(over, 0);
    }
}
