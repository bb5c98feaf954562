//! Fits the estimates of moves to mate in src/eval/mop_up.rs (`MatingMaterial::moves_to_mate`) to
//! endgame tables, and prints them with their root mean square errors in moves.
//!
//!     sakdi tables build KMMMvK KNMMvK KSMMvK KNSMvK KSSMvK KRMMvK KRNMvK KRSMvK --dir tables
//!     cargo run --release --example fit_mop_up -- tables

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sakdi::eval::mop_up::{DISTANCES, MatingMaterial, MopUp};
use sakdi::position::Position;
use sakdi::tablebase::verify;
use sakdi::tablebase::{Ending, Tablebase};
use sakdi::types::{Color, Square};
use std::path::Path;

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
    let Some(directory) = std::env::args_os().nth(1) else {
        eprintln!("usage: fit_mop_up TABLES");
        std::process::exit(2);
    };
    let mut tables = Tablebase::embedded();
    tables.add_directory(Path::new(&directory)).expect("a directory of endgame tables");
    let mut rng = SmallRng::seed_from_u64(5);
    for (material, endings) in ENDINGS {
        let mut samples = Vec::new();
        for name in endings {
            let ending: Ending = name.parse().expect("an ending");
            let wanted = samples.len() + SAMPLES;
            while samples.len() < wanted {
                play_out(&tables, ending, material, &mut rng, &mut samples);
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

/// Plays a game from a random position of the ending, both sides perfectly, and adds about a third
/// of the positions with White to move, with the moves to mate.
fn play_out(
    tables: &Tablebase,
    ending: Ending,
    material: MatingMaterial,
    rng: &mut SmallRng,
    samples: &mut Vec<(MopUp, f64)>,
) {
    let layout = tables.table(ending).unwrap_or_else(|| panic!("no table {ending}")).layout();
    let placement = layout.placement(rng.random_range(0..layout.placements()));
    let weak_king = Square::from_index(rng.random_range(0..64));
    let start = verify::position(layout, &placement, weak_king, Color::White);
    let mut position = start;
    while let Some(here) = position {
        let distance = tables.probe(&here).and_then(|verdict| verdict.distance);
        let Some(distance @ 1..) = distance else { return };
        if here.to_move() == Color::White && rng.random_bool(0.35) {
            // A sacrifice may have changed the material.
            let mop_up = MopUp::of(&here, Color::White);
            let mop_up = mop_up.filter(|mop_up| mop_up.material == material);
            samples.extend(mop_up.map(|mop_up| (mop_up, f64::from(distance))));
        }
        position = best_move(tables, &here);
    }
}

/// The position after the best move: the fastest mate for White, the longest defence for Black.
fn best_move(tables: &Tablebase, position: &Position) -> Option<Position> {
    let distance = |next: &Position| tables.probe(next).and_then(|verdict| verdict.distance);
    let next = sakdi::movegen::legal_moves(position).into_iter();
    let next = next.map(|mv| position.play_unchecked(mv));
    let next = next.filter_map(|next| distance(&next).map(|moves| (moves, next)));
    let best = match position.to_move() {
        Color::White => next.min_by_key(|(moves, _)| *moves),
        Color::Black => next.max_by_key(|(moves, _)| *moves),
    };
    best.map(|(_, next)| next)
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
