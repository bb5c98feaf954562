//! What a searched node teaches: histories of moves, and corrections of the static evaluation.

use super::alpha_beta::{Best, Node, is_tactical};
use super::observer::Bound;
use super::worker::Worker;
use super::{draws, params};
use crate::position::Position;
use crate::types::score::{DRAW, MATE_BOUND, is_mate};
use crate::types::{Move, Score};

impl Worker<'_> {
    /// The static evaluation, corrected by what searches found in positions alike.
    #[inline]
    pub(super) fn corrected(&self, position: &Position, raw: Score) -> Score {
        // A corrected score must not undo what the count or a bare khun says.
        if raw == DRAW {
            return raw;
        }
        let (mut low, mut high) = (-MATE_BOUND + 1, MATE_BOUND - 1);
        draws::clamp(position, &mut low, &mut high);
        (raw + self.histories.corrections.of(position)).clamp(low, high)
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
        if quiet && informative && !is_mate(best.score) && !node.position.count().is_running() {
            let error = best.score - eval;
            self.histories.corrections.learn(node.position, node.depth, error);
        }
    }

    /// Learns from a move that cut off, and from those that did not.
    pub(super) fn learn(&mut self, node: &Node, mv: Move, best: &Best) {
        let &Node { position, depth, ply, .. } = node;
        let bonus = (params::history_bonus() * depth).min(params::history_bonus_max());
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
