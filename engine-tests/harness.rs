//! What the tests share: positions from FEN, files of positions/, and moves played from text.

use sakdi::notation::{coordinate, fen};
use sakdi::position::Position;
use sakdi::rules::{CountingRule, Variant};
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
    fen::parse(text, variant, CountingRule::Makruk)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The position after moves in coordinate notation.
#[track_caller]
pub fn play(mut position: Position, moves: &str) -> Position {
    for text in moves.split_whitespace() {
        let mv = coordinate::parse(&position, text)
            .unwrap_or_else(|error| panic!("{text} in {}: {error}", fen::format(&position)));
        position = position.play_unchecked(mv);
    }
    position
}

/// A file of positions/, whole.
pub fn positions_file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
