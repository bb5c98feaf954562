//! Positions and moves as text: FEN, coordinate moves, SAN. Reading is lenient where the intent is
//! clear and never panics; writing is exact.

pub mod coordinate;
mod error;
pub mod fen;
pub mod pgn;
pub mod san;

pub use error::{Counter, FenError, MoveError};
pub use pgn::PgnError;

use crate::position::Position;
use crate::types::Move;

/// Checks the letter behind a legal move, if there is one: a bia promotes to M alone.
fn check_promotion(position: &Position, mv: Move, letter: Option<char>) -> Result<(), MoveError> {
    match letter {
        None => Ok(()),
        Some(letter) if !letter.eq_ignore_ascii_case(&'m') => {
            Err(MoveError::WrongPromotion { mv, letter })
        }
        Some(_) if position.promotes(mv) => Ok(()),
        Some(_) => Err(MoveError::PromotesNothing { mv }),
    }
}
