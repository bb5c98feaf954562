//! The features that differ between two positions.

use super::arch::Perspective;
use arrayvec::ArrayVec;
use makruk::position::{MoveDetails, Position};
use makruk::types::{Bitboard, Color, Move, Piece, Square};

/// The inputs that differ between two positions, in one perspective.
#[derive(Clone, Debug)]
pub(super) struct FeatureDelta {
    /// On in the earlier position, off in the later one.
    pub removed: ArrayVec<u16, 32>,
    /// Off in the earlier position, on in the later one.
    pub added: ArrayVec<u16, 32>,
}

impl FeatureDelta {
    pub(super) const NONE: Self =
        Self { removed: ArrayVec::new_const(), added: ArrayVec::new_const() };

    /// The differences on the `changed` squares between two positions, for each of the perspectives.
    #[inline]
    pub(super) fn between<const N: usize>(
        from: &Position,
        to: &Position,
        changed: Bitboard,
        perspectives: [Perspective; N],
    ) -> [Self; N] {
        let mut deltas = [const { Self::NONE }; N];
        for square in changed {
            if let Some(feature) = Feature::on(from, square) {
                for (delta, &perspective) in deltas.iter_mut().zip(&perspectives) {
                    delta.removed.push(feature.input(perspective) as u16);
                }
            }
            if let Some(feature) = Feature::on(to, square) {
                for (delta, &perspective) in deltas.iter_mut().zip(&perspectives) {
                    delta.added.push(feature.input(perspective) as u16);
                }
            }
        }
        deltas
    }
}

/// A piece of a colour on a square.
#[derive(Clone, Copy)]
pub(super) struct Feature {
    color: Color,
    piece: Piece,
    square: Square,
}

impl Feature {
    #[inline]
    fn on(position: &Position, square: Square) -> Option<Self> {
        let black = position.color(Color::Black).contains(square);
        let color = if black { Color::Black } else { Color::White };
        position.piece_at(square).map(|piece| Self { color, piece, square })
    }

    /// Its input in a perspective.
    #[inline]
    pub(super) fn input(self, perspective: Perspective) -> usize {
        perspective.input(self.color, self.piece, self.square)
    }
}

/// The features that a move changes.
pub(super) struct MoveDelta {
    /// The piece that moved, on its old square.
    pub removed: Feature,
    pub captured: Option<Feature>,
    /// The piece that moved, or the one it promoted to, on its new square.
    pub added: Feature,
}

impl MoveDelta {
    /// The features that a legal move of a position changes.
    #[inline]
    pub(super) fn of(position: &Position, mv: Move) -> Self {
        let (us, from, to) = (position.to_move(), mv.from(), mv.to());
        let MoveDetails { moved, captured, promotes } = position.details(mv);
        let becomes = if promotes { Piece::Met } else { moved };
        Self {
            removed: Feature { color: us, piece: moved, square: from },
            captured: captured.map(|piece| Feature { color: !us, piece, square: to }),
            added: Feature { color: us, piece: becomes, square: to },
        }
    }

    /// Whether a khun moved.
    #[inline]
    pub(super) fn is_by_king(&self) -> bool {
        self.removed.piece == Piece::King
    }
}

/// The squares on which two positions differ.
#[inline]
pub(super) fn changed_squares(from: &Position, to: &Position) -> Bitboard {
    let colors = from.color(Color::White) ^ to.color(Color::White);
    Piece::ALL.iter().fold(colors, |set, &piece| set | from.piece(piece) ^ to.piece(piece))
}
