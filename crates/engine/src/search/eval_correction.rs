//! The correction of the static evaluation by the correction history, and what the history learns
//! from a node.

use super::node::{Node, NodeResult, is_tactical};
use super::observer::Bound;
use super::worker::Worker;
use makruk::position::Position;
use makruk::types::Score;
use makruk::types::score::{EVAL_LIMIT, is_decided};

impl Worker<'_> {
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
