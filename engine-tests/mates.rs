//! Short mates with few men: the search must report every mate in 1 or 2 that a plain search proves,
//! with its exact distance, and no mate that comes after the end of the count.

use crate::reference::{describe, endings, engines, prove};
use makruk::game::Game;
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rayon::prelude::*;
use sakdi_engine::Score;
use sakdi_engine::score::{is_mate, mate_in, moves_to_mate};
use sakdi_engine::search::{Engine, Limits};
use sakdi_uci::score::UciScore;

/// Depth of the searches, in plies.
const DEPTH: u32 = 12;
/// Longest mate that the plain search looks for, in moves.
const MOVES: u32 = 2;

/// The score of a mate within [`MOVES`] moves, for or against the side to move.
fn short_mate(position: &Position) -> Option<Score> {
    let proof = prove(&Game::new(*position), 2 * MOVES as usize);
    proof.exact().filter(|&score| is_mate(score))
}

/// The error in the result of a search; `None` if the result is right.
fn fault(position: &Position, expected: Option<Score>, engine: &mut Engine) -> Option<String> {
    engine.clear();
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let score = engine.search(&Game::new(*position), &limits, &()).score;
    let short = score.abs() >= mate_in(2 * MOVES as usize);
    // A count against a bare khun never starts again.
    let left = position.moves_left().filter(|_| position.has_bare_side());
    let moves = |score: Score| (mate_in(0) - score.abs() + 1) / 2;
    let too_late = is_mate(score) && left.is_some_and(|left| moves(score) > Score::from(left));
    let wrong = match expected {
        Some(expected) => score != expected,
        None => short,
    };
    (wrong || too_late).then(|| {
        let expected = expected.map_or("no short mate".to_owned(), |it| UciScore(it).to_string());
        let tables = if engine.tablebase().is_some() { "with" } else { "without" };
        let text = describe(position);
        format!("{text}: {} {tables} tables, by plain search {expected}", UciScore(score))
    })
}

/// Checks a number of random positions of a variant, nine of ten with a mate in 1 or 2.
fn check(variant: Variant, positions: u64) {
    let faults = (0..positions).into_par_iter().map_init(engines, |engines, number| {
        let mut rng = SmallRng::seed_from_u64(number);
        let wants_mate = number % 10 > 0;
        let (position, mate) = loop {
            let position = endings::random(&mut rng, variant, CountingRule::MAKRUK);
            let mate = short_mate(&position);
            if mate.is_some() == wants_mate {
                break (position, mate);
            }
        };
        engines.iter_mut().filter_map(|engine| fault(&position, mate, engine)).collect::<Vec<_>>()
    });
    let faults: Vec<_> = faults.flatten().collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// Number of positions of each variant. The environment variable `SAKDI_MATES` sets another number.
fn positions() -> u64 {
    let asked = std::env::var("SAKDI_MATES").ok();
    asked.map_or(300, |text| text.parse().expect("SAKDI_MATES is a number"))
}

#[test]
fn short_mates_of_makruk_are_reported_exactly() {
    check(Variant::Makruk, positions());
}

#[test]
fn short_mates_of_makpong_are_reported_exactly() {
    check(Variant::Makpong, positions());
}

/// The proof search of puzzles finds the mates that a plain search finds, and no others.
#[test]
fn proofs_of_mates_agree_with_a_plain_search() {
    use sakdi_puzzles::MateSearch;
    let faults = (0..2 * positions()).into_par_iter().filter_map(|number| {
        let mut rng = SmallRng::seed_from_u64(number);
        let variant = Variant::ALL[number as usize % 2];
        let position = endings::random(&mut rng, variant, CountingRule::MAKRUK);
        let won = short_mate(&position).filter(|&score| score > 0);
        let expected = won.and_then(moves_to_mate).map(|moves| moves as u8);
        let found = MateSearch::new(1_000_000).shortest(&position, MOVES as u8);
        let text = describe(&position);
        (found != Ok(expected)).then(|| format!("{text}: {found:?}, by plain search {expected:?}"))
    });
    let faults: Vec<_> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
