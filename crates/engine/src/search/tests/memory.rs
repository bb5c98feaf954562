//! The transposition table: what it returns, what it keeps, and for which positions.

use super::position;
use crate::score::{Score, mate_in, mated_in};
use crate::search::contempt::Contempt;
use crate::search::node::Node;
use crate::search::params;
use crate::search::transposition::{self, Entry, TranspositionTable};
use crate::search::{Bound, Limits};
use makruk::position::Position;
use makruk::types::Move;
use std::collections::HashSet;
use std::io::ErrorKind;

fn entry(score: Score, depth: i32, bound: Bound) -> Entry {
    Entry { mv: Move::from_bits(0x123), score, eval: Some(-77), depth, bound, pv: false }
}

#[test]
fn every_bound_comes_back_as_it_was_stored() {
    let table = TranspositionTable::new(1).expect("memory");
    let mut key = 1_u64;
    for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
        for score in [-31_990, -700, 0, 700, 31_990] {
            for depth in [0, 1, 120] {
                key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                table.store(key, 0, entry(score, depth, bound));
                assert_eq!(table.probe(key, 0), Some(entry(score, depth, bound)));
            }
        }
    }
}

#[test]
fn a_result_without_a_move_keeps_the_move_found_before() {
    let table = TranspositionTable::new(1).expect("memory");
    table.store(42, 0, entry(30, 5, Bound::Exact));
    table.store(42, 0, Entry { mv: None, ..entry(-10, 6, Bound::Upper) });
    assert_eq!(table.probe(42, 0), Some(entry(-10, 6, Bound::Upper)));
    let other = Move::from_bits(0x321);
    table.store(42, 0, Entry { mv: other, ..entry(20, 7, Bound::Lower) });
    assert_eq!(table.probe(42, 0).and_then(|entry| entry.mv), other);
}

/// As with 4 GiB where addresses have 32 bits.
#[test]
fn a_table_larger_than_the_addresses_is_refused() {
    let too_large = TranspositionTable::new(1 << (usize::BITS - 20));
    assert_eq!(too_large.map(|_| ()).map_err(|error| error.kind()), Err(ErrorKind::OutOfMemory));
}

/// Small keys share the first bucket.
#[test]
fn entries_of_earlier_searches_give_way_to_new_ones() {
    let mut table = TranspositionTable::new(1).expect("memory");
    let root = Position::start(Default::default(), Default::default());
    let contempt = Contempt::new(&Limits::default(), &root);
    table.new_search(contempt);
    for key in 1..=4 {
        table.store(key, 0, entry(0, 20, Bound::Exact));
    }
    for _ in 0..3 {
        table.new_search(contempt);
    }
    for key in 11..=14 {
        table.store(key, 0, entry(0, 3, Bound::Lower));
    }
    let known = |key| table.probe(key, 0).is_some();
    assert!((11..=14).all(known) && !(1..=4).any(known));
    // Within a search the shallowest gives way.
    table.store(21, 0, entry(0, 9, Bound::Exact));
    table.store(22, 0, entry(0, 1, Bound::Exact));
    assert!(table.probe(21, 0).is_some());
}

/// Calls `test` with an empty table before each of many searches, and with the contempt of a search.
fn at_each_search(mut test: impl FnMut(&mut TranspositionTable, Contempt, usize)) {
    let root = Position::start(Default::default(), Default::default());
    let contempt = Contempt::new(&Limits::default(), &root);
    let mut table = TranspositionTable::new(1).expect("memory");
    for searches in 0..70 {
        table.clear();
        for _ in 0..searches {
            table.new_search(contempt);
        }
        test(&mut table, contempt, searches);
    }
}

/// Whatever the number of the search.
#[test]
fn an_empty_slot_is_filled_first() {
    at_each_search(|table, _, searches| {
        (1..=4).for_each(|key| table.store(key, 0, entry(0, 0, Bound::Lower)));
        assert!((1..=4).all(|key| table.probe(key, 0).is_some()), "{searches} searches");
    });
}

/// Of two entries of equal depth the one from the older search gives way, also after many searches.
#[test]
fn the_oldest_entries_give_way_first() {
    at_each_search(|table, contempt, searches| {
        (1..=4).for_each(|key| table.store(key, 0, entry(50, 9, Bound::Lower)));
        for key in 1..=4 {
            table.new_search(contempt);
            table.store(key, 0, entry(50, 9, Bound::Lower));
        }
        for (key, oldest) in [(11, 1), (12, 2), (13, 3)] {
            table.store(key, 0, entry(50, 9, Bound::Lower));
            let known = |key| table.probe(key, 0) == Some(entry(50, 9, Bound::Lower));
            assert!(known(key) && known(4) && !known(oldest), "{searches} searches, key {key}");
            assert!((oldest + 1..=4).all(known), "{searches} searches, key {key}");
        }
    });
}

/// Within a search a bound of a much shallower search does not replace a deep result; an exact score
/// does.
#[test]
fn a_shallow_bound_does_not_replace_a_deep_result() {
    let root = Position::start(Default::default(), Default::default());
    let contempt = Contempt::new(&Limits::default(), &root);
    let mut table = TranspositionTable::new(1).expect("memory");
    table.new_search(contempt);
    let replaces = |table: &TranspositionTable, key, depth, bound| {
        table.store(key, 0, entry(7, depth, bound));
        table.probe(key, 0) == Some(entry(7, depth, bound))
    };
    let margin = params::tt_depth_margin();
    for key in 1..=4 {
        table.store(key, 0, entry(30, 20, Bound::Exact));
    }
    assert!(!replaces(&table, 1, 19 - margin, Bound::Lower));
    assert!(!replaces(&table, 1, 0, Bound::Upper));
    assert!(replaces(&table, 2, 20 - margin, Bound::Upper));
    assert!(replaces(&table, 3, 0, Bound::Exact));
    table.new_search(contempt);
    assert!(replaces(&table, 1, 0, Bound::Upper), "of an earlier search");
    table.clear();
    assert!((1..=4).all(|key| table.probe(key, 0).is_none()));
}

