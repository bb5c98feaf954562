//! The captures and promotions of a position, listed with their scores.

use super::history::TacticalHistories;
use super::scored_moves::ScoredMoves;
use super::transposition::TranspositionTable;
use super::{params, see};
use crate::movegen::{self, MoveSink};
use crate::position::{MoveDetails, Position};
use crate::types::{Bitboard, Move, Piece, Square};

/// Scores the captures and promotions of a position as they are generated.
pub(super) struct TacticalMoves<'a> {
    pub position: &'a Position,
    pub histories: TacticalHistories<'a>,
    pub tt: &'a TranspositionTable,
    /// [`super::transposition::count_key_after`]
    pub count_key: u64,
    /// This move is not listed.
    pub without: Option<Move>,
    pub moves: &'a mut ScoredMoves,
}

impl TacticalMoves<'_> {
    #[inline]
    fn push(&mut self, from: Square, to: Square, details: MoveDetails) {
        let Some(mv) = Move::new(from, to).filter(|&mv| Some(mv) != self.without) else { return };
        self.tt.prefetch(self.position.key_after(mv, details) ^ self.count_key);
        let gain = params::picker_gain_weight() * see::gain(details);
        let history = self.histories.score(details, to) * params::picker_history_share();
        self.moves.push(mv, gain + history / 100);
    }
}

impl MoveSink for TacticalMoves<'_> {
    #[inline]
    fn piece(&mut self, moved: Piece, from: Square, targets: Bitboard) {
        for to in targets {
            let captured = self.position.piece_at(to);
            self.push(from, to, MoveDetails { moved, captured, promotes: false });
        }
    }

    #[inline]
    fn pawns(&mut self, files: i8, ranks: i8, targets: Bitboard) {
        let promoting = Bitboard::promotion_zone(self.position.to_move());
        for to in targets {
            let from = movegen::pawn_origin(to, files, ranks);
            let captured = self.position.piece_at(to);
            let promotes = promoting.contains(to);
            self.push(from, to, MoveDetails { moved: Piece::Pawn, captured, promotes });
        }
    }
}
