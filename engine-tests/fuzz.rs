//! Feeds random and mangled texts to every parser of notation, and plays random games in which
//! everything that can be computed in two ways is compared.

mod sessions;

use crate::harness::START;
use makruk::movegen::{self, GenType, count_legal_moves, is_legal, legal_moves};
use makruk::notation::{coordinate, fen, san};
use makruk::position::{Man, Position, Setup};
use makruk::rules::{CountingRule, Variant};
use makruk::types::{Move, Square};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// First positions of random games: the start position, bia about to promote, many checks, with and
/// without a count.
const STARTS: &[&str] = &[
    START,
    "r1smksn1/3n3r/1pppppp1/p7/1P2P3/P1PP1PSP/1S6/RN1KM1NR w - - 0 7",
    "4k3/8/8/PPPPPPPP/pppppppp/8/8/4K3 w - - 0 1",
    "4k3/P1P5/P7/8/8/6p1/6p1/R3K3 b - - 0 5",
    "2s5/2mkn3/6R1/8/3s4/5S2/R2M1K2/SN6 w - 128 0 34",
    "8/6k1/2s5/8/6K1/3m4/5r2/7r b - 16 27 50",
    "3rk3/8/4n3/8/4N3/8/3mR3/4K3 w - 128 4 70",
    "4k3/8/M~2m~4/8/3P4/8/8/R3K3 w - 31 6 5",
];

