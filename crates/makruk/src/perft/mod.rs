//! Perft: counts the leaves of the tree of legal moves, to test the move generator and measure its
//! speed. Draws by count or repetition do not end a line; mate and stalemate do.

mod hash;
mod parallel;
mod suite;
mod threads;

pub use hash::PerftTable;
pub use parallel::{Division, MAX_DEPTH, Perft, PerftError};
pub use suite::{PerftCase, PerftCaseError, parse_suite};
pub use threads::ThreadError;

use crate::movegen::{self, count_legal_moves};
use crate::position::Position;

/// The number of leaves `depth` plies below `position`. Moves of the last ply are counted, not made.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(count_legal_moves(position)),
        _ => {
            let mut nodes = 0;
            movegen::generate_into(position, movegen::GenType::All, |mv| {
                let mut child = *position;
                child.make_unchecked(mv);
                nodes += perft(&child, depth - 1);
            });
            nodes
        }
    }
}
