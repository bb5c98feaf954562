//! PGN from other programs: every error is reported with its line, and the games after it are read.

use makruk::notation::pgn::{PgnGame, Reader, decode};
use makruk::notation::{MoveError, PgnError, fen};
use makruk::rules::{CountingRule, Variant};
use makruk::types::Move;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

fn moves(game: &PgnGame) -> Result<Vec<Move>, PgnError> {
    game.resolve(&game.start(Variant::Makruk, CountingRule::MAKRUK)?)
}

/// The moves of every game, or its error.
fn read(text: &str) -> Vec<Result<Vec<Move>, PgnError>> {
    Reader::new(text).map(|game| moves(&game?)).collect()
}

/// A valid game to follow invalid ones.
const SOUND: &str = "[Event \"Sound\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. d4 d5 2. Nd2 1-0\n\n";

#[test]
fn every_fault_has_its_name_and_the_next_game_is_read() {
    type IsFault = fn(&PgnError) -> bool;
    let broken: [(&str, usize, &str, IsFault); 22] = [
        ("[Event \"A\n\n1. d4 *\n", 1, "tag has no end", |e| matches!(e, PgnError::OpenTag { .. })),
        ("[Event A]\n\n1. d4 *\n", 1, "'Event A'", |e| matches!(e, PgnError::BadTag { .. })),
        ("[Event \"A\"]\n[]\n\n1. d4 *\n", 2, "''", |e| matches!(e, PgnError::BadTag { .. })),
        ("[Event \"A\"]\n[White]\n[Black \"B\"]\n\n1. d4 *\n", 2, "'White'", |e| {
            matches!(e, PgnError::BadTag { .. })
        }),
        ("1. d4 {never closed\n2. d5 *\n", 1, "comment", |e| {
            matches!(e, PgnError::OpenComment { .. })
        }),
        ("1. d4 d5 (1... e5 2. e4\n*\n", 1, "variation", |e| {
            matches!(e, PgnError::OpenVariation { .. })
        }),
        ("1. d4 (1. e4 {no end )\n*\n", 1, "comment", |e| {
            matches!(e, PgnError::OpenComment { .. })
        }),
        ("1. d4\n) *\n", 2, "')'", |e| matches!(e, PgnError::StrayParenthesis { .. })),
        ("1. d4\n\n} *\n", 3, "'}'", |e| matches!(e, PgnError::StrayBrace { .. })),
        ("[Event \"A\"]\n[Variant \"Crazyhouse\"]\n\n*\n", 1, "'Crazyhouse'", |e| {
            matches!(e, PgnError::Variant { .. })
        }),
        ("[Event \"A\"]\n[FEN \"8/8 w\"]\n\n*\n", 1, "2 ranks", |e| {
            matches!(e, PgnError::Fen { .. })
        }),
        ("[Event \"A\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - 1x 2 3\"]\n\n*\n", 1, "'1x'", |e| {
            matches!(e, PgnError::Fen { .. })
        }),
        ("1. d4 d5\n2. Qd3 *\n", 2, "move 2. 'Qd3': cannot read", is_unreadable),
        ("1. d4 d5 2. O-O *\n", 1, "move 2. 'O-O'", is_unreadable),
        ("1. d4 d5 2. -- *\n", 1, "move 2. '--'", is_unreadable),
        ("[Event \"A\"]\n[Variant \"Craz\u{1}\u{2}\"]\n\n*\n", 1, "'Craz", |e| {
            matches!(e, PgnError::Variant { .. })
        }),
        ("1. d4 <reserved> *\n", 1, "'<reserved>'", is_unreadable),
        ("<html><body>No such page</body></html>\n", 1, "move 1. '<html><body>No'", is_unreadable),
        ("1. d4\nd4 *\n", 2, "move 1... 'd4'", is_illegal),
        ("1. d4 d5 2. e2e4 *\n", 1, "move 2. 'e2e4'", is_illegal),
        ("1. d4 d5\n2. c4\nd5xe4 *\n", 3, "move 2... 'd5xe4'", is_illegal),
        ("[FEN \"4k3/8/8/8/8/4K3/8/R6R w\"]\n\n1. Rd1 *\n", 3, "ambiguous", |e| {
            matches!(e, PgnError::Move { error: MoveError::Ambiguous { .. }, .. })
        }),
    ];
    for (text, line, words, is_fault) in broken {
        let found = read(&format!("{text}\n{SOUND}"));
        let [Err(fault), Ok(sound)] = &found[..] else { panic!("{text:?}: {found:?}") };
        assert_eq!(sound.len(), 3, "{text:?}");
        assert!(is_fault(fault), "{text:?}: {fault:?}");
        assert_eq!(fault.line(), line, "{text:?}: {fault}");
        let said = fault.to_string();
        assert!(said.contains(words) && said.starts_with(&format!("line {line}: ")), "{said}");
        assert!(!said.contains(char::is_control), "{said:?}");
    }
}

