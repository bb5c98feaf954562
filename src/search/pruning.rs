//! When not to search, or not so deep.

use super::params;
use crate::position::Position;
use crate::types::score::is_decided;
use crate::types::{Bitboard, Piece, Score};

/// Late move reductions before adjustment, in plies.
#[derive(Debug)]
pub(super) struct Reductions {
    // [depth][moves tried], hundredths of a ply
    hundredths: Box<[[i16; 64]; 64]>,
}

impl Reductions {
    pub(super) fn new() -> Self {
        let mut hundredths = Box::new([[0; 64]; 64]);
        for (depth, row) in hundredths.iter_mut().enumerate().skip(1) {
            for (tried, cell) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (tried as f64).ln();
                let scaled = product * 10_000.0 / f64::from(params::lmr_divisor());
                *cell = (f64::from(params::lmr_base()) + scaled) as i16;
            }
        }
        Self { hundredths }
    }

    /// For the move after `tried` others, in hundredths of a ply.
    #[inline]
    pub(super) fn at(&self, depth: i32, tried: usize) -> i32 {
        i32::from(self.hundredths[depth.clamp(0, 63) as usize][tried.min(63)])
    }
}

/// What the static evaluation says of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation {
    /// Static evaluation, refined by the table; `None` in check.
    pub eval: Option<Score>,
    /// Whether the side to move stands better than at its move before.
    pub improving: bool,
    /// Whether the node was ever searched with an open window.
    pub was_pv: bool,
    /// Whether the table's move is a capture or promotion.
    pub table_tactical: bool,
}

/// Whether the static evaluation is so far below alpha that only a capture could help.
#[inline]
pub(super) fn razoring(eval: Score, alpha: Score, depth: i32) -> bool {
    depth <= params::razoring_depth()
        && !is_decided(alpha)
        && eval + params::razoring_base() + params::razoring_margin() * depth < alpha
}

/// Whether so many moves have been tried that further quiet ones will not help.
#[inline]
pub(super) fn late_move(depth: i32, tried: usize, improving: bool) -> bool {
    let enough = (params::late_move_base() + depth * depth) / if improving { 1 } else { 2 };
    depth <= params::late_move_depth() && tried as i32 >= enough
}

/// Whether no quiet move is likely to bring the evaluation up to alpha.
#[inline]
pub(super) fn futility(eval: Option<Score>, alpha: Score, depth: i32) -> bool {
    let margin = params::futility_base() + params::futility_margin() * depth;
    depth <= params::futility_depth()
        && !is_decided(alpha)
        && eval.is_some_and(|eval| eval + margin <= alpha)
}

/// Whether the static evaluation is so far above beta that the opponent will not catch up.
#[inline]
pub(super) fn reverse_futility(eval: Score, beta: Score, depth: i32, improving: bool) -> bool {
    depth <= params::reverse_futility_depth()
        && !is_decided(beta)
        && eval - params::reverse_futility_margin() * (depth - i32::from(improving)) >= beta
}

/// Whether passing is safe to think about: not with or against a bare khun, where the count
/// decides, nor where zugzwang is common, with mets alone or a single minor beside them.
#[inline]
pub(super) fn may_pass(position: &Position) -> bool {
    let us = position.to_move();
    let minors = position.men(us, Piece::Knight) | position.men(us, Piece::Khon);
    let strong = position.men(us, Piece::Rook).any() || minors.many();
    strong && !position.has_bare_side()
}

/// Depth that a null move saves.
#[inline]
pub(super) fn null_move_reduction(depth: i32, eval: Score, beta: Score) -> i32 {
    params::null_move_base()
        + depth / params::null_move_depth_divisor()
        + ((eval - beta) / params::null_move_eval_divisor()).min(3)
}

/// Whether a null move cut-off needs proof by a search of this side's moves.
#[inline]
pub(super) fn needs_verification(position: &Position, depth: i32) -> bool {
    position.piece(Piece::Pawn) == Bitboard::EMPTY
        && depth >= params::null_move_verification_depth()
}
