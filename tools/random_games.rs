//! Writes random games as PGN, to measure what reads many games. The openings repeat, as those of people do,
//! and every game has players, a date and a result.
//!
//! cargo run --release --example random_games -- GAMES SEED [DIALECT...] > games.pgn
//!
//! The dialects take turns; without any, games are in SAN.

use makruk::game::Game;
use makruk::movegen::legal_moves;
use makruk::notation::Dialect;
use makruk::notation::pgn::{self, PgnGame, PgnMove};
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::io::{self, BufWriter, Write};

/// Number of plies in which the moves are few.
const OPENING: usize = 10;
/// Longest game in plies; the average of people's games is near it.
const LONGEST: usize = 100;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let usage = "usage: random_games GAMES SEED [DIALECT...]";
    let mut number = || args.next().and_then(|text| text.parse::<u64>().ok()).ok_or(usage);
    let (games, seed) = (number()?, number()?);
    let mut dialects = args.map(|name| name.parse()).collect::<Result<Vec<Dialect>, _>>()?;
    if dialects.is_empty() {
        dialects.push(Dialect::Makruk);
    }
    let mut out = BufWriter::new(io::stdout().lock());
    for number in 0..games {
        let mut rng = SmallRng::seed_from_u64(seed.wrapping_add(number));
        let dialect = dialects[number as usize % dialects.len()];
        out.write_all(written(&game(&mut rng), &mut rng, number, dialect)?.as_bytes())?;
    }
    Ok(out.flush()?)
}

fn game(rng: &mut SmallRng) -> Game {
    let mut game = Game::new(Position::start(Variant::Makruk, CountingRule::MAKRUK));
    while game.outcome().is_none() && game.moves().len() < LONGEST {
        let moves = legal_moves(game.position());
        let most = if game.moves().len() < OPENING { 4 } else { moves.len() };
        // The first of several choices is the most frequent.
        let choice = rng.random_range(0..most.min(moves.len()));
        let choice = rng.random_range(0..=choice);
        let played = game.play(moves[choice]);
        debug_assert!(played.is_ok());
    }
    game
}

fn written(
    game: &Game,
    rng: &mut SmallRng,
    number: u64,
    dialect: Dialect,
) -> Result<String, Box<dyn std::error::Error>> {
    let mut player = || format!("Player {}", rng.random_range(0..20_000));
    let (white, black) = (player(), player());
    let date = format!("{}.{:02}.{:02}", 1990 + number % 37, 1 + number % 12, 1 + number % 28);
    let result = match game.outcome() {
        Some(outcome) => pgn::result(outcome.winner()),
        None => ["1-0", "1/2-1/2", "0-1"][number as usize % 3],
    };
    let tags = [
        ("Event", "Random games"),
        ("Date", &date),
        ("White", &white),
        ("Black", &black),
        ("Result", result),
    ];
    let mut position = *game.start();
    let moves = game.moves().iter().map(|&mv| {
        let san = Dialect::Uci.format(&position, mv);
        position = position.play_unchecked(mv);
        PgnMove { san, ..PgnMove::default() }
    });
    let moves = moves.collect();
    let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let pgn = PgnGame {
        tags,
        moves,
        result: Some(result),
        dialect: Some(Dialect::Uci),
        ..PgnGame::default()
    };
    Ok(pgn::convert(&pgn, Variant::Makruk, dialect)?)
}
