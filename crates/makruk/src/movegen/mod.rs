//! Generation of legal moves. One generator sends moves to a sink that lists or counts them.

mod legality;
mod pieces;

pub use legality::is_legal;

use crate::position::Position;
use crate::types::{Bitboard, Move, Piece, Square};
use arrayvec::ArrayVec;
use pieces::generate;

/// Capacity of a move list. No position has more moves: 31 men with at most 14 moves each.
pub const MAX_MOVES: usize = 512;

/// A list of moves on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// Which moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenType {
    /// All legal moves.
    All,
    /// Captures and promotions.
    Tactical,
    /// All others.
    Quiet,
}

/// Receives legal moves, man by man.
pub trait MoveSink {
    /// Whether the generator is compiled once for each side, which is faster where nothing else runs. In
    /// a search the smaller code is: it stays in the instruction cache.
    const PER_SIDE: bool = false;

    /// Moves of the man on `from`, which is no bia, to each of `targets`.
    fn piece(&mut self, piece: Piece, from: Square, targets: Bitboard);

    /// Moves of bia to each of `targets`, all by the same number of files and ranks.
    fn pawns(&mut self, files: i8, ranks: i8, targets: Bitboard);

    /// Whether no more moves are needed. Some may come all the same.
    #[inline]
    fn is_satisfied(&self) -> bool {
        false
    }
}

/// The square that a bia left by a move of so many files and ranks.
#[inline]
pub fn pawn_origin(to: Square, files: i8, ranks: i8) -> Square {
    Square::from_index((to.index() as i8 - files - 8 * ranks) as u8)
}

/// All legal moves, ordered by kind of man and then by square.
///
/// ```
/// use makruk::{movegen, position::Position};
/// let start = Position::start(Default::default(), Default::default());
/// assert_eq!(movegen::legal_moves(&start).len(), 23);
/// ```
pub fn legal_moves(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    generate_into(position, GenType::All, |mv| moves.push(mv));
    moves
}

/// Calls `take` with each legal move of one kind.
#[inline]
pub fn generate_into(position: &Position, gen_type: GenType, take: impl FnMut(Move)) {
    let mut sink = ForEach(take);
    match gen_type {
        GenType::All => generate_all(position, &mut sink),
        GenType::Tactical => generate_tacticals(position, &mut sink),
        GenType::Quiet => generate_quiets(position, &mut sink),
    }
}

/// Sends the legal moves to `sink`.
#[inline]
pub fn generate_all<S: MoveSink>(position: &Position, sink: &mut S) {
    generate::<_, true, true>(position, sink);
}

/// Sends the legal moves that neither capture nor promote to `sink`.
#[inline]
pub fn generate_quiets<S: MoveSink>(position: &Position, sink: &mut S) {
    generate::<_, false, true>(position, sink);
}

/// Sends the legal captures and promotions to `sink`.
#[inline]
pub fn generate_tacticals<S: MoveSink>(position: &Position, sink: &mut S) {
    generate::<_, true, false>(position, sink);
}

/// Number of legal moves, without listing them.
#[inline]
pub fn count_legal_moves(position: &Position) -> u32 {
    let mut count = Count(0);
    generate_all(position, &mut count);
    count.0
}

/// Whether there is any legal move.
pub fn has_legal_move(position: &Position) -> bool {
    let mut any = Any(false);
    generate_all(position, &mut any);
    any.0
}

/// Whether the side to move is checkmated.
#[inline]
pub fn is_checkmate(position: &Position) -> bool {
    position.in_check() && !has_legal_move(position)
}

/// Whether the side to move has no legal move and is not in check.
#[inline]
pub fn is_stalemate(position: &Position) -> bool {
    !position.in_check() && !has_legal_move(position)
}

struct ForEach<F>(F);

impl<F: FnMut(Move)> MoveSink for ForEach<F> {
    #[inline]
    fn piece(&mut self, _piece: Piece, from: Square, targets: Bitboard) {
        for to in targets {
            // A man never attacks its own square.
            if let Some(mv) = Move::new(from, to) {
                (self.0)(mv);
            }
        }
    }

    #[inline]
    fn pawns(&mut self, files: i8, ranks: i8, targets: Bitboard) {
        for to in targets {
            if let Some(mv) = Move::new(pawn_origin(to, files, ranks), to) {
                (self.0)(mv);
            }
        }
    }
}

struct Count(u32);

impl MoveSink for Count {
    const PER_SIDE: bool = true;

    #[inline]
    fn piece(&mut self, _piece: Piece, _from: Square, targets: Bitboard) {
        self.0 += targets.len();
    }

    #[inline]
    fn pawns(&mut self, _files: i8, _ranks: i8, targets: Bitboard) {
        self.0 += targets.len();
    }
}

struct Any(bool);

impl MoveSink for Any {
    #[inline]
    fn piece(&mut self, _piece: Piece, _from: Square, targets: Bitboard) {
        self.0 |= targets.any();
    }

    #[inline]
    fn pawns(&mut self, _files: i8, _ranks: i8, targets: Bitboard) {
        self.0 |= targets.any();
    }

    #[inline]
    fn is_satisfied(&self) -> bool {
        self.0
    }
}
