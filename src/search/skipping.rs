//! Moves that are not worth searching.

use super::alpha_beta::{Candidate, Node};
use super::picker::Class;
use super::pruning::{self, Situation};
use super::worker::Worker;
use super::{draws, mates, params, see};

/// Whether to search a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Search,
    Skip,
    /// Nor any quiet move after it, unless it mates.
    SkipQuiets,
}

impl Worker<'_> {
    /// Whether a move is worth searching at all, some other having saved the node from mate. One
    /// that mates always is.
    pub(super) fn prune_move(
        &self,
        node: &Node,
        situation: &Situation,
        candidate: &Candidate,
    ) -> Verdict {
        let verdict = self.judge(node, situation, candidate);
        // The picker has seen that quiet moves give no check.
        let may_mate = verdict != Verdict::Search && candidate.class != Class::Quiet;
        if may_mate && mates::mates(node.position, candidate.mv) {
            return Verdict::Search;
        }
        verdict
    }

    /// The same by evaluation, exchanges, histories and the number of moves tried.
    fn judge(&self, node: &Node, situation: &Situation, candidate: &Candidate) -> Verdict {
        let &Node { position, alpha, depth, ply, .. } = node;
        let &Candidate { mv, quiet, tried, .. } = candidate;
        if draws::changes_count(position, mv) || position.has_bare_side() {
            return Verdict::Search;
        }
        if !quiet {
            let loss = -params::see_tactical_margin() * depth;
            let bad = candidate.class == Class::BadTactical
                && depth <= params::see_pruning_depth()
                && !see::wins_at_least(position, mv, loss);
            return if bad { Verdict::Skip } else { Verdict::Search };
        }
        if candidate.class == Class::Table {
            return Verdict::Search;
        }
        let check = candidate.class == Class::Check;
        if !check && pruning::late_move(depth, tried, situation.improving) {
            return Verdict::SkipQuiets;
        }
        let reduced = (depth - self.reductions.at(depth, tried) / 100).max(1);
        if !check && pruning::futility(situation.eval, alpha, reduced) {
            return Verdict::SkipQuiets;
        }
        let context = self.stack.context(ply);
        let history = self.histories.quiet(position, mv, &context);
        if !check
            && reduced <= params::history_pruning_depth()
            && history < -params::history_pruning_margin() * reduced
        {
            return Verdict::Skip;
        }
        let loss = -params::see_quiet_margin() * reduced * reduced;
        if reduced <= params::see_pruning_depth() && !see::wins_at_least(position, mv, loss) {
            return Verdict::Skip;
        }
        Verdict::Search
    }
}
