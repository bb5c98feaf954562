//! Every sentence exists in both languages, each without words of the other.

use super::*;
use makruk::notation::pgn::MoveNumber;
use makruk::notation::{Dialect, FenCounter, FenError, MoveError, Origin, PgnError};
use makruk::perft::PerftError;
use makruk::position::{CountStatus, CountVerdict, Honour, SetupError};
use makruk::rules::{ClaimError, CountingRule, Variant};
use makruk::types::{Move, Square};
use sakdi_engine::book::BookError;
use sakdi_engine::eval::TermGroup;
use sakdi_engine::eval::nnue::{NetError, OpenError};
use sakdi_engine::tablebase::directory::BadTable;
use sakdi_engine::tablebase::file::{FileError, FilePart};
use sakdi_explorer::{FileError as ExplorerFileError, TallyError};

fn gaps(text: &str) -> Vec<&str> {
    let mut gaps: Vec<&str> = text.split('{').skip(1).map(|gap| &gap[..1]).collect();
    gaps.sort_unstable();
    gaps.dedup();
    gaps
}

#[test]
fn every_sentence_has_the_same_gaps_in_both_languages() {
    for phrase in Phrase::ALL {
        let [english, thai] = Language::ALL.map(|language| phrase.text(language));
        assert!(!english.is_empty() && !thai.is_empty(), "{phrase:?}");
        assert_eq!(gaps(english), gaps(thai), "{phrase:?}");
    }
}

/// Names that are the same in every language.
const NAMES: [&str; 12] = [
    "claimed",
    "Hash",
    "Use NNUE",
    "EvalFile",
    "TablePath",
    "BookFile",
    "FEN",
    "PGN",
    "position:",
    "setoption:",
    "go:",
    "count:",
];

/// What only arranges other sentences.
const FRAMES: [Phrase; 1] = [Phrase::PlayPrompt];

/// The text without its quotations: words of the protocol, and values.
fn unquoted(text: &str) -> String {
    text.split('\'').step_by(2).collect()
}

fn has_english(thai: &str) -> bool {
    let mut thai = unquoted(thai);
    for name in NAMES {
        thai = thai.replace(name, "");
    }
    thai.contains(|c: char| c.is_ascii_alphabetic())
}

fn has_thai(text: &str) -> bool {
    text.contains(|c: char| ('\u{e01}'..='\u{e5b}').contains(&c))
}

#[test]
fn thai_sentences_hold_no_english_and_english_ones_no_thai() {
    for phrase in Phrase::ALL {
        let thai = phrase.text(Language::Thai);
        assert!(!has_english(thai), "{phrase:?}: {thai}");
        assert!(has_thai(thai) || FRAMES.contains(phrase), "{phrase:?}: {thai}");
        assert!(phrase.text(Language::English).is_ascii(), "{phrase:?}");
    }
}

#[test]
fn choices_are_listed() {
    let list = |names: &[&str]| Language::ALL.map(|language| language.choices(names));
    assert_eq!(list(&["a"]), ["a", "a"]);
    assert_eq!(list(&["a", "b"]), ["a or b", "a หรือ b"]);
    assert_eq!(list(&["a", "b", "c"]), ["a, b or c", "a, b หรือ c"]);
}

