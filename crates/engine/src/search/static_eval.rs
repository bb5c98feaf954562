//! The static evaluation of a node: from its entry or the evaluator, with contempt, corrected by the
//! correction history; and what the history learns from a node.

use super::node::{Node, NodeResult, is_tactical};
use super::observer::Bound;
use super::transposition::Entry;
use super::worker::Worker;
use crate::Score;
use crate::eval::nnue::Origin;
use crate::score::{EVAL_LIMIT, is_decided, mated_in};
use makruk::position::Position;

impl Worker<'_> {
    /// Puts the corrected static evaluation of a node on the stack and returns it before correction;
    /// `None` in check. The histories learn from it.
    #[inline]
    pub(super) fn static_eval(
        &mut self,
        node: &Node,
        key: u64,
        entry: Option<&Entry>,
        was_pv: bool,
    ) -> Option<Score> {
        let &Node { position, ply, .. } = node;
        let raw = (!position.in_check()).then(|| self.raw_eval(node, key, entry, was_pv));
        let eval = raw.map(|raw| self.corrected(position, raw));
        self.stack.at_mut(ply).eval = eval;
        if let Some(eval) = eval {
            self.update_by_eval_gain(position, ply, eval);
        }
        raw
    }

    /// The static evaluation of a node that is not in check, before correction.
    fn raw_eval(&mut self, node: &Node, key: u64, entry: Option<&Entry>, was_pv: bool) -> Score {
        if let Some(eval) = entry.and_then(|entry| entry.eval) {
            return eval;
        }
        let eval = self.evaluate(node.parent, node.position, node.ply);
        if entry.is_none() {
            // Saves the evaluation even if the node is pruned. The bound is always true and the
            // score says nothing.
            let (score, bound) = (mated_in(0), Bound::Lower);
            let entry = Entry { mv: None, score, eval: Some(eval), depth: 0, bound, pv: was_pv };
            self.shared.tt.store(key, node.ply, entry);
        }
        eval
    }

    /// The static evaluation of a position of the current line with contempt, in centipawns from the
    /// side to move. `parent` is the position before the last move.
    #[inline]
    pub(super) fn evaluate(&mut self, parent: &Position, position: &Position, ply: usize) -> Score {
        let [mv, parent_mv] = self.stack.last_moves(ply);
        let origin = Origin { parent, mv, parent_mv };
        let value = self.memory.evaluator.evaluate_after(&origin, position, ply);
        (value + self.shared.contempt.value_of_pieces(position)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The static evaluation, corrected by the correction history.
    #[inline]
    pub(super) fn corrected(&self, position: &Position, raw: Score) -> Score {
        // Corrections come from positions without a count and must not hide its effect.
        if depends_on_count(position) {
            return raw;
        }
        let corrected = raw + self.shared.corrections.of(position);
        corrected.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Updates the correction history with the score of a node, whose corrected static evaluation
    /// is `eval`. Captures, promotions and bounds on the wrong side of the evaluation say nothing
    /// about its error.
    pub(super) fn update_correction(
        &mut self,
        node: &Node,
        eval: Option<Score>,
        best: &NodeResult,
        bound: Bound,
    ) {
        let Some(eval) = eval else { return };
        let quiet = best.mv.is_none_or(|mv| !is_tactical(node.position, mv));
        let informative = match bound {
            Bound::Exact => true,
            Bound::Lower => best.score > eval,
            Bound::Upper => best.score < eval,
        };
        if quiet && informative && !is_decided(best.score) && !depends_on_count(node.position) {
            let error = best.score - eval;
            self.shared.corrections.update(node.position, node.depth, error);
        }
    }
}

/// Whether a running count or a bare khun affects the value of a position.
#[inline]
fn depends_on_count(position: &Position) -> bool {
    position.count().is_running() || position.has_bare_side()
}
