//! Late move reductions (LMR): the first move of a node is searched to full depth, later ones with
//! less depth and a null window, and again where their score is above alpha.

pub(super) mod table;

use super::node::{Candidate, Node, NodeKind, NodeState, NonPv};
use super::picker::MoveClass;
use super::worker::{Stopped, Worker};
use super::{draws, params};
use crate::Score;
use makruk::position::Position;

impl Worker<'_> {
    /// Searches one move of a node, which leads to `child`.
    pub(super) fn search_move<N: NodeKind>(
        &mut self,
        node: &Node,
        child: &Position,
        alpha: Score,
        candidate: &Candidate,
        state: &NodeState,
    ) -> Result<Score, Stopped> {
        let &Node { position, beta, depth, ply, .. } = node;
        let null_window = Node {
            position: child,
            parent: position,
            alpha: -alpha - 1,
            beta: -alpha,
            depth: depth - 1 + candidate.extension,
            ply: ply + 1,
            cut_node: !node.cut_node,
        };
        let full_window = Node { alpha: -beta, beta: -alpha, cut_node: false, ..null_window };
        if candidate.tried == 0 {
            return if N::PV {
                self.search_child::<N::Child>(full_window).map(|score| -score)
            } else {
                let first = Node { cut_node: null_window.cut_node, ..full_window };
                self.search_child::<NonPv>(first).map(|score| -score)
            };
        }
        let reduction = self.reduction::<N>(node, child, candidate, state);
        let cut_node = reduction > 0 || null_window.cut_node;
        let reduced = Node { depth: null_window.depth - reduction, cut_node, ..null_window };
        let mut score = -self.search_child::<NonPv>(reduced)?;
        if score > alpha && reduction > 0 {
            score = -self.search_child::<NonPv>(null_window)?;
        }
        if N::PV && score > alpha && score < beta {
            score = -self.search_child::<N::Child>(full_window)?;
        }
        Ok(score)
    }

    /// The reduction of a late move, in plies.
    fn reduction<N: NodeKind>(
        &self,
        node: &Node,
        child: &Position,
        candidate: &Candidate,
        state: &NodeState,
    ) -> i32 {
        let first_reduced = 1 + if N::PV { params::lmr_pv_moves() } else { 0 };
        if node.depth < params::lmr_depth() || (candidate.tried as i32) < first_reduced {
            return 0;
        }
        let mut hundredths = self.shared.reductions.at(node.depth, candidate.tried);
        if self.stack.at(node.ply + 1).cutoffs as i32 > params::lmr_many_cutoffs() {
            hundredths += params::lmr_cutoffs();
        }
        if candidate.quiet {
            hundredths += self.quiet_reduction::<N>(node, candidate, state);
        } else if candidate.class == MoveClass::BadTactical
            && !draws::changes_count(node.position, candidate.mv)
        {
            hundredths = hundredths * params::lmr_bad_tactical() / 100;
        } else {
            return 0;
        }
        hundredths -= params::lmr_pv() * i32::from(N::PV);
        let check = child.in_check() || node.position.in_check();
        hundredths -= params::lmr_check() * i32::from(check);
        (hundredths / 100).clamp(0, node.depth - 2)
    }

    /// What is added to the reduction of a quiet move, in hundredths of a ply.
    fn quiet_reduction<N: NodeKind>(
        &self,
        node: &Node,
        candidate: &Candidate,
        state: &NodeState,
    ) -> i32 {
        params::lmr_not_improving() * i32::from(!state.improving)
            + params::lmr_cut_node() * i32::from(node.cut_node)
            - params::lmr_killer() * i32::from(candidate.class == MoveClass::Killer)
            - 100 * candidate.history / params::lmr_history()
            - params::lmr_was_pv() * i32::from(state.was_pv && !N::PV)
            + params::lmr_tt_tactical() * i32::from(state.tt_tactical)
    }
}
