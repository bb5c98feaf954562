//! What the search remembers of each ply of the line it is on.

use super::history::{CONTINUATIONS, Context, Footprint};
use crate::position::Position;
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
    /// The same, if it takes and promotes nothing and is of the main search.
    pub quiet: Option<Move>,
    /// Cut-offs here since the node two plies up was entered.
    pub cutoffs: u32,
    /// A move left out, to see what the others are worth.
    pub excluded: Option<Move>,
    /// Quiet moves that cut off here before.
    pub killers: [Option<Move>; 2],
}

impl Frame {
    /// Notes the move about to be tried, and whether it takes and promotes nothing and its outcome
    /// is worth learning from.
    #[inline]
    pub(super) fn play(&mut self, position: &Position, mv: Move, quiet: bool) {
        self.footprint = Some(Footprint::of(position, mv));
        self.quiet = quiet.then_some(mv);
    }

    /// Notes a null move.
    #[inline]
    pub(super) fn pass(&mut self) {
        self.footprint = None;
        self.quiet = None;
    }
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

    /// Whether the side to move at `ply` stands better than at its move before, or where it was in
    /// check then at the one before that. False in check; true when it cannot be told.
    #[inline]
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let Some(now) = self.at(ply).eval else { return false };
        let back = |plies| ply.checked_sub(plies).and_then(|ply| self.at(ply).eval);
        back(2).or_else(|| back(4)).is_none_or(|before| now > before)
    }
}
