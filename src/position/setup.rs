//! Building a position from loose parts, checked.

use super::Position;
use super::placement::Placement;
use crate::rules::{Count, CountingRule, Variant};
use crate::types::{Bitboard, Color, Piece, Square};

/// A man: its side, its kind and whether it is a bia ngai.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    pub color: Color,
    pub piece: Piece,
    /// A met that was a bia.
    pub promoted: bool,
}

impl Man {
    /// A man that is no bia ngai.
    pub const fn new(color: Color, piece: Piece) -> Self {
        Self { color, piece, promoted: false }
    }
}

/// The parts of a position, in any state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    // [square]
    board: [Option<Man>; 64],
    pub to_move: Color,
    pub count: Count,
    /// Plies since the last capture or bia move.
    pub halfmove_clock: u16,
    pub fullmove_number: u16,
}

/// Why a set-up is no legal position. The words for it are those of [`crate::notation`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    Kings { color: Color, found: u32 },
    TooManyMen { found: u32 },
    PawnOnLastRank { color: Color, square: Square },
    OpponentInCheck { color: Color },
}

impl Setup {
    /// An empty board, White to move, no count, first move.
    pub const fn empty() -> Self {
        Self {
            board: [None; 64],
            to_move: Color::White,
            count: Count::NONE,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Puts a man on a square, in the place of what stood there.
    pub const fn put(&mut self, square: Square, man: Man) {
        self.board[square.index()] = Some(man);
    }

    /// The man on a square.
    pub const fn man(&self, square: Square) -> Option<Man> {
        self.board[square.index()]
    }

    /// The position, if it is legal: exactly one khun a side, at most 32 men, no bia on its last
    /// rank, the side that just moved not in check.
    pub fn build(
        &self,
        variant: Variant,
        counting_rule: CountingRule,
    ) -> Result<Position, SetupError> {
        let mut placement = Placement::EMPTY;
        for square in Square::all() {
            if let Some(man) = self.man(square) {
                placement.toggle(man.color, man.piece, square);
                placement.set_promoted(square, man.promoted && man.piece == Piece::Met);
            }
        }
        check_men(&placement)?;
        let counts = counting_rule != CountingRule::None && self.count.is_running();
        let mut position = Position {
            placement,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            count: if counts { self.count } else { Count::NONE },
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number.max(1),
            to_move: self.to_move,
            variant,
            counting_rule,
        };
        let opponent = !self.to_move;
        let opponent_king = position.king(opponent);
        if position.attackers(self.to_move, opponent_king, position.occupied()).any() {
            return Err(SetupError::OpponentInCheck { color: opponent });
        }
        position.refresh_checks();
        Ok(position)
    }
}

fn check_men(placement: &Placement) -> Result<(), SetupError> {
    for color in Color::ALL {
        let kings = placement.color(color) & placement.piece(Piece::King);
        if kings.len() != 1 {
            return Err(SetupError::Kings { color, found: kings.len() });
        }
        let last_rank = Bitboard::rank(if color == Color::White { 7 } else { 0 });
        let pawns = placement.color(color) & placement.piece(Piece::Pawn);
        if let Some(square) = (pawns & last_rank).first() {
            return Err(SetupError::PawnOnLastRank { color, square });
        }
    }
    let found = placement.occupied().len();
    if found > 32 {
        return Err(SetupError::TooManyMen { found });
    }
    Ok(())
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let mut setup = Self::empty();
        for color in Color::ALL {
            for square in position.color(color) {
                let piece = position.placement.piece_on_occupied(square);
                let promoted = position.promoted().contains(square);
                setup.put(square, Man { color, piece, promoted });
            }
        }
        setup.to_move = position.to_move;
        setup.count = position.count;
        setup.halfmove_clock = position.halfmove_clock;
        setup.fullmove_number = position.fullmove_number;
        setup
    }
}
