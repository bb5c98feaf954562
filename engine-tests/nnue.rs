//! The evaluation by the net: accumulators are updated correctly, nets are read or rejected, and
//! the options work.

use crate::client::Client;
use crate::harness::{START, position};
use crate::nets::untrained;
use makruk::game::Game;
use makruk::movegen;
use makruk::position::Position;
use proptest::prelude::*;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use sakdi_engine::bench;
use sakdi_engine::eval::nnue::{self, AccumulatorStack, Net, Origin, Provenance};
use sakdi_engine::eval::{Evaluator, explain_net};
use sakdi_engine::search::{Engine, Limits};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MIDDLEGAME: &str = "r1smksn1/3n3r/1pppppp1/p7/1P2P3/P1PP1PSP/1S6/RN1KM1NR w - - 0 7";

/// Walks down and up a tree at random, and evaluates some of its positions.
fn wander(net: &Arc<Net>, start: &Position, seed: u64) {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut accumulators = AccumulatorStack::new(Arc::clone(net));
    // Each position with the move that led to it, if any.
    let mut line = vec![(None, *start)];
    for _ in 0..200 {
        let (_, last) = line[line.len() - 1];
        let moves = movegen::legal_moves(&last);
        match moves.choose(&mut random) {
            Some(_) if line.len() < 100 && !last.in_check() && random.random_bool(0.1) => {
                line.push((None, last.play_null()));
            }
            Some(&mv) if line.len() < 100 && random.random_bool(0.7) => {
                line.push((Some(mv), last.play_unchecked(mv)));
            }
            _ => line.truncate(random.random_range(1..=line.len())),
        }
        if random.random_bool(0.6) {
            let ply = line.len() - 1;
            let (mv, position) = &line[ply];
            let value = if random.random_bool(0.5) {
                let (parent_mv, parent) = line[ply.saturating_sub(1)];
                let parent_mv = parent_mv.filter(|_| random.random_bool(0.5));
                let origin = Origin { parent: &parent, mv: *mv, parent_mv };
                accumulators.value_after(&origin, position, ply)
            } else {
                accumulators.value(position, ply)
            };
            let expected = nnue::value(net, position);
            assert_eq!(value, expected, "seed {seed}, ply {ply}: {position:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]
    #[test]
    fn accumulators_updated_incrementally_are_those_from_scratch(seed: u64) {
        let net = Arc::new(untrained(seed));
        for game in bench::games().expect("legal positions") {
            wander(&net, game.position(), seed);
        }
    }
}

/// A mirrored position, and one with the colours swapped, has the same value.
#[test]
fn sides_and_halves_of_the_board_are_alike() {
    let net = untrained(5);
    let value = |fen| nnue::value(&net, &position(fen));
    let expected = value("4k3/8/2pp4/8/4P1P1/8/1R6/3K4 w - - 0 1");
    assert_eq!(value("3k4/8/4pp2/8/1P1P4/8/6R1/4K3 w - - 0 1"), expected);
    assert_eq!(value("3k4/1r6/8/4p1p1/8/2PP4/8/4K3 b - - 0 1"), expected);
    assert_ne!(value("4k3/8/2pp4/8/4P1P1/8/1R6/3K4 b - - 0 1"), expected);
}

/// The net knows the moves left by its sets of output weights only; the rest is applied to its value.
#[test]
fn the_count_scales_the_value_of_the_net() {
    let net = Arc::new(untrained(1));
    let mut evaluator = Evaluator::new(Some(Arc::clone(&net)));
    for (ply, left) in [(1, 64), (65, 32), (127, 1)] {
        let fen = format!("4k3/4n3/8/8/8/4K3/3RN3/8 b - 128 {ply} 60");
        let position = position(&fen);
        assert_eq!(position.moves_left(), Some(left), "{fen}");
        let (value, left) = (nnue::value(&net, &position), i32::from(left));
        assert_ne!(value, 0);
        assert_eq!(evaluator.evaluate(&position, 0), value * left / (left + 10), "{fen}");
    }
}

/// A bare khun is not valued by the net.
#[test]
fn a_bare_khun_has_a_value_without_the_net() {
    let mut evaluator = Evaluator::new(Some(Arc::new(untrained(1))));
    let mut value = |fen| evaluator.evaluate(&position(fen), 0);
    let fresh = value("8/8/4k3/8/8/4K3/3R4/8 w - 32 7 60");
    let late = value("8/8/4k3/8/8/4K3/3R4/8 w - 32 29 60");
    assert!(fresh > late && late > 0, "{fresh} {late}");
    assert_eq!(value("8/8/4k3/8/8/4K3/3R4/8 w - 32 33 60"), 0);
    // With all signs inverted the net would prefer the bare khun. It must not be used here.
    let mut wrong = untrained(1);
    for weights in wrong.output_weights.iter_mut().flatten() {
        weights.0.iter_mut().for_each(|weight| *weight = -*weight);
    }
    let mut evaluator = Evaluator::new(Some(Arc::new(wrong)));
    assert!(evaluator.evaluate(&position("8/8/4k3/8/8/4K3/3R4/8 w - 32 7 60"), 0) >= 0);
    assert!(evaluator.evaluate(&position("8/8/4k3/8/8/4K3/3R4/8 b - 32 8 60"), 0) <= 0);
}

#[test]
fn an_engine_without_its_net_is_as_it_was() {
    let game = Game::new(position(MIDDLEGAME));
    let limits = || Limits { depth: Some(7), ..Limits::default() };
    let mut engine = Engine::new(4);
    engine.set_net(None);
    let by_hand = engine.search(&game, &limits(), &());
    engine.set_net(Some(Arc::new(untrained(1))));
    let by_net = engine.search(&game, &limits(), &());
    assert_ne!((by_net.nodes, by_net.score), (by_hand.nodes, by_hand.score));
    engine.set_net(None);
    let again = engine.search(&game, &limits(), &());
    assert_eq!((again.nodes, again.score), (by_hand.nodes, by_hand.score));
}

/// A search gives the same result on every run, also after a search with several threads.
#[test]
fn searches_by_a_net_repeat() {
    let game = Game::new(position(MIDDLEGAME));
    let mut engine = Engine::new(4);
    engine.set_net(Some(Arc::new(untrained(2))));
    let mut search = |threads| {
        engine.set_threads(threads);
        engine.clear();
        engine.search(&game, &Limits { depth: Some(7), ..Limits::default() }, &())
    };
    let first = search(1);
    assert!(search(3).best_move.is_some());
    let again = search(1);
    assert_eq!((again.nodes, again.best_move), (first.nodes, first.best_move));
}

struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a directory"))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, bytes).expect("a file");
        path
    }
}

fn load(client: &mut Client, path: &Path) -> Vec<String> {
    client.ask(&format!("setoption name EvalFile value {}", path.display()))
}

/// The evaluation of the current position that `eval` prints last.
fn evaluation(client: &mut Client) -> String {
    client.ask("eval").pop().expect("a last line")
}

/// The last information line of a short search, up to its times.
fn searched(client: &mut Client) -> String {
    client.send("setoption name Clear Hash");
    let lines = client.go("go depth 6");
    let line = &lines[lines.len() - 2];
    line.split(" nps ").next().expect("a part").to_owned()
}

#[test]
fn a_net_is_used_when_it_is_wanted() {
    let files = Files::new();
    let path = files.write("a.net", &untrained(1).to_bytes(&Provenance::default()));
    let mut client = Client::start();
    client.send(&format!("position fen {MIDDLEGAME}"));
    client.ask("setoption name Use NNUE value false");
    let by_hand = (evaluation(&mut client), searched(&mut client));
    assert_eq!(load(&mut client, &path), ["info string handcrafted evaluation: Use NNUE is false"]);
    assert_eq!((evaluation(&mut client), searched(&mut client)), by_hand);
    let lines = client.ask("setoption name Use NNUE value true");
    assert_eq!(lines, ["info string evaluation by the net"]);
    let by_net = (evaluation(&mut client), searched(&mut client));
    assert_ne!(by_net.0, by_hand.0);
    assert_ne!(by_net.1, by_hand.1);
    client.ask("setoption name Use NNUE value false");
    assert_eq!((evaluation(&mut client), searched(&mut client)), by_hand);
    client.ask("setoption name Use NNUE value true");
    assert_eq!((evaluation(&mut client), searched(&mut client)), by_net);
    // Back to the embedded net.
    client.ask("setoption name EvalFile value <empty>");
    // Two nets may agree on the value of a position, but hardly on a whole search.
    assert_ne!((evaluation(&mut client), searched(&mut client)), by_net);
}

#[test]
fn a_bad_net_costs_one_line_and_nothing_else() {
    let files = Files::new();
    let good = untrained(1).to_bytes(&Provenance::default());
    let with = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        bytes
    };
    let mut client = Client::start();
    client.ask("setoption name Use NNUE value true");
    load(&mut client, &files.write("good.net", &good));
    let before = evaluation(&mut client);
    let size = Net::FILE_LEN;
    for (name, bytes, complaint) in [
        ("short", good[..size - 1].to_vec(), format!("{} bytes, it should have {size}", size - 1)),
        ("long", [&good[..], &[0]].concat(), format!("{} bytes, it should have {size}", size + 1)),
        ("empty", Vec::new(), "not a Sakdi net".to_owned()),
        ("other", START.as_bytes().to_vec(), "not a Sakdi net".to_owned()),
        ("version", with(8, 1), "version 1 of the format".to_owned()),
        ("architecture", with(17, 9), "another architecture".to_owned()),
        ("damaged", with(7_777, 0x5A), "its checksum is wrong".to_owned()),
    ] {
        let lines = load(&mut client, &files.write(name, &bytes));
        // One message; below a folder with a long name it takes a second line.
        assert!(lines.len() == 1 || lines[0].len() > 180 && lines.len() == 2, "{name}: {lines:?}");
        assert!(lines[0].starts_with("info string EvalFile ") && lines[0].contains(&complaint));
        assert_eq!(evaluation(&mut client), before, "{name}");
    }
    for path in [files.0.path().join("missing"), files.0.path().to_owned()] {
        let lines = load(&mut client, &path);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert_eq!(evaluation(&mut client), before, "{}", path.display());
    }
}

