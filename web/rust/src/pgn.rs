//! Games of a board as PGN.

use sakdi::game::Game;
use sakdi::notation::pgn::{MoveNumber, push_tag, push_wrapped};
use sakdi::notation::{fen, san};
use sakdi::openings;
use sakdi::position::Position;
use sakdi::types::Color;

/// The game with these tags, names and values in turn. Variant, start and result are added where
/// they are missing.
pub fn write(game: &Game, tags: &[String]) -> String {
    let start = game.start();
    let given = |name: &str| tags.chunks_exact(2).find(|tag| tag[0] == name);
    let outcome = game.outcome();
    let result = match given("Result") {
        Some(tag) => tag[1].as_str(),
        None => outcome.map_or("*", |outcome| crate::convert::result(outcome.winner())),
    };
    let mut text = String::new();
    for tag in tags.chunks_exact(2) {
        push_tag(&mut text, &tag[0], &tag[1]);
    }
    let mut add = |name: &str, value: &str| {
        if given(name).is_none() {
            push_tag(&mut text, name, value);
        }
    };
    add("Variant", start.variant().name());
    if *start != Position::start(start.variant(), start.counting_rule()) {
        add("SetUp", "1");
        add("FEN", &fen::format(start));
    }
    if let Some(opening) = openings::in_both_languages(openings::classify(start, game.moves())) {
        add("Opening", &opening);
    }
    add("Result", result);
    text.push('\n');
    push_wrapped(&mut text, &(movetext(game) + result));
    text
}

/// The moves in SAN, each with a blank behind it.
fn movetext(game: &Game) -> String {
    let mut position = *game.start();
    let mut text = String::new();
    for (index, &mv) in game.moves().iter().enumerate() {
        if index == 0 || position.to_move() == Color::White {
            text += &format!("{} ", MoveNumber::of(&position));
        }
        text += &san::format(&position, mv);
        text.push(' ');
        position = position.play_unchecked(mv);
    }
    text
}
