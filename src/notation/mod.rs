//! Positions and moves as text: FEN, coordinate moves. Reading is lenient where the intent is
//! clear and never panics; writing is exact.

pub mod coordinate;
mod error;
pub mod fen;

pub use error::{Counter, FenError, MoveError};
