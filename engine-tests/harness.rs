//! Helpers of the tests: positions from FEN, files of positions/, and moves played from text.

use makruk::game::Game;
use makruk::notation::pgn::Reader;
use makruk::notation::{Notation, coordinate, fen};
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use std::path::Path;

/// The start position in FEN.
pub const START: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";

/// A Makruk position under the default rule.
#[track_caller]
pub fn position(text: &str) -> Position {
    position_in(text, Variant::Makruk)
}

/// A position of either game under the default rule.
#[track_caller]
pub fn position_in(text: &str, variant: Variant) -> Position {
    fen::parse(text, variant, CountingRule::MAKRUK)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The position after moves in coordinate notation.
#[track_caller]
pub fn play(position: Position, moves: &str) -> Position {
    *play_game(position, moves).position()
}

/// A game from FEN and moves in coordinate notation.
#[track_caller]
pub fn game(start: &str, moves: &str, variant: Variant, rule: CountingRule) -> Game {
    let start = fen::parse(start, variant, rule).unwrap_or_else(|error| panic!("{start}: {error}"));
    play_game(start, moves)
}

#[track_caller]
fn play_game(start: Position, moves: &str) -> Game {
    let mut game = Game::new(start);
    for text in moves.split_whitespace() {
        let position = game.position();
        let mv = coordinate::parse(position, text)
            .unwrap_or_else(|error| panic!("{text} in {}: {error}", fen::format(position)));
        game.play(mv).expect("a legal move, for it was read as one");
    }
    game
}

/// The contents of a file of positions/.
pub fn positions_file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The words of a Thai text that look English: more than one Latin letter, outside quotes.
pub fn english_words(text: &str) -> Vec<String> {
    let unquoted: String = text.split('\'').step_by(2).collect();
    let words = unquoted.split(|c: char| !c.is_ascii_alphanumeric() && !"_-".contains(c));
    let is_english = |word: &&str| word.chars().filter(char::is_ascii_alphabetic).count() > 1;
    words.filter(is_english).map(str::to_owned).collect()
}

/// Whether a text has Thai letters.
pub fn is_thai(text: &str) -> bool {
    text.contains(|c: char| ('\u{e01}'..='\u{e5b}').contains(&c))
}

/// The moves of every game of a PGN as coordinates.
pub fn lines_of(text: &str) -> Vec<String> {
    let games = Reader::new(text).map(|game| {
        let game = game.expect("a game");
        let start = game.start(Variant::Makruk, CountingRule::NONE).expect("a start");
        Notation::Coordinate.line(&start, &game.resolve(&start).expect("moves"))
    });
    games.collect()
}
