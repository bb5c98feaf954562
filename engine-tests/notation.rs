//! Reading and writing FEN and moves.

use crate::harness::{START, play, position, position_in};
use makruk::movegen::legal_moves;
use makruk::notation::{FenCounter, FenError, MoveError, coordinate, fen, parse_any, san};
use makruk::position::{Position, SetupError};
use makruk::rules::{Count, CountingRule, Variant};
use makruk::types::{Color, Move, Piece, Square};
use sakdi_i18n::{Language, Localized};

const BARE: &str = "8/8/4k3/8/8/4K3/3R4/8";

fn read(text: &str) -> Result<Position, FenError> {
    fen::parse(text, Variant::Makruk, CountingRule::MAKRUK)
}

fn square(name: &str) -> Square {
    let name = name.as_bytes();
    Square::from_chars(name[0], name[1]).expect("a square")
}

fn mv(from: &str, to: &str) -> Move {
    Move::new(square(from), square(to)).expect("a move")
}

#[test]
fn the_start_position_reads_and_writes() {
    let start = Position::start(Variant::Makruk, CountingRule::MAKRUK);
    assert_eq!(fen::format(&start), START);
    assert_eq!(read(START), Ok(start));
}

/// Every form of the counters, and the FEN that is written for it.
#[test]
fn every_dialect_reads_to_the_standard_form() {
    let dialects = [
        ("w - - 0 1", "w - - 0 1"),
        ("w - - 7 9", "w - - 7 9"),
        ("w - 0 0 1", "w - - 0 1"),
        ("w - 0 38 5", "w - - 38 5"),
        ("b - 44 38 182", "b - 44 38 182"),
        ("b - 31 6 5", "b - 31 6 5"),
        ("b - 128 129 70", "b - 128 129 70"),
        ("b - 44 7 0", "b - 44 7 1"),
        // XBoard.
        ("w 0 1", "w - - 0 1"),
        ("b 44 38", "b - - 44 38"),
        ("b 7", "b - - 7 1"),
        // Truncated.
        ("", "w - - 0 1"),
        ("b", "b - - 0 1"),
        ("b -", "b - - 0 1"),
        ("b - -", "b - - 0 1"),
        ("b - 32", "b - 32 0 1"),
        ("b - - 38", "b - - 38 1"),
        ("b - 32 6", "b - 32 6 1"),
        // From another game.
        ("w KQkq e6 3 4", "w - - 3 4"),
        // Odd blanks.
        ("  b   -\t-  3   4 \r\n", "b - - 3 4"),
    ];
    for (given, written) in dialects {
        let position = position(&format!("{BARE} {given}"));
        assert_eq!(fen::format(&position), format!("{BARE} {written}"), "{given}");
    }
}

#[test]
fn a_count_is_read_although_bia_stand_and_it_ticks() {
    let position = position("4k3/8/8/3P4/8/8/8/R3K3 w - 128 6 5");
    assert_eq!(position.count(), Count { limit: 128, ply: 6 });
    assert_eq!(fen::format(&play(position, "a1a2")), "4k3/8/8/3P4/8/8/R7/4K3 b - 128 7 5");
}

#[test]
fn without_counting_a_count_is_not_read() {
    let text = format!("{BARE} b - 32 6 60");
    let position = fen::parse(&text, Variant::Makruk, CountingRule::NONE).expect("legal");
    assert_eq!(position.count(), Count::NONE);
}

#[test]
fn bia_ngai_are_read_and_remembered_but_not_written() {
    let position = position("4k3/M~7/m~7/3P4/8/8/8/R3K3 w - - 0 5");
    assert_eq!(position.promoted().len(), 2);
    assert_eq!(position.men(Color::White, Piece::Met).first(), Some(square("a7")));
    assert_eq!(fen::format(&position), "4k3/M7/m7/3P4/8/8/8/R3K3 w - - 0 5");
}

#[test]
fn a_bia_beyond_its_promotion_rank_promotes_with_its_next_move() {
    let position = position("4k3/P1P5/P7/8/8/8/8/R3K3 w - - 0 5");
    let promotion = coordinate::parse(&position, "a7a8m").expect("legal");
    assert!(position.promotes(promotion));
    assert_eq!(fen::format(&play(position, "a7a8m")), "M3k3/2P5/P7/8/8/8/8/R3K3 b - - 0 5");
}

