//! Thai notation: compared with that of pyffish in positions/thai-notation.txt, whose header
//! describes the format, and as people write it. pyffish writes a promotion as `=M`.

use crate::harness::{position, position_in, positions_file};
use makruk::movegen::legal_moves;
use makruk::notation::thai::{Form, format, parse};
use makruk::notation::{MoveError, Notation, coordinate, fen, parse_any};
use makruk::position::Position;
use makruk::types::{Move, Piece};

#[test]
fn random_games_are_written_as_pyffish_writes_them() {
    let record = positions_file("thai-notation.txt");
    let (mut moves, mut wholes) = (0, 0);
    for line in record.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let variant = fields.next().and_then(|name| name.parse().ok()).expect("a variant");
        let mut position = position_in(fields.next().expect("a FEN"), variant);
        for field in fields {
            if let Some(hashes) = field.strip_prefix("all ") {
                compare_all(&position, hashes);
                wholes += 1;
                continue;
            }
            let (text, forms) = field.split_once([' ', '|']).expect("a move and its forms");
            let mv = coordinate::parse(&position, text).expect(text);
            let [short, long] = pyffish_forms_of(&position, mv);
            let found = match forms.split_once('|') {
                Some(_) => format!("{short}|{long}"),
                None => hash(&short) + &hash(&long),
            };
            assert_eq!(found, forms, "{text} ({short}, {long}) in {}", fen::format(&position));
            read_back(&position, mv);
            position = position.play_unchecked(mv);
            moves += 1;
        }
    }
    assert!(moves >= 5_500 && wholes >= 200, "{moves} moves, {wholes} positions");
}

fn forms_of(position: &Position, mv: Move) -> [String; 2] {
    [Form::Short, Form::Long].map(|form| format(position, mv, form))
}

fn pyffish_forms_of(position: &Position, mv: Move) -> [String; 2] {
    forms_of(position, mv).map(|form| form.replace("=ง", "=M"))
}

fn hash(text: &str) -> String {
    format!("{:04x}", crc32fast::hash(text.as_bytes()) & 0xFFFF)
}

#[track_caller]
fn compare_all(position: &Position, hashes: &str) {
    let mut moves: Vec<Move> = legal_moves(position).into_iter().collect();
    moves.sort_by_key(|&mv| coordinate::format(position, mv));
    let mut texts = [String::new(), String::new()];
    for &mv in &moves {
        for (text, form) in texts.iter_mut().zip(pyffish_forms_of(position, mv)) {
            *text += &form;
            *text += "\n";
        }
        read_back(position, mv);
    }
    let found: String = texts.iter().map(|text| hash(text)).collect();
    assert_eq!(found, hashes, "{}: {texts:#?}", fen::format(position));
}

/// A written move is parsed as the same move, with Thai or Arabic digits. It is ambiguous only
/// where two moves are written alike.
#[track_caller]
fn read_back(position: &Position, mv: Move) {
    for text in forms_of(position, mv) {
        let arabic: String = text.chars().map(arabic).collect();
        for text in [&text, &arabic] {
            match parse(position, text) {
                Ok(found) => assert_eq!(found, mv, "{text} in {}", fen::format(position)),
                Err(MoveError::Ambiguous { candidates, .. }) => {
                    let alike = |&from: &_| {
                        let other = Move::new(from, mv.to()).expect("a move");
                        format(position, other, Form::Short) == format(position, mv, Form::Short)
                    };
                    assert!(candidates.iter().all(alike), "{text} in {}", fen::format(position));
                }
                Err(error) => panic!("{text} in {}: {error}", fen::format(position)),
            }
        }
    }
}

fn arabic(letter: char) -> char {
    match letter {
        '๑'..='๘' => char::from(b'1' + (letter as u32 - '๑' as u32) as u8),
        _ => letter,
    }
}

