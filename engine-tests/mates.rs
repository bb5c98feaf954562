//! Short mates with few men: the search must report every mate in 1 or 2 that brute force proves,
//! with its exact distance, and no mate that comes after the end of the count.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use sakdi::game::Game;
use sakdi::movegen::{has_legal_move, legal_moves};
use sakdi::notation::fen;
use sakdi::position::{Man, Position, Setup};
use sakdi::rules::{Count, CountingRule, Variant, counting};
use sakdi::search::{Engine, Limits};
use sakdi::tablebase::Tablebase;
use sakdi::types::score::{UciScore, is_mate, mate_in, mated_in};
use sakdi::types::{Color, Piece, Score, Square};
use std::sync::Arc;

/// Depth of the searches, in plies.
const DEPTH: u32 = 12;
/// Longest mate that brute force looks for, in moves.
const MOVES: u32 = 2;

/// Whether the side to move is checkmated.
fn is_mated(position: &Position) -> bool {
    position.in_check() && !has_legal_move(position)
}

/// Whether the side to move has a legal move and no rule has drawn the game.
fn goes_on(position: &Position) -> bool {
    position.draw_facts(1).draw().is_none() && has_legal_move(position)
}

/// Whether the side to move can force mate within `moves` moves.
fn mates_within(position: &Position, moves: u32) -> bool {
    let children = || legal_moves(position).into_iter().map(|mv| position.play_unchecked(mv));
    children().any(|child| is_mated(&child))
        || moves > 1 && children().any(|child| goes_on(&child) && is_lost(&child, moves - 1))
}

/// Whether the side to move, which is not mated yet, is mated within `moves` moves whatever it does.
fn is_lost(position: &Position, moves: u32) -> bool {
    legal_moves(position).into_iter().all(|mv| {
        let child = position.play_unchecked(mv);
        goes_on(&child) && mates_within(&child, moves)
    })
}

/// The score of a mate within [`MOVES`] moves, for or against the side to move.
fn short_mate(position: &Position) -> Option<Score> {
    (1..=MOVES).find_map(|moves| {
        let plies = 2 * moves as usize;
        if mates_within(position, moves) {
            Some(mate_in(plies - 1))
        } else {
            is_lost(position, moves).then(|| mated_in(plies))
        }
    })
}

/// A random legal position of three to six men in which the game goes on. Every other one without
/// bia has a running count, often near its limit.
fn random_position(rng: &mut SmallRng, variant: Variant) -> Position {
    loop {
        let mut setup = Setup::empty();
        let mut squares: Vec<Square> = Square::all().collect();
        let mut take = |rng: &mut SmallRng| squares.swap_remove(rng.random_range(0..squares.len()));
        for color in Color::ALL {
            setup.put(take(rng), Man::new(color, Piece::King));
        }
        let strong = Color::ALL[rng.random_range(0..2)];
        let bare = rng.random_bool(0.4);
        for number in 0..rng.random_range(1..=4) {
            const KINDS: [Piece; 8] = [
                Piece::Pawn,
                Piece::Met,
                Piece::Met,
                Piece::Khon,
                Piece::Khon,
                Piece::Knight,
                Piece::Rook,
                Piece::Rook,
            ];
            let weak = !bare && number > 0 && rng.random_bool(0.4);
            let piece = KINDS[rng.random_range(0..KINDS.len())];
            setup.put(take(rng), Man::new(if weak { !strong } else { strong }, piece));
        }
        setup.to_move = Color::ALL[rng.random_range(0..2)];
        let Ok(position) = setup.build(variant, CountingRule::Makruk) else { continue };
        if !position.has_pawns() && rng.random_bool(0.5) {
            setup.count = random_count(rng, &position);
        }
        match setup.build(variant, CountingRule::Makruk) {
            Ok(position) if goes_on(&position) => return position,
            _ => {}
        }
    }
}

/// A random count for a position without bia. Half of the counts have at most three moves left.
fn random_count(rng: &mut SmallRng, position: &Position) -> Count {
    let (limit, first, counter) =
        match Color::ALL.into_iter().find(|&color| position.is_bare(color)) {
            Some(bare) => {
                let men = position.material();
                let limit = 2 * counting::pieces_honour(CountingRule::Makruk, &men, !bare);
                (limit, 2 * u16::from(men.men()), bare)
            }
            None => (2 * counting::BOARD_HONOUR, 0, Color::ALL[rng.random_range(0..2)]),
        };
    let nearest = if rng.random_bool(0.5) { limit.saturating_sub(6) } else { first };
    let ply = rng.random_range(nearest.min(limit)..=limit);
    // The counter moves at even plies, and the limit is even.
    let odd = u16::from(counter != position.to_move());
    Count { limit, ply: (ply / 2 * 2 + odd).min(limit - odd) }
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
        let (name, fen) = (position.variant().name(), fen::format(position));
        format!("{name} {fen}: {} {tables} tables, by brute force {expected}", UciScore(score))
    })
}

/// Checks a number of random positions of a variant, nine of ten with a mate in 1 or 2.
fn check(variant: Variant, positions: u64) {
    let tables = Arc::new(Tablebase::embedded());
    let new_engines = || {
        [None, Some(Arc::clone(&tables))].map(|tables| {
            let mut engine = Engine::new(1);
            engine.set_tablebase(tables);
            engine
        })
    };
    let faults = (0..positions).into_par_iter().map_init(new_engines, |engines, number| {
        let mut rng = SmallRng::seed_from_u64(number);
        let wants_mate = number % 10 > 0;
        let (position, mate) = loop {
            let position = random_position(&mut rng, variant);
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

/// The proof search of puzzles finds the mates that brute force finds, and no others.
#[test]
fn proofs_of_mates_agree_with_brute_force() {
    use sakdi::puzzles::MateSearch;
    let faults = (0..2 * positions()).into_par_iter().filter_map(|number| {
        let mut rng = SmallRng::seed_from_u64(number);
        let variant = Variant::ALL[number as usize % 2];
        let position = random_position(&mut rng, variant);
        let expected = (1..=MOVES as u8).find(|&moves| mates_within(&position, moves.into()));
        let found = MateSearch::new(1_000_000).shortest(&position, MOVES as u8);
        let text = fen::format(&position);
        (found != Ok(expected)).then(|| format!("{text}: {found:?}, by brute force {expected:?}"))
    });
    let faults: Vec<_> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
