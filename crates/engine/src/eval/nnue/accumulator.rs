//! The accumulators of the positions on a line of the search, each updated from a similar one.
//!
//! Each ply keeps one position with its accumulators. A new position is updated from its parent by the
//! last move. If the parent is not kept, it is computed first: from its own parent by the move before, or
//! else from the most similar position on its ply or the four plies before. A position costs nothing until
//! it or one of its children is evaluated. Several searches at the same ply need no special case.

use super::arch::{self, Perspective};
use super::delta::{AttackedPosition, FeatureDelta};
use super::net::{Net, Row};
use super::simd::VectorUnit;
use crate::Score;
use crate::score::MAX_PLY;
use makruk::position::Position;
use makruk::types::{Bitboard, Color, Move};
use std::collections::TryReserveError;
use std::sync::Arc;

/// Number of plies before a position that are searched for a similar one.
const LOOK_BACK: usize = 4;

/// How a position arose, so that its accumulators can be updated from those of earlier ones.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The position before the last move; the position itself where none is known.
    pub parent: &'a Position,
    /// The legal move from the parent; `None` for a null move, or if the parent is the position itself.
    pub mv: Option<Move>,
    /// The move before it, if it is known and was not a null move.
    pub parent_mv: Option<Move>,
}

impl<'a> Origin<'a> {
    /// How `position` arose is not known.
    pub const fn unknown(position: &'a Position) -> Self {
        Self { parent: position, mv: None, parent_mv: None }
    }
}

/// A net with the accumulators of the line being searched.
#[derive(Clone, Debug)]
pub struct AccumulatorStack {
    net: Arc<Net>,
    unit: VectorUnit,
    // [ply], up to the deepest one so far; there is room for all
    stack: Vec<Accumulator>,
    // [side][mirrored]
    refresh_table: [[RefreshEntry; 2]; 2],
    // Kept to save its initialization.
    delta: FeatureDelta,
}

/// A position with the accumulators of both sides.
#[derive(Clone, Debug)]
struct Accumulator {
    board: AttackedPosition,
    // [side]
    perspectives: [Perspective; 2],
    // [side]
    values: [Row; 2],
}

/// Cache for refreshing the accumulator of a side when its khun crosses to the other half of the
/// board (a Finny table): the last position refreshed from it, and its accumulator.
#[derive(Clone, Debug)]
struct RefreshEntry {
    board: AttackedPosition,
    values: Row,
}

impl AccumulatorStack {
    /// A stack that uses [`VectorUnit::active`].
    pub fn new(net: Arc<Net>) -> Self {
        Self::with_unit(net, VectorUnit::active())
    }

    /// A stack that uses this vector unit.
    pub fn with_unit(net: Arc<Net>, unit: VectorUnit) -> Self {
        Self::in_memory(net, unit, Vec::with_capacity(MAX_PLY + 1))
    }

    /// As [`AccumulatorStack::new`].
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn try_new(net: Arc<Net>) -> Result<Self, TryReserveError> {
        let mut memory = Vec::new();
        memory.try_reserve_exact(MAX_PLY + 1)?;
        Ok(Self::in_memory(net, VectorUnit::active(), memory))
    }

    /// A stack in this memory, which is empty and has room for all plies.
    fn in_memory(net: Arc<Net>, unit: VectorUnit, mut stack: Vec<Accumulator>) -> Self {
        let position = Position::start(Default::default(), Default::default());
        let board = AttackedPosition::new(&position);
        let perspectives = Color::ALL.map(|side| Perspective::of(side, &position));
        let mut delta = FeatureDelta::default();
        delta.set_all(&board);
        let from_scratch = |perspective: Perspective| {
            let mut values = Row::ZERO;
            unit.apply(Some(&net.feature_bias), &mut values, &net, perspective, &delta);
            values
        };
        let refresh_table = perspectives.map(|perspective| {
            [perspective.mirrored(false), perspective.mirrored(true)]
                .map(|perspective| RefreshEntry { board, values: from_scratch(perspective) })
        });
        let first = Accumulator { board, perspectives, values: perspectives.map(from_scratch) };
        stack.push(first);
        Self { stack, refresh_table, delta, net, unit }
    }

    /// The net's value of a position at `ply` plies from the root, at most [`MAX_PLY`]: in
    /// centipawns from the side to move, without regard to the count.
    #[inline]
    pub fn value(&mut self, position: &Position, ply: usize) -> Score {
        self.value_after(&Origin::unknown(position), position, ply)
    }

    /// As [`AccumulatorStack::value`], given how the position arose.
    #[inline]
    pub fn value_after(&mut self, origin: &Origin, position: &Position, ply: usize) -> Score {
        let ply = self.update_after(origin, position, ply);
        self.output(position, ply)
    }

