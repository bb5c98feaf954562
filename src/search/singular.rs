//! Whether one move of a node stands alone.

use super::alpha_beta::Node;
use super::node::{NodeKind, NonPv};
use super::observer::Bound;
use super::params;
use super::table::Entry;
use super::worker::Worker;
use crate::types::score::is_decided;
use crate::types::{Move, Score};

/// What looking for moves as good as the table's came to.
pub(super) enum Singularity {
    /// Another move is good enough to cut, too.
    Cut(Score),
    /// Search the table's move so many plies deeper.
    Extend(i32),
}

impl Worker<'_> {
    /// Whether the table's move stands alone: then it is searched deeper. When others do as well
    /// the node may be cut instead.
    pub(super) fn singularity<N: NodeKind>(
        &mut self,
        node: &Node,
        table_move: Move,
        entry: &Entry,
    ) -> Option<Singularity> {
        let &Node { position, depth, ply, beta, .. } = node;
        let known = depth >= params::singular_depth()
            && entry.depth >= depth - 3
            && entry.bound != Bound::Upper
            && !is_decided(entry.score)
            && ply < 2 * self.root_depth as usize;
        if !known {
            return Some(Singularity::Extend(i32::from(
                position.in_check() && ply < 2 * self.root_depth as usize,
            )));
        }
        let target = entry.score - params::singular_margin() * depth / 16;
        self.stack.at_mut(ply).excluded = Some(table_move);
        let score = self.search::<NonPv>(Node {
            position,
            alpha: target - 1,
            beta: target,
            depth: (depth - 1) / 2,
            ply,
            cut: node.cut,
        });
        self.stack.at_mut(ply).excluded = None;
        let score = score?;
        Some(if score < target {
            let double = !N::PV && score < target - params::double_extension_margin();
            Singularity::Extend(1 + i32::from(double))
        } else if target >= beta {
            Singularity::Cut(target)
        } else if entry.score >= beta {
            Singularity::Extend(-2)
        } else {
            Singularity::Extend(-i32::from(node.cut))
        })
    }
}
