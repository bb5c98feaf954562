//! Pruning of single moves, except those that mate: late move pruning, futility, history and SEE pruning.

use crate::Score;
use crate::score::is_decided;
use crate::search::node::{Candidate, Node, NodeState};
use crate::search::picker::MoveClass;
use crate::search::worker::Worker;
use crate::search::{draws, params, see};

/// Whether to search a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum MovePruning {
    Search,
    /// Skip this move.
    Skip,
    /// Skip this move and all quiet moves after it, except mates.
    SkipQuiets,
}

impl Worker<'_> {
    /// Whether to search a move of a node that has a move which avoids mate, unless the move mates.
    pub(in crate::search) fn prune_move(
        &self,
        node: &Node,
        state: &NodeState,
        candidate: &Candidate,
    ) -> MovePruning {
        let &Node { position, alpha, depth, .. } = node;
        let &Candidate { mv, quiet, tried, .. } = candidate;
        // Each move of a bare khun may reach the end of the count.
        if position.is_bare(position.to_move()) {
            return MovePruning::Search;
        }
        if !quiet {
            if draws::changes_count(position, mv) {
                return MovePruning::Search;
            }
            let loss = -params::see_tactical_margin() * depth;
            let bad = candidate.class == MoveClass::BadTactical
                && depth <= params::see_pruning_depth()
                && !see::wins_at_least(position, mv, loss);
            return if bad { MovePruning::Skip } else { MovePruning::Search };
        }
        if candidate.class == MoveClass::TtMove {
            return MovePruning::Search;
        }
        let check = candidate.class == MoveClass::Check;
        if !check && late_move(depth, tried, state.improving) {
            return MovePruning::SkipQuiets;
        }
        let reduced = (depth - self.shared.reductions.at(depth, tried) / 100).max(1);
        if !check && futility(state.eval, alpha, reduced) {
            return MovePruning::SkipQuiets;
        }
        if !check
            && reduced <= params::history_pruning_depth()
            && candidate.history < -params::history_pruning_margin() * reduced
        {
            return MovePruning::Skip;
        }
        let loss = -params::see_quiet_margin() * reduced * reduced;
        if reduced <= params::see_pruning_depth() && !see::wins_at_least(position, mv, loss) {
            return MovePruning::Skip;
        }
        MovePruning::Search
    }
}

/// Whether so many moves have been searched that further quiet ones will not help.
#[inline]
fn late_move(depth: i32, tried: usize, improving: bool) -> bool {
    let enough = (params::late_move_base() + depth * depth) / if improving { 1 } else { 2 };
    depth <= params::late_move_depth() && tried as i32 >= enough
}

/// Whether no quiet move is likely to raise the evaluation to alpha. `depth` is the reduced depth.
#[inline]
fn futility(eval: Option<Score>, alpha: Score, depth: i32) -> bool {
    let margin = params::futility_base() + params::futility_margin() * depth;
    depth <= params::futility_depth()
        && !is_decided(alpha)
        && eval.is_some_and(|eval| eval + margin <= alpha)
}
