//! Cuts that spare a node its moves: razoring, reverse futility, the null move, ProbCut.

use super::alpha_beta::{Node, is_tactical};
use super::node::NonPv;
use super::observer::Bound;
use super::picker::{Class, Picker};
use super::table::{self, Entry};
use super::worker::Worker;
use super::{mates, params, pruning};
use crate::types::score::{DRAW, MATE_BOUND, is_decided};
use crate::types::{Move, Score};

impl Worker<'_> {
    /// Cuts that need no move of this node: razoring, reverse futility and the null move.
    pub(super) fn prune_node(
        &mut self,
        node: &Node,
        eval: Score,
        improving: bool,
    ) -> Option<Option<Score>> {
        let &Node { position, alpha, beta, depth, .. } = node;
        if pruning::razoring(eval, alpha, depth) {
            let score = self.quiescence::<NonPv>(*node)?;
            if score <= alpha && !mates::can_mate(position) {
                return Some(Some(score));
            }
        }
        // At depth 1 the search would not see the mate either.
        if pruning::reverse_futility(eval, beta, depth, improving)
            && (depth == 1 || !mates::is_mate_threatened(position))
        {
            return Some(Some((eval + beta) / 2));
        }
        self.null_move(node, eval)
    }

    /// Whether passing is already too good.
    pub(super) fn null_move(&mut self, node: &Node, eval: Score) -> Option<Option<Score>> {
        let &Node { position, beta, depth, ply, .. } = node;
        let allowed = ply >= self.no_null_until
            && ply > 0
            && self.stack.at(ply - 1).footprint.is_some()
            && eval >= beta
            && beta > -MATE_BOUND
            && depth >= 3
            && pruning::may_pass(position);
        if !allowed {
            return Some(None);
        }
        let reduced = depth - pruning::null_move_reduction(depth, eval, beta);
        // A quiescence search after the null move would not see it.
        if reduced <= 0 && mates::is_mate_threatened(position) {
            return Some(None);
        }
        let child = position.play_null();
        self.stack.at_mut(ply).pass();
        let score = -self.search_child::<NonPv>(
            position,
            Node {
                position: &child,
                alpha: -beta,
                beta: -beta + 1,
                depth: reduced,
                ply: ply + 1,
                cut: !node.cut,
            },
        )?;
        if score < beta {
            return Some(None);
        }
        // A mate found by passing is none.
        let score = if score >= MATE_BOUND { beta } else { score };
        if !pruning::needs_verification(position, depth) || self.no_null_until > 0 {
            return Some(Some(score));
        }
        self.no_null_until = ply + 1 + (reduced.max(0) as usize) * 3 / 4;
        let verified =
            self.search::<NonPv>(Node { alpha: beta - 1, depth: reduced, cut: false, ..*node });
        self.no_null_until = 0;
        Some((verified? >= beta).then_some(score))
    }

    /// Whether a capture beats beta by so much in a shallow search that a deep one would too.
    pub(super) fn probcut(
        &mut self,
        node: &Node,
        table_move: Option<Move>,
        entry: Option<&Entry>,
        raw_eval: Option<Score>,
    ) -> Option<Option<Score>> {
        let &Node { position, beta, depth, ply, .. } = node;
        let target = beta + params::probcut_margin();
        if entry.is_some_and(|entry| entry.depth >= depth - 3 && entry.score < target) {
            return Some(None);
        }
        let eval = self.stack.at(ply).eval.unwrap_or(DRAW);
        if depth < params::probcut_depth() || is_decided(beta) || is_decided(target) {
            return Some(None);
        }
        let table_move = table_move.filter(|&mv| is_tactical(position, mv));
        let mut picker = Picker::tactical(table_move, target - eval);
        let context = self.stack.context(ply);
        while let Some((mv, class)) = picker.next(position, self.histories, &context) {
            if class == Class::BadTactical {
                break;
            }
            self.table.prefetch(table::key_after(position, mv));
            let child = position.play_unchecked(mv);
            self.stack.at_mut(ply).play(position, mv, false);
            let shallow = Node {
                position: &child,
                alpha: -target,
                beta: -target + 1,
                depth: 0,
                ply: ply + 1,
                cut: !node.cut,
            };
            let mut score = -self.search_child::<NonPv>(position, shallow)?;
            let reduced = Node { depth: depth - 4, ..shallow };
            if score >= target && reduced.depth > 0 {
                score = -self.search_child::<NonPv>(position, reduced)?;
            }
            if score >= target {
                let entry = Entry {
                    mv: Some(mv),
                    score,
                    eval: raw_eval,
                    depth: depth - 3,
                    bound: Bound::Lower,
                    pv: false,
                };
                self.table.store(table::key(position), ply, entry);
                return Some(Some(score));
            }
        }
        Some(None)
    }
}
