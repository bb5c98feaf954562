//! The quiet moves of a position, listed with their scores.

use super::history::QuietHistories;
use super::scored_moves::ScoredMoves;
use super::transposition::TranspositionTable;
use super::{params, see};
use crate::movegen::{self, MoveSink};
use crate::position::{CheckSquares, Position};
use crate::types::{Bitboard, Move, Piece, Square};

/// Scores the quiet moves of a position as they are generated. What all moves of a man have in
/// common is looked up once.
pub(super) struct QuietMoves<'a> {
    pub position: &'a Position,
    pub histories: QuietHistories<'a>,
    pub checks: &'a CheckSquares,
    pub tt: &'a TranspositionTable,
    /// [`super::transposition::count_key_after`]
    pub count_key: u64,
    /// This move is not listed.
    pub without: Option<Move>,
    pub moves: &'a mut ScoredMoves,
}

impl QuietMoves<'_> {
    #[inline]
    fn push(&mut self, piece: Piece, from: Square, to: Square, checking: Bitboard) {
        let Some(mv) = Move::new(from, to).filter(|&mv| Some(mv) != self.without) else { return };
        // The position after the move is likely to be looked up soon.
        self.tt.prefetch(self.position.key_after_quiet(piece, mv) ^ self.count_key);
        let mut score = self.histories.score(piece, from, to);
        if checking.contains(to) && see::wins_at_least(self.position, mv, 0) {
            score += params::picker_check_bonus();
        }
        self.moves.push(mv, score);
    }
}

impl MoveSink for QuietMoves<'_> {
    #[inline]
    fn piece(&mut self, piece: Piece, from: Square, targets: Bitboard) {
        let checking = self.checks.of_man(piece, from);
        for to in targets {
            self.push(piece, from, to, checking);
        }
    }

    #[inline]
    fn pawns(&mut self, files: i8, ranks: i8, targets: Bitboard) {
        for to in targets {
            let from = movegen::pawn_origin(to, files, ranks);
            self.push(Piece::Pawn, from, to, self.checks.of_man(Piece::Pawn, from));
        }
    }
}
