//! Basic types: sides, men, squares, sets of squares, and moves.

mod bitboard;
mod color;
mod moves;
mod named_enum;
mod piece;
mod square;

pub use bitboard::Bitboard;
pub use color::Color;
pub use moves::Move;
pub use named_enum::UnknownName;
pub use named_enum::{OneOf, named_enum};
pub use piece::Piece;
pub use square::Square;
