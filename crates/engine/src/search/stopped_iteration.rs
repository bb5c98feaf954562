//! An iteration that was stopped before its end: which move and score it leaves as the answer.

use super::observer::Bound;
use super::worker::{ScoreOrigin, Worker};
use crate::Score;

impl Worker<'_> {
    /// Ends an iteration of depth `depth` that was stopped in the window from `alpha` to `beta`.
    /// `last_bound` is the bound of the score that the window before gave. In the first window it is
    /// `Exact`, and the score is the result of the last iteration.
    pub(super) fn finish_stopped(
        &mut self,
        depth: u32,
        (alpha, beta): (Score, Score),
        last_bound: Bound,
    ) {
        let score = self.root_moves.line(0).score();
        if self.root_moves.is_first_line()
            && let Some(bound) = self.root_moves.retract_loss()
        {
            let depth = self.iteration.completed_depth;
            self.iteration.stopped = Some(ScoreOrigin { depth, bound });
            return;
        }
        let bound = match score {
            // Another line was being searched: the best one is finished.
            _ if !self.root_moves.is_first_line() => Bound::Exact,
            None => last_bound,
            Some(score) if score >= beta => Bound::Lower,
            Some(score) if score <= alpha => Bound::Upper,
            Some(_) => Bound::Exact,
        };
        let is_new = score.is_some() || last_bound != Bound::Exact;
        let of_this = ScoreOrigin { depth, bound };
        self.iteration.stopped = Some(if is_new { of_this } else { self.iteration.finished() });
    }
}
