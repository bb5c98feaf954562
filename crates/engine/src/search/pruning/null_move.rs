//! Null move pruning: a node is cut when its side could even pass and still reach beta. Only nodes where
//! a score of at least beta is expected are tried: elsewhere the search of the null move is mostly lost.

use crate::Score;
use crate::score::DECIDED_BOUND;
use crate::search::node::{Node, NonPv};
use crate::search::worker::{Stopped, Worker};
use crate::search::{mate_in_one, params, transposition};
use makruk::position::Position;
use makruk::types::{Bitboard, Piece};

impl Worker<'_> {
    /// The score of a node that the null move cuts.
    pub(super) fn null_move(&mut self, node: &Node, eval: Score) -> Result<Option<Score>, Stopped> {
        let &Node { position, beta, depth, ply, .. } = node;
        let allowed = node.cut_node
            && ply >= self.no_null_until
            && ply > 0
            && self.stack.at(ply - 1).piece_to.is_some()
            && eval >= beta
            && beta > -DECIDED_BOUND
            && depth >= params::null_move_depth()
            && may_pass(position);
        if !allowed {
            return Ok(None);
        }
        let reduced = depth - reduction(depth, eval, beta);
        // A quiescence search after the null move would not find the mate.
        if reduced <= 0 && mate_in_one::is_mate_threatened(position) {
            return Ok(None);
        }
        let child = position.play_null();
        self.shared.tt.prefetch(transposition::key(&child));
        self.stack.at_mut(ply).play_null();
        let score = -self.search_child::<NonPv>(Node {
            position: &child,
            parent: position,
            alpha: -beta,
            beta: -beta + 1,
            depth: reduced,
            ply: ply + 1,
            cut_node: !node.cut_node,
        })?;
        if score < beta {
            return Ok(None);
        }
        // A mate or a win by the tables after a null move is not proven.
        let score = if score >= DECIDED_BOUND { beta } else { score };
        if !needs_verification(position, depth) || self.no_null_until > 0 {
            return Ok(Some(score));
        }
        let without = reduced.max(0) * params::null_move_verification_share() / 100;
        self.no_null_until = ply + 1 + without as usize;
        let verification = Node { alpha: beta - 1, depth: reduced, cut_node: false, ..*node };
        let verified = self.alpha_beta::<NonPv>(verification);
        self.no_null_until = 0;
        Ok((verified? >= beta).then_some(score))
    }
}

/// Whether the side to move may pass: not if a khun is bare, since the count decides then, and not
/// if the side has only mets or a single minor piece, where zugzwang is common.
#[inline]
fn may_pass(position: &Position) -> bool {
    let us = position.to_move();
    let minors = position.men(us, Piece::Knight) | position.men(us, Piece::Khon);
    let strong = position.men(us, Piece::Rook).any() || minors.many();
    strong && !position.has_bare_side()
}

/// By how many plies less the position after a null move is searched.
#[inline]
fn reduction(depth: i32, eval: Score, beta: Score) -> i32 {
    params::null_move_base()
        + depth / params::null_move_depth_divisor()
        + ((eval - beta) / params::null_move_eval_divisor()).min(params::null_move_eval_max())
}

/// Whether a null move cut-off must be verified by a search of the side's own moves.
#[inline]
fn needs_verification(position: &Position, depth: i32) -> bool {
    position.piece(Piece::Pawn) == Bitboard::EMPTY
        && depth >= params::null_move_verification_depth()
}
