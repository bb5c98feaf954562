//! Checked construction of positions.

use super::Position;
use super::placement::Placement;
use crate::rules::{Count, CountingRule, Variant};
use crate::types::{Bitboard, Color, Piece, Square};

/// A man: its side, its kind and whether it is a bia ngai.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Its side.
    pub color: Color,
    /// Its kind.
    pub piece: Piece,
    /// Whether it is a bia ngai: a met that was a bia.
    pub promoted: bool,
}

impl Man {
    /// A man that is not a bia ngai.
    pub const fn new(color: Color, piece: Piece) -> Self {
        Self { color, piece, promoted: false }
    }
}

/// The parts of a position, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    // [square]
    board: [Option<Man>; 64],
    /// The side to move.
    pub to_move: Color,
    /// The running count, if any.
    pub count: Count,
    /// Plies since the last capture or bia move.
    pub halfmove_clock: u16,
    /// Number of the next move, from 1.
    pub fullmove_number: u16,
}

/// Why a position is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A side does not have exactly one khun.
    #[error("{color} has {found} khun, needs exactly one")]
    Kings {
        /// The side.
        color: Color,
        /// Number of its khuns.
        found: u32,
    },
    /// There are more than 32 men.
    #[error("{found} men on the board, at most 32 are possible")]
    TooManyMen {
        /// Number of men.
        found: u32,
    },
    /// A bia is on its last rank.
    #[error("a bia of {color} on {square}, its last rank")]
    PawnOnLastRank {
        /// The side of the bia.
        color: Color,
        /// Its square.
        square: Square,
    },
    /// The side that is not to move is in check.
    #[error("{color} is in check but it is {}'s move", color.opponent())]
    OpponentInCheck {
        /// That side.
        color: Color,
    },
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

    /// Puts a man on a square, and removes the one that was there.
    pub const fn put(&mut self, square: Square, man: Man) {
        self.board[square.index()] = Some(man);
    }

    /// The man on a square; `None` when it is empty.
    pub const fn man(&self, square: Square) -> Option<Man> {
        self.board[square.index()]
    }

    /// The position, if it is legal.
    ///
    /// # Errors
    /// Which condition for legal positions is not met.
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
        let counts = counting_rule != CountingRule::NONE && self.count.is_running();
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
