//! Moves in Thai notation, short (`ม-ง๒`, `จxง๖=ง`, `ร-ญ๘#`) and long (`ม ข๑-ง๒`, `บ จ๕xง๖=ง`), as
//! Fairy-Stockfish writes them, except that it writes a promotion as M. Files are ก ข ค ง จ ฉ ช ญ.
//! Some letters mean two things: ง a bia ngai and the d-file, ข a khun and the b-file, ค a khon and
//! the c-file. The official Thai notation is in `dialect`.

use super::error::{MoveError, excerpt};
use super::san::{Disambiguation, check_mark};
use super::{check_promotion, coordinate, san};
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::types::{Bitboard, Move, Piece, Square};
use std::fmt::Write;

/// The files from a to h.
const FILES: [char; 8] = ['ก', 'ข', 'ค', 'ง', 'จ', 'ฉ', 'ช', 'ญ'];
/// ๑, the Thai digit of rank 1; the others follow it.
const FIRST_DIGIT: char = '๑';
/// Bia ngai, which Thai notation distinguishes from a met.
pub const BIA_NGAI: &str = "ง";
/// The names of men as people write them in full, and their letters; longer ones before those that
/// they begin with.
const NAMES: [(&str, &str); 8] = [
    ("เบี้ยหงาย", BIA_NGAI),
    ("หงาย", BIA_NGAI),
    ("เบี้ย", letter(Piece::Pawn)),
    ("เม็ด", letter(Piece::Met)),
    ("โคน", letter(Piece::Khon)),
    ("ม้า", letter(Piece::Knight)),
    ("เรือ", letter(Piece::Rook)),
    ("ขุน", letter(Piece::King)),
];
/// The mark above ม that distinguishes a met from a ma.
const MET_MARK: char = '\u{e47}';

/// The two forms of Thai notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As in SAN: only as much of the origin as necessary.
    Short,
    /// With the whole square moved from.
    Long,
}

/// A man's letter; `BIA_NGAI` is no kind of its own.
pub const fn letter(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "บ",
        Piece::Met => "ม็",
        Piece::Khon => "ค",
        Piece::Knight => "ม",
        Piece::Rook => "ร",
        Piece::King => "ข",
    }
}

/// A square: `ง๒`.
pub fn square(square: Square) -> String {
    [file(square.file()), rank(square.rank())].into_iter().collect()
}

/// The letter of a file.
pub fn file(file: u8) -> char {
    FILES[usize::from(file)]
}

/// The digit of a rank.
pub fn rank(rank: u8) -> char {
    char::from_u32(FIRST_DIGIT as u32 + u32::from(rank)).unwrap_or(FIRST_DIGIT)
}

/// Writes a legal move.
///
/// ```
/// use makruk::notation::{coordinate, thai};
/// let start = makruk::position::Position::start(Default::default(), Default::default());
/// let knight = coordinate::parse(&start, "b1d2")?;
/// assert_eq!(thai::format(&start, knight, thai::Form::Short), "ม-ง๒");
/// assert_eq!(thai::format(&start, knight, thai::Form::Long), "ม ข๑-ง๒");
/// # Ok::<(), makruk::notation::MoveError>(())
/// ```
pub fn format(position: &Position, mv: Move, form: Form) -> String {
    let (from, to) = (mv.from(), mv.to());
    let Some(piece) = position.piece_at(from) else {
        // Not a legal move: its squares still identify it.
        return coordinate::format(position, mv);
    };
    let captures = position.captured(mv).is_some();
    let man = if position.promoted().contains(from) { BIA_NGAI } else { letter(piece) };
    let mut text = String::with_capacity(32);
    match (form, piece) {
        (Form::Long, _) => {
            // Writing to a string does not fail.
            let _ = write!(text, "{man} {}", square(from));
        }
        (Form::Short, Piece::Pawn) if captures => text.push(FILES[usize::from(from.file())]),
        (Form::Short, Piece::Pawn) => {}
        (Form::Short, _) => {
            text.push_str(man);
            let origin = Disambiguation::of(position, piece, mv);
            text.extend(origin.file.then(|| FILES[usize::from(from.file())]));
            text.extend(origin.rank.then(|| rank(from.rank())));
        }
    }
    if captures {
        text.push('x');
    } else if form == Form::Long || piece != Piece::Pawn {
        text.push('-');
    }
    text.push_str(&square(to));
    if position.promotes(mv) {
        text.extend(["=", BIA_NGAI]);
    }
    text.extend(check_mark(position, mv));
    text
}

