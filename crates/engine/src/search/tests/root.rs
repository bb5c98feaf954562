//! The moves of the root by the endgame tables, and what is remembered of the root.

use super::{Memory, position};
use crate::Score;
use crate::eval;
use crate::score::mate_in;
use crate::search::repetition::Path;
use crate::search::stack::Line;
use crate::search::{Engine, Limits, SearchObserver, SearchReport, tb_probe, transposition};
use crate::tablebase::Tablebase;
use makruk::game::Game;
use makruk::movegen::{is_checkmate, legal_moves};
use makruk::notation::coordinate;
use makruk::position::Position;
use makruk::types::Move;
use std::collections::{BTreeMap, BTreeSet};
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

/// Who asks for several lines wants to see other moves, too.
#[test]
fn the_tables_choose_the_moves_of_a_single_line() {
    let root = position("k7/8/1K6/8/8/8/8/7R w - 32 7 1");
    let tables = Tablebase::embedded();
    let searched = |multi_pv| {
        let limits = Limits { multi_pv, ..Limits::default() };
        let moves = tb_probe::root_moves(Some(&tables), &root, &limits, &Path::default());
        moves.expect("legal moves").len()
    };
    assert_eq!([1, 2, 3].map(searched), [1, legal_moves(&root).len(), legal_moves(&root).len()]);
}

/// A draw by the count: the strong side stays as near to mate as it can, the bare khun as far. The
/// evaluation orders moves of one distance.
#[test]
fn draws_by_the_count_are_ordered_by_the_distance_to_mate() {
    let mut choices = 0;
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
        let value = |mv: Move| -eval::evaluate(&root.play_unchecked(mv));
        let alike = legal_moves(&root).into_iter().filter(|&mv| Some(distance(mv)) == wanted);
        let values: Vec<Score> = alike.map(value).collect();
        assert!(best.iter().all(|&mv| Some(&value(mv)) == values.iter().max()), "{text} {best:?}");
        choices += values.iter().filter(|value| Some(*value) != values.iter().max()).count();
        // There is a choice.
        assert_ne!(distances().max(), distances().min(), "{text}");
    }
    assert!(choices > 0, "no moves of one distance that the evaluation orders");
}

/// The game would be drawn at once by the move that repeats the first position: the strong side avoids
/// it, although the mate comes too late by all others, and the bare khun makes it.
#[test]
fn a_draw_at_once_is_the_first_or_the_last_of_the_draws() {
    for (text, moves, repeats) in [
        ("8/8/8/3k4/8/2K5/8/7R b - 32 24 60", ["d5e5", "h1h2", "e5d5"], "h2h1"),
        ("8/8/8/3k4/8/2K5/8/7R w - 32 25 60", ["h1h2", "d5e5", "h2h1"], "e5d5"),
    ] {
        let mut path = Path::default();
        let mut root = position(text);
        for mv in moves {
            path.push(&root);
            root = root.play_unchecked(coordinate::parse(&root, mv).expect("a move"));
        }
        let repeats = coordinate::parse(&root, repeats).expect("a move");
        let tables = Tablebase::embedded();
        let best = tb_probe::best_moves(&tables, &root, &legal_moves(&root), &path);
        let best = best.expect("the tables know all moves").moves;
        if root.is_bare(root.to_move()) {
            assert_eq!(best[..], [repeats], "{text}");
        } else {
            assert!(!best.contains(&repeats) && !best.is_empty(), "{text}");
        }
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

/// Keeps the first move of each line, and the best move at each depth. The last report counts.
#[derive(Default)]
struct FirstMoves(Mutex<(BTreeMap<usize, Move>, BTreeMap<u32, Move>)>);

impl SearchObserver for FirstMoves {
    fn report(&self, report: &SearchReport<'_>) {
        let (lines, best) = &mut *self.0.lock().expect("no panic before");
        lines.insert(report.multi_pv, report.pv[0]);
        if report.multi_pv == 1 {
            best.insert(report.depth, report.pv[0]);
        }
    }
}

/// Wherever a search is stopped, the lines that were reported last begin with different moves.
#[test]
fn lines_stay_different_where_a_search_is_stopped() {
    let mut changed = 0;
    for text in [
        "2k5/6N1/2K5/1N1p4/8/8/8/8 b - - 0 1",
        "rns1ks2/2m1n2r/p1pppppp/1p6/1PP5/P2PPPPP/8/RNSKMSNR w - - 0 5",
        "3s2nr/r1mn3k/4p2p/psP1Ppp1/8/1PPSMNPP/2K5/RNS4R b - 0 0 19",
    ] {
        let mut engine = Engine::new(1);
        for nodes in (500..20_000).step_by(300) {
            let limits = Limits { nodes: Some(nodes), multi_pv: 3, ..Limits::default() };
            let first = FirstMoves::default();
            engine.clear();
            let found = engine.search(&Game::new(position(text)), &limits, &first);
            let (lines, best) = first.0.into_inner().expect("no panic before");
            assert_eq!(found.best_move, lines.get(&1).copied(), "{text} {nodes}");
            let different: BTreeSet<Move> = lines.values().copied().collect();
            assert_eq!(different.len(), 3, "{text} {nodes}: {lines:?}");
            let mut last = best.values().rev();
            changed += usize::from(last.next() != last.next());
        }
    }
    assert!(changed >= 5, "the best move changed at the end of {changed} searches");
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

/// The tables continue a line to the mate that they know. They know none in time in a draw by the count,
/// none at all where they count to a promotion, and nothing of many men.
#[test]
fn the_tables_continue_a_line_where_they_know_the_mate() {
    let mut memory = Memory::new();
    memory.tablebase = Some(Tablebase::embedded());
    for (text, plies) in [
        ("7K/8/8/8/8/8/2k5/1R6 w - 128 1 1", 31),
        ("7K/8/8/8/8/8/2k5/1R6 w - 32 3 1", 0),
        ("8/8/4k3/8/8/3PK3/3R4/8 w - - 0 1", 0),
        ("8/8/4k3/2r5/8/3PK3/3R4/8 w - - 0 1", 0),
    ] {
        let root = position(text);
        let mut line = Line::default();
        memory.with_worker(&root, Path::default(), |worker| {
            worker.extend_by_tablebase(&root, &mut line);
        });
        assert_eq!(line.len(), plies, "{text}");
        let end = line.iter().fold(root, |position, &mv| position.play_unchecked(mv));
        assert_eq!(is_checkmate(&end), plies > 0, "{text}");
    }
}

/// The tables continue a line that is won, not one that is drawn: there they know no end.
#[test]
fn a_drawn_line_is_not_continued() {
    let root = position("8/8/8/3k4/8/2K5/8/7R w - 32 27 60");
    let last = LastReport::default();
    Engine::new(1).search(&Game::new(root), &Limits { depth: Some(2), ..Limits::default() }, &last);
    let (line, _) = last.0.into_inner().expect("no panic before");
    assert!((1..20).contains(&line.len()), "{line:?}");
}
