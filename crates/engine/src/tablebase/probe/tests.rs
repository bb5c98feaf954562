//! What a probe says, and that values follow from their moves.

use super::*;
use crate::tablebase::generate::TableGenerator;
use crate::tablebase::table::Table;
use crate::tablebase::verify::{Extent, verify};
use makruk::notation::fen;
use std::sync::Arc;

fn ending(name: &str) -> Ending {
    name.parse().expect("an ending")
}

fn position(text: &str) -> Position {
    fen::parse(text, Default::default(), Default::default()).expect("a FEN")
}

#[test]
fn a_result_proves_what_it_knows() {
    let strong = Color::White;
    let proof = |distance, metric, won| {
        ProbeResult { strong, distance, metric, moves_left: Some(9), won }.proof()
    };
    let (mate, conversion) = (Metric::Mate, Metric::Conversion);
    assert_eq!(proof(Some(7), mate, true), Some(Proof::Mate { winner: strong, moves: 7 }));
    assert_eq!(proof(Some(17), mate, false), Some(Proof::TooLate { strong, moves: 17 }));
    let converts = Proof::Conversion { winner: strong, moves: 7 };
    assert_eq!(proof(Some(7), conversion, true), Some(converts));
    assert_eq!(proof(Some(17), conversion, false), None, "mate may come before");
    for metric in [mate, conversion] {
        assert_eq!(proof(None, metric, false), Some(Proof::Draw { strong }));
    }
}

#[test]
fn every_legal_move_is_probed() {
    let tables = Tablebase::embedded();
    let root = position("8/8/8/4k3/4R3/8/2K5/7R b - 16 8 60");
    let moves = tables.probe_moves(&root);
    let legal = movegen::legal_moves(&root);
    assert_eq!(moves.len(), legal.len());
    for ((mv, result), legal) in std::iter::zip(moves, legal) {
        assert_eq!((mv, result), (legal, tables.probe(&root.play_unchecked(legal))));
        assert!(result.is_some(), "{mv:?}");
    }
}

/// Only a bare khun lets the tables count the moves to mate, and no bia may be left.
#[test]
fn a_distance_is_to_mate_or_to_a_conversion() {
    let mut tables = Tablebase::embedded();
    add_solved(&mut tables, &["KMvKM"]);
    for (text, metric) in [
        ("8/8/4k3/8/8/4K3/3R4/8 w - 32 7 60", Metric::Mate),
        ("8/8/4k3/8/8/3PK3/3R4/8 w - - 0 60", Metric::Conversion),
        ("8/8/4k3/3m4/8/3MK3/8/8 w - - 0 60", Metric::Conversion),
    ] {
        let position = position(text);
        let result = tables.probe_side(&position, Color::White).expect("in the tables");
        assert_eq!(result.metric, metric, "{text}");
    }
}

/// Before any count has begun the khun's captures change the limit.
#[test]
fn a_capture_before_the_count_begins_decides() {
    let tables = Tablebase::embedded();
    let probe = |text, rule| {
        let position = fen::parse(text, Variant::Makruk, rule).expect("a FEN");
        tables.probe(&position).expect("in the tables")
    };
    let is_late = |result: ProbeResult| {
        result.distance.map(u16::from) > Some(result.moves_left.expect("a count"))
    };
    // The khun must take a ruea: against the other a count of 16 begins, not of 8.
    let forced = probe("k7/1R6/8/8/8/4K3/8/7R b - - 0 1", CountingRule::MAKRUK);
    assert!(forced.won && is_late(forced), "{forced:?}");
    // In a count of 8 that runs already, or that is claimed before the capture, nothing changes.
    let running = probe("k7/1R6/8/8/8/4K3/8/7R b - 16 8 1", CountingRule::MAKRUK);
    assert_eq!((running.won, running.distance), (false, forced.distance), "{running:?}");
    assert!(!probe("k7/1R6/8/8/8/4K3/8/7R b - - 0 1", CountingRule::CLAIMED).won);
    // It may take a ruea, and the other needs sixteen moves, more than its count leaves.
    let saved = probe("7K/8/8/8/8/3k4/2R5/1R6 b - - 0 1", CountingRule::MAKRUK);
    assert!(!saved.won && is_late(saved), "{saved:?}");
}

