//! Squares and moves in any notation, and what the errors say.

use makruk::movegen::legal_moves;
use makruk::notation::pgn::numbered_line;
use makruk::notation::{
    Dialect, FenCounter, MoveError, Notation, coordinate, fen, parse_any, thai,
};
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use makruk::types::{Color, Move, Piece, Square};

fn position_in(text: &str, variant: Variant) -> Position {
    fen::parse(text, variant, CountingRule::MAKRUK).expect(text)
}

fn position(text: &str) -> Position {
    position_in(text, Variant::Makruk)
}

/// A move of two squares, legal or not.
fn mv(text: &str) -> Move {
    coordinate::squares(text).expect(text).0
}

fn square(text: &str) -> Square {
    let name = text.as_bytes();
    Square::from_chars(name[0], name[1]).expect(text)
}

#[test]
fn squares_have_the_letters_of_the_notation() {
    for notation in Notation::ALL {
        let is_latin = matches!(notation, Notation::Coordinate | Notation::San);
        assert_eq!(notation.is_thai(), !is_latin, "{notation:?}");
        let expected = if is_latin { "d2" } else { "ง๒" };
        assert_eq!(notation.square(square("d2")), expected, "{notation:?}");
    }
}

/// Moves are written alike as a notation and as a dialect.
#[test]
fn a_notation_that_is_a_dialect_is_written_as_such() {
    let position = position("4k1n1/8/3p4/P3P3/8/2N5/8/R3K1N1 w - - 0 40");
    for (notation, dialect) in [
        (Notation::Coordinate, Dialect::Uci),
        (Notation::San, Dialect::Makruk),
        (Notation::Thai, Dialect::Thai),
        (Notation::ThaiLong, Dialect::ThaiLong),
    ] {
        for mv in legal_moves(&position) {
            assert_eq!(dialect.format(&position, mv), notation.format(&position, mv), "{dialect}");
        }
    }
}

#[test]
fn signs_and_capitals_of_moves_may_differ() {
    let position = position("4k3/8/P7/8/8/3p4/8/1N2K3 w - - 0 40");
    for text in ["b1–d2", "B1 — D2", "nb1−d2", "N b1 - d2"] {
        assert_eq!(parse_any(&position, text), Ok(mv("b1d2")), "{text}");
    }
    let takes = self::position("4k3/8/8/8/8/2p5/8/1N2K3 w - - 0 40");
    assert_eq!(parse_any(&takes, "n×c3"), Ok(mv("b1c3")));
    // Only the first letter names a man.
    let promotes = self::position("4k3/8/8/P7/8/8/8/4K3 w - - 0 40");
    let wrong = MoveError::WrongPromotion { mv: mv("a5a6"), letter: 'n' };
    assert_eq!(parse_any(&promotes, "A5 A6 n"), Err(wrong));
}

/// Today's and official Thai notation have texts in common that mean different moves.
#[test]
fn a_thai_text_that_means_two_moves_is_ambiguous() {
    for (fen, text, from) in [
        // By the bia of the c-file or the khon, already in today's notation.
        ("4k3/8/8/3p4/2P1S3/8/8/4K3 w - - 0 1", "คxง๕", ["c4", "e4"]),
        // Today ง is first of all the d-file, as there is no bia ngai; officially it is a bia ngai, which
        // the FEN may not mark.
        ("4k3/8/8/4p3/3P1M2/8/8/4K3 w - - 0 1", "งxจ๕", ["d4", "f4"]),
    ] {
        let candidates = from.map(square).to_vec();
        let expected = MoveError::Ambiguous { found: text.into(), candidates };
        assert_eq!(parse_any(&position(fen), text), Err(expected), "{text}");
    }
}

/// Of two readings the error tells the one whose man is on the board. A file alone means a bia that captures.
#[test]
fn a_letter_of_a_man_that_is_missing_is_a_file() {
    let bia = position("4k3/8/8/3p4/8/2P5/8/4K3 w - - 0 1");
    let fault = MoveError::OutOfReach { mv: mv("c3d5"), piece: Piece::Pawn };
    assert_eq!(thai::parse(&bia, "คxง๕",), Err(fault));
    let bia = position("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1");
    let fault = MoveError::NobodyCan { piece: Some(Piece::Khon), to: square("d5") };
    assert_eq!(thai::parse(&bia, "ค-ง๕"), Err(fault));
    assert_eq!(thai::parse(&bia, "คxง๕"), Ok(mv("c4d5")));
}