#[test]
fn thai_is_read_as_people_write_it() {
    let position = position("4k1n1/8/3p4/P3P3/8/2N5/8/R3KMN1 w - - 0 40");
    let forms = [
        (
            "e5d6",
            "จxง๖=M|จxง6|บจ๕xง๖|บ จ5×ง6=ง|จ๕ง๖|จ๕-ง๖=ม็|บ จ๕xง๖=M!?|บจxง๖|เบี้ย จ๕xง๖=เบี้ยหงาย|จxง๖ หงาย",
        ),
        ("a5a6", "ก๖=M|ก6|บก6|ก๕-ก๖|ก5ก6|บ ก๕-ก๖=M"),
        ("c3e2", "มค-จ๒|มค๓-จ๒|ม ค๓-จ๒|ม๓จ2|ค3-จ2|ค3จ2+|มค จ๒|ม้า c3-e2|มค-E2|ม้าค-จ๒|ม้า ค๓-จ๒"),
        ("f1g2", "ม็-ช๒|ม็ช2|ม็ ฉ๑-ช๒|ม็ฉช2|ม็1-ช๒|ง-ช๒|เม็ด-ช๒|เม็ดช2|เบี้ยหงาย-ช๒"),
        ("a1a2", "ร-ก๒|รก๒|ร ก1-ก2#|ร1ก2|เรือ–ก๒|เรือก2"),
        ("e1d1", "ข-ง๑|ขง1|ข จ๑-ง๑|ขุน-ง๑|ขุน จ๑-ง๑"),
    ];
    for (text, thai) in forms {
        let mv = coordinate::parse(&position, text).expect(text);
        for thai in thai.split('|') {
            assert_eq!(parse(&position, thai), Ok(mv), "{thai}");
        }
    }
}

#[test]
fn a_promotion_is_written_in_thai() {
    let position = position("4k1n1/8/3p4/P3P3/8/8/8/R3K1N1 w - - 0 40");
    for (text, written) in [("e5d6", ["จxง๖=ง", "บ จ๕xง๖=ง"]), ("a5a6", ["ก๖=ง", "บ ก๕-ก๖=ง"])]
    {
        let mv = coordinate::parse(&position, text).expect(text);
        assert_eq!(forms_of(&position, mv), written);
        for form in written {
            assert_eq!(parse(&position, form), Ok(mv), "{form}");
            assert_eq!(parse(&position, &form.replace("=ง", "=M")), Ok(mv), "the older form");
        }
    }
}

#[test]
fn a_promotion_tells_a_bia_from_another_man() {
    // The letter ค is the khon and the file c; only the bia promotes.
    let position = position("4k3/8/3p4/2P1S3/8/8/8/4K3 w - - 0 40");
    let promotion = coordinate::parse(&position, "c5d6m").expect("a promotion");
    for text in ["คxง๖=ง", "คxง๖=M", "คxง๖=m", "คxd6=M"] {
        assert_eq!(parse(&position, text), Ok(promotion), "{text}");
    }
    let capture = coordinate::parse(&position, "e5d6").expect("a capture");
    assert_eq!(parse(&position, "คxง๖"), Ok(capture), "the khon does not promote");
}

#[test]
fn a_met_and_a_bia_ngai_are_told_apart() {
    let both = position("4k3/8/1M~6/8/3M4/8/8/4K3 w - - 0 40");
    let read = |text| parse(&both, text).map(|mv| coordinate::format(&both, mv));
    // Both can go to c5. The letter alone identifies each.
    assert_eq!(read("ม็-ค๕"), Ok("d4c5".to_owned()));
    assert_eq!(read("ง-ค๕"), Ok("b6c5".to_owned()));
    assert_eq!(read("ง๖-ค๕"), Ok("b6c5".to_owned()));
    // A FEN may not distinguish mets from bia ngai: then either letter is accepted.
    let unmarked = position("4k3/8/1M6/8/8/8/8/4K3 w - - 0 40");
    assert!(parse(&unmarked, "ง-ค๕").is_ok());
}

#[test]
fn letters_that_are_files_too_are_ambiguous_only_where_two_moves_are_written_alike() {
    // Both the khon on c4 and a bia on the same file can capture on d5.
    let khon = position("4k3/8/8/3p4/2P5/3S4/8/4K3 w - - 0 40");
    let read = |text| parse(&khon, text).map(|mv| coordinate::format(&khon, mv));
    assert_eq!(read("ค-จ๔"), Ok("d3e4".to_owned()));
    assert_eq!(read("คxง๕"), Ok("c4d5".to_owned()), "the khon on d3 cannot");
    let both = position("4k3/8/8/3p4/2P1S3/8/8/4K3 w - - 0 40");
    let text = "คxง๕";
    let Err(MoveError::Ambiguous { candidates, .. }) = parse(&both, text) else {
        panic!("{text} is two moves");
    };
    assert_eq!(candidates.len(), 2);
    assert!(parse(&both, "คจxง๕").is_ok() && parse(&both, "บคxง๕").is_ok());
}