/// Parses a legal move in either form. Ranks may be Thai or Arabic digits, files Thai or Latin
/// letters, and men may have their full names (`ม้า-ง๒`). A Latin letter is never a man, and a capital one
/// is a file only before a rank. As in SAN, these may be missing or
/// superfluous: marks, the sign between the squares, blanks, parts of the origin, and the man if
/// both squares are given; `=ง` or `=M` may be missing. A met and a bia ngai may have each other's
/// name if only one of them fits, because a FEN may not distinguish them.
///
/// In the short form, captures of the same man by a bia and by a khon, khun or bia ngai can look
/// the same, because their letters are also those of files. Such a text is ambiguous, unless it says
/// that the man promotes.
///
/// # Errors
/// [`MoveError`]: the text is invalid, it matches no legal move or more than one, or it says of a move
/// without a promotion that it promotes.
pub fn parse(position: &Position, text: &str) -> Result<Move, MoveError> {
    let thai =
        ParsedThai::read(text).ok_or_else(|| MoveError::Unreadable { found: excerpt(text) })?;
    let moves = legal_moves(position);
    let fitting = |exactly: bool| -> Vec<Move> {
        let fits = |mv: &Move| thai.readings.iter().any(|one| one.matches(position, *mv, exactly));
        moves.iter().copied().filter(fits).collect()
    };
    let mut fitting = Some(fitting(true)).filter(|some| !some.is_empty()).unwrap_or_else(|| {
        // The text may call a met a bia ngai.
        fitting(false)
    });
    if thai.promotion.is_some() && fitting.iter().any(|&mv| position.promotes(mv)) {
        fitting.retain(|&mv| position.promotes(mv));
    }
    if fitting.len() > 1 {
        // Prefer the move that is written exactly so.
        let plain = normalized(text);
        let forms = [Form::Short, Form::Long];
        let written = |mv: Move| {
            let forms = forms.map(|form| self::normalized(&format(position, mv, form)));
            forms.contains(&plain)
        };
        let same: Vec<Move> = fitting.iter().copied().filter(|&mv| written(mv)).collect();
        if same.len() == 1 {
            fitting = same;
        }
    }
    match fitting[..] {
        [mv] => {
            check_promotion(position, mv, thai.promotion)?;
            Ok(mv)
        }
        [] => Err(thai.explain_no_match(position)),
        _ => {
            let candidates = fitting.iter().map(|mv| mv.from()).collect();
            Err(MoveError::Ambiguous { found: excerpt(text), candidates })
        }
    }
}

/// A text without superfluous characters, with files and digits in Thai, and with the letters of
/// men for their names.
fn normalized(text: &str) -> String {
    with_letters_of_men(&without_marks(text))
}

/// The text with letters for the names of men.
pub(super) fn with_letters_of_men(text: &str) -> String {
    NAMES.iter().fold(text.to_owned(), |text, (name, letter)| text.replace(name, letter))
}

/// A text without superfluous characters, with files and digits in Thai. A capital letter is a file
/// only in the name of a square: elsewhere it is the letter of a man in another notation.
fn without_marks(text: &str) -> String {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let mut kept = text.chars().filter(|letter| !letter.is_whitespace()).peekable();
    let mut plain = String::with_capacity(text.len());
    while let Some(letter) = kept.next() {
        let is_before_rank = kept.peek().is_some_and(|&next| is_rank(next));
        plain.push(match letter {
            '1'..='8' => rank(letter as u8 - b'1'),
            'a'..='h' => FILES[usize::from(letter as u8 - b'a')],
            'A'..='H' if is_before_rank => FILES[usize::from(letter as u8 - b'A')],
            '×' | 'X' => 'x',
            '–' | '—' | '−' => '-',
            _ => letter,
        });
    }
    plain
}

/// Whether a word is a man, by letter or name, and no more.
pub(super) fn is_man(word: &str) -> bool {
    NAMES.iter().any(|&(name, letter)| word == name || word == letter)
}

/// The text of a move, with all its interpretations.
struct ParsedThai {
    readings: Vec<Reading>,
    promotion: Option<char>,
}

struct Reading {
    man: san::PartialMove,
    /// Whether the man is called a bia ngai.
    ngai: bool,
}

impl ParsedThai {
    fn read(text: &str) -> Option<Self> {
        // A letter may be a file, a name may not, and a Latin letter is nothing else.
        let first = if NAMES.iter().any(|(name, _)| without_marks(text).starts_with(name)) {
            FirstLetter::Man
        } else if text.trim_start().starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            FirstLetter::File
        } else {
            FirstLetter::Either
        };
        let text = normalized(text);
        let (text, promotion) = split_promotion(&text);
        let mut letters: Vec<char> = text.chars().collect();
        let rank = rank_of(letters.pop()?)?;
        let file = file_of(letters.pop()?)?;
        let to = Square::new(file, rank);
        let takes = letters.last() == Some(&'x');
        if let Some('x' | '-' | ':') = letters.last() {
            letters.pop();
        }
        let readings = readings(&letters, first, to, takes);
        (!readings.is_empty()).then_some(Self { readings, promotion })
    }

    /// Why no legal move matches.
    fn explain_no_match(&self, position: &Position) -> MoveError {
        let mut faults = self.readings.iter().map(|reading| reading.man.explain_no_match(position));
        let first = faults.next();
        // An error about one man is more precise than one that no man can move there.
        let nobody = |fault: &MoveError| {
            matches!(fault, MoveError::NobodyCan { .. } | MoveError::NobodyFromThere { .. })
        };
        let first = first.unwrap_or(MoveError::Unreadable { found: String::new() });
        if nobody(&first) { faults.find(|fault| !nobody(fault)).unwrap_or(first) } else { first }
    }
}