#[test]
fn coordinates_are_read_without_a_position() {
    for (text, read) in [
        ("e3e4", Some((mv("e3e4"), false))),
        ("a5a6m", Some((mv("a5a6"), true))),
        ("a5a6M", Some((mv("a5a6"), true))),
        ("a5a6q", None),
        ("a5a6mm", None),
        ("a5a5", None),
        ("e3", None),
    ] {
        assert_eq!(coordinate::squares(text), read, "{text}");
    }
}

#[test]
fn an_illegal_move_of_a_bia_is_refused_for_what_it_does() {
    let leaves = |text| MoveError::LeavesKhunInCheck { mv: mv(text), color: Color::White };
    let far = |text| MoveError::OutOfReach { mv: mv(text), piece: Piece::Pawn };
    // A bia on the rank between the khun and a ruea.
    let pinned = position("4k3/8/8/8/5p2/K3P2r/8/8 w - - 0 1");
    for (text, fault) in [
        ("e3e4", leaves("e3e4")),
        ("e3f4", leaves("e3f4")),
        ("e3d4", far("e3d4")),
        ("e3e5", far("e3e5")),
    ] {
        assert_eq!(coordinate::parse(&pinned, text), Err(fault), "{text}");
    }
    // A man stands before it.
    let blocked = position("4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1");
    assert_eq!(coordinate::parse(&blocked, "e3e4"), Err(far("e3e4")));
}

/// In Makpong a khun in check may not move. Where the square that it goes to is attacked, this is the reason.
#[test]
fn a_khun_in_check_is_told_why_it_stays() {
    let fault = |fen: &str, text| {
        coordinate::parse(&position_in(fen, Variant::Makpong), text).expect_err("an illegal move")
    };
    let in_check = |text| MoveError::LeavesKhunInCheck { mv: mv(text), color: Color::White };
    let flees = |text| MoveError::KhunMayNotFlee { mv: mv(text) };
    // Along the file of the ruea, which looks through the khun.
    let ruea = "4r1k1/8/8/8/8/4K3/8/7N w - - 0 1";
    assert_eq!(fault(ruea, "e3e2"), in_check("e3e2"));
    assert_eq!(fault(ruea, "e3d3"), flees("e3d3"));
    assert_eq!(fault(ruea, "h1g3"), in_check("h1g3"));
    // Another ruea is behind a bia.
    let two = "4r1k1/8/8/8/r2P4/4K3/8/8 w - - 0 1";
    assert_eq!(fault(two, "e3e4"), in_check("e3e4"));
    let behind = "3rr1k1/8/8/3P4/8/4K3/8/8 w - - 0 1";
    assert_eq!(fault(behind, "e3d3"), flees("e3d3"));
}

#[test]
fn numbers_and_squares_are_named_in_errors() {
    let ambiguous =
        MoveError::Ambiguous { found: "Nd2".into(), candidates: vec![square("b1"), square("f1")] };
    assert!(ambiguous.to_string().contains("b1 and f1"), "{ambiguous}");
    for (counter, name) in [
        (FenCounter::CountLimit, "limit of the count"),
        (FenCounter::CountPly, "ply of the count"),
        (FenCounter::HalfmoveClock, "half-move clock"),
        (FenCounter::MoveNumber, "move number"),
    ] {
        assert_eq!(counter.to_string(), name);
    }
}

#[test]
fn a_line_numbers_the_moves_of_white_and_its_first() {
    let start = Position::start(Variant::Makruk, CountingRule::MAKRUK);
    let moves = ["b1d2", "g8e7", "d3d4"].map(mv);
    assert_eq!(numbered_line(&start, &moves, Notation::San), "1. Nd2 Ne7 2. d4");
    let black = start.play_unchecked(moves[0]);
    assert_eq!(numbered_line(&black, &moves[1..], Notation::San), "1... Ne7 2. d4");
}
