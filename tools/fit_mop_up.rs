//! Fits the estimates of moves to mate in crates/engine/src/eval/mop_up.rs (`MatingMaterial::linear_estimate`) to
//! endgame tables, and prints them with their root mean square errors in moves.
//!
//!     sakdi tables build KMMMvK KNMMvK KSMMvK KNSMvK KSSMvK KRMMvK KRNMvK KRSMvK --dir tables
//!     cargo run --release --example fit_mop_up -- tables

#[path = "mating_games.rs"]
mod mating_games;
#[path = "tables.rs"]
mod tables;

use makruk::types::Color;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sakdi_engine::eval::mop_up::{DISTANCES, MatingMaterial, MopUp};
use sakdi_engine::tablebase::{Ending, Tablebase};

/// Unknowns of a fit: the base for one, two and three men, and a weight for each distance.
const UNKNOWNS: usize = 3 + DISTANCES;

/// Number of won positions sampled from each ending.
const SAMPLES: usize = 3_000;

/// The endings that each kind of material is fitted to. Tables of five men must be built first.
const ENDINGS: [(MatingMaterial, &[&str]); 5] = [
    (MatingMaterial::Rook, &["KRvK", "KRMvK", "KRNvK", "KRSvK", "KRMMvK", "KRNMvK", "KRSMvK"]),
    (MatingMaterial::TwoRooks, &["KRRvK"]),
    (MatingMaterial::KhonAndOne, &["KSMvK", "KSSvK", "KNSvK"]),
    (MatingMaterial::Khon, &["KSMMvK", "KNSMvK", "KSSMvK"]),
    (MatingMaterial::MetsAndKnights, &["KMMMvK", "KNMMvK"]),
];

fn main() {
    let tables = tables::from_argument("fit_mop_up TABLES");
    let mut rng = SmallRng::seed_from_u64(5);
    for (material, endings) in ENDINGS {
        let mut samples = Vec::new();
        for name in endings {
            let ending: Ending = name.parse().expect("an ending");
            let wanted = samples.len() + SAMPLES;
            while samples.len() < wanted {
                add_samples(&tables, ending, material, &mut rng, &mut samples);
            }
        }
        let fit = least_squares(&samples);
        let errors = samples.iter().map(|(mop_up, moves)| {
            let terms = std::iter::zip(fit, unknowns(mop_up));
            terms.map(|(weight, feature)| weight * feature).sum::<f64>() - moves
        });
        let mean = errors.map(|error| error * error).sum::<f64>() / samples.len() as f64;
        let hundredths = fit.map(|weight| (100.0 * weight).round() as i32);
        let (base, weights) = hundredths.split_at(3);
        println!("{material:?} base {base:?} weights {weights:?} error {:.1}", mean.sqrt());
    }
}

/// Adds about a third of the positions of a game with White to move, with the moves to mate.
fn add_samples(
    tables: &Tablebase,
    ending: Ending,
    material: MatingMaterial,
    rng: &mut SmallRng,
    samples: &mut Vec<(MopUp, f64)>,
) {
    for (position, moves) in mating_games::mating_game(tables, ending, 0.0, rng) {
        if position.to_move() == Color::White && rng.random_bool(0.35) {
            // A sacrifice may have changed the material.
            let mop_up = MopUp::of(&position, Color::White);
            let mop_up = mop_up.filter(|mop_up| mop_up.material == material);
            samples.extend(mop_up.map(|mop_up| (mop_up, f64::from(moves))));
        }
    }
}

fn unknowns(mop_up: &MopUp) -> [f64; UNKNOWNS] {
    let mut features = [0.0; UNKNOWNS];
    features[mop_up.men - 1] = 1.0;
    for (feature, distance) in std::iter::zip(&mut features[3..], mop_up.distances) {
        *feature = f64::from(distance);
    }
    features
}

/// Solves the normal equations. Unknowns that occur in no sample become 0.
fn least_squares(samples: &[(MopUp, f64)]) -> [f64; UNKNOWNS] {
    let mut rows = [[0.0; UNKNOWNS + 1]; UNKNOWNS];
    for (mop_up, moves) in samples {
        let features = unknowns(mop_up);
        for (row, &feature) in std::iter::zip(&mut rows, &features) {
            for (cell, &other) in std::iter::zip(row.iter_mut(), &features) {
                *cell += feature * other;
            }
            row[UNKNOWNS] += feature * moves;
        }
    }
    for (index, row) in rows.iter_mut().enumerate() {
        row[index] += 1e-3;
    }
    for pivot in 0..UNKNOWNS {
        let best = (pivot..UNKNOWNS)
            .max_by(|&a, &b| rows[a][pivot].abs().total_cmp(&rows[b][pivot].abs()));
        rows.swap(pivot, best.unwrap_or(pivot));
        let base = rows[pivot];
        for (_, row) in rows.iter_mut().enumerate().filter(|&(index, _)| index != pivot) {
            let factor = row[pivot] / base[pivot];
            std::iter::zip(row.iter_mut(), base).for_each(|(cell, above)| *cell -= factor * above);
        }
    }
    std::array::from_fn(|index| rows[index][UNKNOWNS] / rows[index][index])
}
