//! Untrained nets, for tests and benches.

use makruk::types::{Color, Piece, Square};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sakdi_engine::eval::nnue::arch::{HIDDEN, ManFeature, Perspective};
use sakdi_engine::eval::nnue::{Net, Row, SmallRow};

/// A net that counts material, with some noise.
pub fn untrained(seed: u64) -> Net {
    // [piece]
    const VALUES: [i16; Piece::COUNT] = [3, 5, 8, 10, 16, 0];
    const COUNTERS: usize = HIDDEN / 8;
    let mut random = SmallRng::seed_from_u64(seed);
    let mut row = |limit: i16| Row(std::array::from_fn(|_| random.random_range(-limit..=limit)));
    let mut net = Net::zero();
    let perspective = Perspective::new(Color::White, Square::new(0, 0));
    for piece in Piece::ALL {
        for square in Square::all() {
            for color in Color::ALL {
                let input = perspective.man_input(ManFeature::new(color, piece, square));
                let weights = &mut net.man_weights[input];
                *weights = row(30);
                let value = if color == Color::White { VALUES[piece.index()] } else { 0 };
                weights.0[..COUNTERS].fill(value);
            }
        }
    }
    for weights in net.attacked_weights.iter_mut() {
        *weights = SmallRow(row(30).0.map(|weight| weight as i8));
        weights.0[..COUNTERS].fill(0);
    }
    net.feature_bias = row(100);
    net.feature_bias.0[..COUNTERS].fill(20);
    for weights in &mut net.output_weights {
        *weights = [row(3), row(3)];
        weights[0].0[..COUNTERS].fill(60);
        weights[1].0[..COUNTERS].fill(-60);
    }
    net.output_bias = std::array::from_fn(|bucket| 100 * bucket as i32 - 300);
    net
}