#[test]
fn fens_of_sites_are_read() {
    let written = "rnsmksnr/8/pppp1ppp/4p3/3P4/PPP1PPPP/8/RNSKMSNR w - - 0 2";
    for given in [
        "rnbqkbnr/8/pppp1ppp/4p3/3P4/PPP1PPPP/8/RNBKQBNR w - - 0 2",
        "rnsmksnr/8/pppp1ppp/4p3/3P4/PPP1PPPP/8/RNSKMSNR_w_-_-_0_2",
        "https://www.example.org/analysis/makruk?fen=rnsmksnr/8/pppp1ppp/4p3/3P4/PPP1PPPP/8/RNSKMSNR_w_-_-_0_2",
        "https://example.org/?side=w&FEN=rnsmksnr%2F8%2Fpppp1ppp%2F4p3%2F3P4%2FPPP1PPPP%2F8%2FRNSKMSNR%20w%20-%20-%200%202#top",
        "www.example.org/#fen=rnsmksnr/8/pppp1ppp/4p3/3P4/PPP1PPPP/8/RNSKMSNR+w+-+-+0+2",
    ] {
        assert_eq!(fen::format(&position(given)), written, "{given}");
    }
    let written = "4k3/8/m~7/3M4/8/3M~4/8/4K3 w - - 0 1";
    for given in [
        "4k3/8/m~7/3M4/8/3M~4/8/4K3 w",
        "4k3/8/m+7/3M4/8/3M+4/8/4K3 w",
        "4k3/8/f7/3M4/8/3F4/8/4K3 w",
        "4k3/8/x7/3M4/8/3X4/8/4K3 w - - 0 1",
        "4k3/8/q~7/3Q4/8/3F4/8/4K3 w",
        "http://example.org/a?fen=4k3/8/m+7/3M4/8/3M%2B4/8/4K3+w+-+-+0+1",
    ] {
        assert_eq!(fen::format_with_promoted(&position(given)), written, "{given}");
    }
    // A field is separated from the next, not the men of a rank.
    assert_eq!(
        fen::format(&position("4k3/8/8/8/8/8/8/R3K3_b_-_128_6_5")).split(' ').nth(3),
        Some("128")
    );
}

