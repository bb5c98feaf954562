//! Attacks on squares, checks and pins.

use super::Position;
use crate::attacks;
use crate::types::{Bitboard, Color, Move, Piece, Square};

/// From where one side would give check to the other's khun.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    king: Square,
    // [piece]
    by: [Bitboard; Piece::COUNT],
    // Men that alone stand between a ruea and the khun.
    uncovering: Bitboard,
}

impl CheckSquares {
    /// Whether a legal move that promotes nothing gives check. `piece` is the man that moves.
    #[inline]
    pub fn gives_check(&self, piece: Piece, mv: Move) -> bool {
        let uncovers = self.uncovering.contains(mv.from())
            && !attacks::line(self.king, mv.from()).contains(mv.to());
        self.by[piece.index()].contains(mv.to()) || uncovers
    }
}

impl Position {
    /// Men of `by` that attack `square`, with `occupied` in the way of ruea. Men of `by` outside
    /// `occupied` still attack: mask the answer where some are thought to be gone.
    #[inline]
    pub fn attackers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        // Where a man of the other colour on `square` would attack is where one of `by` attacks
        // it from.
        let of = |piece| self.piece(piece);
        let from = attacks::pawn(!by, square) & of(Piece::Pawn)
            | attacks::met(square) & of(Piece::Met)
            | attacks::khon(!by, square) & of(Piece::Khon)
            | attacks::knight(square) & of(Piece::Knight)
            | attacks::rook(square, occupied) & of(Piece::Rook)
            | attacks::king(square) & of(Piece::King);
        from & self.color(by)
    }

    /// Every square that `by` attacks, with `occupied` in the way of ruea.
    #[inline(always)]
    pub fn attacked_by(&self, by: Color, occupied: Bitboard) -> Bitboard {
        let ours = self.color(by);
        let mut attacked = attacks::pawn_set(by, ours & self.piece(Piece::Pawn))
            | attacks::khon_set(by, ours & self.piece(Piece::Khon))
            | attacks::met_set(ours & self.piece(Piece::Met))
            | attacks::king(self.king(by));
        for knight in ours & self.piece(Piece::Knight) {
            attacked |= attacks::knight(knight);
        }
        for rook in ours & self.piece(Piece::Rook) {
            attacked |= attacks::rook(rook, occupied);
        }
        attacked
    }

    /// Men of the side to move's opponent that give check.
    pub(super) fn compute_checkers(&self) -> Bitboard {
        self.attackers(!self.to_move, self.king(self.to_move), self.occupied())
    }

    /// Men of `color` that alone stand between their khun and a ruea of the other side.
    #[inline]
    pub fn pinned_men(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let occupied = self.occupied();
        let rooks = self.color(!color) & self.piece(Piece::Rook);
        let mut pinned = Bitboard::EMPTY;
        for rook in attacks::rook(king, Bitboard::EMPTY) & rooks {
            let blockers = attacks::between(king, rook) & occupied;
            if !blockers.many() {
                pinned |= blockers & self.color(color);
            }
        }
        pinned
    }

    /// From where the side to move would give check.
    #[inline]
    pub fn check_squares(&self) -> CheckSquares {
        let us = self.to_move;
        let king = self.king(!us);
        let occupied = self.occupied();
        let by = Piece::ALL.map(|piece| match piece {
            Piece::King => Bitboard::EMPTY,
            _ => attacks::attacks(piece, !us, king, occupied),
        });
        let mut uncovering = Bitboard::EMPTY;
        let rooks = self.color(us) & self.piece(Piece::Rook);
        for rook in attacks::rook(king, Bitboard::EMPTY) & rooks {
            let between = attacks::between(king, rook) & occupied;
            if !between.many() {
                uncovering |= between & self.color(us);
            }
        }
        CheckSquares { king, by, uncovering }
    }

    /// Recomputes what follows from the men and the side to move.
    #[inline]
    pub(super) fn refresh_checks(&mut self) {
        self.checkers = self.compute_checkers();
        self.pinned = self.pinned_men(self.to_move);
    }
}
