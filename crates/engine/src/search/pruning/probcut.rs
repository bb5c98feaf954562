//! ProbCut: a node is cut when a capture exceeds beta by a margin in a search of less depth.

use crate::Score;
use crate::score::{DRAW, is_decided};
use crate::search::node::{Node, NonPv, is_tactical};
use crate::search::observer::Bound;
use crate::search::params;
use crate::search::picker::{MoveClass, MovePicker, PickedMove};
use crate::search::transposition::{self, Entry};
use crate::search::worker::{Stopped, Worker};
use makruk::types::Move;

impl Worker<'_> {
    /// The score of a node that ProbCut cuts.
    pub(in crate::search) fn probcut(
        &mut self,
        node: &Node,
        tt_move: Option<Move>,
        entry: Option<&Entry>,
        raw_eval: Option<Score>,
    ) -> Result<Option<Score>, Stopped> {
        let &Node { position, beta, depth, ply, .. } = node;
        let target = beta + params::probcut_margin();
        // An entry of the depth that this search would store.
        let stored_depth = depth - params::probcut_reduction() + 1;
        if entry.is_some_and(|entry| entry.depth >= stored_depth && entry.score < target) {
            return Ok(None);
        }
        if depth < params::probcut_depth() || is_decided(beta) || is_decided(target) {
            return Ok(None);
        }
        let eval = self.stack.at(ply).eval.unwrap_or(DRAW);
        let tt_move = tt_move.filter(|&mv| is_tactical(position, mv));
        let least = target - eval;
        let mut picker = MovePicker::tactical(tt_move, least, least);
        let previous = self.stack.previous_moves(ply);
        while let Some(PickedMove { mv, class, .. }) =
            picker.next(position, self.memory.histories, &previous, self.shared.tt)
        {
            if class == MoveClass::BadTactical {
                break;
            }
            let mut child = *position;
            child.make_unchecked(mv);
            self.stack.at_mut(ply).play(position, mv);
            let shallow = Node {
                position: &child,
                parent: position,
                alpha: -target,
                beta: -target + 1,
                depth: 0,
                ply: ply + 1,
                cut_node: !node.cut_node,
            };
            let mut score = -self.search_child::<NonPv>(shallow)?;
            let reduced = Node { depth: depth - params::probcut_reduction(), ..shallow };
            if score >= target && reduced.depth > 0 {
                score = -self.search_child::<NonPv>(reduced)?;
            }
            if score >= target {
                let entry = Entry {
                    mv: Some(mv),
                    score,
                    eval: raw_eval,
                    depth: stored_depth,
                    bound: Bound::Lower,
                    pv: false,
                };
                self.shared.tt.store(transposition::key(position), ply, entry);
                return Ok(Some(score));
            }
        }
        Ok(None)
    }
}
