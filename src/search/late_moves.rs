//! How deep each move of a node is searched: the first as deep as the node has it, late ones
//! reduced and with a null window, again as far as it takes.

use super::alpha_beta::{Candidate, Node};
use super::node::{NodeKind, NonPv};
use super::picker::Class;
use super::pruning::Situation;
use super::worker::Worker;
use super::{draws, params};
use crate::position::Position;
use crate::types::Score;

/// Cut-offs among the moves of a node from which on its moves are not worth much.
const MANY_CUTOFFS: u32 = 3;

impl Worker<'_> {
    /// Searches one move.
    pub(super) fn search_move<N: NodeKind>(
        &mut self,
        node: &Node,
        child: &Position,
        alpha: Score,
        candidate: &Candidate,
        situation: &Situation,
    ) -> Option<Score> {
        let &Node { position, beta, depth, ply, .. } = node;
        let null_window = Node {
            position: child,
            alpha: -alpha - 1,
            beta: -alpha,
            depth: depth - 1 + candidate.extension,
            ply: ply + 1,
            cut: !node.cut,
        };
        let full_window = Node { alpha: -beta, beta: -alpha, cut: false, ..null_window };
        if candidate.tried == 0 {
            return if N::PV {
                self.search_child::<N::Child>(position, full_window).map(|score| -score)
            } else {
                let first = Node { cut: null_window.cut, ..full_window };
                self.search_child::<NonPv>(position, first).map(|score| -score)
            };
        }
        let reduction = self.reduction::<N>(node, child, candidate, situation);
        let cut = reduction > 0 || null_window.cut;
        let reduced = Node { depth: null_window.depth - reduction, cut, ..null_window };
        let mut score = -self.search_child::<NonPv>(position, reduced)?;
        if score > alpha && reduction > 0 {
            score = -self.search_child::<NonPv>(position, null_window)?;
        }
        if N::PV && score > alpha && score < beta {
            score = -self.search_child::<N::Child>(position, full_window)?;
        }
        Some(score)
    }

    /// How many plies less a late move is searched.
    fn reduction<N: NodeKind>(
        &self,
        node: &Node,
        child: &Position,
        candidate: &Candidate,
        situation: &Situation,
    ) -> i32 {
        let first_reduced = 1 + 2 * usize::from(N::PV);
        if node.depth < 3 || candidate.tried < first_reduced {
            return 0;
        }
        let mut hundredths = self.reductions.at(node.depth, candidate.tried);
        if self.stack.at(node.ply + 1).cutoffs > MANY_CUTOFFS {
            hundredths += params::lmr_cutoffs();
        }
        if candidate.quiet {
            hundredths += self.quiet_reduction::<N>(node, candidate, situation);
        } else if candidate.class == Class::BadTactical
            && !draws::changes_count(node.position, candidate.mv)
        {
            hundredths = hundredths * params::lmr_bad_tactical() / 100;
        } else {
            return 0;
        }
        hundredths -= 100 * i32::from(N::PV);
        hundredths -= 100 * i32::from(child.in_check() || node.position.in_check());
        (hundredths / 100).clamp(0, node.depth - 2)
    }

    /// What the reduction of a quiet move has more than that of others, in hundredths of a ply.
    fn quiet_reduction<N: NodeKind>(
        &self,
        node: &Node,
        candidate: &Candidate,
        situation: &Situation,
    ) -> i32 {
        let context = self.stack.context(node.ply);
        let history = self.histories.quiet(node.position, candidate.mv, &context);
        100 * (i32::from(!situation.improving) + i32::from(node.cut))
            - 100 * i32::from(candidate.class == Class::Killer)
            - 100 * history / params::lmr_history()
            - params::lmr_was_pv() * i32::from(situation.was_pv && !N::PV)
            + params::lmr_table_tactical() * i32::from(situation.table_tactical)
    }
}