/// Invalid FENs, each with its own error.
#[test]
fn every_fault_of_a_fen_has_its_name() {
    let unreadable = |counter, found: &str| {
        let found = found.to_owned();
        FenError::UnreadableCounter { counter, found }
    };
    let faults = [
        ("", FenError::Empty),
        ("  \t", FenError::Empty),
        ("8/8/4k3/8/8/4K3/3R4 w", FenError::Ranks { found: 7 }),
        ("8/8/4k3/8/8/4K3/3R4/8/ w", FenError::Ranks { found: 9 }),
        ("9/8/4k3/8/8/4K3/3R4/8 w", FenError::UnknownLetter { letter: '9', rank: 8 }),
        ("8/8/4k3/8/7/4K3/3R4/8 w", FenError::Files { rank: 4, found: 7 }),
        ("8/8/4k3/8/8/4K3/3R4/44r w", FenError::Files { rank: 1, found: 9 }),
        ("8/8/4k3/8/8/4K3//8 w", FenError::Files { rank: 2, found: 0 }),
        ("8/8/4k3/8/8/4K3/3J4/8 w", FenError::UnknownLetter { letter: 'J', rank: 2 }),
        // In the English letters of the Thai rules B is a bia, M a ma.
        ("8/8/4k3/8/8/4KM2/3B4/8 w", FenError::UnknownLetter { letter: 'B', rank: 2 }),
        ("8/8/4k3/8/8/4KM2/3Q4/8 w", FenError::UnknownLetter { letter: 'Q', rank: 2 }),
        ("8/8/4k3/8/8/4K3/3R+4/8 w", FenError::StrayMark { mark: '+', rank: 2 }),
        // A position of chess.
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            FenError::UnknownCastling { found: "KQkq".into() },
        ),
        ("https://example.org/analysis/makruk", FenError::NoFenInLink),
        ("https://example.org/makruk?fen=", FenError::NoFenInLink),
        ("https://example.org/makruk?fen=4k3%2", FenError::NoFenInLink),
        ("https://example.org/makruk?fen=%ff/8", FenError::NoFenInLink),
        ("8/8/4k3/8/8/4K3/3ม4/8 w", FenError::UnknownLetter { letter: 'ม', rank: 2 }),
        ("8/8/4k3/8/8/4K3/3R~4/8 w", FenError::StrayMark { mark: '~', rank: 2 }),
        ("8/8/4k3/8/8/4K3/3M~~4/8 w", FenError::StrayMark { mark: '~', rank: 2 }),
        ("8/8/4k3/8/8/4K3/3R4/8 W", FenError::UnknownSide { found: "W".into() }),
        ("8/8/4k3/8/8/4K3/3R4/8 - - - 0 1", FenError::UnknownSide { found: "-".into() }),
        ("8/8/4k3/8/8/4K3/3R4/8 b x - 0 1", FenError::UnknownCastling { found: "x".into() }),
        ("8/8/4k3/8/8/4K3/3R4/8 b - x 0 1", unreadable(FenCounter::CountLimit, "x")),
        ("8/8/4k3/8/8/4K3/3R4/8 b - 32 x 1", unreadable(FenCounter::CountPly, "x")),
        ("8/8/4k3/8/8/4K3/3R4/8 b - - x 1", unreadable(FenCounter::HalfmoveClock, "x")),
        ("8/8/4k3/8/8/4K3/3R4/8 b - - 0 -", unreadable(FenCounter::MoveNumber, "-")),
        (
            "8/8/4k3/8/8/4K3/3R4/8 b - -32 0 1",
            FenError::NegativeCounter { counter: FenCounter::CountLimit, found: "-32".into() },
        ),
        (
            "8/8/4k3/8/8/4K3/3R4/8 b -1 1",
            FenError::NegativeCounter { counter: FenCounter::HalfmoveClock, found: "-1".into() },
        ),
        (
            "8/8/4k3/8/8/4K3/3R4/8 b - - 0 65536",
            FenError::CounterTooLarge { counter: FenCounter::MoveNumber, found: "65536".into() },
        ),
        (
            "8/8/4k3/8/8/4K3/3R4/8 b - 65535 65535 1",
            FenError::CounterTooLarge { counter: FenCounter::CountLimit, found: "65535".into() },
        ),
        (
            "8/8/4k3/8/8/4K3/3R4/8 b - - 0 1 moves",
            FenError::TooManyFields { found: "moves".into() },
        ),
        (
            "8/8/8/8/8/4K3/3R4/8 w",
            FenError::Setup(SetupError::Kings { color: Color::Black, found: 0 }),
        ),
        (
            "8/8/4k3/8/8/4K2K/3R4/8 w",
            FenError::Setup(SetupError::Kings { color: Color::White, found: 2 }),
        ),
        (
            "8/8/4k3/8/8/3K4/4R3/8 w",
            FenError::Setup(SetupError::OpponentInCheck { color: Color::Black }),
        ),
        (
            "3P4/8/4k3/8/8/3K4/8/8 w",
            FenError::Setup(SetupError::PawnOnLastRank {
                color: Color::White,
                square: square("d8"),
            }),
        ),
        (
            "rnsmksnr/8/pppppppp/8/M7/PPPPPPPP/8/RNSKMSNR w",
            FenError::Setup(SetupError::TooManyMen { found: 33 }),
        ),
    ];
    for (text, fault) in faults {
        assert_eq!(read(text), Err(fault), "{text}");
    }
}

#[test]
fn an_error_quotes_no_more_than_a_line() {
    let text = format!("{BARE} {}", "\u{7}x".repeat(500));
    let message = read(&text).expect_err("no side").to_string();
    assert!(message.len() < 200 && !message.contains(char::is_control), "{message}");
}

#[test]
fn coordinate_moves_read_and_write() {
    let position = position("4k1n1/8/3p4/P3P3/8/8/8/R3K3 w - - 0 40");
    for (text, written) in
        [("a5a6m", "a5a6m"), ("a5a6M", "a5a6m"), ("a5a6", "a5a6m"), ("a1a2", "a1a2")]
    {
        let mv = coordinate::parse(&position, text).expect(text);
        assert_eq!(coordinate::format(&position, mv), written);
    }
    for mv in legal_moves(&position) {
        assert_eq!(coordinate::parse(&position, &coordinate::format(&position, mv)), Ok(mv));
    }
}

#[test]
fn every_fault_of_a_move_has_its_name() {
    let position = position("4r1k1/8/3p4/P3P3/8/8/4N3/R3K3 w - - 0 40");
    let faults = [
        ("a5a6q", MoveError::WrongPromotion { mv: mv("a5", "a6"), letter: 'q' }),
        ("a1a2m", MoveError::PromotesNothing { mv: mv("a1", "a2") }),
        ("d1d2", MoveError::EmptySquare { square: square("d1") }),
        ("g8g7", MoveError::OpponentsMan { square: square("g8") }),
        ("a1e1", MoveError::OwnMan { mv: mv("a1", "e1"), color: Color::White }),
        ("a1a6", MoveError::OutOfReach { mv: mv("a1", "a6"), piece: Piece::Rook }),
        ("a5b6", MoveError::OutOfReach { mv: mv("a5", "b6"), piece: Piece::Pawn }),
    ];
    for (text, fault) in faults {
        assert_eq!(coordinate::parse(&position, text), Err(fault), "{text}");
    }
    for text in ["", "e3", "e3e", "0000", "i1i2", "e3e3", "a5a6mm", "กขค", "e3é4", "E3E4"] {
        let fault = MoveError::Unreadable { found: text.into() };
        assert_eq!(coordinate::parse(&position, text), Err(fault), "{text}");
    }
}

