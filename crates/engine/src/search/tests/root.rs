//! The moves of the root by the endgame tables, and what is remembered of the root.

use super::position;
use crate::search::repetition::Path;
use crate::search::{Engine, Limits, SearchObserver, SearchReport, tb_probe, transposition};
use crate::tablebase::Tablebase;
use makruk::game::Game;
use makruk::movegen::{is_checkmate, legal_moves};
use makruk::notation::coordinate;
use makruk::position::Position;
use makruk::types::Move;
use makruk::types::score::mate_in;
use std::sync::Mutex;

fn best_moves(root: &Position) -> Option<Vec<Move>> {
    let moves = legal_moves(root);
    let best = tb_probe::best_moves(&Tablebase::embedded(), root, &moves, &Path::default());
    best.map(|best| best.moves.to_vec())
}

/// Two ruea have four moves after the capture of the met and need five: the tables know that it
/// draws, and nothing of the moves that leave the met.
#[test]
fn tables_that_do_not_know_the_best_move_do_not_decide() {
    let root = position("8/8/3k4/8/8/8/m7/R3K2R w - - 0 60");
    let takes = coordinate::parse(&root, "a1a2").expect("a move");
    let after = root.play_unchecked(takes);
    let probed = Tablebase::embedded().probe(&after).expect("in the tables");
    assert_eq!(probed.winner(), None);
    assert_eq!(best_moves(&root), None);
    // Where the capture wins it decides.
    let root = position("7k/m7/8/8/8/8/1R6/R4K2 w - 128 3 60");
    assert!(Tablebase::embedded().probe(&root).is_none());
    assert!(best_moves(&root).is_some());
}

/// A draw by the count: the strong side stays as near to mate as it can, the bare khun as far.
#[test]
fn draws_by_the_count_are_ordered_by_the_distance_to_mate() {
    for text in [
        "8/8/8/3k4/8/2K5/8/7R w - 32 27 60",
        "8/8/8/3k4/8/2K5/8/7R b - 32 28 60",
        "8/8/8/2k5/8/8/2K2S2/7M w - 88 83 60",
        "8/8/8/2k5/8/8/2K2S2/7M b - 88 84 60",
    ] {
        let root = position(text);
        let tables = Tablebase::embedded();
        let distance = |mv: Move| {
            let probed = tables.probe(&root.play_unchecked(mv)).expect("in the tables");
            assert_eq!(probed.winner(), None, "{text} {mv:?}");
            probed.distance.expect("a forced mate without the count")
        };
        let distances = || legal_moves(&root).into_iter().map(distance);
        let wanted =
            if root.is_bare(root.to_move()) { distances().max() } else { distances().min() };
        let best = best_moves(&root).expect("the tables know all moves");
        assert!(best.iter().all(|&mv| Some(distance(mv)) == wanted), "{text} {best:?}");
        // There is a choice.
        assert_ne!(distances().max(), distances().min(), "{text}");
    }
}

/// White mates with `c1c8`. What a client asks about other moves, or about further lines, is not the
/// result of the position.
#[test]
fn the_root_is_remembered_only_by_its_own_result() {
    let root = position("k7/8/1K6/8/8/P7/8/2R5 w - - 0 60");
    let mate = coordinate::parse(&root, "c1c8").expect("a move");
    let others: Vec<Move> = legal_moves(&root).into_iter().filter(|&mv| mv != mate).collect();
    let remembered = |multi_pv, search_moves: &[Move]| {
        let mut engine = Engine::new(1);
        engine.set_tablebase(None);
        let search_moves = search_moves.to_vec();
        let limits = Limits { depth: Some(5), multi_pv, search_moves, ..Limits::default() };
        engine.search(&Game::new(root), &limits, &());
        let entry = engine.tt.probe(transposition::key(&root), 0);
        entry.filter(|entry| entry.mv.is_some()).map(|entry| (entry.mv, entry.score))
    };
    for multi_pv in [1, 2, 4] {
        assert_eq!(remembered(multi_pv, &[]), Some((Some(mate), mate_in(1))), "{multi_pv} lines");
        assert_eq!(remembered(multi_pv, &others), None, "{multi_pv} lines of the other moves");
    }
}

/// Keeps the line and the number of table hits that were reported last.
#[derive(Default)]
struct LastReport(Mutex<(Vec<Move>, u64)>);

impl SearchObserver for LastReport {
    fn report(&self, report: &SearchReport<'_>) {
        *self.0.lock().expect("no panic before") = (report.pv.to_vec(), report.tb_hits);
    }
}

/// The search itself is not so deep: the tables continue its line.
#[test]
fn a_line_won_by_the_tables_ends_in_mate() {
    let root = position("7K/8/8/8/8/8/2k5/1R6 w - 128 1 1");
    let distance = Tablebase::embedded().probe(&root).and_then(|probed| probed.distance);
    let last = LastReport::default();
    let limits = Limits { depth: Some(2), ..Limits::default() };
    Engine::new(1).search(&Game::new(root), &limits, &last);
    let (line, tb_hits) = last.0.into_inner().expect("no panic before");
    assert_eq!(line.len(), 2 * usize::from(distance.expect("a mate")) - 1);
    let end = line.iter().fold(root, |position, &mv| position.play_unchecked(mv));
    assert!(is_checkmate(&end), "{line:?}");
    assert!((1..1_000_000).contains(&tb_hits), "{tb_hits}");
}
