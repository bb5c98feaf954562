//! What the search remembers of each ply of the line it is on.

use super::history::{CONTINUATIONS, Context, Footprint};
use crate::types::score::MAX_PLY;
use crate::types::{Move, Score};
use arrayvec::ArrayVec;

/// A line of moves.
pub(super) type Line = ArrayVec<Move, MAX_PLY>;

/// One ply.
#[derive(Debug, Default)]
pub(super) struct Frame {
    /// Best line from here, of open-window nodes.
    pub pv: Line,
    /// Static evaluation; `None` in check.
    pub eval: Option<Score>,
    /// The move being tried here; `None` for a null move.
    pub footprint: Option<Footprint>,
    /// A move left out, to see what the others are worth.
    pub excluded: Option<Move>,
    /// Quiet moves that cut off here before.
    pub killers: [Option<Move>; 2],
}

/// All plies of a line. Plies beyond [`MAX_PLY`] are never reached.
#[derive(Debug)]
pub(super) struct Stack(Vec<Frame>);

impl Stack {
    pub(super) fn new() -> Self {
        Self(std::iter::repeat_with(Frame::default).take(MAX_PLY + 2).collect())
    }

    #[inline]
    pub(super) fn at(&self, ply: usize) -> &Frame {
        &self.0[ply]
    }

    #[inline]
    pub(super) fn at_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply]
    }

    /// Makes `mv`, and then the best line of the next ply, the best line of this one.
    pub(super) fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.0.split_at_mut(ply + 1);
        let (Some(frame), Some(next)) = (here.last_mut(), below.first()) else { return };
        frame.pv.clear();
        let line = std::iter::once(mv).chain(next.pv.iter().copied());
        frame.pv.extend(line.take(MAX_PLY));
    }

    /// The moves made so many plies before the one to be chosen at `ply`.
    #[inline]
    pub(super) fn context(&self, ply: usize) -> Context {
        CONTINUATIONS.map(|back| self.0.get(ply.wrapping_sub(back))?.footprint)
    }

    /// Whether the side to move at `ply` stands better than at its move before. True when it
    /// cannot be told.
    #[inline]
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|ply| self.at(ply).eval);
        match (self.at(ply).eval, before) {
            (Some(now), Some(before)) => now > before,
            _ => true,
        }
    }
}