    /// Computes the accumulators of a position. Returns the ply where they are: `ply`, or the ply
    /// before it after a null move, which changes no accumulator. If the accumulators of the parent are
    /// missing, they are computed first, so that all its children differ from it by one move.
    pub fn update_after(&mut self, origin: &Origin, position: &Position, ply: usize) -> usize {
        let &Origin { parent, mv, .. } = origin;
        self.reach(ply);
        let Some(before) = ply.checked_sub(1) else {
            self.update(position, ply);
            return ply;
        };
        let parent_is_kept = self.stack[before].board.position.key() == parent.key();
        let Some(mv) = mv else {
            if parent_is_kept || self.update_parent_by_move(origin, before) {
                return before;
            }
            self.update(position, ply);
            return ply;
        };
        if !parent_is_kept && !self.update_parent_by_move(origin, before) {
            self.update(parent, before);
        }
        debug_assert_eq!(parent.play_unchecked(mv).key(), position.key());
        if !self.update_by_move(mv, position, ply) {
            self.update(position, ply);
        }
        ply
    }

    /// Computes the accumulators of the parent, which is at this ply, from the accumulators of the ply
    /// before. Returns false if they belong to another position, or if [`Self::update_by_move`] fails.
    fn update_parent_by_move(&mut self, origin: &Origin, ply: usize) -> bool {
        let &Origin { parent, parent_mv, .. } = origin;
        let (Some(mv), Some(before)) = (parent_mv, ply.checked_sub(1)) else { return false };
        let source = &self.stack[before].board.position;
        let is_kept = source.key_after(mv, source.details(mv)) == parent.key();
        is_kept && self.update_by_move(mv, parent, ply)
    }

    /// Computes the accumulators of a position from those of the ply before. Returns false where a
    /// khun crosses to the other half of the board, because then its side has other inputs.
    #[inline]
    fn update_by_move(&mut self, mv: Move, position: &Position, ply: usize) -> bool {
        let (before, rest) = self.stack.split_at_mut(ply);
        let (Some(source), Some(target)) = (before.last(), rest.first_mut()) else { return false };
        let perspectives = source.perspectives;
        let from = &source.board.position;
        if from.king(from.to_move()) == mv.from()
            && perspectives != Color::ALL.map(|side| Perspective::of(side, position))
        {
            return false;
        }
        target.board = AttackedPosition::new(position);
        target.perspectives = perspectives;
        let touched = mv.from().bitboard() | mv.to().bitboard();
        self.delta.set_between(&source.board, &target.board, touched);
        let (from, to) = (&source.values, &mut target.values);
        self.unit.apply_to_both(from, to, &self.net, perspectives, &self.delta);
        true
    }

    /// Computes the accumulators of a position from those of the most similar position kept.
    pub fn update(&mut self, position: &Position, ply: usize) {
        self.reach(ply);
        let board = AttackedPosition::new(position);
        let (similar, touched) = self.most_similar(&board, ply);
        let (before, rest) = self.stack.split_at_mut(ply);
        let target = &mut rest[0];
        let source = before.get(similar);
        if source.is_none() && touched.is_empty() {
            // The side to move may differ.
            target.board = board;
            return;
        }
        let perspectives = Color::ALL.map(|side| Perspective::of(side, position));
        let from = source.map_or(&target.board, |source| &source.board);
        let known = source.map_or(target.perspectives, |source| source.perspectives);
        self.delta.set_between(from, &board, touched);
        for side in 0..2 {
            let values = &mut target.values[side];
            let perspective = perspectives[side];
            if known[side] == perspective {
                let start = source.map(|source| &source.values[side]);
                self.unit.apply(start, values, &self.net, perspective, &self.delta);
            } else {
                let mirrored = usize::from(perspective.is_mirrored());
                let entry = &mut self.refresh_table[side][mirrored];
                entry.update(&board, perspective, self.unit, &self.net);
                values.clone_from(&entry.values);
            }
        }
        target.perspectives = perspectives;
        target.board = board;
    }

    /// Makes the stack as deep as this ply. What the new plies hold is correct, if not of use.
    #[inline]
    fn reach(&mut self, ply: usize) {
        if ply >= self.stack.len() {
            let any = self.stack[0].clone();
            self.stack.resize(ply + 1, any);
        }
    }

    /// The value of `position`, which [`AccumulatorStack::update`] was last given for this ply.
    #[inline]
    pub fn output(&self, position: &Position, ply: usize) -> Score {
        let values = &self.stack[ply].values;
        let us = position.to_move();
        let bucket =
            arch::bucket(position.variant(), position.occupied().len(), position.moves_left());
        let both = [&values[us.index()], &values[(!us).index()]];
        let sum = self.unit.output(both, &self.net.output_weights[bucket]);
        arch::centipawns(sum, self.net.output_bias[bucket])
    }

    /// The ply whose board differs from this one on the fewest squares, and these squares. Of equal
    /// plies the latest.
    fn most_similar(&self, board: &AttackedPosition, ply: usize) -> (usize, Bitboard) {
        let candidates = (ply.saturating_sub(LOOK_BACK)..=ply).rev();
        let differences = |ply: usize| (ply, self.stack[ply].board.different_squares(board));
        let fewest = candidates.map(differences).min_by_key(|(_, squares)| squares.len());
        fewest.unwrap_or((ply, Bitboard::EMPTY))
    }
}

impl RefreshEntry {
    fn update(
        &mut self,
        board: &AttackedPosition,
        perspective: Perspective,
        unit: VectorUnit,
        net: &Net,
    ) {
        let touched = self.board.different_squares(board);
        let mut delta = FeatureDelta::default();
        delta.set_between(&self.board, board, touched);
        unit.apply(None, &mut self.values, net, perspective, &delta);
        self.board = *board;
    }
}