fn is_unreadable(error: &PgnError) -> bool {
    matches!(error, PgnError::Move { error: MoveError::Unreadable { .. }, .. })
}

fn is_illegal(error: &PgnError) -> bool {
    !is_unreadable(error) && matches!(error, PgnError::Move { .. })
}

#[test]
fn a_game_is_found_whatever_marks_its_end() {
    for (text, lengths) in [
        ("1. d4 d5 1-0 1. e4 e5 0-1", &[2, 2][..]),
        ("[Event \"A\"]\n1. d4\n[Event \"B\"]\n1. d4 d5", &[1, 2]),
        ("[Event \"A\"]\n[Event \"B\"]\n\n1. d4", &[0, 1]),
        ("[White \"A\"]\n\n1. d4 ½-½\n\n[White \"B\"]\n1. d4 d5 1/2\n", &[1, 2]),
        ("\u{feff}\r\n[White \"A\"]\r\n\r\n1. d4\r\nd5\r\n\r\n[White \"B\"]\r\n\r\n*\r\n", &[2, 0]),
        ("1.d4 d5 2.Nd2?! = Nd7!? +/- 3... N $14 1:0", &[4]),
        ("1 d4 1... d5 …2 Nd2‼ e.p", &[]),
        ("1.d3-d4 d6d5 2.e3e4", &[3]),
        ("๑. ม-ง๒ ม-ง๗?! ๒.จ๔ 1-0", &[3]),
        ("1. d4 d5 2. c4 d5×c4 1-0\r\n\u{1a}", &[4]),
        ("1. Nb1–d2 d6—d5 1–0 1. d4 ½–½ 1. e4 0−1", &[2, 1, 1]),
        ("๑. ม้า-ง๒ ม้า ข๘-ง๗ ๒. เบี้ย จ๓-จ๔ *", &[3]),
        ("1. ม ข๑-ง๒ ม ข๘-ง๗ $5 2. บ จ๓-จ๔ *", &[3]),
    ] {
        let found: Vec<_> = read(text).into_iter().filter_map(Result::ok).collect();
        let found: Vec<usize> = found.iter().map(Vec::len).collect();
        assert_eq!(found, lengths, "{text:?}");
    }
}

#[test]
fn makpong_and_counts_come_with_the_tags() {
    let text = "[Variant \"makpong\"]\n[SetUp \"1\"]\n[FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 9 60\"]\n\n60. Ra8# 1-0";
    let game = Reader::new(text).next().expect("a game").expect("a sound one");
    let start = game.start(Variant::Makruk, CountingRule::MAKRUK).expect("a position");
    assert_eq!((start.variant(), start.count().ply), (Variant::Makpong, 9));
    assert_eq!(moves(&game).map(|moves| moves.len()), Ok(1));
    // Unknown tag values are question marks.
    let unknown = "[Variant \"?\"]\n[FEN \"\"]\n\n1. d4 *";
    assert_eq!(read(unknown).len(), 1);
    assert!(read(unknown)[0].is_ok());
}

