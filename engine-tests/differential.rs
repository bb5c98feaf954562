//! Random games against the record of Fairy-Stockfish's rules in positions/differential.txt, whose
//! header describes it. `SAKDI_DIFFERENTIAL=FILE` replays another record instead.

use crate::harness::{position_in, positions_file};
use makruk::game::Game;
use makruk::movegen::legal_moves;
use makruk::notation::{coordinate, fen, san};
use makruk::rules::{DrawReason, Outcome};

#[test]
fn random_games_agree_with_fairy_stockfish() {
    let record = match std::env::var_os("SAKDI_DIFFERENTIAL") {
        Some(path) => std::fs::read_to_string(path).expect("the record named by the environment"),
        None => positions_file("differential.txt"),
    };
    let games = record.lines().filter(|line| !line.starts_with('#'));
    let positions: usize = games.map(replay).sum();
    assert!(positions >= 20_000, "only {positions} positions recorded");
    println!("{positions} positions agree");
}

/// Replays one line and compares every position. Returns the number of positions.
fn replay(line: &str) -> usize {
    let mut fields = line.split('\t');
    let variant = fields.next().and_then(|name| name.parse().ok()).expect("a variant");
    let start = position_in(fields.next().expect("a FEN"), variant);
    let mut game = Game::new(start);
    compare(&game, fields.next().expect("a record of the start"));
    let mut positions = 1;
    for field in fields {
        let (text, record) = field.split_once(' ').expect("a move and a record");
        let position = game.position();
        let mv = san::parse(position, text)
            .unwrap_or_else(|error| panic!("{text} in {}: {error}", fen::format(position)));
        assert_eq!(san::format(position, mv), text, "in {}", fen::format(position));
        game.play(mv).expect("a legal move");
        compare(&game, record);
        positions += 1;
    }
    positions
}

#[track_caller]
fn compare(game: &Game, record: &str) {
    let position = game.position();
    let fen = fen::format(position);
    let mut moves: Vec<_> = legal_moves(position)
        .into_iter()
        .map(|mv| {
            let san = san::format(position, mv);
            assert_eq!(san::parse(position, &san), Ok(mv), "{san} in {fen}");
            (coordinate::format(position, mv), san)
        })
        .collect();
    moves.sort();
    let list: Vec<_> = moves.iter().map(|(text, _)| text.as_str()).collect();
    let sans: Vec<_> = moves.iter().map(|(_, san)| san.as_str()).collect();
    let (list, sans) = (list.join(" "), sans.join(" "));
    let of = |text: &str| format!("{:04x}", crc32(text) & 0xFFFF);
    assert_eq!(of(&fen), record[4..8], "FEN {fen} after {:?}", game.moves());
    assert_eq!(of(&list), record[0..4], "legal moves of {fen}: {list}");
    if &record[8..12] != "...." {
        assert_eq!(of(&sans), record[8..12], "SAN in {fen}: {sans}");
    }
    let verdict = match game.outcome() {
        None => "-",
        Some(Outcome::Mate { .. }) => "m",
        Some(Outcome::Draw(DrawReason::Stalemate)) => "s",
        Some(Outcome::Draw(DrawReason::Count)) => "c",
        Some(Outcome::Draw(DrawReason::Repetition)) => "r",
        Some(Outcome::Draw(DrawReason::Material)) => "d",
    };
    assert_eq!(verdict, &record[12..], "verdict of {fen} after {:?}", game.moves());
}

/// The CRC-32 of zlib, computed bit by bit.
fn crc32(text: &str) -> u32 {
    !text.bytes().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            if crc & 1 == 0 { crc >> 1 } else { crc >> 1 ^ 0xEDB8_8320 }
        })
    })
}

#[test]
fn the_checksum_is_zlibs() {
    assert_eq!(crc32("123456789"), 0xCBF4_3926);
}