/// Regression: the names of the khon, khun and bia ngai were read as files like their letters, so
/// that a bia moved.
#[test]
fn the_name_of_a_man_is_never_a_file() {
    for (fen, text, piece) in [
        ("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1", "โคนxง๕", Piece::Khon),
        ("4k3/8/8/2p5/1P6/8/8/4K3 w - - 0 1", "ขุนxค๕", Piece::King),
        ("4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1", "เบี้ยหงายxจ๕", Piece::Met),
        ("4k3/8/8/8/2P5/8/8/4K3 w - - 0 1", "โคน๔-ค๕", Piece::Khon),
    ] {
        let read = parse(&position(fen), text);
        let is_refused = match &read {
            Err(
                MoveError::NobodyCan { piece: named, .. }
                | MoveError::NobodyFromThere { piece: named, .. },
            ) => *named == Some(piece),
            Err(MoveError::OutOfReach { piece: named, .. }) => *named == piece,
            _ => false,
        };
        assert!(is_refused, "{text}: {read:?}");
    }
    let both = position("4k3/8/8/3p4/2P1S3/8/8/4K3 w - - 0 1");
    let khon = parse(&both, "โคนxง๕").map(|mv| coordinate::format(&both, mv));
    assert_eq!(khon, Ok("e4d5".to_owned()));
}

#[test]
fn every_fault_of_thai_notation_has_its_name() {
    let position = position("4k1n1/8/3p4/P3P3/8/2N5/8/R3K1N1 w - - 0 40");
    let mv = |text: &str| {
        let square = |at: usize| {
            let name = &text.as_bytes()[at..at + 2];
            makruk::types::Square::from_chars(name[0], name[1]).expect("a square")
        };
        Move::new(square(0), square(2)).expect("a move")
    };
    let ambiguous = MoveError::Ambiguous {
        found: "ม-จ๒".into(),
        candidates: vec![mv("g1e2").from(), mv("c3e2").from()],
    };
    let to = |text: &str| mv(text).to();
    let faults = [
        ("ม-จ๒", ambiguous),
        ("ม-ญ๘", MoveError::NobodyCan { piece: Some(Piece::Knight), to: to("a1h8") }),
        ("ค-ง๔", MoveError::NobodyCan { piece: Some(Piece::Khon), to: to("a1d4") }),
        ("ร-ข๒", MoveError::OutOfReach { mv: mv("a1b2"), piece: Piece::Rook }),
        ("ร-จ1", MoveError::OwnMan { mv: mv("a1e1"), color: makruk::types::Color::White }),
        ("ก๖=Q", MoveError::WrongPromotion { mv: mv("a5a6"), letter: 'Q' }),
        ("ร-ก๒=M", MoveError::PromotesNothing { mv: mv("a1a2") }),
    ];
    for (text, fault) in faults {
        assert_eq!(parse(&position, text), Err(fault), "{text}");
    }
    let unreadable = [
        "",
        "ก",
        "๑",
        "ม้า",
        "ม้ามา-ง๒",
        "ก๙",
        "ก๐",
        "ม-ฎ๒",
        "มม-จ๒",
        "ม--จ๒",
        "ก๑ข๒ค๓",
        "=M",
        "ม็็-จ๒",
        "+",
        "ง",
    ];
    for text in unreadable {
        let fault = MoveError::Unreadable { found: text.into() };
        assert_eq!(parse(&position, text), Err(fault), "{text}");
    }
}

#[test]
fn any_notation_is_read_where_people_write() {
    let position = position("4k1n1/8/3p4/P3P3/8/2N5/8/R3K1N1 w - - 0 40");
    for mv in legal_moves(&position) {
        for notation in Notation::ALL {
            let text = notation.format(&position, mv);
            let without_capitals = text.to_lowercase();
            for text in [&text, &text.to_uppercase(), &without_capitals, &format!(" {text} ")] {
                assert_eq!(parse_any(&position, text), Ok(mv), "{text}");
            }
            assert_eq!(notation.name().parse(), Ok(notation));
        }
    }
    assert!("runes".parse::<Notation>().is_err());
}
