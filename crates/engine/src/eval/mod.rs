//! Static evaluation: the value of a position without search, by a net or by handcrafted terms,
//! scaled by what the count leaves of it. Values are in centipawns as defined by
//! [`crate::score`].

mod attack_map;
mod count_scaling;
mod evaluator;
mod handcrafted;
pub mod mating_net;
mod mop_up;
pub mod nnue;
mod phase;
mod terms;
mod trace;
mod weights;

pub use count_scaling::count_scale;
pub use evaluator::Evaluator;
pub use mop_up::estimated_moves_to_mate;
pub use phase::{FULL as FULL_PHASE, phase};
pub use terms::TermGroup;
pub use trace::{TaperedWeight, Trace, built_in_weights, term_groups, trace};

use crate::Score;
use crate::score::{EVAL_LIMIT, from_white};
use makruk::position::Position;
use makruk::types::{Color, Piece, Square};
use nnue::Net;

/// The handcrafted evaluation of a position, in centipawns from the side to move.
#[inline]
pub fn evaluate(position: &Position) -> Score {
    let value = match mop_up_value(position) {
        Some(value) => value,
        None => count_scaling::scale_handcrafted(position, handcrafted::value(position)),
    };
    from_white(position.to_move(), within_limits(value))
}

/// The value of a position in which a side has only its khun, in centipawns from White's side and
/// scaled by the count; `None` for all other positions.
#[inline]
pub fn mop_up_value(position: &Position) -> Option<Score> {
    match (position.is_bare(Color::White), position.is_bare(Color::Black)) {
        (false, false) => None,
        (false, true) => Some(mop_up::value(position, Color::White)),
        (true, false) => Some(-mop_up::value(position, Color::Black)),
        (true, true) => Some(0),
    }
}

/// Scales the output of a net by the count, as the search uses it; from either side.
#[inline]
fn scale_net_output(position: &Position, value: Score) -> Score {
    within_limits(count_scaling::scale_by_moves_left(position, value))
}

#[inline]
fn within_limits(value: Score) -> Score {
    value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

/// The handcrafted evaluation of a position by its parts, in centipawns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Each group of terms, and the sums of White's and of Black's terms in it.
    // [group][color]
    pub groups: Vec<(TermGroup, [Score; 2])>,
    /// Value from White's side before count scaling.
    pub without_count: Score,
    /// Value from White's side as the search uses it.
    pub white: Score,
}

/// Explains the handcrafted evaluation of a position.
pub fn explain(position: &Position) -> Explanation {
    let without_count = handcrafted::value(position);
    Explanation {
        groups: handcrafted::by_group(position),
        without_count,
        white: from_white(position.to_move(), evaluate(position)),
    }
}

/// The evaluation of a position by a net, in centipawns from White's side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetExplanation {
    /// Value from White's side before count scaling.
    pub without_count: Score,
    /// Value from White's side as the search uses it.
    pub white: Score,
    /// What each man except the khuns adds to the value before count scaling: the difference without
    /// its inputs. The other men stay attacked and defended as they are.
    pub men: Vec<(Square, Score)>,
}

/// Explains the evaluation of a position by a net.
pub fn explain_net(net: &Net, position: &Position) -> NetExplanation {
    let value =
        |removed| from_white(position.to_move(), nnue::value_without(net, position, removed));
    let without_count = value(None);
    let men = position.occupied() & !position.piece(Piece::King);
    NetExplanation {
        without_count,
        white: mop_up_value(position).unwrap_or_else(|| scale_net_output(position, without_count)),
        men: men.map(|square| (square, without_count - value(Some(square)))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::position::{Man, Setup};
    use makruk::rules::Count;
    use makruk::types::{Piece, Square};

    #[test]
    fn the_start_position_is_equal_except_for_the_side_to_move() {
        let start = Position::start(Default::default(), Default::default());
        let explanation = explain(&start);
        for (group, [white, black]) in explanation.groups {
            assert!(group == TermGroup::ToMove || white == black, "{group}");
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
    fn an_advantage_shrinks_as_the_count_advances() {
        let fresh = evaluate(&lone_rook(Count { limit: 32, ply: 7 }));
        let late = evaluate(&lone_rook(Count { limit: 32, ply: 29 }));
        let over = evaluate(&lone_rook(Count { limit: 32, ply: 33 }));
        assert!(fresh > late && late > over, "{fresh} {late} {over}");
        assert_eq!(over, 0);
    }
}