#[test]
fn eval_tells_what_each_man_is_worth_to_the_net() {
    use sakdi_uci::score::to_uci_centipawns;
    let files = Files::new();
    let net = untrained(3);
    let path = files.write("a.net", &net.to_bytes(&Provenance::default()));
    let mut client = Client::start();
    client.send("setoption name Use NNUE value true");
    load(&mut client, &path);
    // Black to move: all but the last line is from White's side.
    let fen = "4k3/8/2pp4/8/4P1P1/8/1R6/3K4 b - - 0 1";
    client.send(&format!("position fen {fen}"));
    let lines = client.ask("eval");
    let expected = explain_net(&net, &position(fen));
    let shown: Vec<&str> = lines
        .iter()
        .flat_map(|line| line.split(['|', ' ']).filter(|word| word.starts_with(['+', '-'])))
        .filter(|word| word[1..].parse::<u32>().is_ok())
        .collect();
    let mut men = expected.men.clone();
    men.sort_by_key(|(square, _)| (std::cmp::Reverse(square.rank()), square.file()));
    let men: Vec<String> =
        men.into_iter().map(|(_, value)| format!("{:+}", to_uci_centipawns(value))).collect();
    assert!(shown.windows(men.len()).any(|shown| shown == men), "{men:?} in {lines:#?}");
    let number = |label: &str| -> i32 {
        let line = lines.iter().find_map(|line| line.strip_prefix(label));
        line.and_then(|rest| rest.trim().parse().ok()).unwrap_or_else(|| panic!("{lines:#?}"))
    };
    assert_eq!(number("by the net, without the count"), to_uci_centipawns(expected.without_count));
    assert_eq!(number("White's advantage by the net"), to_uci_centipawns(expected.white));
    let last = lines.last().expect("a last line");
    assert_eq!(*last, format!("Evaluation: {} (side to move)", to_uci_centipawns(-expected.white)));
}
