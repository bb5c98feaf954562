//! History updates after a node: bonus and malus of its moves.

use super::node::{Node, NodeResult, is_tactical};
use super::params;
use super::worker::Worker;
use crate::Score;
use makruk::movegen;
use makruk::position::Position;
use makruk::types::Move;

impl Worker<'_> {
    /// After a fail high: a bonus for the move that cut off, a malus for the moves before it and for the
    /// quiet move that it refutes.
    pub(super) fn update_on_fail_high(&mut self, node: &Node, mv: Move, best: &NodeResult) {
        self.update_refuted(node);
        let &Node { position, depth, ply, .. } = node;
        let bonus = bonus(depth);
        let malus = bonus * params::history_malus() / 100;
        let previous = self.stack.previous_moves(ply);
        let histories = &mut *self.memory.histories;
        if is_tactical(position, mv) {
            histories.update_tactical(position, mv, bonus);
        } else {
            let killers = &mut self.stack.at_mut(ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            histories.update_quiet(position, mv, &previous, bonus);
            for &other in &best.searched_quiets {
                histories.update_quiet(position, other, &previous, -malus);
            }
        }
        for &other in &best.searched_tacticals {
            histories.update_tactical(position, other, -malus);
        }
    }

    /// After a fail low: a bonus for the quiet move that led to the node.
    pub(super) fn update_on_fail_low(&mut self, node: &Node) {
        self.update_parent_quiet(node, params::history_fail_low());
    }

    /// After a fail high: a malus for the quiet move that led to the node, if it was an early one.
    fn update_refuted(&mut self, node: &Node) {
        let parent = node.ply.checked_sub(1).map(|ply| self.stack.at(ply));
        if parent.is_some_and(|parent| parent.tried as i32 <= params::history_refuted_moves()) {
            self.update_parent_quiet(node, -params::history_refuted());
        }
    }

    /// Updates the histories of the quiet move that led to a node, if it is one, by a share of the
    /// bonus in hundredths.
    fn update_parent_quiet(&mut self, node: &Node, share: i32) {
        let &Node { position, depth, ply, .. } = node;
        let Some(parent) = ply.checked_sub(1) else { return };
        let frame = self.stack.at(parent);
        if let (Some(mv), Some(piece_to)) = (frame.quiet, frame.piece_to) {
            let bonus = bonus(depth) * share / 100;
            let previous = self.stack.previous_moves(parent);
            let us = !position.to_move();
            self.memory.histories.update_played_quiet(us, mv, piece_to, &previous, bonus);
        }
    }

    /// After a transposition table cut-off: a bonus for its move, if quiet.
    pub(super) fn update_on_tt_cutoff(&mut self, node: &Node, mv: Move) {
        let &Node { position, depth, ply, .. } = node;
        if !movegen::is_legal(position, mv) || is_tactical(position, mv) {
            return;
        }
        let previous = self.stack.previous_moves(ply);
        self.memory.histories.update_quiet(position, mv, &previous, bonus(depth));
    }

    /// After the static evaluation of a node: a bonus for the quiet move that led to it by what the
    /// evaluation gained, from the side that made the move.
    pub(super) fn update_by_eval_gain(&mut self, position: &Position, ply: usize, eval: Score) {
        if ply == 0 {
            return;
        }
        let parent = self.stack.at(ply - 1);
        if let (Some(mv), Some(before)) = (parent.quiet, parent.eval) {
            let gain = -(eval + before);
            let most = params::history_by_eval_max();
            let bonus = (gain * params::history_by_eval() / 100).clamp(-most, most);
            self.memory.histories.update_main(!position.to_move(), mv, bonus);
        }
    }
}

/// The bonus for a move that cut off at this depth.
#[inline]
fn bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth).min(params::history_bonus_max())
}
