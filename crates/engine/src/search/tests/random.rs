//! Random positions.

use makruk::movegen::legal_moves;
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use rand::Rng;
use rand::rngs::SmallRng;

/// A position after so many random moves from the start, or fewer if the game ends before.
pub(super) fn position_after(rng: &mut SmallRng, plies: usize) -> Position {
    let variant = Variant::ALL[rng.random_range(0..Variant::ALL.len())];
    let mut position = Position::start(variant, CountingRule::MAKRUK);
    for _ in 0..plies {
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        position = position.play_unchecked(moves[rng.random_range(0..moves.len())]);
    }
    position
}
