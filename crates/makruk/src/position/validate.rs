//! Compares incremental state with state computed from scratch.

use super::Position;
use crate::types::{Bitboard, Color, Piece};

/// An inconsistency in a position. Only a bug, or an illegal move, can cause it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValidateError {
    /// A square belongs to both sides.
    #[error("the sides overlap")]
    SidesOverlap,
    /// A man has no kind, or two.
    #[error("the kinds of men do not partition the men")]
    PiecesDisagree,
    /// A bia ngai is not a met.
    #[error("a bia ngai that is not a met")]
    PromotedDisagree,
    /// A side does not have exactly one khun.
    #[error("not exactly one khun a side")]
    Kings,
    /// The hash is wrong.
    #[error("the hash is not that of the men")]
    Hash,
    /// Checkers or pinned men are wrong.
    #[error("checkers or pins are stale")]
    Checks,
    /// The side that is not to move is in check.
    #[error("the side that moved is in check")]
    OpponentInCheck,
}

impl Position {
    /// Checks all incremental state. Debug builds call it after every move.
    ///
    /// # Errors
    /// The first inconsistency found.
    pub fn validate(&self) -> Result<(), ValidateError> {
        let occupied = self.occupied();
        if (self.color(Color::White) & self.color(Color::Black)).any() {
            return Err(ValidateError::SidesOverlap);
        }
        let mut seen = Bitboard::EMPTY;
        for piece in Piece::ALL {
            if (seen & self.piece(piece)).any() {
                return Err(ValidateError::PiecesDisagree);
            }
            seen |= self.piece(piece);
        }
        if seen != occupied {
            return Err(ValidateError::PiecesDisagree);
        }
        if (self.promoted() & !self.piece(Piece::Met)).any() {
            return Err(ValidateError::PromotedDisagree);
        }
        if Color::ALL.iter().any(|&color| self.men(color, Piece::King).len() != 1) {
            return Err(ValidateError::Kings);
        }
        if self.placement.hash() != self.placement.recomputed_hash() {
            return Err(ValidateError::Hash);
        }
        if self.checkers != self.compute_checkers() || self.pinned != self.pinned_men(self.to_move)
        {
            return Err(ValidateError::Checks);
        }
        if self.attackers(self.to_move, self.king(!self.to_move), occupied).any() {
            return Err(ValidateError::OpponentInCheck);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{CountingRule, Variant};
    use crate::types::Square;

    fn start() -> Position {
        Position::start(Variant::Makruk, CountingRule::MAKRUK)
    }

    /// White's ruea on a1, its met on e1, and squares without a man.
    const A1: Square = Square::new(0, 0);
    const E1: Square = Square::new(4, 0);
    const D2: Square = Square::new(3, 1);
    const D4: Square = Square::new(3, 3);

    fn fault(change: impl FnOnce(&mut Position)) -> Result<(), ValidateError> {
        let mut position = start();
        change(&mut position);
        position.validate()
    }

    #[test]
    fn every_inconsistency_is_found() {
        use Color::{Black, White};
        use Piece::{King, Met, Pawn, Rook};
        assert_eq!(start().validate(), Ok(()));
        let overlap = fault(|position| position.placement.toggle(Black, Met, A1));
        assert_eq!(overlap, Err(ValidateError::SidesOverlap));
        let three_kinds = fault(|position| {
            position.placement.toggle(White, Met, A1);
            position.placement.toggle(White, Pawn, A1);
        });
        assert_eq!(three_kinds, Err(ValidateError::PiecesDisagree));
        let promoted = fault(|position| position.placement.set_promoted(A1, true));
        assert_eq!(promoted, Err(ValidateError::PromotedDisagree));
        assert_eq!(fault(|position| position.placement.set_promoted(E1, true)), Ok(()));
        let kings = fault(|position| position.placement.toggle(Black, King, D4));
        assert_eq!(kings, Err(ValidateError::Kings));
        // The men of the start position with another hash.
        let hash = fault(|position| {
            for (color, piece) in [(White, Rook), (White, Pawn), (Black, Rook), (Black, Pawn)] {
                position.placement.toggle(color, piece, D4);
            }
        });
        assert_eq!(hash, Err(ValidateError::Hash));
        assert_eq!(fault(|position| position.checkers = A1.bitboard()), Err(ValidateError::Checks));
        assert_eq!(fault(|position| position.pinned = E1.bitboard()), Err(ValidateError::Checks));
        let in_check = fault(|position| {
            position.placement.toggle(Black, Rook, D2);
            position.to_move = Black;
            position.refresh_checks();
        });
        assert_eq!(in_check, Err(ValidateError::OpponentInCheck));
    }
}