/// Keys are spread over all buckets, each for four entries. Only entries of this search count as used.
#[test]
fn half_of_the_table_filled_is_five_hundred_thousandths() {
    let root = Position::start(Default::default(), Default::default());
    let contempt = Contempt::new(&Limits::default(), &root);
    let mut table = TranspositionTable::new(1).expect("memory");
    table.new_search(contempt);
    assert_eq!(table.hashfull(), 0);
    // 1 MiB has 2^14 buckets: the first 14 bits of a key are the number of its bucket.
    let keys =
        || (0..1_u64 << 14).step_by(2).flat_map(|bucket| (1..=4).map(move |n| bucket << 50 | n));
    for key in keys() {
        table.store(key, 0, entry(0, 5, Bound::Exact));
    }
    assert!(keys().all(|key| table.probe(key, 0).is_some()));
    assert_eq!(table.hashfull(), 500);
    table.new_search(contempt);
    assert_eq!(table.hashfull(), 0);
}

/// Early in board's honour eight moves of the side that counts share entries.
#[test]
fn early_plies_of_a_count_share_entries() {
    let at = |ply: u16| position(&format!("8/2k3s1/8/8/8/8/1S3K2/8 w - 128 {ply} 60"));
    for ply in 1..128 {
        assert_eq!(transposition::is_count_shared(&at(ply)), ply < 88, "ply {ply}");
        for other in 1..ply {
            let shared = ply < 88 && ply / 16 == other / 16 && ply % 2 == other % 2;
            let same = transposition::key(&at(ply)) == transposition::key(&at(other));
            assert_eq!(same, shared, "plies {ply} and {other}");
        }
    }
    for text in ["8/2k5/8/8/8/8/1S3K2/7R w - 32 5 60", "8/2k3s1/8/8/8/P7/1S3K2/8 w - - 0 60"] {
        assert!(!transposition::is_count_shared(&position(text)), "{text}");
    }
}

/// The last twenty moves of board's honour, and all of pieces' honour, have entries of their own.
#[test]
fn near_the_end_of_a_count_each_ply_has_its_own_entries() {
    for (men, limit, first) in [
        ("8/2k3s1/8/8/8/8/1S3K2/8", 128, 88),
        ("8/2k5/8/8/8/8/1S3K2/7R", 32, 8),
        ("8/2k5/8/8/8/8/1M3K2/7N", 128, 8),
    ] {
        let keys = (first..=limit).map(|ply| {
            let turn = if ply % 2 == 0 { "b" } else { "w" };
            transposition::key(&position(&format!("{men} {turn} - {limit} {ply} 60")))
        });
        let keys: HashSet<u64> = keys.collect();
        assert_eq!(keys.len(), limit - first + 1, "{men}");
    }
    // Another limit, or no count, is another position too.
    let of = |count: &str| {
        transposition::key(&position(&format!("8/2k5/8/8/8/8/1S3K2/7R w - {count} 60")))
    };
    assert!(of("32 9") != of("88 9") && of("32 9") != of("- 0"));
}

fn node(position: &Position, alpha: Score, beta: Score) -> Node<'_> {
    Node { position, parent: position, alpha, beta, depth: 5, ply: 2, cut_node: false }
}

/// An entry decides a window only where its bound lies outside, and only if it is deep enough.
#[test]
fn a_bound_decides_only_the_windows_it_reaches() {
    let position = position("8/2k3s1/8/3p4/8/8/1S3K2/8 w - - 0 1");
    for score in [-200, -1, 0, 1, 60, 200] {
        for (alpha, beta) in [(0, 1), (-1, 0), (-100, 100), (50, 51), (-300, 300), (199, 200)] {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                let decides = match bound {
                    Bound::Exact => true,
                    Bound::Lower => score >= beta,
                    Bound::Upper => score <= alpha,
                };
                let cut = node(&position, alpha, beta).tt_cutoff(&entry(score, 5, bound));
                assert_eq!(cut, decides.then_some(score), "{score} {bound:?} in {alpha}, {beta}");
                let shallow = node(&position, alpha, beta).tt_cutoff(&entry(score, 4, bound));
                assert_eq!(shallow, None);
            }
        }
    }
}

/// Early in board's honour several plies share entries: a mate that another of them found must still
/// come in time.
#[test]
fn a_mate_found_at_another_ply_of_the_count_must_come_in_time() {
    let position = position("8/2k3s1/8/8/8/8/1S3K2/8 w - 128 82 60");
    assert!(transposition::is_count_shared(&position));
    let left = position.moves_left_of(position.to_move()).expect("a count");
    let node = node(&position, -100, 100);
    let in_time = mate_in(node.ply + 2 * usize::from(left) - 1);
    let too_late = mate_in(node.ply + 2 * usize::from(left) + 1);
    assert_eq!(node.tt_cutoff(&entry(in_time, 9, Bound::Exact)), Some(in_time));
    assert_eq!(node.tt_cutoff(&entry(too_late, 9, Bound::Exact)), None);
    let left = usize::from(position.moves_left_of(!position.to_move()).expect("a count"));
    let lost = mated_in(node.ply + 2 * left + 2);
    assert_eq!(node.tt_cutoff(&entry(lost, 9, Bound::Exact)), None);
    assert_eq!(node.tt_cutoff(&entry(150, 9, Bound::Exact)), Some(150));
}
