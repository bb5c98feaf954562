//! Endgame tables: reference figures, consistency of values with those after each move, damaged
//! files.

mod atlas;
mod games;
mod probe;
mod program;
mod remote;
#[cfg(unix)]
mod retrograde;

use crate::harness::position;
use makruk::movegen;
use makruk::notation::fen;
use makruk::position::Position;
use makruk::types::{Color, Square};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use sakdi_engine::tablebase::SideStats;
use sakdi_engine::tablebase::generate::{SolvedEnding, TableGenerator};
use sakdi_engine::tablebase::table::Table;
use sakdi_engine::tablebase::verify::{self, Extent};
use sakdi_engine::tablebase::{Ending, Stats, Tablebase, file, write};
use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// Every ending of three and four men, solved anew.
static SOLVED: LazyLock<Vec<Arc<SolvedEnding>>> = LazyLock::new(|| {
    let mut generator = TableGenerator::default();
    let endings = Ending::all(3).into_iter().chain(Ending::all(4));
    endings
        .map(|ending| generator.solve(ending, &[], &|_, _| {}).expect("a short ending"))
        .collect()
});

/// Their tables.
static TABLES: LazyLock<Tablebase> = LazyLock::new(|| {
    let mut tables = Tablebase::empty();
    SOLVED.iter().for_each(|solved| tables.add(Arc::new(Table::solved(solved))));
    tables
});

/// Figures of an independent prototype that was checked against other programs: name, limit of the
/// count, moves left at its start; then for each side to move the legal positions, the percentage
/// won, the longest win, and the forced mates that come too late for a count that has just started.
const REFERENCE: &[&str] = &[
    "KRvK 16 13 87584 100.0000 16 11148 111972 90.0672 16 28356",
    "KSvK 44 41 104928 0.0772 4 0 111972 0.0161 3 0",
    "KNvK 64 61 102748 0.0000 0 0 111972 0.0000 0 0",
    "KMvK 64 61 106500 0.0000 0 0 111972 0.0000 0 0",
    "KRRvK 8 4 2081296 100.0000 7 385516 3415146 99.7133 16 1554476",
    "KRNvK 16 12 4952524 100.0000 16 10606 6830292 90.8226 16 180336",
    "KRSvK 16 12 5049895 100.0000 16 269365 6830292 90.5654 16 836683",
    "KRMvK 16 12 5130632 100.0000 16 541576 6830292 90.4601 16 1486922",
    "KNSvK 44 40 5877595 95.8125 38 0 6830292 74.7064 38 0",
    "KSMvK 44 40 6085152 85.7742 57 244668 6830292 63.7600 57 279832",
];

fn ending(name: &str) -> Ending {
    name.parse().expect("an ending")
}

fn embedded_bytes(name: &str) -> Vec<u8> {
    let tables = Tablebase::embedded();
    tables.table(ending(name)).and_then(Table::packed).expect("an embedded table").to_vec()
}

#[test]
fn the_reference_rows_are_met_exactly() {
    let tables = Tablebase::embedded();
    for row in REFERENCE {
        let (name, _) = row.split_once(' ').expect("a name");
        let table = tables.table(ending(name)).expect("an embedded table");
        assert_eq!(reference_row(table.stats()), *row);
    }
}

fn reference_row(stats: &Stats) -> String {
    let moves = stats.ending.initial_moves_left();
    let side = |side: &SideStats| {
        let (percent, over) = (100.0 * side.won_share(), side.won_beyond(moves));
        format!("{} {percent:.4} {} {over}", side.legal, side.longest())
    };
    let (limit, strong, weak) = (stats.ending.limit(), side(&stats.strong), side(&stats.weak));
    format!("{} {limit} {moves} {strong} {weak}", stats.ending)
}

/// Figures of Tudsuan and Thanatipanonda (KMITL, 2026) and of an earlier thesis: percentage won and
/// longest win with the strong side to move, mirror images counted twice. The count starts with the
/// strong side's next move, which leaves one move more than a count that starts with the weak
/// side's.
#[test]
fn published_figures_are_met_exactly() {
    let tables = Tablebase::embedded();
    let stats = |name| tables.table(ending(name)).expect("embedded").stats().with_mirror_images();
    let knm = stats("KNMvK");
    assert_eq!((knm.strong.won(), knm.strong.longest()), (472_900, 36));
    assert_eq!(format!("{:.2}", 100.0 * knm.strong.won_share()), "3.96");
    let ksm = stats("KSMvK");
    assert_eq!(format!("{:.2}", 100.0 * ksm.strong.won_share()), "85.77");
    assert_eq!(ksm.strong.longest(), 57);
    assert_eq!(ksm.initial_moves(), Some([41, 40]));
    assert_eq!(ksm.strong.won_beyond(41), 278_040);
}

