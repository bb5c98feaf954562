//! Basic types: sides, men, squares, sets of squares, moves, scores; and how numbers are rounded.

mod bitboard;
mod color;
mod moves;
mod named_enum;
mod piece;
mod rounded;
pub mod score;
mod square;

pub use bitboard::Bitboard;
pub use color::Color;
pub use moves::Move;
pub use named_enum::UnknownName;
pub use named_enum::{OneOf, named_enum};
pub use piece::Piece;
pub use rounded::rounded;
pub use score::Score;
pub use square::Square;
