//! What has worked before: move ordering learnt during the search. All of it by gravity: a score
//! drifts towards a bound and never leaves it.

use super::correction::Corrections;
use crate::position::Position;
use crate::types::{Color, Move, Piece};

/// Bound of every history score.
pub(super) const LIMIT: i32 = 16_384;

/// One learnt score, between −[`LIMIT`] and [`LIMIT`].
#[derive(Clone, Copy, Debug, Default)]
struct Learnt(i16);

impl Learnt {
    /// Moves towards the bound of `bonus`'s sign, the less the nearer it is.
    #[inline]
    fn learn(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let old = i32::from(self.0);
        self.0 = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}

/// A man and where it went: what continuation history goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Footprint(u16);

impl Footprint {
    const COUNT: usize = 2 * Piece::COUNT * 64;

    /// The footprint a legal move is about to leave.
    #[inline]
    pub(super) fn of(position: &Position, mv: Move) -> Self {
        let piece = position.piece_at(mv.from()).unwrap_or(Piece::Pawn);
        let man = position.to_move().index() * Piece::COUNT + piece.index();
        Self((man * 64 + mv.to().index()) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Plies back to the moves that a move may be a good answer or follow-up to.
pub(super) const CONTINUATIONS: [usize; 3] = [1, 2, 4];

/// Footprints of the moves [`CONTINUATIONS`] plies back, where there were any.
pub(super) type Context = [Option<Footprint>; CONTINUATIONS.len()];

/// The histories of one thread.
#[derive(Debug)]
pub(super) struct Histories {
    /// How far static evaluation is off.
    pub(super) corrections: Corrections,
    // [color][from][to]
    quiet: Box<[[[Learnt; 64]; 64]; 2]>,
    // [color][piece][to][captured, or king for a plain promotion]
    tactical: Box<[[[[Learnt; Piece::COUNT]; 64]; Piece::COUNT]; 2]>,
    // [earlier footprint][footprint]
    continuation: Vec<[Learnt; Footprint::COUNT]>,
}

impl Histories {
    pub(super) fn new() -> Self {
        Self {
            corrections: Corrections::new(),
            quiet: Box::new([[[Learnt::default(); 64]; 64]; 2]),
            tactical: Box::new([[[[Learnt::default(); Piece::COUNT]; 64]; Piece::COUNT]; 2]),
            continuation: vec![[Learnt::default(); Footprint::COUNT]; Footprint::COUNT],
        }
    }

    /// How well a quiet move has done, alone and after the moves of `context`.
    #[inline]
    pub(super) fn quiet(&self, position: &Position, mv: Move, context: &Context) -> i32 {
        let footprint = Footprint::of(position, mv);
        let alone = &self.quiet[position.to_move().index()][mv.from().index()][mv.to().index()];
        let mut score = i32::from(alone.0);
        for earlier in context.iter().flatten() {
            score += i32::from(self.continuation[earlier.index()][footprint.index()].0);
        }
        score
    }

    /// Rewards or punishes a quiet move.
    pub(super) fn learn_quiet(
        &mut self,
        position: &Position,
        mv: Move,
        context: &Context,
        bonus: i32,
    ) {
        let footprint = Footprint::of(position, mv);
        self.learn_played(position.to_move(), mv, footprint, context, bonus);
    }

    /// The same for a move that has been played by `us`.
    pub(super) fn learn_played(
        &mut self,
        us: Color,
        mv: Move,
        footprint: Footprint,
        context: &Context,
        bonus: i32,
    ) {
        self.learn_alone(us, mv, bonus);
        for earlier in context.iter().flatten() {
            self.continuation[earlier.index()][footprint.index()].learn(bonus);
        }
    }

    /// Rewards or punishes a quiet move, whatever came before it.
    pub(super) fn learn_alone(&mut self, us: Color, mv: Move, bonus: i32) {
        self.quiet[us.index()][mv.from().index()][mv.to().index()].learn(bonus);
    }

    /// How well a capture or promotion has done.
    #[inline]
    pub(super) fn tactical(&self, position: &Position, mv: Move) -> i32 {
        let (us, piece, to, captured) = tactical_index(position, mv);
        i32::from(self.tactical[us.index()][piece][to][captured].0)
    }

    /// Rewards or punishes a capture or promotion.
    pub(super) fn learn_tactical(&mut self, position: &Position, mv: Move, bonus: i32) {
        let (us, piece, to, captured) = tactical_index(position, mv);
        self.tactical[us.index()][piece][to][captured].learn(bonus);
    }
}

#[inline]
fn tactical_index(position: &Position, mv: Move) -> (Color, usize, usize, usize) {
    let piece = position.piece_at(mv.from()).unwrap_or(Piece::Pawn);
    let captured = position.captured(mv).unwrap_or(Piece::King);
    (position.to_move(), piece.index(), mv.to().index(), captured.index())
}
