//! Endgame tables: reference figures, consistency of values with those after each move, damaged
//! files, and games.

use crate::harness::position;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use sakdi::game::Game;
use sakdi::movegen;
use sakdi::notation::{fen, san};
use sakdi::position::Position;
use sakdi::rules::{Count, CountingRule, Outcome, Variant};
use sakdi::search::{Engine, Limits};
use sakdi::tablebase::SideStats;
use sakdi::tablebase::generate::{SolvedEnding, TableGenerator};
use sakdi::tablebase::table::Table;
use sakdi::tablebase::verify::{self, Extent};
use sakdi::tablebase::{Ending, Stats, Tablebase, exact_under, file, write};
use sakdi::types::{Color, Move, Square};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock};

/// Every ending of three and four men, solved anew.
static SOLVED: LazyLock<Vec<Arc<SolvedEnding>>> = LazyLock::new(|| {
    let mut generator = TableGenerator::default();
    let endings = Ending::all(3).into_iter().chain(Ending::all(4));
    endings.map(|ending| generator.solve(ending, &|_, _| {}).expect("a short ending")).collect()
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

/// Proves that the check can find an error.
#[test]
fn verifying_finds_a_wrong_entry() {
    let mut generator = TableGenerator::default();
    let solved = generator.solve(ending("KRvK"), &|_, _| {}).expect("a short ending");
    drop(generator);
    let mut solved = Arc::into_inner(solved).expect("nobody else holds it");
    let entry = solved.strong.iter().position(|&value| value == 9).expect("a mate in nine");
    solved.strong[entry] = 10;
    let mut tables = Tablebase::empty();
    tables.add(Arc::new(Table::solved(&solved)));
    let report = verify::verify(&tables, ending("KRvK"), Extent::All, &|_| {});
    assert!(report.is_ok_and(|report| report.wrong > 0));
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

/// The best move by the distances in the tables: the shortest for the stronger side, the longest
/// for the other.
fn perfect_move(tables: &Tablebase, position: &Position) -> Move {
    let us = position.to_move();
    let mut moves = tables.probe_moves(position);
    moves.sort_by_key(|(_, verdict)| {
        let distance = verdict.and_then(|verdict| verdict.distance).map_or(999, i32::from);
        if verdict.is_some_and(|verdict| verdict.strong == us) { distance } else { -distance }
    });
    moves.first().expect("a legal move").0
}

/// Plays a position to its end: the engine has `engine_side`, the other side plays perfectly by the
/// tables.
fn play_out(start: Position, engine_side: Color) -> Outcome {
    let tables = Tablebase::embedded();
    let mut engine = Engine::new(1);
    let mut game = Game::new(start);
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome;
        }
        let mv = if game.position().to_move() == engine_side {
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            engine.search(&game, &limits, &()).best_move.expect("a legal move")
        } else {
            perfect_move(&tables, game.position())
        };
        game.play(mv).expect("a legal move");
    }
}

/// Random positions of an ending with the bare khun to move and a count that has just started: won
/// ones, or ones in which the mate comes too late.
fn fresh_positions(name: &str, won: bool, count: usize) -> Vec<Position> {
    let mut rng = SmallRng::seed_from_u64(23);
    let mut found = Vec::new();
    for _ in 0..5_000_000 {
        if found.len() == count {
            break;
        }
        let Some(position) = random_position(ending(name), Color::Black, &mut rng) else {
            continue;
        };
        let verdict = TABLES.probe(&position).expect("a table");
        let wanted = verdict.distance.is_some_and(|distance| distance > 0) && verdict.won == won;
        if wanted {
            found.push(position);
        }
    }
    assert_eq!(found.len(), count, "{name}, won: {won}");
    found
}

const PLAYED: [&str; 5] = ["KRvK", "KRMvK", "KNSvK", "KSMvK", "KSSvK"];

fn wins_and_holds(count: usize) {
    for name in PLAYED {
        for start in fresh_positions(name, true, count) {
            let outcome = play_out(start, Color::White);
            let fen = fen::format(&start);
            assert_eq!(outcome, Outcome::Mate { winner: Color::White }, "{fen}");
        }
        // Khon and ma always mate in time, or not at all.
        let stats = TABLES.table(ending(name)).expect("a table").stats();
        let [_, moves] = stats.initial_moves().expect("no bia");
        let is_ever_late = stats.weak.won_beyond(moves) > 0;
        assert_eq!(is_ever_late, name != "KNSvK", "{name}");
        for start in fresh_positions(name, false, if is_ever_late { count } else { 0 }) {
            let outcome = play_out(start, Color::Black);
            assert!(matches!(outcome, Outcome::Draw(_)), "{}", fen::format(&start));
        }
    }
}

#[test]
fn the_engine_wins_what_is_won_and_holds_what_is_not() {
    wins_and_holds(8);
}

/// The same on a large scale: `cargo test --release -- --ignored five_hundred`.
#[test]
#[ignore = "takes minutes"]
fn five_hundred_games_of_each_ending() {
    wins_and_holds(500);
}

#[test]
fn tables_say_what_they_do_not_hold() {
    let tables = Tablebase::embedded();
    let probe =
        |text: &str, variant, rule| tables.probe(&fen::parse(text, variant, rule).expect("a FEN"));
    let (makruk, makpong) = (Variant::Makruk, Variant::Makpong);
    let rook = "8/8/4k3/8/8/4K3/3R4/8 w - 32 7 60";
    assert!(probe(rook, makruk, CountingRule::Makruk).is_some_and(|verdict| verdict.won));
    assert!(probe(rook, makruk, CountingRule::None).is_some_and(|verdict| verdict.won));
    assert_eq!(probe(rook, makpong, CountingRule::Makruk), None);
    // A bia on a square that it cannot reach in a game, and a count that runs while a bia is left.
    assert_eq!(probe("8/8/4k3/8/8/4K3/3RP3/8 w - 0 0 1", makruk, CountingRule::Makruk), None);
    let bia = "8/8/4k3/8/8/3PK3/3R4/8 w - 0 0 1";
    assert!(probe(bia, makruk, CountingRule::Makruk).is_some());
    assert_eq!(probe("8/8/4k3/8/8/3PK3/3R4/8 w - 32 7 1", makruk, CountingRule::Makruk), None);
    assert!(probe(bia, makruk, CountingRule::Thai).is_some());
    assert_eq!(probe(bia, makruk, CountingRule::None), None);
    assert!(exact_under(ending("KRvK"), CountingRule::ThaiStrict));
    assert!(!exact_under(ending("KRvKN"), CountingRule::Thai));
}

/// The same men on the same squares: the count decides.
#[test]
fn a_win_needs_as_many_moves_as_the_count_leaves() {
    let tables = Tablebase::embedded();
    let text = "7K/8/8/8/8/8/2k5/1R6 w - 32 0 1";
    let start = fen::parse(text, Variant::Makruk, CountingRule::Makruk).expect("a FEN");
    for (ply, left) in [(1, 16), (3, 15), (7, 13), (33, 0)] {
        let mut setup = sakdi::position::Setup::from(&start);
        setup.count = Count { limit: 32, ply };
        let position = setup.build(Variant::Makruk, CountingRule::Makruk).expect("legal");
        let verdict = tables.probe(&position).expect("a table");
        assert_eq!(verdict.distance, Some(16));
        assert_eq!(verdict.moves_left, Some(left));
        assert_eq!(verdict.won, left >= 16);
    }
    // Without a count the first move starts it, which leaves one move more.
    let fresh = fen::parse("7K/8/8/8/8/8/2k5/1R6 w - - 0 1", Variant::Makruk, CountingRule::Makruk);
    let verdict = tables.probe(&fresh.expect("a FEN")).expect("a table");
    assert_eq!(verdict.moves_left, Some(14));
}

/// Under the rule `claimed` the bare khun may claim the count at once: the tables promise no mate
/// that a claim prevents.
#[test]
fn a_count_that_may_be_claimed_is_claimed_at_once() {
    let mut rng = SmallRng::seed_from_u64(8);
    let mut late = 0;
    for to_move in [Color::White, Color::Black].repeat(500) {
        let Some(random) = random_position(ending("KRvK"), to_move, &mut rng) else { continue };
        let mut setup = sakdi::position::Setup::from(&random);
        setup.count = Count::NONE;
        let position = setup.build(Variant::Makruk, CountingRule::Claimed).expect("legal");
        let before = TABLES.probe(&position).expect("an ending of three men");
        let mut game = Game::new(position);
        if game.outcome().is_none() && game.claim_count().is_ok() {
            let after = TABLES.probe(game.position()).expect("an ending of three men");
            assert_eq!(before.won, after.won, "{}", fen::format(&random));
            late += u32::from(before.distance.is_some() && !before.won);
        }
    }
    assert!(late > 50, "{late}");
}

#[test]
fn black_may_be_the_stronger_side() {
    let tables = Tablebase::embedded();
    let parse = |text| fen::parse(text, Variant::Makruk, CountingRule::Makruk).expect("a FEN");
    let white = tables.probe(&parse("8/8/4k3/8/S7/4K3/3M4/8 w - 88 9 1")).expect("a table");
    let black = tables.probe(&parse("8/3m4/4k3/s7/8/4K3/8/8 b - 88 9 1")).expect("a table");
    assert_eq!(white.distance, black.distance);
    assert_eq!((white.strong, black.strong), (Color::White, Color::Black));
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
    future[8] = 2;
    let refusal = |bytes: &[u8]| file::decode_header(bytes, true).expect_err("bad").to_string();
    assert_eq!(refusal(&future), "table format 2, but this program reads format 1");
    assert_eq!(refusal(b"PNG or so"), "not a Sakdi table");
    assert!(refusal(&good[..good.len() - 1]).starts_with("cut short or too long"));
    let mut long = good.clone();
    long.push(0);
    assert!(refusal(&long).starts_with("cut short or too long"));
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

/// What `sakdi tables` prints.
#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_sakdi")).arg("tables").args(arguments).output();
    let output = output.expect("the program starts");
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn tables_are_verified_from_the_shell() {
    let sampled = printed(&["verify", "KRvK", "KNSvK", "--samples", "300"]);
    assert_eq!(sampled, "pass KRvK: 0 of 600 wrong\npass KNSvK: 0 of 600 wrong\n");
    let legal = SOLVED[0].stats.strong.legal + SOLVED[0].stats.weak.legal;
    let name = SOLVED[0].stats.ending.to_string();
    assert_eq!(printed(&["verify", &name]), format!("pass {name}: 0 of {legal} wrong\n"));
    let all = printed(&["verify", "--samples", "20", "--seed", "2"]);
    assert_eq!(all.lines().filter(|line| line.ends_with(": 0 of 40 wrong")).count(), 20, "{all}");
}

/// The page in the repository also has the endings that are not embedded.
#[test]
fn the_page_about_endings_is_the_one_that_the_program_writes() {
    let page = printed(&["page"]);
    let (head, endings) = page.split_once("\n## ").expect("endings");
    let kept = crate::harness::positions_file("endgames.md");
    assert!(kept.starts_with(head));
    let kept: Vec<&str> = kept.split("\n## ").map(str::trim_end).collect();
    let endings: Vec<&str> = endings.split("\n## ").map(str::trim_end).collect();
    assert_eq!((endings.len(), kept.len()), (20, 1 + 45));
    for ending in endings {
        assert!(kept.contains(&ending), "{ending}");
    }
}

/// Each line of the page is won by White, to the mate or as far as the tables reach. The side that
/// loses has no better end by a mistake of the other.
#[test]
fn the_lines_of_the_page_are_wins() {
    let page = crate::harness::positions_file("endgames.md");
    let mut lines = 0;
    for section in page.split("\n## ").filter(|section| section.contains("Longest win")) {
        let name = section.lines().next().unwrap_or_default();
        let start = section.split('`').nth(1).expect("a FEN");
        let line = section.split("> ").nth(1).expect("a line");
        let mut position = crate::harness::position(start);
        for word in line.split_whitespace() {
            let word = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
            let word = word.trim_start_matches('.');
            position = position.play_unchecked(san::parse(&position, word).expect("a legal move"));
        }
        assert_eq!(position.to_move(), Color::Black, "{name}: {line}");
        assert!(
            line.trim_end().ends_with('#') || !position.is_bare(Color::Black),
            "{name}: {line}"
        );
        lines += 1;
    }
    assert!(lines > 30, "{lines}");
}

/// Several processes at once leave exactly one valid file for each table. The first one builds it, and
/// the others are refused, or find it.
#[test]
fn builders_do_not_disturb_each_other() {
    let directory = tempfile::tempdir().expect("a directory");
    let build = || {
        Command::new(env!("CARGO_BIN_EXE_sakdi"))
            .args(["tables", "build", "--men", "3", "--dir"])
            .arg(directory.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts")
    };
    let builders = [build(), build(), build()];
    let status = |mut builder: std::process::Child| builder.wait().ok().and_then(|end| end.code());
    let statuses = builders.map(status);
    assert!(statuses.iter().all(|status| matches!(status, Some(0 | 2))), "{statuses:?}");
    assert!(statuses.contains(&Some(0)), "{statuses:?}");
    let mut tables = Tablebase::empty();
    let (count, bad) = tables.add_directory(directory.path()).expect("a readable directory");
    assert_eq!((count, bad.len()), (5, 0));
    assert_eq!(fs::read_dir(directory.path()).expect("readable").count(), 5);
}

/// A file that is not a table of this ending stays; a damaged table is built anew.
#[test]
fn builders_replace_their_own_files_only() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name);
    let build = |names: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sakdi"));
        command.args(["tables", "build"]).args(names).arg("--dir").arg(directory.path());
        let output = command.output().expect("the program starts");
        (output.status.code(), String::from_utf8(output.stderr).expect("text"))
    };
    assert_eq!(build(&["KRvK"]).0, Some(0));
    let table = fs::read(path("KRvK.skt")).expect("a table");
    for (contents, complaint) in [
        (&b"KEEP"[..], "not a Sakdi table"),
        (b"SAK", "not a Sakdi table"),
        (&table, "it holds KRvK"),
    ] {
        fs::write(path("KSvK.skt"), contents).expect("room");
        // Before the other endings are solved.
        let (status, error) = build(&["KNvK", "KSvK"]);
        assert_eq!(status, Some(2), "{error}");
        assert!(error.contains(&format!("KSvK.skt: {complaint}")), "{error}");
        assert_eq!(fs::read(path("KSvK.skt")).expect("a file"), contents);
        assert!(!path("KNvK.skt").exists());
    }
    let mut damaged = table.clone();
    *damaged.last_mut().expect("bytes") ^= 1;
    for (contents, complaint) in [(&damaged[..], "building it anew"), (b"", "")] {
        fs::write(path("KRvK.skt"), contents).expect("room");
        let (status, error) = build(&["KRvK"]);
        assert_eq!(status, Some(0), "{error}");
        assert!(error.contains(complaint), "{error}");
        assert_eq!(fs::read(path("KRvK.skt")).expect("a table"), table);
    }
}

