//! The search stack: what the search keeps for each ply of the current line.

use super::history::{CONTINUATION_PLIES, PieceTo, PreviousMoves};
use crate::Score;
use crate::score::MAX_PLY;
use arrayvec::ArrayVec;
use makruk::position::Position;
use makruk::types::Move;

/// A line of moves.
pub(super) type Line = ArrayVec<Move, MAX_PLY>;

/// One ply.
#[derive(Debug, Default)]
pub(super) struct Frame {
    /// The principal variation from here, in nodes with an open window.
    pub pv: Line,
    /// Corrected static evaluation; `None` in check.
    pub eval: Option<Score>,
    /// The move being searched; `None` for a null move.
    pub mv: Option<Move>,
    /// The man that it moves, and where to.
    pub piece_to: Option<PieceTo>,
    /// The same move if it is quiet and of the main search, so that histories learn from its result.
    pub quiet: Option<Move>,
    /// Number of moves of the node searched before that quiet move.
    pub tried: usize,
    /// Number of cut-offs at this ply since the node two plies above was entered.
    pub cutoffs: u32,
    /// The move that a singular search skips.
    pub excluded: Option<Move>,
    /// The last quiet moves that cut off at this ply.
    pub killers: [Option<Move>; 2],
}

impl Frame {
    /// Records a move that is searched next and from whose result no history learns.
    #[inline]
    pub(super) fn play(&mut self, position: &Position, mv: Move) {
        self.mv = Some(mv);
        self.piece_to = Some(PieceTo::of(position, mv));
        self.quiet = None;
    }

    /// Records a quiet move that is searched next, after `tried` others.
    #[inline]
    pub(super) fn play_quiet(&mut self, position: &Position, mv: Move, tried: usize) {
        self.play(position, mv);
        self.quiet = Some(mv);
        self.tried = tried;
    }

    /// Records a null move.
    #[inline]
    pub(super) fn play_null(&mut self) {
        self.mv = None;
        self.piece_to = None;
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

    /// Sets the principal variation of a ply to `mv` followed by the next ply's.
    pub(super) fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.0.split_at_mut(ply + 1);
        let (Some(frame), Some(next)) = (here.last_mut(), below.first()) else { return };
        frame.pv.clear();
        let line = std::iter::once(mv).chain(next.pv.iter().copied());
        frame.pv.extend(line.take(MAX_PLY));
    }

    /// The last two moves before `ply`, the later one first; `None` for null moves and before the root.
    #[inline]
    pub(super) fn last_moves(&self, ply: usize) -> [Option<Move>; 2] {
        [1, 2].map(|back| self.0.get(ply.wrapping_sub(back))?.mv)
    }

    /// The moves before `ply` that select its continuation histories.
    #[inline]
    pub(super) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        CONTINUATION_PLIES.map(|back| self.0.get(ply.wrapping_sub(back))?.piece_to)
    }

    /// Whether the static evaluation at `ply` is higher than two plies before, or four if the side
    /// was in check then. False in check, true without an earlier evaluation.
    #[inline]
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let Some(now) = self.at(ply).eval else { return false };
        let back = |plies| ply.checked_sub(plies).and_then(|ply| self.at(ply).eval);
        back(2).or_else(|| back(4)).is_none_or(|before| now > before)
    }
}