/// The khun takes the last man, and the table after the promotion of the bia need not be there.
#[test]
fn a_move_that_draws_decides_whatever_the_others_do() {
    let mut tables = Tablebase::empty();
    add_solved(&mut tables, &["KMvKP"]);
    let drawn = position("1M6/1k6/8/8/7p/8/8/4K3 b - - 0 60");
    let result = tables.probe_side(&drawn, Color::White).expect("a draw");
    assert_eq!((result.distance, result.won), (None, false));
    // Whether Black wins is the question of another table.
    assert_eq!(tables.probe(&drawn), None);
}

fn add_solved(tables: &mut Tablebase, names: &[&str]) {
    let mut generator = TableGenerator::default();
    for name in names {
        let solved = generator.solve(ending(name), &[], &|_, _| {}).expect("a short ending");
        tables.add(Arc::new(Table::solved(&solved)));
    }
}

/// Captures and promotions of both sides, with a count that goes on and with one that begins.
#[test]
fn values_with_bia_follow_from_their_moves() {
    let mut tables = Tablebase::embedded();
    add_solved(&mut tables, &["KMvKM", "KPvKM", "KMvKP", "KPvKP"]);
    let clean = |name, extent| {
        let report = verify(&tables, ending(name), extent, &|_| {}).expect("its successors");
        assert!(report.is_clean(), "{name}: {:?}", report.wrong_entries);
    };
    clean("KPvKP", Extent::All);
    for name in ["KRPvK", "KSPvK", "KPPvK"] {
        clean(name, Extent::Sample { positions: 1_000, seed: 9 });
    }
}

/// White's ruea may be taken in two plies, and Black's met in no less than three.
#[test]
fn the_endings_of_two_plies_are_needed() {
    let needed = Tablebase::endings_needed(&position("1k6/8/8/4m3/3R4/8/8/7K w - - 0 1"));
    let mut expected = ["KRvKM", "KMvKR", "KMvK"].map(ending);
    expected.sort_unstable();
    assert_eq!(needed, expected);
}

#[test]
fn which_endings_are_exact_under_which_rule() {
    let exact = |name| {
        let under = |rule| exact_under(ending(name), rule);
        [CountingRule::MAKRUK, CountingRule::THAI, CountingRule::NONE, CountingRule::CLAIMED]
            .map(under)
    };
    assert_eq!(exact("KRvK"), [true, true, true, true]);
    assert_eq!(exact("KPvK"), [true, true, false, false]);
    assert_eq!(exact("KRvKM"), [true, false, false, false]);
}

fn view(position: &Position) -> View {
    View::of(position, Color::White).expect("an ending")
}

/// The fourth move after three men are left is the first of the count, whose sixteenth is the last.
#[test]
fn a_count_that_begins_leaves_the_moves_after_the_men() {
    let left = |text, rule| {
        let position = fen::parse(text, Variant::Makruk, rule).expect("a FEN");
        moves_left(&position, &view(&position))
    };
    let bare = "8/8/4k3/8/8/4K3/3R4/8 w - - 0 60";
    assert_eq!(left(bare, CountingRule::CLAIMED), Some(13));
    assert_eq!(left(bare, CountingRule::MAKRUK), Some(14), "White's own move begins it");
    assert_eq!(left(bare, CountingRule::NONE), None);
    assert_eq!(left("8/8/4k3/8/8/3PK3/8/8 w - - 0 60", CountingRule::MAKRUK), None);
}

#[test]
fn captures_change_the_limit_only_of_a_count_that_has_not_begun() {
    for (text, is_before) in [
        ("8/8/4k3/8/8/4K3/3R4/8 b - - 0 60", true),
        ("8/8/4k3/8/8/4K3/3R4/8 b - 32 8 60", false),
        ("8/8/4k3/8/8/4K3/3R4/8 w - - 0 60", false),
        ("8/8/4k3/8/8/3PK3/8/8 b - - 0 60", false),
        ("8/8/4k3/8/3m4/8/3RK3/8 b - - 0 60", false),
        ("4k2R/8/4K3/8/8/8/8/8 b - - 0 60", false),
    ] {
        let position = position(text);
        assert_eq!(is_before_count(&position, &view(&position)), is_before, "{text}");
    }
}
