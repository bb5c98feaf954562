//! Singular extensions: whether the TT move is the only good move of a node.

use super::node::{Node, NodeKind, NonPv};
use super::observer::Bound;
use super::params;
use super::transposition::Entry;
use super::worker::{Stopped, Worker};
use crate::Score;
use crate::score::is_decided;
use makruk::types::Move;

/// The result of a singular search.
pub(super) enum SingularResult {
    /// Another move also reaches beta: the node is cut.
    Multicut(Score),
    /// Search the TT move deeper by this number of plies.
    Extend(i32),
}

impl Worker<'_> {
    /// Searches all moves but the TT move with less depth. When all of them fail low the TT move is
    /// extended. When one reaches beta the node is cut.
    pub(super) fn singular_search<N: NodeKind>(
        &mut self,
        node: &Node,
        tt_move: Move,
        entry: &Entry,
    ) -> Result<SingularResult, Stopped> {
        let &Node { position, depth, ply, beta, .. } = node;
        let may_extend = (ply as i32) < params::extension_ply_limit() * self.root_depth();
        let testable = depth >= params::singular_depth()
            && entry.depth >= depth - params::singular_tt_depth_margin()
            && entry.bound != Bound::Upper
            && !is_decided(entry.score)
            && may_extend;
        if !testable {
            return Ok(SingularResult::Extend(i32::from(position.in_check() && may_extend)));
        }
        let target = entry.score - params::singular_margin() * depth / 16;
        self.stack.at_mut(ply).excluded = Some(tt_move);
        let score = self.alpha_beta::<NonPv>(Node {
            alpha: target - 1,
            beta: target,
            depth: (depth - 1) * params::singular_depth_share() / 100,
            ..*node
        });
        self.stack.at_mut(ply).excluded = None;
        let score = score?;
        Ok(if score < target {
            let double = !N::PV && score < target - params::double_extension_margin();
            SingularResult::Extend(1 + i32::from(double))
        } else if target >= beta {
            SingularResult::Multicut(target)
        } else if entry.score >= beta {
            SingularResult::Extend(-params::negative_extension())
        } else {
            SingularResult::Extend(-i32::from(node.cut_node))
        })
    }

    /// Depth of the current iteration, in plies.
    fn root_depth(&self) -> i32 {
        self.iteration.root_depth as i32
    }
}
