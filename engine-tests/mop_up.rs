//! Mop-up evaluation (crates/engine/src/eval/mop_up.rs) against the endgame tables.

use makruk::notation::fen;
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use makruk::types::{Color, Square};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sakdi_analysis::suite::EpdCase;
use sakdi_engine::eval::mating_net::{self, MatingNet};
use sakdi_engine::eval::{estimated_moves_to_mate, evaluate};
use sakdi_engine::tablebase::{Tablebase, verify};

/// The net estimates the moves to mate of most long counts, which have no move to spare, within two
/// moves.
#[test]
fn the_mating_net_knows_how_long_mates_take() {
    let suite = crate::harness::positions_file("long-counts.epd");
    let cases = EpdCase::read_all(&suite, Variant::Makruk, CountingRule::MAKRUK);
    let positions = cases.expect("a suite").into_iter().map(|case| case.position);
    let mut errors: Vec<f64> = positions
        .filter(|position| position.is_bare(!position.to_move()))
        .map(|position| {
            let left = position.moves_left().expect("a count");
            let moves = f64::from(moves_to_mate(&position)) / f64::from(mating_net::MOVE);
            (moves - f64::from(left)).abs()
        })
        .collect();
    errors.sort_by(f64::total_cmp);
    assert!(errors.len() == 60 && errors[30] < 2.0, "{errors:?}");
}

/// The estimate does not depend on left and right, nor on which side is strong.
#[test]
fn the_mating_net_sees_mirrored_positions_alike() {
    for [white, mirrored, black] in [
        [
            "8/8/2S5/4k3/8/3MK3/4M3/8 w - 88 1 1",
            "8/8/5S2/3k4/8/3KM3/3M4/8 w - 88 1 1",
            "8/4m3/3mk3/8/4K3/2s5/8/8 b - 88 1 1",
        ],
        [
            "8/1N6/8/8/2k5/N7/4K3/3M4 b - 128 2 1",
            "8/6N1/8/8/5k2/7N/3K4/4M3 b - 128 2 1",
            "3m4/4k3/n7/2K5/8/8/1n6/8 w - 128 2 1",
        ],
    ] {
        let moves = [white, mirrored, black].map(|text| {
            let position = fen::parse(text, Variant::Makruk, CountingRule::MAKRUK);
            moves_to_mate(&position.expect("a FEN"))
        });
        assert!(moves == [moves[0]; 3] && moves[0] > 0, "{white}: {moves:?}");
    }
}

/// The ply of the count in a FEN may suggest the wrong side to move. The evaluation takes it for the
/// same number of moves left as the ply of a game.
#[test]
fn a_count_of_the_wrong_parity_is_evaluated_like_the_right_one() {
    for board in ["k7/8/1K6/8/8/8/8/7R w", "k7/8/1K6/8/8/8/8/7R b", "K7/8/1k6/8/8/8/8/7r b"] {
        let position = |ply| crate::harness::position(&format!("{board} - 32 {ply} 60"));
        for ply in 6..=33 {
            let strong_to_move = !position(ply).is_bare(position(ply).to_move());
            let sound = if strong_to_move { (ply - 1) | 1 } else { ply - ply % 2 };
            let [given, sound] = [ply, sound].map(|ply| evaluate(&position(ply)));
            assert_eq!(given, sound, "{board} {ply}");
        }
    }
    let one_left = crate::harness::position("k7/8/1K6/8/8/8/8/7R w - 32 32 60");
    assert!(evaluate(&one_left) > 0);
}

/// A bare khun is all that the estimate needs: of men that can mate, bia as mets included.
#[test]
fn moves_to_mate_are_estimated_where_the_men_can_mate() {
    for (board, can_mate) in [
        ("k7/8/1K6/8/8/8/8/7R w", true),
        ("k7/8/1K6/8/8/8/8/2RSMM2 b", true),
        ("K7/8/1k6/8/8/8/p7/6mm b", true),
        ("k7/8/1K6/MMMMMMMM/MMMMMMMM/NNNNNNNN/8/SSSSSS2 w", true),
        ("k7/8/1K6/8/8/8/8/6NM w", false),
        ("k7/8/1K6/8/8/8/8/M1M1M3 w", false),
        ("k7/8/1K6/8/8/8/8/8 w", false),
        ("k7/8/1K6/8/8/8/8/2R4m w", false),
    ] {
        let moves = estimated_moves_to_mate(&crate::harness::position(&format!("{board} - - 0 1")));
        assert_eq!(moves.is_some(), can_mate, "{board}: {moves:?}");
    }
}

/// What the net estimates, in hundredths.
fn moves_to_mate(position: &Position) -> i32 {
    let strong = if position.is_bare(Color::Black) { Color::White } else { Color::Black };
    let men = position.color(strong).into_iter();
    let men = men.map(|square| (position.piece_at(square).expect("a man"), square));
    let weak_king = position.king(!strong);
    let inputs = mating_net::inputs(strong, position.to_move(), weak_king, men);
    MatingNet::embedded().moves(&inputs)
}

/// Positions nearer to mate have higher values.
#[test]
fn the_value_correlates_with_the_moves_to_mate() {
    let tables = Tablebase::embedded();
    let mut rng = SmallRng::seed_from_u64(31);
    for name in ["KRvK", "KRMvK", "KRNvK", "KRSvK", "KRRvK", "KNSvK", "KSMvK", "KSSvK"] {
        let layout = tables.table(name.parse().expect("an ending")).expect("a table").layout();
        let mut seen: Vec<(f64, f64)> = Vec::new();
        while seen.len() < 2_000 {
            let placement = layout.placement(rng.random_range(0..layout.placements()));
            let weak_king = Square::from_index(rng.random_range(0..64));
            let position = verify::position(layout, &placement, weak_king, Color::White);
            let Some(position) = position else { continue };
            let distance = tables.probe(&position).and_then(|verdict| verdict.distance);
            let Some(distance) = distance else { continue };
            seen.push((f64::from(distance), f64::from(sakdi_engine::eval::evaluate(&position))));
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
