//! Attacks on squares, checks and pins.

use super::Position;
use crate::attacks;
use crate::types::{Bitboard, Color, Move, Piece, Square};

/// The squares on which the side to move would give check.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    king: Square,
    // [piece]
    by: [Bitboard; Piece::COUNT],
    // Men whose move off the line gives a discovered check.
    blockers: Bitboard,
}

impl CheckSquares {
    /// The squares where `piece`, on its way from `from`, gives check without a promotion.
    #[inline]
    pub fn of_man(&self, piece: Piece, from: Square) -> Bitboard {
        let direct = self.by[piece.index()];
        if self.blockers.contains(from) { direct | !attacks::line(self.king, from) } else { direct }
    }
}

impl Position {
    /// The men of `by` that attack `square`; `occupied` blocks ruea. Men of `by` that are not in
    /// `occupied` are included: mask the result to remove them.
    #[inline]
    pub fn attackers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        // Attacks reversed: `by` attacks `square` from where the other colour would attack from
        // `square`.
        let of = |piece| self.piece(piece);
        let from = attacks::pawn(!by, square) & of(Piece::Pawn)
            | attacks::met(square) & of(Piece::Met)
            | attacks::khon(!by, square) & of(Piece::Khon)
            | attacks::knight(square) & of(Piece::Knight)
            | attacks::rook(square, occupied) & of(Piece::Rook)
            | attacks::king(square) & of(Piece::King);
        from & self.color(by)
    }

    /// The men of both colours that attack `square`, as [`Self::attackers`] finds them for each.
    #[inline]
    pub fn attackers_of_both(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let of = |piece| self.piece(piece);
        let by = |us: Color| {
            let from = attacks::pawn(!us, square) & of(Piece::Pawn)
                | attacks::khon(!us, square) & of(Piece::Khon);
            from & self.color(us)
        };
        by(Color::White)
            | by(Color::Black)
            | attacks::met(square) & of(Piece::Met)
            | attacks::knight(square) & of(Piece::Knight)
            | attacks::rook(square, occupied) & of(Piece::Rook)
            | attacks::king(square) & of(Piece::King)
    }

    /// All squares that `by` attacks, where `occupied` blocks ruea.
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

    /// The men that give check to the side to move, by their definition: `validate` compares with it what
    /// [`Self::refresh_checks`] found.
    pub(super) fn compute_checkers(&self) -> Bitboard {
        self.attackers(!self.to_move, self.king(self.to_move), self.occupied())
    }

    /// The men of `color` that are pinned: the only man between their khun and a ruea of the other
    /// side. `validate` compares with it what the position keeps of pins.
    pub fn pinned_men(&self, color: Color) -> Bitboard {
        self.single_blockers(color) & self.color(color)
    }

    /// Men of either side that are the only man between the khun of `color` and a ruea of the other
    /// side.
    #[inline]
    fn single_blockers(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let occupied = self.occupied();
        let rooks = self.color(!color) & self.piece(Piece::Rook);
        let mut single = Bitboard::EMPTY;
        for rook in attacks::lines(king) & rooks {
            let blockers = attacks::between(king, rook) & occupied;
            if !blockers.many() {
                single |= blockers;
            }
        }
        single
    }

    /// The squares on which the side to move would give check.
    #[inline]
    pub fn check_squares(&self) -> CheckSquares {
        let us = self.to_move;
        let king = self.king(!us);
        let occupied = self.occupied();
        let by = Piece::ALL.map(|piece| match piece {
            Piece::King => Bitboard::EMPTY,
            _ => attacks::attacks(piece, !us, king, occupied),
        });
        CheckSquares { king, by, blockers: self.single_blockers(!us) & self.color(us) }
    }

    /// Whether a legal move gives check. `squares` are the [`Self::check_squares`] of this position.
    #[inline]
    pub fn gives_check(&self, squares: &CheckSquares, mv: Move) -> bool {
        let piece = if self.promotes(mv) { Some(Piece::Met) } else { self.piece_at(mv.from()) };
        piece.is_some_and(|piece| squares.of_man(piece, mv.from()).contains(mv.to()))
    }

    /// Recomputes checkers and pins, both in one pass over the ruea in line with the khun: it follows
    /// every move, and apart they take longer.
    #[inline]
    pub(super) fn refresh_checks(&mut self) {
        let us = self.to_move;
        let king = self.king(us);
        let of = |piece| self.piece(piece);
        // No move leaves a khun beside the other.
        let mut checkers = attacks::pawn(us, king) & of(Piece::Pawn)
            | attacks::met(king) & of(Piece::Met)
            | attacks::khon(us, king) & of(Piece::Khon)
            | attacks::knight(king) & of(Piece::Knight);
        let mut pinned = Bitboard::EMPTY;
        for rook in attacks::lines(king) & self.men(!us, Piece::Rook) {
            let blockers = attacks::between(king, rook) & self.occupied();
            if blockers.is_empty() {
                checkers |= rook.bitboard();
            } else if !blockers.many() {
                pinned |= blockers;
            }
        }
        self.checkers = checkers & self.color(!us);
        self.pinned = pinned & self.color(us);
    }
}
