//! How the moves to mate a bare khun are estimated (src/eval/mating.rs).

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sakdi::eval::mating::{Chase, DISTANCES, Force};
use sakdi::position::Position;
use sakdi::tablebase::verify;
use sakdi::tablebase::{Ending, Tablebase};
use sakdi::types::{Color, Square};
use std::path::Path;

/// Unknowns of a fit: a base for one, two and three men, and the weights.
const UNKNOWNS: usize = 3 + DISTANCES;

/// Endings that each force is fitted to. Those of five men have to be built.
const FORCES: [(Force, &[&str]); 5] = [
    (Force::Rook, &["KRvK", "KRMvK", "KRNvK", "KRSvK", "KRMMvK", "KRNMvK", "KRSMvK"]),
    (Force::TwoRooks, &["KRRvK"]),
    (Force::KhonAndOne, &["KSMvK", "KSSvK", "KNSvK"]),
    (Force::Khon, &["KSMMvK", "KNSMvK", "KSSMvK"]),
    (Force::MetsAndKnights, &["KMMMvK", "KNMMvK"]),
];

/// Fits the numbers of `Force::drive` and prints them. First
/// `sakdi tables build KMMMvK KNMMvK KSMMvK KNSMvK KSSMvK KRMMvK KRNMvK KRSMvK --dir tables`.
///
/// From each ending 3,000 won positions with White to move: every third or so of those met when
/// games from random positions are played out as well as can be by both sides.
#[test]
#[ignore = "needs tables of five men; prints, checks little"]
fn fit_the_moves() {
    let mut tables = Tablebase::embedded();
    tables.add_directory(Path::new("tables")).expect("the directory tables");
    let mut rng = SmallRng::seed_from_u64(5);
    for (force, endings) in FORCES {
        let mut samples = Vec::new();
        for name in endings {
            let ending: Ending = name.parse().expect("an ending");
            let wanted = samples.len() + 3_000;
            while samples.len() < wanted {
                play_out(&tables, ending, force, &mut rng, &mut samples);
            }
        }
        let fit = least_squares(&samples);
        let errors = samples.iter().map(|(chase, moves)| {
            let terms = std::iter::zip(fit, unknowns(chase));
            terms.map(|(weight, feature)| weight * feature).sum::<f64>() - moves
        });
        let mean = errors.map(|error| error * error).sum::<f64>() / samples.len() as f64;
        let hundredths = fit.map(|weight| (100.0 * weight).round() as i32);
        let (base, weights) = hundredths.split_at(3);
        println!("{force:?} base {base:?} weights {weights:?} error {:.1}", mean.sqrt());
        assert!(mean.sqrt() < 7.0);
    }
}

/// A game from a random position of the ending: adds won positions, with the moves to mate.
fn play_out(
    tables: &Tablebase,
    ending: Ending,
    force: Force,
    rng: &mut SmallRng,
    samples: &mut Vec<(Chase, f64)>,
) {
    let layout = tables.table(ending).unwrap_or_else(|| panic!("no table {ending}")).layout();
    let placement = layout.placement(rng.random_range(0..layout.placements()));
    let prey = Square::from_index(rng.random_range(0..64));
    let start = verify::position(layout, &placement, prey, Color::White);
    let mut position = start;
    while let Some(here) = position {
        let distance = tables.probe(&here).and_then(|verdict| verdict.distance);
        let Some(distance @ 1..) = distance else { return };
        if here.to_move() == Color::White && rng.random_bool(0.35) {
            // A man may have been given up.
            let chase = Chase::of(&here, Color::White).filter(|chase| chase.force == force);
            samples.extend(chase.map(|chase| (chase, f64::from(distance))));
        }
        position = best_move(tables, &here);
    }
}

/// The position after the shortest way to mate, or the longest to be mated.
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

fn unknowns(chase: &Chase) -> [f64; UNKNOWNS] {
    let mut features = [0.0; UNKNOWNS];
    features[chase.men - 1] = 1.0;
    for (feature, distance) in std::iter::zip(&mut features[3..], chase.distances) {
        *feature = f64::from(distance);
    }
    features
}

/// Solves the normal equations. Unknowns that no sample asks for come out as 0.
fn least_squares(samples: &[(Chase, f64)]) -> [f64; UNKNOWNS] {
    let mut rows = [[0.0; UNKNOWNS + 1]; UNKNOWNS];
    for (chase, moves) in samples {
        let features = unknowns(chase);
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

/// Nearer mates are valued higher, the tables say how near.
#[test]
fn the_value_goes_with_the_moves_to_mate() {
    let tables = Tablebase::embedded();
    let mut rng = SmallRng::seed_from_u64(31);
    for name in ["KRvK", "KRMvK", "KRNvK", "KRSvK", "KNSvK", "KSMvK"] {
        let layout = tables.table(name.parse().expect("an ending")).expect("a table").layout();
        let mut seen: Vec<(f64, f64)> = Vec::new();
        while seen.len() < 2_000 {
            let placement = layout.placement(rng.random_range(0..layout.placements()));
            let prey = Square::from_index(rng.random_range(0..64));
            let position = verify::position(layout, &placement, prey, Color::White);
            let Some(position) = position else { continue };
            let distance = tables.probe(&position).and_then(|verdict| verdict.distance);
            let Some(distance) = distance else { continue };
            seen.push((f64::from(distance), f64::from(sakdi::eval::evaluate(&position))));
        }
        let correlation = correlation(&seen);
        assert!(correlation < -0.55, "{name}: {correlation}");
    }
}

fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len() as f64;
    let (x, y) = pairs.iter().fold((0.0, 0.0), |(x, y), pair| (x + pair.0 / n, y + pair.1 / n));
    let mut sums = [0.0; 3];
    for &(a, b) in pairs {
        let (a, b) = (a - x, b - y);
        sums[0] += a * b;
        sums[1] += a * a;
        sums[2] += b * b;
    }
    sums[0] / (sums[1] * sums[2]).sqrt()
}
