//! Games in the dialects of sites and rule books. The files of `positions/records` hold the same games in each.

use makruk::game::Game;
use makruk::movegen::legal_moves;
use makruk::notation::dialect::{Evidence, detect};
use makruk::notation::pgn::{PgnGame, Reader, decode};
use makruk::notation::{Dialect, Notation, PgnError};
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use makruk::types::Move;
use std::fs;
use std::path::Path;

/// The files with the dialect of each.
const FILES: [(&str, Dialect); 9] = [
    ("canonical.pgn", Dialect::Makruk),
    ("lan.pgn", Dialect::Lan),
    ("ucimoves.pgn", Dialect::Uci),
    ("playok.txt", Dialect::PlayOk),
    ("schemingmind.pgn", Dialect::SchemingMind),
    ("official-thai-full.pgn", Dialect::OfficialThai),
    ("official-thai-dots.pgn", Dialect::OfficialThaiDots),
    ("official-thai-short.pgn", Dialect::OfficialThaiShort),
    ("official-english-full.pgn", Dialect::OfficialEnglish),
];

fn file(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../positions/records").join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn games(text: &str) -> Vec<Result<PgnGame, PgnError>> {
    Reader::new(text).collect()
}

fn moves(game: &PgnGame) -> Result<(Vec<Move>, Dialect), PgnError> {
    let start = game.start(Variant::Makruk, CountingRule::NONE)?;
    game.read_moves(&start).map(|read| (read.moves, read.dialect))
}

/// The moves of the five games.
fn canonical() -> Vec<String> {
    let text = String::from_utf8(file("canonical.uci")).expect("UTF-8");
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

fn start() -> Position {
    Position::start(Variant::Makruk, CountingRule::NONE)
}

fn uci(moves: &[Move]) -> String {
    Notation::Coordinate.line(&start(), moves)
}

#[test]
fn the_same_games_are_read_in_every_dialect() {
    let canonical = canonical();
    for (name, dialect) in FILES {
        let bytes = file(name);
        let read = games(&decode(&bytes).text);
        assert_eq!(read.len(), canonical.len(), "{name}");
        for (game, expected) in read.iter().zip(&canonical) {
            let (moves, found) = moves(game.as_ref().expect(name)).expect(name);
            assert_eq!(&uci(&moves), expected, "{name}");
            assert_eq!(found, dialect, "{name}");
        }
    }
}

/// The text of each move in the dialect. These are the words of the files, except for marks that not every
/// site writes.
#[test]
fn every_dialect_is_written_as_its_files_are() {
    for (name, dialect) in FILES {
        let bytes = file(name);
        for game in games(&decode(&bytes).text) {
            let game = game.expect(name);
            let (moves, _) = moves(&game).expect(name);
            let mut position = start();
            for (mv, written) in moves.into_iter().zip(&game.moves) {
                let text = dialect.format(&position, mv);
                let words = |text: &str| text.replace('×', "x").replace(' ', "");
                let expected = match dialect {
                    Dialect::SchemingMind => written.san.trim_end_matches('=').to_owned(),
                    Dialect::Uci => written.san.replace('+', "m"),
                    _ => written.san.clone(),
                };
                assert_eq!(words(&text), words(&expected), "{name}");
                position = position.play_unchecked(mv);
            }
        }
    }
}

/// A generator of random numbers with a fixed sequence (xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    /// A random game of at most so many plies.
    fn game(&mut self, plies: usize) -> Game {
        let mut game = Game::new(start());
        for _ in 0..plies {
            let moves = legal_moves(game.position());
            if moves.is_empty() {
                break;
            }
            // Captures and promotions lead to boards with many bia ngai.
            let position = *game.position();
            let sharp: Vec<Move> =
                moves.iter().copied().filter(|&mv| position.promotes(mv)).collect();
            let mv = if sharp.is_empty() || self.below(2) == 0 {
                moves[self.below(moves.len())]
            } else {
                sharp[self.below(sharp.len())]
            };
            game.play(mv).expect("legal");
        }
        game
    }
}