/// Statistics and probes agree on the moves left by a count that starts in a position.
#[test]
fn a_count_that_begins_leaves_as_many_moves_as_a_probe_says() {
    for (name, men) in [("KSMvK", "8/8/4k3/8/S7/4K3/3M4/8"), ("KRRvK", "8/8/4k3/8/R7/4K3/3R4/8")] {
        let tables = Tablebase::embedded();
        let stats = tables.table(ending(name)).expect("embedded").stats();
        let left = |to_move| {
            let verdict = tables.probe(&position(&format!("{men} {to_move} - - 0 1")));
            verdict.expect("a table").moves_left.expect("a count")
        };
        // After a baring capture the count starts at the number of men.
        let bared = format!("{men} b - {} {} 1", 2 * stats.ending.limit(), 2 * stats.ending.men());
        let bared = tables.probe(&position(&bared)).expect("a table").moves_left;
        let moves = stats.initial_moves().expect("no bia").map(u16::from);
        assert_eq!((moves[0], Some(moves[1])), (left("w"), bared), "{name}");
    }
}

/// The embedded tables are those that the program builds, byte for byte.
#[test]
fn building_reproduces_the_embedded_tables() {
    let tables = Tablebase::embedded();
    assert_eq!(tables.tables().count(), 20);
    let bare: Vec<_> = SOLVED.iter().filter(|solved| solved.stats.ending.is_bare()).collect();
    assert_eq!(bare.len(), 20);
    bare.into_par_iter().for_each(|solved| {
        let embedded = tables.table(solved.stats.ending).expect("an embedded table");
        let built = write::encode(solved).expect("memory for packing");
        assert!(Some(&built[..]) == embedded.packed(), "{:?} differs", solved.stats.ending);
    });
}

/// Every sampled entry is the best value after its legal moves, by the move generator and rules of
/// games.
#[test]
fn entries_follow_from_their_moves() {
    for solved in &*SOLVED {
        let extent = Extent::Sample { positions: 10_000, seed: 5 };
        let report = verify::verify(&TABLES, solved.stats.ending, extent, &|_| {});
        let report = report.expect("every table it needs");
        assert_eq!(report.positions, 20_000);
        assert!(report.is_clean(), "{:?}", report.wrong_entries);
    }
    let sampled = Extent::Sample { positions: 10_000, seed: 6 };
    for table in Tablebase::embedded().tables() {
        let tables = Tablebase::embedded();
        let report = verify::verify(&tables, table.ending(), sampled, &|_| {});
        assert!(report.is_ok_and(|report| report.is_clean()), "{:?}", table.ending());
    }
}

/// A whole table, with its statistics.
#[test]
fn whole_tables_follow_from_their_moves() {
    for name in ["KRvK", "KSvK", "KPPvK", "KPvKP"] {
        let report = verify::verify(&TABLES, ending(name), Extent::All, &|_| {});
        let report = report.expect("every table it needs");
        assert!(report.is_clean(), "{name}: {report:?}");
    }
}

/// Five men with men on both sides: two men of the weak side, bia and promotions of both, and two men
/// of the strong side.
#[test]
fn entries_of_five_men_follow_from_their_moves() {
    let mut generator = TableGenerator::default();
    let mut tables = TABLES.clone();
    let all = Ending::all(5);
    let chosen: Vec<Ending> = all
        .into_iter()
        .filter(|it| it.family() == ending("KMvKMM") || *it == ending("KMMvKM"))
        .collect();
    assert_eq!(chosen.len(), 1 + 6);
    for (number, &ending) in chosen.iter().enumerate() {
        generator.forget_for(ending);
        let solved = generator.solve(ending, &chosen[number + 1..], &|_, _| {});
        tables.add(Arc::new(Table::solved(&solved.expect("a short ending"))));
        let extent = Extent::Sample { positions: 3_000, seed: 7 };
        let report = verify::verify(&tables, ending, extent, &|_| {}).expect("its successors");
        assert_eq!(report.positions, 6_000);
        assert!(report.is_clean(), "{:?}", report.wrong_entries);
    }
}

/// Whether White, to move, can mate in this number of moves, ignoring the count.
fn mates_in(position: &Position, moves: u8) -> bool {
    moves > 0
        && movegen::legal_moves(position).into_iter().any(|mv| {
            let after = position.play_unchecked(mv);
            let replies = movegen::legal_moves(&after);
            if replies.is_empty() {
                return after.in_check();
            }
            moves > 1 && replies.iter().all(|&mv| mates_in(&after.play_unchecked(mv), moves - 1))
        })
}

#[test]
fn short_mates_are_found_by_plain_search() {
    let mut rng = SmallRng::seed_from_u64(11);
    for name in ["KRvK", "KSvK", "KRMvK", "KNSvK", "KSMvK", "KSSvK", "KNMvK"] {
        let mut found = 0;
        for _ in 0..200_000 {
            let Some(position) = random_position(ending(name), Color::White, &mut rng) else {
                continue;
            };
            let verdict = TABLES.probe(&position).expect("a table");
            let Some(distance @ 1..=4) = verdict.distance else { continue };
            assert!(mates_in(&position, distance), "{}", fen::format(&position));
            assert!(!mates_in(&position, distance - 1), "{}", fen::format(&position));
            found += 1;
            if found == 40 {
                break;
            }
        }
        assert!(found > 3, "{name}: {found}");
    }
}

