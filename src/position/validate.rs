//! Recompute and compare: the net under everything incremental.

use super::Position;
use crate::types::{Bitboard, Color, Piece};

/// What a position's incremental state got wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValidateError {
    #[error("the sides overlap")]
    SidesOverlap,
    #[error("the kinds of men do not partition the men")]
    PiecesDisagree,
    #[error("a bia ngai that is no met")]
    PromotedDisagree,
    #[error("not exactly one khun a side")]
    Kings,
    #[error("the hash is not that of the men")]
    Hash,
    #[error("checkers or pins are stale")]
    Checks,
    #[error("the side that moved is in check")]
    OpponentInCheck,
}

impl Position {
    /// Recomputes everything derived and compares. Debug builds call it after every move.
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
