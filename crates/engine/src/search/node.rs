//! Nodes of the search tree. Node types are Rust types: the compiler writes one search for each.

use super::observer::Bound;
use super::picker::MoveClass;
use super::transposition::Entry;
use super::{draws, transposition};
use crate::Score;
use crate::score::{INFINITE, is_decided};
use arrayvec::ArrayVec;
use makruk::position::Position;
use makruk::types::Move;

/// The type of a node, which decides the types of its children.
pub(super) trait NodeKind {
    /// Whether the window is open: an exact score and a principal variation are wanted.
    const PV: bool;
    /// Whether this is the root.
    const ROOT: bool;
    /// The type of the child on the principal variation.
    type Child: NodeKind;
}

/// The root of the tree.
pub(super) struct Root;
/// A node on the principal variation.
pub(super) struct Pv;
/// A node with a null window: its score is only compared with a bound.
pub(super) struct NonPv;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Child = Pv;
}

impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Child = Self;
}

impl NodeKind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Child = Self;
}

/// A node to search, as its parent describes it.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub position: &'a Position,
    /// The position before the last move; at the root the root itself.
    pub parent: &'a Position,
    pub alpha: Score,
    pub beta: Score,
    /// Remaining depth in plies.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    /// Whether a score of at least beta is expected.
    pub cut_node: bool,
}

impl Node<'_> {
    /// The score of a transposition table entry that is deep enough and whose bound is outside the
    /// window or exact.
    pub(super) fn tt_cutoff(&self, entry: &Entry) -> Option<Score> {
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= self.beta,
            Bound::Upper => entry.score <= self.alpha,
        };
        let deep_enough = entry.depth >= self.depth.max(0);
        // It may be from another ply of the count.
        let trusted = !transposition::is_count_shared(self.position)
            || draws::is_within_count(self.position, entry.score, self.ply);
        (decides && deep_enough && trusted).then_some(entry.score)
    }
}

/// What pruning and reductions know about a node besides its window and depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeState {
    /// Static evaluation, refined by the transposition table; `None` in check.
    pub eval: Option<Score>,
    /// Whether the static evaluation is higher than at the previous move of the side to move.
    pub improving: bool,
    /// Whether the node has an open window, or its entry says that it had one.
    pub was_pv: bool,
    /// Whether the TT move is a capture or promotion.
    pub tt_tactical: bool,
}

/// A move of a node that is about to be searched.
pub(super) struct Candidate {
    pub mv: Move,
    pub class: MoveClass,
    /// Whether it is neither a capture nor a promotion.
    pub quiet: bool,
    /// Its history, as in [`PickedMove`](super::picker::PickedMove).
    pub history: i32,
    /// Number of moves searched before it.
    pub tried: usize,
    /// Plies by which it is searched deeper than usual.
    pub extension: i32,
}

/// Most quiet, and most tactical, moves of a node that can get a history malus.
const MAX_SEARCHED: usize = 64;

/// The result of the move loop.
pub(super) struct NodeResult {
    pub score: Score,
    /// The move that raised alpha, if any did.
    pub mv: Option<Move>,
    /// Quiet moves that were searched and did not cut off.
    pub searched_quiets: ArrayVec<Move, MAX_SEARCHED>,
    /// Captures and promotions that were searched and did not cut off.
    pub searched_tacticals: ArrayVec<Move, MAX_SEARCHED>,
}

impl NodeResult {
    /// The state before the first move.
    pub(super) fn new() -> Self {
        Self {
            score: -INFINITE,
            mv: None,
            searched_quiets: ArrayVec::new(),
            searched_tacticals: ArrayVec::new(),
        }
    }

    /// Remembers a move that did not cut off; drops it when the list is full.
    #[inline]
    pub(super) fn add_searched(&mut self, mv: Move, quiet: bool) {
        let list = if quiet { &mut self.searched_quiets } else { &mut self.searched_tacticals };
        let _ = list.try_push(mv);
    }
}

/// Whether a legal move is a capture or promotion.
#[inline]
pub(super) fn is_tactical(position: &Position, mv: Move) -> bool {
    position.captured(mv).is_some() || position.promotes(mv)
}

/// The static evaluation, or the score of a transposition table entry where that is a tighter bound.
pub(super) fn refined_eval(eval: Score, entry: Option<&Entry>) -> Score {
    match entry {
        Some(entry) if !is_decided(entry.score) => match entry.bound {
            Bound::Exact => entry.score,
            Bound::Lower => eval.max(entry.score),
            Bound::Upper => eval.min(entry.score),
        },
        _ => eval,
    }
}
