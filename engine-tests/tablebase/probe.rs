//! Probes: what the tables say of a position, under every rule and count.

use super::{SOLVED, TABLES, ending, random_position};
use crate::client::{Client, facts};
use makruk::game::Game;
use makruk::movegen;
use makruk::notation::fen;
use makruk::position::{Position, Setup};
use makruk::rules::{Count, CountingRule, Variant};
use makruk::types::{Color, Move};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use sakdi_engine::tablebase::table::{Access, Table};
use sakdi_engine::tablebase::{ProbeResult, Tablebase, exact_under, stats_page};
use std::path::Path;
use std::sync::Arc;

/// Without the table that a promotion leads to, no move comes nearer to the win, and the line ends.
#[test]
fn a_line_ends_where_the_tables_do() {
    let solved = SOLVED.iter().find(|solved| solved.stats.ending == ending("KSPvK"));
    let mut tables = Tablebase::empty();
    tables.add(Arc::new(Table::solved(solved.expect("solved"))));
    let table = tables.table(ending("KSPvK")).expect("a table");
    let (start, moves) = stats_page::longest_win(table).expect("a win");
    let line = stats_page::line(&tables, start);
    assert!(line.len() < 2 * usize::from(moves), "{line:?}");
    let whole = stats_page::line(&TABLES, start);
    assert!(whole.len() > 2 * usize::from(moves) && whole.starts_with(&line), "{whole:?}");
}

#[test]
fn tables_say_what_they_do_not_hold() {
    let tables = Tablebase::embedded();
    let probe =
        |text: &str, variant, rule| tables.probe(&fen::parse(text, variant, rule).expect("a FEN"));
    let (makruk, makpong) = (Variant::Makruk, Variant::Makpong);
    let rook = "8/8/4k3/8/8/4K3/3R4/8 w - 32 7 60";
    assert!(probe(rook, makruk, CountingRule::MAKRUK).is_some_and(|verdict| verdict.won));
    assert!(probe(rook, makruk, CountingRule::NONE).is_some_and(|verdict| verdict.won));
    assert_eq!(probe(rook, makpong, CountingRule::MAKRUK), None);
    // A bia on a square that it cannot reach in a game, and a count that runs while a bia is left.
    assert_eq!(probe("8/8/4k3/8/8/4K3/3RP3/8 w - 0 0 1", makruk, CountingRule::MAKRUK), None);
    let bia = "8/8/4k3/8/8/3PK3/3R4/8 w - 0 0 1";
    assert!(probe(bia, makruk, CountingRule::MAKRUK).is_some());
    assert_eq!(probe("8/8/4k3/8/8/3PK3/3R4/8 w - 32 7 1", makruk, CountingRule::MAKRUK), None);
    assert!(probe(bia, makruk, CountingRule::THAI).is_some());
    assert_eq!(probe(bia, makruk, CountingRule::NONE), None);
    assert!(exact_under(ending("KRvK"), CountingRule::THAI_STRICT));
    assert!(!exact_under(ending("KRvKN"), CountingRule::THAI));
}

/// A probe of unpacked blocks reads no file. The tables of the program it uses always.
#[test]
fn a_probe_of_unpacked_blocks_reads_no_file() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine-tests/data");
    let position = fen::parse(FIVE_MEN, Default::default(), Default::default()).expect("a FEN");
    let mut tables = Tablebase::empty();
    assert_eq!(tables.add_directory(&data).expect("a directory").0, 2);
    assert_eq!(tables.probe_with(&position, Access::Unpacked), None);
    let result = tables.probe(&position);
    assert!(result.is_some_and(|result| result.won));
    assert_eq!(tables.probe_with(&position, Access::Unpacked), result);
    let bytes = std::fs::read(data.join("KPPvKP.skt")).expect("a table");
    let mut tables = Tablebase::empty();
    tables.add(Arc::new(Table::from_bytes(bytes).expect("a table")));
    assert_eq!(tables.probe_with(&position, Access::Unpacked), result);
}

/// White wins, and nothing is captured or promoted at once.
const FIVE_MEN: &str = "k7/2K5/7p/8/8/1P2P3/8/8 w - - 0 1";

/// The search reads files from a depth on that the client sets.
#[test]
fn the_search_reads_tables_in_files_from_a_depth_on() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine-tests/data");
    let mut client = Client::start();
    // The capture of the met leads to five men.
    client.send("position fen k7/2K5/7p/5m2/4P3/1P6/8/8 w - - 0 1");
    let mut hits = |depth: &str| {
        client.send("ucinewgame");
        client.send(&format!("setoption name TableProbeDepth value {depth}"));
        client.ask(&format!("setoption name TablePath value {}", data.display()));
        let lines = facts(client.go("go depth 6"));
        let words = lines[lines.len() - 2].split(' ');
        let hits = words.skip_while(|word| *word != "tbhits").nth(1);
        hits.and_then(|hits| hits.parse::<u64>().ok()).expect("a number")
    };
    // The tables of the program are probed at every depth.
    assert!(hits("0") > hits("100"));
}