/// Writes and reads a game in each dialect, by name and as it is found.
fn check_every_dialect(game: &Game) {
    for dialect in Dialect::ALL {
        let mut position = *game.start();
        let mut words = Vec::new();
        for &mv in game.moves() {
            words.push(dialect.format(&position, mv));
            position = position.play_unchecked(mv);
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let read = |named| detect(game.start(), &words, Evidence { named, ..Evidence::default() });
        let line = || Notation::Coordinate.line(game.start(), game.moves());
        // Captures by a khon and by the bia of the c-file look alike in today's Thai notation, and some
        // games are legal in two dialects. These are refused; nothing else may be.
        match read(Some(dialect)) {
            Ok(read) => assert_eq!(read.moves, game.moves(), "{dialect}: {}", line()),
            Err(error) => assert_eq!(dialect, Dialect::Thai, "{error}: {}", line()),
        }
        if let Ok(found) = read(None) {
            assert_eq!(found.moves, game.moves(), "{dialect} as {}: {}", found.dialect, line());
        }
    }
}

#[test]
fn random_games_are_written_and_read_in_every_dialect() {
    let mut chance = Chance(0x5eed);
    for _ in 0..150 {
        let plies = 1 + chance.below(300);
        check_every_dialect(&chance.game(plies));
    }
}

/// The figure of 5,000 games: `cargo test -p makruk --test records -- --ignored`.
#[test]
#[ignore = "takes a minute"]
fn five_thousand_random_games_are_written_and_read_in_every_dialect() {
    let mut chance = Chance(0x5000);
    for _ in 0..5000 {
        let plies = 1 + chance.below(400);
        check_every_dialect(&chance.game(plies));
    }
}

/// Whether a text says that move, apart from marks: the man by its letter and the squares that it names.
/// Written anew, without the parsers.
fn says(dialect: Dialect, position: &Position, mv: Move, text: &str) -> bool {
    let full = match dialect {
        Dialect::Makruk | Dialect::Uci => Dialect::Lan.format(position, mv),
        Dialect::Thai => Dialect::ThaiLong.format(position, mv),
        Dialect::OfficialThaiDots | Dialect::OfficialThaiShort => {
            Dialect::OfficialThai.format(position, mv)
        }
        Dialect::OfficialEnglishShort => Dialect::OfficialEnglish.format(position, mv),
        Dialect::PlayOk | Dialect::SchemingMind => {
            // The letter, which the short form has, and both squares.
            let short = dialect.format(position, mv);
            let letter = short.chars().next().filter(char::is_ascii_uppercase);
            format!("{}{}{}", letter.map_or(String::new(), String::from), mv.from(), mv.to())
        }
        other => other.format(position, mv),
    };
    let plain = |text: &str| -> String {
        let digits = |letter: char| match letter {
            '๑'..='๘' => char::from(b'1' + (letter as u32 - '๑' as u32) as u8),
            _ => letter,
        };
        let text: String = text.chars().map(digits).collect();
        let end =
            text.rfind(|letter: char| letter.is_ascii_digit()).map_or(text.len(), |at| at + 1);
        let is_sign = |letter: char| " .-xX×:–→~".contains(letter);
        text[..end].chars().filter(|&letter| !is_sign(letter)).collect()
    };
    // Every letter of the text is in the full form, in this order, and the destination ends it.
    let (full, text) = (plain(&full), plain(text));
    let text = if position.piece_at(mv.from()) == Some(makruk::types::Piece::Pawn) {
        text.strip_prefix('P').map(str::to_owned).unwrap_or(text)
    } else {
        text
    };
    let mut letters = full.chars();
    let is_within = text.chars().all(|letter| letters.any(|other| other == letter));
    let last_two = |text: &str| text.chars().rev().take(2).collect::<String>();
    is_within && last_two(&full) == last_two(&text)
}

/// Damaged games are refused, or they are games whose every move is what the text says.
#[test]
fn a_damaged_game_is_never_read_as_other_moves() {
    let mut chance = Chance(0xdead);
    let letters: Vec<char> =
        "KQBNRMSPHDFabcdefgh12345678xX-+#=. \n*[](){};%$~กขคงจฉชญมรบ็๑๒๘×".chars().collect();
    let canonical = canonical();
    let (mut same, mut other, mut refused) = (0, 0, 0);
    for (name, _) in FILES {
        let bytes = file(name);
        let text = decode(&bytes).text;
        let whole: Vec<PgnGame> = games(&text).into_iter().map(|game| game.expect(name)).collect();
        let is_whole = |game: &PgnGame| {
            let words = |game: &PgnGame| -> Vec<String> {
                game.moves.iter().map(|mv| mv.san.clone()).collect()
            };
            whole.iter().any(|other| other.tags == game.tags && words(other) == words(game))
        };
        let text: Vec<char> = text.chars().collect();
        for _ in 0..1000 {
            let mut damaged = text.clone();
            let at = chance.below(damaged.len());
            match chance.below(4) {
                0 => drop(damaged.remove(at)),
                1 => damaged.insert(at, letters[chance.below(letters.len())]),
                2 => damaged[at] = letters[chance.below(letters.len())],
                _ => damaged.swap(at, (at + 1).min(text.len() - 1)),
            }
            let damaged: String = damaged.into_iter().collect();
            for game in games(&damaged) {
                if game.as_ref().is_ok_and(is_whole) {
                    continue;
                }
                let Ok((game, (moves, dialect))) =
                    game.and_then(|game| moves(&game).map(|read| (game, read)))
                else {
                    refused += 1;
                    continue;
                };
                if canonical.contains(&uci(&moves)) {
                    same += 1;
                    continue;
                }
                other += 1;
                let mut position =
                    game.start(Variant::Makruk, CountingRule::NONE).expect("a start");
                for (mv, written) in moves.into_iter().zip(&game.moves) {
                    let text = &written.san;
                    assert!(says(dialect, &position, mv, text), "{name}: {text} is no {mv:?}");
                    position = position.play_unchecked(mv);
                }
            }
        }
    }
    assert!(same > 500 && refused > 5000, "{same} read, {other} otherwise, {refused} refused");
    println!("{same} read, {other} otherwise, {refused} refused");
}

/// The first move of a game, or the reason why it has none.
fn first_move(fen: &str, tags: &str, words: &str) -> Result<String, PgnError> {
    let text = format!("[FEN \"{fen}\"]\n{tags}\n\n{words} *\n");
    let game = games(&text).remove(0)?;
    let start = game.start(Variant::Makruk, CountingRule::NONE)?;
    Ok(Notation::Coordinate.line(&start, &game.resolve(&start)?[..1]))
}

/// Texts that mean one move in one dialect and another in another: the site decides, or nobody.
#[test]
fn a_text_with_two_meanings_is_never_guessed() {
    const PLAYOK: &str = "[Site \"PlayOK\"]";
    const PROGRAM: &str = "[Variant \"Makruk\"]";
    // A bia on d4 and a bia ngai on e4 both reach d5.
    const BOTH: &str = "4k3/8/8/8/3PM~3/8/8/4K3 w - - 0 1";
    // The FEN does not say whether it is a bia ngai.
    const UNMARKED: &str = "4k3/8/8/8/3PM3/8/8/4K3 w - - 0 1";
    // A met and a bia ngai both reach d5.
    const TWO_METS: &str = "4k3/8/8/8/2M1M~3/8/8/4K3 w - - 0 1";
    // A met and a ma both reach d2.
    const START: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    // A ma on d4 and a bia ngai on d4's neighbour both reach c6, or e5.
    const MA_AND_NGAI: &str = "4k3/8/8/8/4M~3/4N3/8/4K3 w - - 0 1";
    // A khon and the bia of the c-file both take on d5.
    const KHON_AND_BIA: &str = "4k3/8/8/3p4/2P1S3/8/8/4K3 w - - 0 1";
    for (fen, tags, words, expected) in [
        (BOTH, PLAYOK, "1. Pd5", Some("e4d5")),
        (BOTH, "", "1. Pd5", None),
        (BOTH, PROGRAM, "1. Pd5", None),
        (BOTH, "[Dialect \"playok\"]", "1. Pd5", Some("e4d5")),
        (BOTH, "[Dialect \"makruk\"]", "1. Pd5", Some("d4d5")),
        (BOTH, "", "1. d5", Some("d4d5")),
        (UNMARKED, PLAYOK, "1. Pd5", Some("e4d5")),
        (UNMARKED, "", "1. Pd5", None),
        (TWO_METS, PLAYOK, "1. Qd5", Some("c4d5")),
        (TWO_METS, PLAYOK, "1. Pd5", Some("e4d5")),
        (TWO_METS, "[Site \"SchemingMind\"]", "1. Qd5", None),
        (TWO_METS, PROGRAM, "1. Md5", None),
        (START, "", "1. Md2", None),
        (START, PROGRAM, "1. Md2", Some("e1d2")),
        (START, "[Dialect \"official-english\"]", "1. Md2", Some("b1d2")),
        (MA_AND_NGAI, "", "1. Nd5", None),
        (MA_AND_NGAI, PROGRAM, "1. Nd5", Some("e3d5")),
        (MA_AND_NGAI, "[Dialect \"official-english\"]", "1. Nd5", Some("e4d5")),
        (KHON_AND_BIA, "", "1. คxง๕", None),
        (KHON_AND_BIA, "[Dialect \"official-thai\"]", "1. คXง5", Some("e4d5")),
        (KHON_AND_BIA, "", "1. บXง5", Some("c4d5")),
    ] {
        let read = first_move(fen, tags, words);
        assert_eq!(read.as_deref().ok(), expected, "{fen} {tags} {words}: {read:?}");
    }
}

#[test]
fn an_ambiguous_game_is_named_with_both_readings() {
    let fen = "4k3/8/8/8/3PM~3/8/8/4K3 w - - 0 1";
    let error = first_move(fen, "", "1. Pd5").expect_err("two readings");
    assert_eq!(
        error.to_string(),
        "line 4: move 1. 'Pd5' is d4d5 in the dialect makruk and e4d5 in playok: the tag or option \
         Dialect must say which"
    );
    let error = first_move(fen, "[Dialect \"chess\"]", "1. Pd5").expect_err("unknown");
    assert!(matches!(error, PgnError::UnknownDialect { line: 1, .. }), "{error}");
}

/// Dots and blanks stand where people put them, also around the captured man.
#[test]
fn official_notation_has_blanks_anywhere() {
    let expected = "d3d4 d6d5 e3e4 d5e4 f3e4 e6e5";
    for text in [
        "1. บ.ง3-ง4 บ.ง6-ง5 2. บ.จ3-จ4 บ.ง5Xบ.จ4 3. บ.ฉ3Xบ.จ4 บ.จ6-จ5 *",
        "1. บ. ง3 - ง4 บ. ง6 - ง5 2. บ. จ3 - จ4 บ. ง5 X บ. จ4 3. บ. ฉ3 X บ. จ4 บ. จ6 - จ5 *",
        "๑. บ ง๓ → ง๔ บ ง๖ → ง๕ ๒. บ จ๓ → จ๔ บ ง๕ ×บ. จ๔ ๓. บ ฉ๓×บ. จ๔ บ จ๖ → จ๕ *",
        "1. บ.ง4 บ. ง5 2. บ. จ4 บ. X บ. จ4 3. บ. X จ4 บ.จ5 *",
    ] {
        let game = games(text).remove(0).expect(text);
        let (moves, _) = moves(&game).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(uci(&moves), expected, "{text}");
    }
}

/// Files in UTF-16 may lack the mark of their byte order.
#[test]
fn utf_16_is_read_without_a_mark_of_its_order() {
    let text = "[White \"สมชาย\"]\n\n1. บง4 บง5 1-0\n";
    for unit in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> = text.encode_utf16().flat_map(unit).collect();
        assert_eq!(decode(&bytes).text, text);
    }
}