#[test]
fn no_encoding_is_an_obstacle() {
    let game = |white: &[u8]| [b"[White \"", white, b"\"]\n\n1. d4 *\n"].concat();
    for (bytes, white) in [
        (game("สมชาย".as_bytes()), "สมชาย"),
        (game(b"\xca\xc1\xaa\xd2\xc2"), "สมชาย"),
        (game(b"Jos\xe9"), "José"),
    ] {
        let text = decode(&bytes).text;
        let game = Reader::new(&text).next().expect("a game").expect("a sound one");
        assert_eq!(game.tag("White"), Some(white));
    }
    let wide: Vec<u8> = "1. d4 d5 *".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(
        read(&decode(&[&[0xfe, 0xff][..], &wide].concat()).text)[0].as_ref().map(Vec::len),
        Ok(2)
    );
}

/// The Thai standard: Unicode's Thai block in one byte a letter.
fn tis_620(text: &str) -> Vec<u8> {
    let byte = |letter: char| match letter {
        '\0'..='\x7f' => letter as u8,
        _ => (letter as u32 - 0xd60) as u8,
    };
    text.chars().map(byte).collect()
}

#[test]
fn every_game_has_an_encoding_of_its_own() {
    let event = "[Event \"x\"]\n";
    let game = |tags: &[u8], moves: &[u8]| {
        [event.as_bytes(), b"[White \"", tags, b"\"]\n\n", moves, b" *\n\n"].concat()
    };
    let thai = "สมชาย นักหมากรุก";
    // One byte is lost, as by an editor that deletes bytes and not letters.
    let mut spoilt = thai.as_bytes().to_vec();
    spoilt.pop();
    let games = [
        game(thai.as_bytes(), "1. ม-ง๒ {สวัสดี}".as_bytes()),
        game(&spoilt, "1. ม-ง๒".as_bytes()),
        game(&tis_620(thai), &tis_620("1. ม-ง๒ {สวัสดี}")),
        game(b"Jos\xe9 \x96 Ren\xe9", b"1. d4"),
        game("José Müller".as_bytes(), b"1. d4 {\xff}"),
        game(thai.as_bytes(), "1. จ๔".as_bytes()),
    ];
    let bytes = games.concat();
    let decoded = decode(&bytes);
    let read: Vec<PgnGame> =
        Reader::new(&decoded.text).map(|game| game.expect("a sound one")).collect();
    let white: Vec<&str> = read.iter().filter_map(|game| game.tag("White")).collect();
    let spoilt = "สมชาย นักหมากรุ\u{fffd}";
    assert_eq!(white, [thai, spoilt, thai, "José – René", "José Müller", thai]);
    assert!(read.iter().all(|game| moves(game).is_ok_and(|moves| moves.len() == 1)), "{read:?}");
    assert_eq!(read[0].moves[0].comments, ["สวัสดี"]);
    assert_eq!(read[2].moves[0].comments, ["สวัสดี"]);
    // The lines are those of the file.
    assert_eq!(decoded.replaced, [7, 24]);
    assert_eq!(read.iter().map(|game| game.line).collect::<Vec<_>>(), [1, 6, 11, 16, 21, 26]);
    // Valid text is not changed.
    assert!(decode(thai.as_bytes()).replaced.is_empty());
}

#[test]
fn files_that_were_put_together_are_read() {
    let text = format!("\u{feff}{SOUND}\u{feff}{SOUND}{}", SOUND.replace("Nd2", "\u{200b}Nd2"));
    let found = read(&decode(text.as_bytes()).text);
    assert!(
        found.iter().all(|game| game.as_ref().is_ok_and(|moves| moves.len() == 3)),
        "{found:?}"
    );
    assert_eq!(found.len(), 3);
}

#[test]
fn lines_of_the_old_macintosh_are_lines() {
    let found =
        read(&decode(b"[White \"A\"]\r[Black \"B\"]\r\r1. d4 ; to here\rd5\r2. Qd3 *\r").text);
    assert!(matches!(&found[..], [Err(fault)] if fault.line() == 6), "{found:?}");
}

