//! Counting the leaves of the legal move tree: the move generator's test and measure. Counts and
//! repetition play no part; mate and stalemate have no moves.

mod hash;
mod suite;
mod walk;

pub use hash::PerftTable;
pub use suite::{Case, CaseError, parse_suite};
pub use walk::{MAX_DEPTH, Perft, PerftError};

use crate::movegen::{self, count_legal_moves};
use crate::position::Position;

/// Number of leaves `depth` plies below `position`, bulk counted at the last ply.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(count_legal_moves(position)),
        _ => {
            let mut nodes = 0;
            movegen::generate_into(position, movegen::Kind::All, |mv| {
                nodes += perft(&position.play_unchecked(mv), depth - 1);
            });
            nodes
        }
    }
}
