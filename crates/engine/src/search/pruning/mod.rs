//! Pruning: nodes and moves that are not searched.

mod by_move;
mod by_node;
mod null_move;
mod probcut;

pub(super) use by_move::MovePruning;