fn random_position(ending: Ending, to_move: Color, rng: &mut SmallRng) -> Option<Position> {
    let layout = TABLES.table(ending)?.layout();
    let placement = layout.placement(rng.random_range(0..layout.placements()));
    let weak_king = Square::from_index(rng.random_range(0..64));
    verify::position(layout, &placement, weak_king, to_move)
}

#[test]
fn damaged_files_are_refused() {
    let good = embedded_bytes("KRvK");
    assert!(file::decode_header(&good, true).is_ok());
    for length in (0..good.len()).step_by(97).chain([good.len() - 1]) {
        assert!(file::decode_header(&good[..length], true).is_err(), "cut to {length}");
    }
    for bit in (0..8 * good.len()).step_by(37).chain(0..8 * 64) {
        let mut bad = good.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        assert!(file::decode_header(&bad, true).is_err(), "bit {bit} flipped");
    }
    let mut future = good.clone();
    future[8] = 3;
    let refusal = |bytes: &[u8]| file::decode_header(bytes, true).expect_err("bad").to_string();
    assert_eq!(refusal(&future), "table format 3, but this program reads format 2");
    assert_eq!(refusal(b"PNG or so"), "not a Sakdi table");
    assert!(refusal(&good[..good.len() - 1]).starts_with("cut short or too long"));
    let mut long = good.clone();
    long.push(0);
    assert!(refusal(&long).starts_with("cut short or too long"));
    assert_eq!(file::length(&long).ok(), Some(good.len()), "whatever follows the table");
}

#[test]
fn a_table_in_memory_is_checked_as_a_file_is() {
    let good = embedded_bytes("KRvK");
    let mut tables = Tablebase::empty();
    tables.add(Arc::new(Table::from_bytes(good.clone()).expect("a table")));
    let position =
        fen::parse("8/8/4k3/8/8/4K3/3R4/8 b - 32 6 60", Default::default(), Default::default());
    let position = position.expect("a FEN");
    assert_eq!(tables.probe(&position), Tablebase::embedded().probe(&position));
    let mut bad = good;
    *bad.last_mut().expect("bytes") ^= 1;
    assert!(Table::from_bytes(bad).is_err());
}

/// If another program truncates or overwrites the file of a table, probes fail but the engine
/// continues. If the file is replaced, the open table stays valid.
#[test]
fn a_file_may_change_while_its_table_is_in_use() {
    let position = position("8/8/4k3/8/S7/4K3/3M4/8 w - 88 9 1");
    let good = embedded_bytes("KSMvK");
    let verdict = Tablebase::embedded().probe(&position);
    let probed_after = |change: &dyn Fn(&Path)| {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("KSMvK.skt");
        fs::write(&path, &good).expect("a file");
        let mut tables = Tablebase::empty();
        tables.add(Arc::new(Table::open(&path).expect("a good table")));
        change(&path);
        // Probed twice, because a table that cannot be read is not read again.
        let probed = tables.probe(&position);
        assert_eq!(probed, tables.probe(&position));
        probed
    };
    assert_eq!(probed_after(&|_| ()), verdict);
    assert_eq!(probed_after(&|path| fs::write(path, "").expect("emptied")), None);
    let mut spoilt = good.clone();
    spoilt[good.len() / 2] ^= 1;
    assert_eq!(probed_after(&|path| fs::write(path, &spoilt).expect("written over")), None);
    let replaced = probed_after(&|path| {
        let beside = path.with_extension("new");
        fs::write(&beside, "another").expect("a file");
        fs::rename(&beside, path).expect("moved into its place");
    });
    assert_eq!(replaced, verdict);
}

#[test]
fn a_directory_of_good_and_bad_files_gives_the_good_ones() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path();
    let solved = SOLVED.iter().find(|solved| solved.stats.ending == ending("KPvKP"));
    write::to_directory(path, solved.expect("solved")).expect("room on the disk");
    fs::copy(path.join("KPvKP.skt"), path.join("KRvKN.skt")).expect("a copy");
    fs::write(path.join("KMvKM.skt"), "no table").expect("a file");
    fs::write(path.join("notes.txt"), "not looked at").expect("a file");
    let mut tables = Tablebase::empty();
    let (count, mut bad) = tables.add_directory(path).expect("a readable directory");
    bad.sort_by(|a, b| a.path.cmp(&b.path));
    assert_eq!(count, 1);
    assert!(tables.table(ending("KPvKP")).is_some());
    let told: Vec<String> = bad.iter().map(ToString::to_string).collect();
    assert!(told[0].ends_with("KMvKM.skt refused: not a Sakdi table"), "{told:?}");
    assert!(told[1].ends_with("KRvKN.skt refused: it holds KPvKP, not KRvKN"), "{told:?}");
    assert_eq!(told.len(), 2);
}
