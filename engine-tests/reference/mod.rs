//! What the engine claims, compared with a plain search of the game tree.

pub mod endings;
mod plain_search;

pub use plain_search::{Proof, prove};

use makruk::game::Game;
use makruk::notation::fen;
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use sakdi_engine::Score;
use sakdi_engine::score::{DRAW, MATE, is_mate, mate_in, mated_in};
use sakdi_engine::search::{Bound, Engine, Limits, SearchObserver, SearchReport};
use sakdi_engine::tablebase::Tablebase;
use sakdi_uci::score::UciScore;
use std::sync::{Arc, Mutex};

/// An engine without endgame tables, and one with them.
pub fn engines() -> [Engine; 2] {
    [None, Some(Arc::new(Tablebase::embedded()))].map(|tables| {
        let mut engine = Engine::new(1);
        engine.set_tablebase(tables);
        engine
    })
}

/// A position with its rules, for messages.
pub fn describe(position: &Position) -> String {
    let (variant, rule) = (position.variant().name(), position.counting_rule().name());
    format!("{variant} {rule} {}", fen::format(position))
}

/// The same position a move later in its count, if that is not over then.
fn a_move_later(position: &Position) -> Option<Position> {
    let text = fen::format(position);
    let (men, _) = text.split_once(" - ").expect("a FEN");
    let (limit, ply) = (position.count().limit, position.count().ply + 2);
    let text = format!("{men} - {limit} {ply} 60");
    (ply <= limit)
        .then(|| fen::parse(&text, position.variant(), position.counting_rule()).expect("a FEN"))
}

/// Where the count is about to end, a plain search knows the outcome: the mate and its distance, or
/// the draw. The engine finds it, with what it remembers of the same men a move later in the count,
/// where the mate comes too late, too. With men on both sides its pruning may overlook a long mate.
#[test]
fn the_end_of_a_count_is_played_out_exactly() {
    let outcome = |position: Position| {
        let truth = prove(&Game::new(position), 7).exact()?;
        (position.has_bare_side() || truth == DRAW).then_some((position, truth))
    };
    let known = (0..600_u64).into_par_iter().filter_map(|seed| {
        let root = endings::with_a_count_that_ends_soon(&mut SmallRng::seed_from_u64(seed));
        // Most are draws.
        outcome(root).filter(|&(_, truth)| is_mate(truth) || seed % 8 == 0)
    });
    let known: Vec<(Position, Score)> = known.collect();
    assert!(known.len() > 80, "{}", known.len());
    let faults = known.par_iter().map_init(engines, |engines, &(root, truth)| {
        let later = a_move_later(&root).and_then(outcome);
        let searches = [Some((root, truth)), later, Some((root, truth))];
        let mut faults = Vec::new();
        for (position, truth) in searches.into_iter().flatten() {
            for engine in engines.iter_mut() {
                let limits = Limits { depth: Some(12), ..Limits::default() };
                let score = engine.search(&Game::new(position), &limits, &()).score;
                if score != truth {
                    let tables = if engine.tablebase().is_some() { "with" } else { "without" };
                    let (text, score) = (describe(&position), UciScore(score));
                    let truth = UciScore(truth);
                    faults.push(format!("{text} {tables} tables: {score} instead of {truth}"));
                }
            }
        }
        faults
    });
    let faults: Vec<String> = faults.flatten().collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// The lines that a search reports with exact scores, each with its depth.
struct Lines<'a> {
    game: &'a Game,
    found: Mutex<Vec<(u32, Score, Game)>>,
}

impl SearchObserver for Lines<'_> {
    fn report(&self, report: &SearchReport<'_>) {
        let mut line = self.game.clone();
        for &mv in report.pv {
            line.play(mv).expect("a line of legal moves");
        }
        if report.bound == Bound::Exact {
            let mut found = self.found.lock().expect("no panic before");
            found.push((report.depth, report.score, line));
        }
    }
}

/// What is wrong with the score of a line that was found at this depth.
fn fault(root: &Game, line: &Game, depth: u32, score: Score) -> Option<String> {
    let mut after = root.clone();
    after.play(line.moves()[0]).expect("a legal move");
    // What so many plies of the line prove, from the side to move at the root. After the first move
    // a mate is a ply nearer.
    let proof = |plies: i32| {
        let Proof { low, high } = prove(&after, plies as usize - 1);
        let nearer = |score: Score| if is_mate(score) { score - score.signum() } else { score };
        Proof { low: nearer(-high), high: nearer(-low) }
    };
    let plies = MATE - score.abs();
    let is_proven = match is_mate(score) && plies <= 4 {
        true if score > DRAW => proof(plies).low >= score,
        true => proof(plies).high <= score,
        false => true,
    };
    let claim = format!("depth {depth} {}", UciScore(score));
    if !is_proven {
        return Some(format!("{claim}: no such mate"));
    }
    let Proof { low, high } = proof(2);
    if low >= mate_in(1) && score < mate_in(1) {
        return Some(format!("{claim}: the move mates"));
    }
    if depth >= 2 && high <= mated_in(2) && score > mated_in(2) {
        return Some(format!("{claim}: the reply mates"));
    }
    let (position, us) = (root.position(), root.position().to_move());
    let impossible = position.is_bare(us) && score > DRAW || position.is_bare(!us) && score < DRAW;
    impossible.then(|| format!("{claim}: a bare khun wins"))
}

/// In endings of all kinds the lines of all depths are legal, mates are real and no longer than
/// claimed, and no line overlooks a mate with the move or with the reply.
#[test]
fn every_line_claims_what_is_true() {
    let faults = (0..300_u64).into_par_iter().map_init(engines, |engines, seed| {
        let mut rng = SmallRng::seed_from_u64(seed);
        let variant = Variant::ALL[rng.random_range(0..Variant::ALL.len())];
        let rule = CountingRule::ALL[rng.random_range(0..CountingRule::ALL.len())];
        let game = Game::new(endings::random(&mut rng, variant, rule));
        let mut faults = Vec::new();
        for engine in engines.iter_mut() {
            let multi_pv = rng.random_range(1..=4);
            let limits = Limits { depth: Some(7), multi_pv, ..Limits::default() };
            let lines = Lines { game: &game, found: Mutex::default() };
            engine.search(&game, &limits, &lines);
            for (depth, score, line) in lines.found.into_inner().expect("no panic") {
                if let Some(fault) = fault(&game, &line, depth, score) {
                    let tables = if engine.tablebase().is_some() { "with" } else { "without" };
                    let (text, moves) = (describe(game.position()), line.moves());
                    faults.push(format!("{text} {tables} tables {moves:?}: {fault}"));
                }
            }
        }
        faults
    });
    let faults: Vec<String> = faults.flatten().collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}
