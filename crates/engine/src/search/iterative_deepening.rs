//! Iterative deepening: searches of increasing depth, each of which orders the moves of the next.

use super::observer::Bound;
use super::params;
use super::root_moves::RootMove;
use super::tb_probe::EXACT_DEPTH;
use super::time::{self, EffortFactors};
use super::worker::Worker;
use crate::Score;
use crate::score::{MATE, MAX_PLY, is_mate, moves_to_mate};
use makruk::position::Position;

/// Depth of the deepest iteration.
pub(super) const MAX_DEPTH: u32 = MAX_PLY as u32 - 8;

impl Worker<'_> {
    /// Runs iterations from the last finished one up to depth `deepest`, or until a limit is
    /// reached. The lines are in `self.root_moves` afterwards. Returns whether a deeper iteration
    /// may follow.
    pub(super) fn deepen(&mut self, position: &Position, deepest: u32) -> bool {
        let limits = self.shared.limits;
        let most = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let most = if self.root_moves.exact { most.min(EXACT_DEPTH) } else { most };
        let lines = self.number_of_lines();
        for depth in self.iteration.completed_depth + 1..=deepest.min(most) {
            if self.is_stopped() {
                self.iteration.stopped = Some(self.iteration.finished());
                return false;
            }
            self.iteration.root_depth = depth;
            self.root_moves.begin_iteration();
            for line in 0..lines {
                if self.search_line(position, depth, line).is_err() {
                    return false;
                }
            }
            self.finish_iteration(position, depth, lines);
            for line in 0..lines {
                self.report(position, depth, line, Bound::Exact);
            }
            if self.is_satisfied() {
                return false;
            }
        }
        deepest < most
    }

    /// Ends an iteration, and updates the progress by it.
    fn finish_iteration(&mut self, position: &Position, depth: u32, lines: usize) {
        let before = self.root_moves.finish_iteration(lines);
        let best = self.root_moves.line(0);
        let progress = &mut self.iteration;
        let drop = |before: &RootMove| Some(before.score()? - best.score()?);
        progress.score_drop = before.as_ref().and_then(drop).unwrap_or(0);
        let is_same = before.is_some_and(|before| before.mv == best.mv);
        progress.best_move_stability = if is_same { progress.best_move_stability + 1 } else { 0 };
        progress.best_move_changes.update(!is_same);
        progress.completed_depth = depth;
        self.iteration.certain = self.is_first() && self.is_certain(position, lines);
    }

    /// Whether no further iteration is needed: a mate of the requested length was found, or a soft
    /// limit was reached.
    fn is_satisfied(&mut self) -> bool {
        if !self.is_first() {
            return false;
        }
        let limits = self.shared.limits;
        let to_mate = self.root_moves.line(0).score().and_then(moves_to_mate);
        let mates =
            |most: u32| to_mate.is_some_and(|moves| moves > 0 && moves.unsigned_abs() <= most);
        if limits.mate.is_some_and(mates) {
            return true;
        }
        let nodes = self.all_nodes();
        if limits.soft_nodes.is_some_and(|limit| nodes >= limit) {
            return true;
        }
        self.iteration.time_used = self.time.is_soft_limit_reached(self.effort());
        self.iteration.time_used && !self.shared.observer.is_pondering()
    }

    /// Whether searching longer would not change the answer: there is a single legal move, a mate
    /// was searched to its end, or it is best to repeat a game that repetition already drew. The
    /// last occurs when a client that does not know the rule plays on.
    fn is_certain(&self, position: &Position, lines: usize) -> bool {
        let best = self.root_moves.line(0);
        let depth = self.iteration.completed_depth;
        if lines > 1 {
            return false;
        }
        let repeats = || {
            let stability = self.iteration.best_move_stability as i32;
            stability >= params::repetition_stability()
                && self.path.is_repeated(position)
                && self.draws_at_once(position, best)
        };
        let is_searched = |score: Score| is_mate(score) && MATE - score.abs() <= depth as Score;
        self.root_moves.len() == 1 || best.score().is_some_and(is_searched) || repeats()
    }

    /// The share of the usual time that this move gets, in hundredths.
    fn effort(&self) -> u32 {
        if self.iteration.certain {
            return params::effort_certain() as u32;
        }
        let best = self.root_moves.line(0);
        time::effort(&EffortFactors {
            best_move_changes: self.iteration.best_move_changes,
            best_move_nodes: best.nodes,
            nodes: self.stats.nodes,
            iteration_drop: self.iteration.score_drop,
            move_drop: self
                .shared
                .previous_score
                .zip(best.score())
                .map_or(0, |(previous, score)| previous - score),
        })
    }
}
