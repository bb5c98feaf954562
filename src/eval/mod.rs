//! How good a position is, without searching: by hand or by a net, then by the count.

mod attacks_map;
mod evaluator;
mod handcrafted;
mod horizon;
pub mod mating;
pub mod nnue;
mod phase;
mod terms;
mod trace;
mod weights;

pub use evaluator::Evaluator;
pub use horizon::share_under_count;
pub use trace::{Pair, Trace, built_in_weights, term_groups, trace};

use crate::position::Position;
use crate::types::score::EVAL_LIMIT;
use crate::types::{Color, Piece, Score, Square};
use nnue::Net;

/// The static value of a position by the handcrafted evaluation: in centipawns, from the side to
/// move.
#[inline]
pub fn evaluate(position: &Position) -> Score {
    let value = match against_bare(position) {
        Some(value) => value,
        None => horizon::fade(position, handcrafted::value(position)),
    };
    from_white(position, within_limits(value))
}

/// White's advantage where one side has its khun alone, the count heeded; `None` elsewhere.
#[inline]
pub fn against_bare(position: &Position) -> Option<Score> {
    match (position.is_bare(Color::White), position.is_bare(Color::Black)) {
        (false, false) => None,
        (false, true) => Some(mating::value(position, Color::White)),
        (true, false) => Some(-mating::value(position, Color::Black)),
        (true, true) => Some(0),
    }
}

/// The value of a net, which says nothing of bare khuns, from the side to move, as the search sees
/// it.
#[inline]
fn heeding_count(position: &Position, value: Score) -> Score {
    within_limits(horizon::by_count(position, value))
}

#[inline]
fn within_limits(value: Score) -> Score {
    value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

/// A value from White's side as the side to move sees it, or the other way round.
#[inline]
const fn from_white(position: &Position, value: Score) -> Score {
    match position.to_move() {
        Color::White => value,
        Color::Black => -value,
    }
}

/// The handcrafted evaluation taken apart, in centipawns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Name and White's and Black's share of each group of terms.
    pub groups: Vec<(&'static str, [Score; 2])>,
    /// White's advantage before the count is heeded.
    pub without_count: Score,
    /// White's advantage as the search sees it.
    pub white: Score,
}

/// Takes the handcrafted evaluation of a position apart.
pub fn explain(position: &Position) -> Explanation {
    let without_count = handcrafted::value(position);
    Explanation {
        groups: handcrafted::by_group(position),
        without_count,
        white: from_white(position, evaluate(position)),
    }
}

/// What a net thinks of a position, in centipawns from White's side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedExplanation {
    /// White's advantage before the count is heeded.
    pub without_count: Score,
    /// White's advantage as the search sees it.
    pub white: Score,
    /// By how much the advantage would fall without each man but the khuns, the count left out.
    pub men: Vec<(Square, Score)>,
}

/// Asks a net what it thinks of a position.
pub fn explain_learned(net: &Net, position: &Position) -> LearnedExplanation {
    let value = |gone| from_white(position, nnue::value_without(net, position, gone));
    let without_count = value(None);
    let men = position.occupied() & !position.piece(Piece::King);
    let heeding_count = |value| heeding_count(position, value);
    LearnedExplanation {
        without_count,
        white: against_bare(position).unwrap_or_else(|| heeding_count(without_count)),
        men: men.map(|square| (square, without_count - value(Some(square)))).collect(),
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
