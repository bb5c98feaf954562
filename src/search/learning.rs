//! What a searched node teaches: histories of moves, and corrections of the static evaluation.

use super::alpha_beta::{Best, Node, is_tactical};
use super::observer::Bound;
use super::params;
use super::worker::Worker;
use crate::movegen;
use crate::position::Position;
use crate::types::score::{EVAL_LIMIT, is_decided};
use crate::types::{Move, Score};

impl Worker<'_> {
    /// The static evaluation, corrected by what searches found in positions alike.
    #[inline]
    pub(super) fn corrected(&self, position: &Position, raw: Score) -> Score {
        // What has been learnt without a count must not undo what a count or a bare khun says.
        if under_count(position) {
            return raw;
        }
        let corrected = raw + self.histories.corrections.of(position);
        corrected.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    pub(super) fn learn_correction(
        &mut self,
        node: &Node,
        eval: Option<Score>,
        best: &Best,
        bound: Bound,
    ) {
        let Some(eval) = eval else { return };
        let quiet = best.mv.is_none_or(|mv| !is_tactical(node.position, mv));
        let informative = match bound {
            Bound::Exact => true,
            Bound::Lower => best.score > eval,
            Bound::Upper => best.score < eval,
        };
        if quiet && informative && !is_decided(best.score) && !under_count(node.position) {
            let error = best.score - eval;
            self.histories.corrections.learn(node.position, node.depth, error);
        }
    }

    /// Learns that nothing here answers the quiet move that led here.
    pub(super) fn learn_unanswered(&mut self, node: &Node) {
        let &Node { position, depth, ply, .. } = node;
        if ply == 0 {
            return;
        }
        let before = self.stack.at(ply - 1);
        if let (Some(mv), Some(footprint)) = (before.quiet, before.footprint) {
            let bonus = bonus_at(depth) * params::history_unanswered() / 100;
            let context = self.stack.context(ply - 1);
            self.histories.learn_played(!position.to_move(), mv, footprint, &context, bonus);
        }
    }

    /// Learns from what the evaluation gained by the quiet move that led here.
    pub(super) fn learn_gain(&mut self, position: &Position, ply: usize, eval: Score) {
        if ply == 0 {
            return;
        }
        let before = self.stack.at(ply - 1);
        if let (Some(mv), Some(earlier)) = (before.quiet, before.eval) {
            let gain = -(eval + earlier);
            let bonus = (gain * params::history_by_eval() / 100).clamp(-1200, 1200);
            self.histories.learn_alone(!position.to_move(), mv, bonus);
        }
    }

    /// Learns from a quiet move that cuts off by what the table says of it.
    pub(super) fn learn_from_table(&mut self, node: &Node, mv: Move) {
        let &Node { position, depth, ply, .. } = node;
        if !movegen::is_legal(position, mv) || is_tactical(position, mv) {
            return;
        }
        let bonus = bonus_at(depth);
        let context = self.stack.context(ply);
        self.histories.learn_quiet(position, mv, &context, bonus);
    }

    /// Learns from a move that cut off, and from those that did not.
    pub(super) fn learn(&mut self, node: &Node, mv: Move, best: &Best) {
        let &Node { position, depth, ply, .. } = node;
        let bonus = bonus_at(depth);
        let context = self.stack.context(ply);
        if is_tactical(position, mv) {
            self.histories.learn_tactical(position, mv, bonus);
        } else {
            let killers = &mut self.stack.at_mut(ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.histories.learn_quiet(position, mv, &context, bonus);
            for &other in &best.quiets {
                self.histories.learn_quiet(position, other, &context, -bonus);
            }
        }
        for &other in &best.tacticals {
            self.histories.learn_tactical(position, other, -bonus);
        }
    }
}

/// What a cut-off at this depth is worth to the history of its move.
#[inline]
fn bonus_at(depth: i32) -> i32 {
    (params::history_bonus() * depth).min(params::history_bonus_max())
}

/// Whether the count, or a bare khun, has a say in what a position is worth.
#[inline]
fn under_count(position: &Position) -> bool {
    position.count().is_running() || position.has_bare_side()
}