#[test]
fn moves_that_leave_the_khun_in_check_say_so() {
    let pinned = position("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1");
    let fault = |from, to| MoveError::LeavesKhunInCheck { mv: mv(from, to), color: Color::White };
    assert_eq!(coordinate::parse(&pinned, "e2c3"), Err(fault("e2", "c3")));
    let checked = "4r1k1/8/8/8/8/8/8/4K2N w - - 0 1";
    assert_eq!(coordinate::parse(&position(checked), "h1g3"), Err(fault("h1", "g3")));
    assert!(coordinate::parse(&position(checked), "e1d1").is_ok());
    let makpong = position_in(checked, Variant::Makpong);
    let fault = MoveError::KhunMayNotFlee { mv: mv("e1", "d1") };
    assert_eq!(coordinate::parse(&makpong, "e1d1"), Err(fault));
}

/// As pyffish (`get_san`) writes them: four mets around c5 and d4, and a bia that can capture or
/// push.
#[test]
fn san_tells_men_apart_by_file_then_rank_then_both() {
    let mets = position("4k3/8/1M1M4/8/1M1M4/8/8/R3K2R w - - 0 1");
    let promotions = position("4k3/8/3p4/P3P3/8/8/8/R3K2R w - - 0 1");
    for (position, text, san) in [
        (mets, "b4a3", "Ma3"),
        (mets, "b4c3", "Mbc3"),
        (mets, "b4a5", "M4a5"),
        (mets, "b4c5", "Mb4c5"),
        (mets, "h1h8", "Rh8+"),
        (promotions, "e5d6", "exd6=M"),
        (promotions, "a5a6", "a6=M"),
    ] {
        let mv = coordinate::parse(&position, text).expect(text);
        assert_eq!(san::format(&position, mv), san);
        assert_eq!(san::parse(&position, san), Ok(mv), "{san}");
    }
}

/// Only other legal moves make a move ambiguous: the ma on e4 is pinned.
#[test]
fn a_pinned_man_is_no_rival() {
    let position = position("4k3/4r3/8/8/4N3/8/2N5/3RK3 w - - 0 1");
    assert_eq!(san::format(&position, mv("c2", "d4")), "Nd4");
    assert_eq!(
        san::parse(&position, "Nc5").map_err(|error| error.to_string()),
        Err("illegal move e4c5: it leaves White's khun in check".to_owned())
    );
}

#[test]
fn san_is_read_leniently() {
    let position = position("4k1n1/8/3p4/P3P3/8/2N5/8/R3K1N1 w - - 0 40");
    let forms = [
        ("e5d6", "exd6=M ed6=M ed6 exd6 exd6=m exd6M e5xd6=M e5-d6 Pxd6 Pexd6=M! e5d6m ed6=M+?!"),
        ("a5a6", "a6 a6=M a6m Pa6 a5a6m a5-a6=M"),
        ("c3e2", "Nce2 Nc3e2 N3e2 Nc3-e2 c3e2 Nce2+ Nce2!!"),
        ("a1a2", "Ra2 Raa2 R1a2 Ra1a2 Ra2# Rxa2"),
    ];
    for (text, sans) in forms {
        let mv = coordinate::parse(&position, text).expect(text);
        for san in sans.split(' ') {
            assert_eq!(san::parse(&position, san), Ok(mv), "{san}");
        }
    }
    let ngai = self::position("4k3/8/3M~4/8/8/8/8/4K3 w - - 0 40");
    assert_eq!(san::parse(&ngai, "M~e7"), Ok(mv("d6", "e7")));
}

