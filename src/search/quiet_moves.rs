//! The quiet moves of a position, listed with their scores.

use super::history::QuietHistories;
use super::listing::Listing;
use super::{params, see};
use crate::movegen::{self, MoveSink};
use crate::position::CheckSquares;
use crate::types::{Bitboard, Piece, Square};

/// Scores the quiet moves of a position as they are generated. What all moves of a man have in
/// common is looked up once.
pub(super) struct QuietMoves<'a> {
    pub list: Listing<'a>,
    pub histories: QuietHistories<'a>,
    pub checks: &'a CheckSquares,
    /// Moves that give no check are left out, and their scores do not matter.
    pub checks_only: bool,
}

impl QuietMoves<'_> {
    #[inline]
    fn push(&mut self, piece: Piece, from: Square, to: Square, checking: Bitboard) {
        let Some(mv) = self.list.listed(from, to) else { return };
        self.list.prefetch(self.list.position.key_after_quiet(piece, mv));
        let checks = checking.contains(to);
        let mut score = 0;
        if !self.checks_only {
            score = self.histories.score(piece, from, to);
            if checks && see::wins_at_least(self.list.position, mv, 0) {
                score += params::picker_check_bonus();
            }
        }
        self.list.moves.push(mv, score, checks);
    }
}

impl MoveSink for QuietMoves<'_> {
    #[inline]
    fn piece(&mut self, piece: Piece, from: Square, targets: Bitboard) {
        let checking = self.checks.of_man(piece, from);
        for to in if self.checks_only { targets & checking } else { targets } {
            self.push(piece, from, to, checking);
        }
    }

    #[inline]
    fn pawns(&mut self, files: i8, ranks: i8, targets: Bitboard) {
        for to in targets {
            let from = movegen::pawn_origin(to, files, ranks);
            let checking = self.checks.of_man(Piece::Pawn, from);
            if !self.checks_only || checking.contains(to) {
                self.push(Piece::Pawn, from, to, checking);
            }
        }
    }
}
