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
    #[error("a bia ngai that is no met")]
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