/// Scores have the exact distance to mate, lines continue to the mate, and draws by the count score
/// 0.
#[test]
fn the_engine_reports_what_the_tables_know() {
    let mut client = crate::client::Client::start();
    let mut last_line = |fen: &str| {
        client.send(&format!("position fen {fen}"));
        let lines = crate::client::facts(client.go("go depth 5"));
        lines[lines.len() - 2].clone()
    };
    // The longest mate of khon and met, 57 moves, in a count that leaves 61 and one that leaves 44.
    let won = last_line("M7/7K/8/8/8/8/8/k1S5 w - 128 8 1");
    assert!(won.contains(" score mate 57 "), "{won}");
    assert!(!won.contains(" tbhits 0 "), "{won}");
    assert_eq!(won.split(" pv ").nth(1).map(|line| line.split(' ').count()), Some(113));
    let drawn = last_line("M7/7K/8/8/8/8/8/k1S5 w - 88 1 1");
    assert!(drawn.contains(" score cp 0 "), "{drawn}");
    client.send("setoption name UseTables value false");
    let off = {
        client.send("position fen M7/7K/8/8/8/8/8/k1S5 w - 88 1 1");
        let lines = crate::client::facts(client.go("go depth 5"));
        lines[lines.len() - 2].clone()
    };
    assert!(off.contains(" tbhits 0 "), "{off}");
}

#[test]
fn a_directory_of_tables_is_used_and_its_bad_files_are_named() {
    let directory = tempfile::tempdir().expect("a directory");
    for name in ["KRvKR", "KPvKP"] {
        let solved = SOLVED.iter().find(|solved| solved.stats.ending == ending(name));
        write::to_directory(directory.path(), solved.expect("solved")).expect("room on the disk");
    }
    fs::write(directory.path().join("KSSSvK.skt"), "no table").expect("a file");
    let mut client = crate::client::Client::start();
    client.send(&format!("setoption name TablePath value {}", directory.path().display()));
    client.send("isready");
    let lines = client.lines_until(|line| line == "readyok");
    assert!(lines.iter().any(|line| line.ends_with("KSSSvK.skt refused: not a Sakdi table")));
    assert!(lines.iter().any(|line| line.starts_with("info string 2 tables in ")), "{lines:?}");
    client.send("position fen 8/8/4k3/8/2r5/4K3/3R4/8 w - 128 1 1");
    let lines = crate::client::facts(client.go("go depth 3"));
    assert!(!lines[lines.len() - 2].contains(" tbhits 0 "), "{lines:?}");
}