impl Reading {
    fn matches(&self, position: &Position, mv: Move, exactly: bool) -> bool {
        let ngai = position.promoted().contains(mv.from());
        let named = self.man.piece.is_none() || ngai == self.ngai;
        self.man.matches(position, mv) && (named || !exactly)
    }
}

/// Splits off the letter of a promotion and converts it for [`check_promotion`]: a bia ngai may be
/// ง, and a met ม็.
fn split_promotion(text: &str) -> (&str, Option<char>) {
    for (letter, meant) in [("M", 'M'), ("m", 'm'), (BIA_NGAI, 'M'), ("ม็", 'M')] {
        if let Some(rest) = text.strip_suffix(letter) {
            return (rest.strip_suffix('=').unwrap_or(rest), Some(meant));
        }
    }
    match text.split_once('=') {
        Some((rest, letter)) => (rest, letter.chars().next()),
        None => (text, None),
    }
}

/// Whether two letters name a square, the rank in Thai or Arabic digits.
pub(super) fn is_square(file: char, rank: char) -> bool {
    file_of(file).is_some() && is_rank(rank)
}

/// Whether a letter is a rank, as a Thai or Arabic digit.
fn is_rank(letter: char) -> bool {
    rank_of(letter).is_some() || matches!(letter, '1'..='8')
}

/// The file, from 0, of a Thai letter.
pub(super) fn file_of(letter: char) -> Option<u8> {
    (0..).zip(FILES).find(|&(_, file)| file == letter).map(|(index, _)| index)
}

/// The rank of a Thai digit. [`normalized`] has converted all digits to Thai.
fn rank_of(digit: char) -> Option<u8> {
    let rank = (digit as u32).checked_sub(FIRST_DIGIT as u32)?;
    u8::try_from(rank).ok().filter(|&rank| rank < 8)
}

/// What the first letter of a text may mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FirstLetter {
    Man,
    File,
    Either,
}

/// All interpretations of the text before the destination square: a man's letter, a file and a
/// rank, all optional.
fn readings(letters: &[char], first: FirstLetter, to: Square, takes: bool) -> Vec<Reading> {
    let reading = move |piece, ngai, from| {
        let man = san::PartialMove { piece, from, to };
        Reading { man, ngai }
    };
    let mut readings = Vec::new();
    if first != FirstLetter::File
        && let Some((piece, ngai, rest)) = man_of(letters)
        && let Some(from) = origin(rest)
    {
        readings.push(reading(Some(piece), ngai, from));
    }
    if let Some(from) = origin(letters).filter(|_| first != FirstLetter::Man) {
        match letters {
            // A bia moves straight ahead, or captures from the given file.
            [] => readings.push(reading(Some(Piece::Pawn), false, from)),
            [file] if file_of(*file).is_some() && takes => {
                readings.push(reading(Some(Piece::Pawn), false, from));
            }
            [_, _] => readings.push(reading(None, false, from)),
            _ => {}
        }
    }
    readings
}

/// The man at the start of a text, whether it is called a bia ngai, and the rest.
fn man_of(letters: &[char]) -> Option<(Piece, bool, &[char])> {
    Some(match letters {
        ['ม', MET_MARK, rest @ ..] => (Piece::Met, false, rest),
        ['ม', rest @ ..] => (Piece::Knight, false, rest),
        ['ง', rest @ ..] => (Piece::Met, true, rest),
        ['ค', rest @ ..] => (Piece::Khon, false, rest),
        ['ร', rest @ ..] => (Piece::Rook, false, rest),
        ['ข', rest @ ..] => (Piece::King, false, rest),
        ['บ', rest @ ..] => (Piece::Pawn, false, rest),
        _ => return None,
    })
}

/// The squares on the given file, rank, both or neither.
fn origin(letters: &[char]) -> Option<Bitboard> {
    match *letters {
        [] => Some(Bitboard::ALL),
        [one] => file_of(one).map(Bitboard::file).or_else(|| rank_of(one).map(Bitboard::rank)),
        [file, rank] => Some(Square::new(file_of(file)?, rank_of(rank)?).bitboard()),
        _ => None,
    }
}
