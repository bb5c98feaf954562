//! Games from endings of the tables: the engine wins what is won and holds what is not.

use super::{TABLES, ending, random_position};
use makruk::game::Game;
use makruk::notation::fen;
use makruk::position::Position;
use makruk::rules::Outcome;
use makruk::types::{Color, Move};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use sakdi_engine::search::{Engine, Limits};
use sakdi_engine::tablebase::Tablebase;

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