/// What the error says is true: of the man that it names, and of all men of that kind.
#[test]
fn men_that_cannot_go_there_are_not_blamed_for_the_wrong_reason() {
    // A man on the destination, and one of its kind that is too far away.
    for (man, fen, moves) in [
        ("ma", "4k3/8/8/8/8/8/3N4/4K1N1 w - - 0 40", ["Nd2", "nd2", "ม-ง๒"]),
        ("met", "4k3/8/8/8/8/8/3M4/4K2M w - - 0 40", ["Md2", "md2", "ม็-ง๒"]),
        ("met", "4k3/8/8/8/8/8/3M~4/4K2M~ w - - 0 40", ["Md2", "md2", "ง-ง๒"]),
        ("khon", "4k3/8/8/8/8/8/3S4/4K2S w - - 0 40", ["Sd2", "sd2", "ค-ง๒"]),
        ("ruea", "4k3/8/8/8/8/8/3R4/R3K3 w - - 0 40", ["Rd2", "rd2", "ร-ง๒"]),
        ("bia", "4k3/8/8/8/8/8/3P3P/4K3 w - - 0 40", ["d2", "D2", "ง๒"]),
    ] {
        for text in moves {
            let said = parse_any(&position(fen), text).map_err(|error| error.to_string());
            assert_eq!(said, Err(format!("no {man} can go to d2")), "{text}");
        }
    }
    let fault = |fen: &str, text: &str| {
        let error = parse_any(&position(fen), text).expect_err(text);
        Language::ALL.map(|language| error.say(language))
    };
    let ma = "4k3/8/8/8/8/8/3N4/4K1N1 w - - 0 40";
    for text in ["g1d2", "Ng1d2", "ม ช๑-ง๒"] {
        let said = fault(ma, text);
        assert_eq!(said[0], "illegal move g1d2: the ma on g1 does not reach d2", "{text}");
        assert_eq!(said[1], "เดิน ช๑-ง๒ ไม่ได้: ม้าที่ ช๑ ไปไม่ถึง ง๒", "{text}");
    }
    // One of two reaches it, and is the one to speak of.
    let own = fault("4k3/8/8/8/8/8/3P4/1N2K1N1 w - - 0 40", "Nd2");
    assert_eq!(own[0], "illegal move b1d2: White's own man stands on d2");
    // A bia does not reach a square that another man of its side could capture on.
    let bia = "4k3/8/8/8/4N3/3P4/8/4K3 w - - 0 40";
    assert_eq!(fault(bia, "d3e4")[0], "illegal move d3e4: White's own man stands on e4");
    assert_eq!(
        fault("4k3/8/8/8/2N5/8/3P4/4K3 w - - 0 40", "d2c4")[0],
        "illegal move d2c4: the bia on d2 does not reach c4"
    );
    // Others of the kind could.
    for (texts, english, thai) in [
        (["Ncd2", "มค-ง๒"], "the c-file", "ในแถวตั้ง ค"),
        (["N4d2", "ม๔-ง๒"], "rank 4", "ในแถวนอน ๔"),
        (["Nf1d2", "ม ฉ๑-ง๒"], "f1", "ที่ ฉ๑"),
    ] {
        for text in texts {
            let said = fault(START, text);
            assert_eq!(said[0], format!("no ma on {english} can go to d2"), "{text}");
            assert_eq!(said[1], format!("ไม่มีม้า{thai} ซึ่งไป ง๒ ได้"), "{text}");
        }
    }
}

#[test]
fn every_fault_of_a_san_has_its_name() {
    let position = position("4k1n1/8/3p4/P3P3/8/2N5/8/R3K1N1 w - - 0 40");
    let faults = [
        (
            "Ne2",
            MoveError::Ambiguous {
                found: "Ne2".into(),
                candidates: vec![square("g1"), square("c3")],
            },
        ),
        ("Nh8", MoveError::NobodyCan { piece: Some(Piece::Knight), to: square("h8") }),
        ("Sd4", MoveError::NobodyCan { piece: Some(Piece::Khon), to: square("d4") }),
        ("Re1", MoveError::OwnMan { mv: mv("a1", "e1"), color: Color::White }),
        ("Rg1", MoveError::OutOfReach { mv: mv("a1", "g1"), piece: Piece::Rook }),
        ("Rb2", MoveError::OutOfReach { mv: mv("a1", "b2"), piece: Piece::Rook }),
        ("a6=Q", MoveError::WrongPromotion { mv: mv("a5", "a6"), letter: 'Q' }),
        ("Ra2=M", MoveError::PromotesNothing { mv: mv("a1", "a2") }),
    ];
    for (text, fault) in faults {
        assert_eq!(san::parse(&position, text), Err(fault), "{text}");
    }
    for text in ["", "+", "N", "Ni2", "O-O", "e9", "Nbb1d2", "กa6", "a6=", "--", "Ncc3e2"] {
        let fault = MoveError::Unreadable { found: text.into() };
        assert_eq!(san::parse(&position, text), Err(fault), "{text}");
    }
}
