//! The men on the board, and what they attack.

use super::{Board, color, square};
use crate::piece::{self, Piece};
use makruk::attacks;
use makruk::types::{Bitboard, Color, Square};
use pyo3::prelude::*;
use std::collections::{BTreeMap, HashSet};

/// Squares as Python has them.
fn squares(set: Bitboard) -> HashSet<usize> {
    set.map(Square::index).collect()
}

/// The men, and what they attack.
#[pymethods]
impl Board {
    /// The man on a square, or ``None``.
    ///
    /// >>> Board().piece_at(parse_square("e1"))
    /// Piece.from_symbol('M')
    fn piece_at(&self, square: i64) -> PyResult<Option<Piece>> {
        Ok(Piece::at(self.0.position(), self::square(square)?))
    }

    /// The kind of man on a square, from ``sakdi.BIA`` to ``sakdi.KHUN``, or ``None``.
    fn piece_type_at(&self, square: i64) -> PyResult<Option<usize>> {
        let piece = self.0.position().piece_at(self::square(square)?);
        Ok(piece.map(piece::number))
    }

    /// The side of the man on a square, or ``None``.
    fn color_at(&self, square: i64) -> PyResult<Option<bool>> {
        let color = self.0.position().color_at(self::square(square)?);
        Ok(color.map(|color| color == Color::White))
    }

    /// Whether the man on a square is a bia ngai, a promoted bia.
    fn is_promoted_at(&self, square: i64) -> PyResult<bool> {
        Ok(self.0.position().promoted().contains(self::square(square)?))
    }

    /// The men on the board by their squares.
    ///
    /// >>> men = Board().piece_map()
    /// >>> len(men), men[A1]
    /// (32, Piece.from_symbol('R'))
    fn piece_map(&self) -> BTreeMap<usize, Piece> {
        let position = self.0.position();
        let entry = |square| Some((Square::index(square), Piece::at(position, square)?));
        position.occupied().filter_map(entry).collect()
    }

    /// The squares of the men of a kind and a side.
    ///
    /// >>> [square_name(square) for square in sorted(Board().pieces(MA, WHITE))]
    /// ['b1', 'g1']
    fn pieces(&self, piece_type: i64, color: bool) -> PyResult<HashSet<usize>> {
        let kind = piece::kind(piece_type)?;
        Ok(squares(self.0.position().men(self::color(color), kind)))
    }

    /// The square of the khun of a side.
    fn king(&self, color: bool) -> usize {
        self.0.position().king(self::color(color)).index()
    }

    /// The squares that the man on a square attacks or defends; none if it is empty.
    ///
    /// >>> sorted(map(square_name, Board().attacks(parse_square("c1"))))
    /// ['b2', 'c2', 'd2']
    fn attacks(&self, square: i64) -> PyResult<HashSet<usize>> {
        let (position, square) = (self.0.position(), self::square(square)?);
        let man = position.piece_at(square).zip(position.color_at(square));
        let attacked =
            man.map(|(piece, color)| attacks::attacks(piece, color, square, position.occupied()));
        Ok(squares(attacked.unwrap_or(Bitboard::EMPTY)))
    }

    /// The squares of the men of a side that attack or defend a square.
    fn attackers(&self, color: bool, square: i64) -> PyResult<HashSet<usize>> {
        Ok(squares(self.attacking(color, square)?))
    }

    /// Whether a side attacks or defends a square.
    fn is_attacked_by(&self, color: bool, square: i64) -> PyResult<bool> {
        Ok(self.attacking(color, square)?.any())
    }

    /// The squares of the men that give check to the side to move.
    fn checkers(&self) -> HashSet<usize> {
        squares(self.0.position().checkers())
    }

    /// Whether the man of a side on a square covers its khun from a ruea.
    fn is_pinned(&self, color: bool, square: i64) -> PyResult<bool> {
        let pinned = self.0.position().pinned_men(self::color(color));
        Ok(pinned.contains(self::square(square)?))
    }
}

impl Board {
    fn attacking(&self, color: bool, square: i64) -> PyResult<Bitboard> {
        let (position, square) = (self.0.position(), self::square(square)?);
        Ok(position.attackers(self::color(color), square, position.occupied()))
    }
}