#[test]
fn moves_in_thai_letters_tell_the_encoding() {
    for moves in [
        "1. ม ข๑-ง๒ ม ข๘-ง๗ *",
        "1. ม-ง๒ ม-ง๗ *",
        "1. ม ข1-ง2 ม ข8-ง7 *",
        "1. จ๔ จ๕ *",
        "1.ม-ง2 ม-ง7 *",
    ] {
        let bytes = tis_620(&format!("[White \"a\"]\n\n{moves}\n"));
        assert!(std::str::from_utf8(&bytes).is_err());
        let text = decode(&bytes).text;
        assert!(text.ends_with(&format!("{moves}\n")), "{text}");
        assert_eq!(read(&text)[0].as_ref().map(Vec::len), Ok(2), "{moves}");
    }
    for latin in ["1. d4 {Jos\u{e9}, \u{a7}2, \u{a9}1998, \u{e0}-\u{e9}}", "\u{a1}\u{bf}"] {
        let bytes: Vec<u8> = latin.chars().map(|letter| letter as u32 as u8).collect();
        assert_eq!(decode(&bytes).text, latin);
    }
}

/// A game with every element of PGN.
const RICH: &str = "\u{feff}% made by hand\r\n[Event \"A \\\"friendly\\\" [club]\"]\r\n\
    [Variant \"Makruk\"]\r\n[FEN \"4k3/8/8/P7/8/8/8/R3K3 w - - 0 1\"]\r\n\r\n\
    {Opening} 1. a6=M $1 Kd7!? {a brace (} (1... Ke7 (1... Kf7) {in) it} 2. Ra5) ; to the end\r\n\
    2.Ra5 Kc6?? 3... 1/2-1/2\r\n\r\n[Event \"Next\"]\r\n1. e4 e5\r\n[Event \"Last\"]\r\n*\r\n";

fn check(text: &str) {
    let mut end = 0;
    for game in Reader::new(text) {
        match game {
            Ok(game) => {
                assert!(end <= game.span.start && game.span.end <= text.len(), "{text:?}");
                end = game.span.end;
                if let Err(error) = moves(&game) {
                    assert!(error.line() >= 1 && !error.to_string().contains('\n'), "{text:?}");
                }
            }
            Err(error) => assert!(error.line() <= text.lines().count().max(1), "{text:?}: {error}"),
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), bytes in vec(any::<u8>(), 0..200)) {
        check(&text);
        check(&decode(&bytes).text);
    }

    #[test]
    fn pgn_in_pieces_is_read_or_refused(parts in vec(select(PARTS), 0..60)) {
        check(&parts.concat());
    }

    #[test]
    fn a_mangled_game_is_read_or_refused(edits in vec((any::<Index>(), any::<Index>()), 1..8)) {
        let mut letters: Vec<char> = RICH.chars().collect();
        for (from, to) in edits {
            let (from, to) = (from.index(letters.len()), to.index(letters.len()));
            letters[to] = letters[from];
        }
        let text: String = letters.into_iter().collect();
        check(&format!("{text}\n\n{SOUND}"));
        check(text.get(..text.len() / 2).unwrap_or_default());
    }
}

const PARTS: &[&str] = &[
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    ";",
    "%",
    "\n",
    "\r\n",
    "\"",
    "\\",
    " ",
    "1.",
    "2...",
    "d4",
    "d5",
    "Nd2",
    "=M",
    "$3",
    "$999",
    "!?",
    "*",
    "1-0",
    "[Event \"",
    "[Event \"x\"]\n",
    "[FEN \"",
    "ก",
    "\0",
];

#[test]
fn the_rich_game_is_sound() {
    let found = read(RICH);
    assert!(
        matches!(&found[..], [Ok(first), Ok(next), Ok(last)]
        if (first.len(), next.len(), last.len()) == (4, 2, 0)),
        "{found:?}"
    );
    let game = Reader::new(RICH).next().expect("a game").expect("a sound one");
    let start = game.start(Variant::Makruk, CountingRule::MAKRUK).expect("a position");
    assert_eq!(fen::format(&start), "4k3/8/8/P7/8/8/8/R3K3 w - - 0 1");
}