fn read(text: &str, variant: Variant, rule: CountingRule) -> Position {
    fen::parse(text, variant, rule).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A text with a few characters removed, inserted or replaced.
fn mangled(text: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let letters: Vec<char> = "KMSNRPkmsnrpq0123456789/-~ wbx=+#abcdefgh๑é\0\n".chars().collect();
    let edits = vec((any::<Index>(), 0..3, select(letters)), 1..5);
    (text, edits).prop_map(|(text, edits)| {
        let mut letters: Vec<char> = text.chars().collect();
        for (at, edit, letter) in edits {
            let at = at.index(letters.len() + 1);
            match (edit, letters.get_mut(at)) {
                (0, Some(_)) => drop(letters.remove(at)),
                (1, Some(there)) => *there = letter,
                _ => letters.insert(at, letter),
            }
        }
        letters.into_iter().collect()
    })
}

fn starts() -> impl Strategy<Value = String> {
    select(STARTS).prop_map(str::to_owned)
}

/// A legal move of the second position, which has all kinds of men, in a random notation.
fn notated_moves() -> impl Strategy<Value = String> {
    let position = read(STARTS[1], Variant::Makruk, CountingRule::MAKRUK);
    let texts = legal_moves(&position)
        .into_iter()
        .flat_map(move |mv| [coordinate::format(&position, mv), san::format(&position, mv)]);
    select(texts.collect::<Vec<_>>())
}

/// A parsed position must be valid, and must be the same after writing and parsing it again.
fn check_fen(text: &str) {
    let Ok(position) = fen::parse(text, Variant::Makruk, CountingRule::MAKRUK) else {
        return;
    };
    assert_eq!(position.validate(), Ok(()), "{text:?}");
    let written = fen::format(&position);
    let again = read(&written, Variant::Makruk, CountingRule::MAKRUK);
    assert_eq!(fen::format(&again), written, "{text:?}");
    assert_eq!(again.key(), position.key(), "{text:?}");
}

/// A parsed move must be legal.
fn check_move(text: &str) {
    for start in STARTS {
        let position = read(start, Variant::Makruk, CountingRule::MAKRUK);
        for mv in [coordinate::parse(&position, text), san::parse(&position, text)] {
            assert!(mv.is_err() || mv.is_ok_and(|mv| is_legal(&position, mv)), "{text:?}");
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_no_trouble(text in any::<String>(), bytes in vec(any::<u8>(), 0..80)) {
        for text in [text, String::from_utf8_lossy(&bytes).into_owned()] {
            check_fen(&text);
            check_move(&text);
        }
    }

    #[test]
    fn a_mangled_fen_is_refused_or_sound(text in mangled(starts())) {
        check_fen(&text);
    }

    #[test]
    fn a_mangled_move_is_refused_or_legal(text in mangled(notated_moves())) {
        check_move(&text);
    }

    #[test]
    fn random_games_hold_together(
        start in select(STARTS),
        variant in select(&Variant::ALL[..]),
        rule in select(&CountingRule::ALL[..]),
        choices in vec(any::<Index>(), 0..120),
    ) {
        let mut position = read(start, variant, rule);
        for choice in choices {
            let moves = check_position(&position);
            if moves.is_empty() {
                break;
            }
            let mv = moves[choice.index(moves.len())];
            let next = position.play_unchecked(mv);
            let turned = mirrored(&position).play_unchecked(mirrored_move(mv));
            prop_assert_eq!(without_number(&turned), without_number(&mirrored(&next)));
            position = next;
        }
    }
}

/// Compares everything about a position that can be computed in two ways. Returns its legal moves.
fn check_position(position: &Position) -> Vec<Move> {
    let fen = fen::format(position);
    assert_eq!(position.validate(), Ok(()), "{fen}");
    let mut moves: Vec<Move> = legal_moves(position).into_iter().collect();
    assert_eq!(moves.len(), count_legal_moves(position) as usize, "{fen}");
    let (mut tactical, mut quiet) = (Vec::new(), Vec::new());
    movegen::generate_into(position, GenType::Tactical, |mv| tactical.push(mv));
    movegen::generate_into(position, GenType::Quiet, |mv| quiet.push(mv));
    let is_tactical = |mv: &Move| position.captured(*mv).is_some() || position.promotes(*mv);
    assert!(tactical.iter().all(is_tactical), "{fen}: {tactical:?}");
    assert!(!quiet.iter().any(is_tactical), "{fen}: {quiet:?}");
    let checks = position.check_squares();
    for &mv in &moves {
        let in_check = position.play_unchecked(mv).in_check();
        assert_eq!(position.gives_check(&checks, mv), in_check, "{fen}: {mv:?}");
        assert_eq!(
            position.key_after(mv, position.details(mv)),
            position.play_unchecked(mv).key(),
            "{fen}: {mv:?}"
        );
    }
    moves.sort();
    let mut parts = [tactical, quiet].concat();
    parts.sort();
    assert_eq!(parts, moves, "{fen}");
    let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
    let mut one_by_one: Vec<Move> = pairs
        .filter_map(|(from, to)| Move::new(from, to))
        .filter(|&mv| is_legal(position, mv))
        .collect();
    one_by_one.sort();
    assert_eq!(one_by_one, moves, "{fen}");
    let mut mirrored_moves: Vec<Move> = legal_moves(&mirrored(position)).into_iter().collect();
    mirrored_moves.iter_mut().for_each(|mv| *mv = mirrored_move(*mv));
    mirrored_moves.sort();
    assert_eq!(mirrored_moves, moves, "{fen} mirrored");
    check_notation(position, &moves);
    moves
}

fn check_notation(position: &Position, moves: &[Move]) {
    let fen = fen::format(position);
    let again = read(&fen, position.variant(), position.counting_rule());
    assert_eq!(fen::format(&again), fen);
    assert_eq!((again.key(), again.count()), (position.key(), position.count()), "{fen}");
    for &mv in moves {
        let (text, san) = (coordinate::format(position, mv), san::format(position, mv));
        assert_eq!(coordinate::parse(position, &text), Ok(mv), "{text} in {fen}");
        assert_eq!(san::parse(position, &san), Ok(mv), "{san} in {fen}");
    }
}

/// The position rotated by half a turn with the colours swapped.
fn mirrored(position: &Position) -> Position {
    let setup = Setup::from(position);
    let mut turned = Setup::empty();
    for square in position.occupied() {
        if let Some(man) = setup.man(square) {
            turned.put(mirrored_square(square), Man { color: !man.color, ..man });
        }
    }
    turned.to_move = !setup.to_move;
    turned.count = setup.count;
    turned.halfmove_clock = setup.halfmove_clock;
    turned.build(position.variant(), position.counting_rule()).expect("legal as the other was")
}

/// The position without its move number, which increases with Black's moves only.
fn without_number(position: &Position) -> Setup {
    let mut setup = Setup::from(position);
    setup.fullmove_number = 1;
    setup
}

const fn mirrored_square(square: Square) -> Square {
    square.flip_ranks().flip_files()
}

fn mirrored_move(mv: Move) -> Move {
    Move::new(mirrored_square(mv.from()), mirrored_square(mv.to())).expect("two squares")
}