/// The same men on the same squares: the count decides.
#[test]
fn a_win_needs_as_many_moves_as_the_count_leaves() {
    let tables = Tablebase::embedded();
    let text = "7K/8/8/8/8/8/2k5/1R6 w - 32 0 1";
    let start = fen::parse(text, Variant::Makruk, CountingRule::MAKRUK).expect("a FEN");
    for (ply, left) in [(1, 16), (3, 15), (7, 13), (33, 0)] {
        let mut setup = Setup::from(&start);
        setup.count = Count { limit: 32, ply };
        let position = setup.build(Variant::Makruk, CountingRule::MAKRUK).expect("legal");
        let verdict = tables.probe(&position).expect("a table");
        assert_eq!(verdict.distance, Some(16));
        assert_eq!(verdict.moves_left, Some(left));
        assert_eq!(verdict.won, left >= 16);
    }
    // Without a count the first move starts it, which leaves one move more.
    let fresh = fen::parse("7K/8/8/8/8/8/2k5/1R6 w - - 0 1", Variant::Makruk, CountingRule::MAKRUK);
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
        let mut setup = Setup::from(&random);
        setup.count = Count::NONE;
        let position = setup.build(Variant::Makruk, CountingRule::CLAIMED).expect("legal");
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
    let parse = |text| fen::parse(text, Variant::Makruk, CountingRule::MAKRUK).expect("a FEN");
    let white = tables.probe(&parse("8/8/4k3/8/S7/4K3/3M4/8 w - 88 9 1")).expect("a table");
    let black = tables.probe(&parse("8/3m4/4k3/s7/8/4K3/8/8 b - 88 9 1")).expect("a table");
    assert_eq!(white.distance, black.distance);
    assert_eq!((white.strong, black.strong), (Color::White, Color::Black));
}

/// Where the count draws with men on both sides, the result names the side that could win without it. That does
/// not depend on which side is to move.
#[test]
fn a_late_win_is_that_of_its_side() {
    let mut rng = SmallRng::seed_from_u64(64);
    let mut late = [0; 2];
    for to_move in [Color::White, Color::Black].repeat(600) {
        let random = random_position(ending("KRvKN"), to_move, &mut rng);
        let Some(random) = random.filter(movegen::has_legal_move) else { continue };
        let mut setup = Setup::from(&random);
        setup.count = Count { limit: 128, ply: 126 + u16::from(to_move == Color::Black) };
        let position = setup.build(Variant::Makruk, CountingRule::MAKRUK).expect("legal");
        let white = TABLES.probe_side(&position, Color::White).expect("an ending of four men");
        if !white.won && white.distance.is_some() {
            assert_eq!(TABLES.probe(&position), Some(white), "{}", fen::format(&position));
            late[to_move.index()] += 1;
        }
    }
    assert!(late.iter().all(|&late| late > 10), "{late:?}");
}

/// With men on both sides two tables are needed to say "draw": one for each side that may win.
#[test]
fn a_draw_needs_the_tables_of_both_sides() {
    let with = |names: &[&str]| {
        let mut tables = Tablebase::empty();
        for name in names {
            let solved = super::SOLVED.iter().find(|solved| solved.stats.ending == ending(name));
            tables.add(std::sync::Arc::new(super::Table::solved(solved.expect("solved"))));
        }
        tables
    };
    let winner = |tables: &Tablebase, fen: &str| {
        let position = fen::parse(fen, Variant::Makruk, CountingRule::MAKRUK).expect("a FEN");
        tables.probe(&position).map(|result| result.winner())
    };
    let (both, rook, knight) = (with(&["KRvKN", "KNvKR"]), with(&["KRvKN"]), with(&["KNvKR"]));
    let drawn = "8/8/3kn3/8/8/3K4/3R4/8";
    for drawn in [format!("{drawn} w - 128 1 60"), format!("{drawn} b - 128 2 60")] {
        assert_eq!(winner(&both, &drawn), Some(None), "{drawn}");
        assert_eq!(winner(&rook, &drawn), None, "{drawn}: the ma might win");
        assert_eq!(winner(&knight, &drawn), None, "{drawn}: the ruea might win");
    }
    // A win is certain by the table of the winner alone, whoever is to move.
    for won in ["k7/3n4/1K6/8/8/8/8/7R w - 128 1 60", "k6R/8/1K6/8/8/8/8/7n b - 128 2 60"] {
        assert_eq!(winner(&both, won), Some(Some(Color::White)), "{won}");
        assert_eq!(winner(&rook, won), Some(Some(Color::White)), "{won}");
        assert_eq!(winner(&knight, won), None, "{won}");
    }
}

/// Where the bare khun is to move before any count has begun, as in positions that were set up, its
/// captures still change the limit: the position is won if each of its moves loses.
#[test]
fn before_the_count_a_position_is_won_if_every_move_loses() {
    let mut rng = SmallRng::seed_from_u64(151);
    let mut forced_captures = 0;
    for name in ["KRRvK", "KSSvK", "KRSvK", "KSMvK"] {
        let (mut won, mut drawn) = (0, 0);
        for _ in 0..100_000 {
            let Some(random) = random_position(ending(name), Color::Black, &mut rng) else {
                continue;
            };
            let position = without_count(&random);
            let moves = movegen::legal_moves(&position);
            let result = TABLES.probe(&position).expect("a table");
            let loses = |mv: Move| {
                let after = TABLES.probe(&position.play_unchecked(mv));
                after.is_some_and(|result| result.winner() == Some(Color::White))
            };
            let expected = match &moves[..] {
                [] => position.in_check(),
                moves => moves.iter().all(|&mv| loses(mv)),
            };
            assert_eq!(result.won, expected, "{}: {result:?}", fen::format(&position));
            *(if expected { &mut won } else { &mut drawn }) += 1;
            forced_captures += u32::from(result.won && is_late(result));
        }
        assert!(won > 100 && drawn > 100, "{name}: {won} won, {drawn} drawn");
    }
    assert!(forced_captures > 0, "no win that takes longer than the limit before a capture");
}

/// Whether the mate takes more moves than the count leaves.
fn is_late(result: ProbeResult) -> bool {
    let left = result.moves_left.expect("a count");
    result.distance.is_some_and(|distance| u16::from(distance) > left)
}

fn without_count(position: &Position) -> Position {
    let mut setup = Setup::from(position);
    setup.count = Count::NONE;
    setup.build(Variant::Makruk, CountingRule::MAKRUK).expect("legal")
}
