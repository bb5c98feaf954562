//! Mop-up evaluation (src/eval/mop_up.rs) against the endgame tables.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sakdi::tablebase::{Tablebase, verify};
use sakdi::types::{Color, Square};

/// Positions nearer to mate have higher values.
#[test]
fn the_value_correlates_with_the_moves_to_mate() {
    let tables = Tablebase::embedded();
    let mut rng = SmallRng::seed_from_u64(31);
    for name in ["KRvK", "KRMvK", "KRNvK", "KRSvK", "KNSvK", "KSMvK"] {
        let layout = tables.table(name.parse().expect("an ending")).expect("a table").layout();
        let mut seen: Vec<(f64, f64)> = Vec::new();
        while seen.len() < 2_000 {
            let placement = layout.placement(rng.random_range(0..layout.placements()));
            let weak_king = Square::from_index(rng.random_range(0..64));
            let position = verify::position(layout, &placement, weak_king, Color::White);
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