/// Values whose gaps hold only numbers and words in quotes.
fn plain_values() -> Vec<Box<dyn Localized>> {
    let (color, found) = (Color::Black, || "x".to_owned());
    let (from, to) = (Square::new(0, 0), Square::new(1, 1));
    let mv = Move::new(from, to).expect("two squares");
    let mut values: Vec<Box<dyn Localized>> = vec![
        Box::new(SetupError::Kings { color, found: 2 }),
        Box::new(SetupError::TooManyMen { found: 33 }),
        Box::new(SetupError::PawnOnLastRank { color, square: from }),
        Box::new(SetupError::OpponentInCheck { color }),
        Box::new(FenError::Empty),
        Box::new(FenError::Ranks { found: 7 }),
        Box::new(FenError::Files { rank: 1, found: 7 }),
        Box::new(FenError::UnknownLetter { letter: 'x', rank: 1 }),
        Box::new(FenError::StrayMark { mark: '~', rank: 1 }),
        Box::new(FenError::NoFenInLink),
        Box::new(FenError::UnknownSide { found: found() }),
        Box::new(FenError::UnknownCastling { found: found() }),
        Box::new(FenError::NegativeCounter { counter: FenCounter::CountLimit, found: found() }),
        Box::new(FenError::CounterTooLarge { counter: FenCounter::CountPly, found: found() }),
        Box::new(FenError::UnreadableCounter { counter: FenCounter::MoveNumber, found: found() }),
        Box::new(FenError::NegativeCounter { counter: FenCounter::HalfmoveClock, found: found() }),
        Box::new(FenError::TooManyFields { found: found() }),
        Box::new(MoveError::Unreadable { found: found() }),
        Box::new(MoveError::EmptySquare { square: from }),
        Box::new(MoveError::OpponentsMan { square: from }),
        Box::new(MoveError::OwnMan { mv, color }),
        Box::new(MoveError::OutOfReach { mv, piece: Piece::Khon }),
        Box::new(MoveError::LeavesKhunInCheck { mv, color }),
        Box::new(MoveError::KhunMayNotFlee { mv }),
        Box::new(MoveError::WrongPromotion { mv, letter: 'q' }),
        Box::new(MoveError::PromotesNothing { mv }),
        Box::new(MoveError::CapturesNothing { mv }),
        Box::new(MoveError::Ambiguous { found: found(), candidates: vec![from, to] }),
        Box::new(MoveError::NobodyCan { piece: None, to }),
        Box::new(MoveError::NobodyCan { piece: Some(Piece::Knight), to }),
        Box::new(MoveError::NobodyFromThere { piece: None, origin: Origin::File(0), to }),
        Box::new(MoveError::NobodyFromThere { piece: None, origin: Origin::Rank(7), to }),
        Box::new(MoveError::NobodyFromThere { piece: None, origin: Origin::Square(from), to }),
        Box::new(PgnError::OpenTag { line: 1 }),
        Box::new(PgnError::BadTag { line: 1, found: found() }),
        Box::new(PgnError::OpenComment { line: 1 }),
        Box::new(PgnError::OpenVariation { line: 1 }),
        Box::new(PgnError::StrayParenthesis { line: 1 }),
        Box::new(PgnError::StrayBrace { line: 1 }),
        Box::new(PgnError::Variant {
            line: 1,
            error: "x".parse::<Variant>().expect_err("no variant"),
        }),
        Box::new(PgnError::CountingRule {
            line: 1,
            error: "x".parse::<CountingRule>().expect_err("no rule"),
        }),
        Box::new(PgnError::Fen { line: 1, error: FenError::Empty }),
        Box::new(PgnError::Move {
            line: 1,
            number: MoveNumber { number: 1, color },
            san: found(),
            error: MoveError::Unreadable { found: found() },
        }),
        Box::new(PgnError::Dialects {
            line: 1,
            number: MoveNumber { number: 1, color },
            san: found(),
            readings: [(Dialect::Makruk, mv), (Dialect::PlayOk, mv)],
        }),
        Box::new(PgnError::UnknownDialect {
            line: 1,
            error: "x".parse::<Dialect>().expect_err("no dialect"),
        }),
        Box::new(IoReason::Missing),
        Box::new(IoReason::Forbidden),
        Box::new(IoReason::IsDirectory),
        Box::new(IoReason::NotADirectory),
        Box::new(IoReason::NotRegular),
        Box::new(IoReason::InUse),
        Box::new(IoReason::OutOfMemory),
        Box::new(IoReason::Full),
        Box::new(PerftError::Stopped),
        Box::new(PerftError::TooDeep(99)),
        Box::new(PerftError::TooManyLeaves(40)),
        Box::new(BookError::NoBook),
        Box::new(BookError::OtherKeys),
        Box::new(BookError::Damaged),
        Box::new(NetError::Magic),
        Box::new(NetError::Version(9)),
        Box::new(NetError::Architecture { found: [0; 6] }),
        Box::new(NetError::Length { found: 1 }),
        Box::new(OpenError::Net(NetError::Checksum)),
        Box::new(FileError::Foreign),
        Box::new(FileError::Version { found: 9 }),
        Box::new(FileError::Length { found: 1, expected: 2 }),
        Box::new(FileError::Checksum { part: FilePart::Header }),
        Box::new(FileError::Checksum { part: FilePart::Table }),
        Box::new(FileError::Inconsistent),
        Box::new(BadTable { path: "1".into(), error: FileError::Foreign }),
        Box::new(ExplorerFileError::Magic),
        Box::new(ExplorerFileError::Version(9)),
        Box::new(ExplorerFileError::Damaged),
        Box::new(ExplorerFileError::Tally(TallyError::Move)),
        Box::new(ClaimError::Rule),
        Box::new(ClaimError::Runs),
        Box::new(ClaimError::Bia),
        Box::new(ClaimError::Bare),
        Box::new(ClaimError::Idle),
        Box::new(ClaimError::NoNumber),
        Box::new(CountStatus::None),
        Box::new(CountStatus::Claimable(color)),
        Box::new(CountStatus::Complete { honour: Honour::Board, counter: color, last: 64 }),
        Box::new(CountVerdict::Won { moves: 1, moves_left: 2 }),
        Box::new(CountVerdict::WonByConversion { moves: 1 }),
        Box::new(CountVerdict::CounterWins { counter: color, moves: 1 }),
        Box::new(CountVerdict::TooLate { moves: 2, late: 1 }),
        Box::new(CountVerdict::NoMate { strong: color }),
        Box::new(CountVerdict::Estimated { moves: 2, moves_left: 1 }),
    ];
    let honour = Honour::Pieces;
    let (spoken, last, moves_left) = (5, 16, 1);
    let running = CountStatus::Running { honour, counter: color, spoken, last, moves_left };
    values.push(Box::new(running));
    let begins = CountStatus::Begins { honour, counter: color, first: 6, last, moves_left };
    values.push(Box::new(begins));
    values.extend(TermGroup::ALL.iter().map(|&group| Box::new(group) as Box<dyn Localized>));
    values
}

#[test]
fn typed_values_hold_no_english_in_thai_and_no_thai_in_english() {
    for value in plain_values() {
        let [english, thai] = Language::ALL.map(|language| value.say(language));
        assert!(has_thai(&thai) && !has_english(&thai), "{english}: {thai}");
        assert!(!english.is_empty() && !has_thai(&english), "{english}");
    }
}
