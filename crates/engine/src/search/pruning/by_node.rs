//! Pruning of a whole node by its static evaluation: razoring and reverse futility. The null move
//! and ProbCut have their own files.

use crate::Score;
use crate::score::is_decided;
use crate::search::node::{Node, NodeState, NonPv};
use crate::search::threats::Threats;
use crate::search::worker::{Stopped, Worker};
use crate::search::{mate_in_one, params};

impl Worker<'_> {
    /// The score of a node that razoring, reverse futility or the null move prunes. `eval` is its
    /// static evaluation.
    pub(in crate::search) fn prune_node(
        &mut self,
        node: &Node,
        eval: Score,
        state: &NodeState,
    ) -> Result<Option<Score>, Stopped> {
        let &Node { position, alpha, depth, .. } = node;
        if razoring(eval, alpha, depth) {
            let score = self.quiescence::<NonPv>(*node)?;
            if score <= alpha && !mate_in_one::can_mate(position) {
                return Ok(Some(score));
            }
        }
        // Nodes that were once on a principal variation are searched. At depth 1 the search would not
        // find the mate either.
        if !state.was_pv
            && reverse_futility(node, eval, state.improving)
            && (depth == 1 || !mate_in_one::is_mate_threatened(position))
        {
            return Ok(Some((eval + node.beta) / 2));
        }
        self.null_move(node, eval)
    }
}

/// Whether the static evaluation is so far below alpha that only a capture could help.
#[inline]
fn razoring(eval: Score, alpha: Score, depth: i32) -> bool {
    depth <= params::razoring_depth()
        && !is_decided(alpha)
        && eval + params::razoring_base() + params::razoring_margin() * depth < alpha
}

/// Whether the static evaluation is so far above beta that the opponent will not catch up.
#[inline]
fn reverse_futility(node: &Node, eval: Score, improving: bool) -> bool {
    let &Node { position, beta, depth, .. } = node;
    let exceeds = |plies| eval - params::reverse_futility_margin() * plies >= beta;
    depth <= params::reverse_futility_depth()
        && !is_decided(beta)
        // Where a piece is threatened an improvement may be short-lived.
        && (exceeds(depth) || improving && exceeds(depth - 1) && !Threats::exist(position))
}
