//! Finds the dialect of a whole game.

use super::{Dialect, Letters, has_exact_bia_ngai, read};
use crate::notation::error::{MoveError, excerpt};
use crate::notation::pgn::MoveNumber;
use crate::position::Position;
use crate::types::Move;

/// What is known of a game's dialect besides its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The reader was told, or the game says so.
    pub named: Option<Dialect>,
    /// The site that the game comes from writes so, unless another program has rewritten the moves.
    pub site: Option<Dialect>,
    /// A tag shows that a program wrote the moves, with the letters of programs.
    pub by_program: bool,
}

/// The moves of a game and how they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadMoves {
    /// The moves.
    pub moves: Vec<Move>,
    /// Their dialect; [`Dialect::Makruk`] without moves. Where a game reads alike in several, the first.
    pub dialect: Dialect,
}

/// Why the moves of a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DialectError {
    /// A move is not legal in any dialect. The error is that of the dialect that goes furthest.
    #[error("move {number} '{found}': {error}")]
    Move {
        /// Number of moves before it.
        ply: usize,
        /// Its number.
        number: MoveNumber,
        /// The beginning of its text.
        found: String,
        /// What is wrong with it.
        error: MoveError,
    },
    /// All moves are legal in two dialects, which differ.
    #[error(
        "move {number} '{found}' is {:?} in the dialect {} and {:?} in {}",
        readings[0].1, readings[0].0, readings[1].1, readings[1].0
    )]
    Differ {
        /// Number of moves before the first that differs.
        ply: usize,
        /// Its number.
        number: MoveNumber,
        /// The beginning of its text.
        found: String,
        /// Two dialects, and what the move is in them.
        readings: [(Dialect, Move); 2],
    },
}

impl DialectError {
    /// Number of moves before the one that the error names.
    pub const fn ply(&self) -> usize {
        match *self {
            Self::Move { ply, .. } | Self::Differ { ply, .. } => ply,
        }
    }
}

/// Reads the moves of a game from the position `start`, each as `words` has it, in the dialect in which
/// all of them are legal.
///
/// ```
/// use makruk::notation::dialect::{DialectError, Dialect, Evidence, detect};
/// let start = makruk::position::Position::start(Default::default(), Default::default());
/// let read = |words: &[&str]| detect(&start, words, Evidence::default());
/// assert_eq!(read(&["Be2", "Qe7"])?.dialect, Dialect::PlayOk);
/// assert_eq!(read(&["Bf3-f4", "Mg8-e7"])?.dialect, Dialect::OfficialEnglish);
/// // Here M is a met or a ma.
/// assert!(matches!(read(&["Md2"]), Err(DialectError::Differ { ply: 0, .. })));
/// # Ok::<(), DialectError>(())
/// ```
///
/// # Errors
/// No dialect fits, or two do and give different moves.
pub fn detect(
    start: &Position,
    words: &[&str],
    evidence: Evidence,
) -> Result<ReadMoves, DialectError> {
    const CANDIDATES: [Dialect; 6] = [
        Dialect::Makruk,
        Dialect::Thai,
        Dialect::PlayOk,
        Dialect::SchemingMind,
        Dialect::OfficialThai,
        Dialect::OfficialEnglish,
    ];
    let named = evidence.named.as_slice();
    let candidates = if named.is_empty() { &CANDIDATES } else { named };
    let exact = has_exact_bia_ngai(start);
    // One site does not write as another, but a program may have rewritten the game.
    let is_other_site = |dialect: Dialect| {
        let is_site = matches!(dialect, Dialect::PlayOk | Dialect::SchemingMind);
        evidence.named.is_none() && is_site && evidence.site.is_some_and(|site| site != dialect)
    };
    let possible = candidates.iter().filter(|&&dialect| !is_other_site(dialect));
    let mut readings: Vec<Reading> =
        possible.map(|&dialect| Reading::new(dialect, start)).collect();
    for word in words {
        for reading in readings.iter_mut().filter(|reading| reading.fault.is_none()) {
            reading.read(word, exact);
        }
        if readings.iter().all(|reading| reading.fault.is_some()) {
            break;
        }
    }
    decide(start, words, evidence, readings)
}

/// A game as one dialect reads it.
struct Reading {
    dialect: Dialect,
    position: Position,
    moves: Vec<Move>,
    /// The error of the move after these.
    fault: Option<MoveError>,
    /// Whether a move has a letter for a bia, which writers of the dialect leave out.
    names_bia: bool,
}

impl Reading {
    fn new(dialect: Dialect, start: &Position) -> Self {
        Self { dialect, position: *start, moves: Vec::new(), fault: None, names_bia: false }
    }

    fn read(&mut self, word: &str, exact_bia_ngai: bool) {
        match read::parse(self.dialect.letters(), &self.position, word, exact_bia_ngai) {
            Ok(mv) => {
                self.moves.push(mv);
                self.position = self.position.play_unchecked(mv);
            }
            Err(error) => self.fault = Some(error),
        }
        self.names_bia |= match self.dialect.letters() {
            Letters::Program => word.starts_with('P'),
            // In long Thai notation the letter is there, too, with a blank.
            Letters::Thai => word.starts_with('บ') && !word.contains(' '),
            _ => false,
        };
    }

    /// Whether a text in this dialect may mean two moves, as it is usually written. In today's Thai
    /// notation `คxง๖` is a capture by a khon or by the bia of the c-file.
    fn is_unclear(&self) -> bool {
        let is_ambiguous = matches!(self.fault, Some(MoveError::Ambiguous { .. }));
        self.dialect.letters() == Letters::Thai && is_ambiguous && !self.names_bia
    }
}

fn decide(
    start: &Position,
    words: &[&str],
    evidence: Evidence,
    readings: Vec<Reading>,
) -> Result<ReadMoves, DialectError> {
    let whole = |reading: &&Reading| reading.fault.is_none();
    let is_site = |reading: &&Reading| Some(reading.dialect) == evidence.site;
    let by_site = readings.iter().filter(whole).find(is_site);
    let by_program = readings.iter().filter(whole).find(|reading| {
        let is_plain = reading.dialect == Dialect::Makruk && !reading.names_bia;
        evidence.by_program && is_plain
    });
    let mut fitting: Vec<&Reading> = readings.iter().filter(whole).collect();
    if let Some(reading) = by_site.or(by_program) {
        fitting = vec![reading];
    }
    let unclear = readings.iter().find(|reading| reading.is_unclear());
    let unclear =
        unclear.filter(|_| fitting.len() == 1 && fitting[0].dialect == Dialect::OfficialThai);
    match fitting[..] {
        [first, ref others @ ..] if unclear.is_none() => {
            if let Some(other) = others.iter().find(|other| other.moves != first.moves) {
                return Err(differ(start, words, first, other));
            }
            let official = others.iter().find(|other| other.dialect == Dialect::OfficialThai);
            let dialect = match official {
                _ if words.is_empty() => Dialect::Makruk,
                Some(official) if first.names_bia => official.dialect,
                _ => first.dialect,
            };
            Ok(ReadMoves { moves: first.moves.clone(), dialect: form(dialect, words) })
        }
        _ => {
            // The site's dialect is the one that was meant. `max_by_key` prefers the last.
            let meant = readings.iter().find(is_site);
            let furthest = readings.iter().rev().max_by_key(|reading| reading.moves.len());
            Err(refuse(words, unclear.or(meant).or(furthest)))
        }
    }
}

/// The error of a reading that met one.
fn refuse(words: &[&str], reading: Option<&Reading>) -> DialectError {
    let (ply, number, error) = match reading {
        Some(reading) => {
            let fault = reading.fault.clone();
            (reading.moves.len(), MoveNumber::of(&reading.position), fault)
        }
        None => unreachable!("there is always a dialect to read in"),
    };
    let found = excerpt(words.get(ply).unwrap_or(&""));
    let error = error.unwrap_or_else(|| MoveError::Unreadable { found: found.clone() });
    DialectError::Move { ply, number, found, error }
}

fn differ(start: &Position, words: &[&str], one: &Reading, other: &Reading) -> DialectError {
    let pairs = one.moves.iter().zip(&other.moves);
    let ply = pairs.take_while(|(one, other)| one == other).count();
    let position = one.moves[..ply].iter().fold(*start, |at, &mv| at.play_unchecked(mv));
    DialectError::Differ {
        ply,
        number: MoveNumber::of(&position),
        found: excerpt(words[ply]),
        readings: [(one.dialect, one.moves[ply]), (other.dialect, other.moves[ply])],
    }
}

/// The form of a dialect in which all moves are written.
fn form(dialect: Dialect, words: &[&str]) -> Dialect {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let squares = |word: &str| word.as_bytes().windows(2).filter(|pair| is_square(pair)).count();
    let all =
        |is_so: &dyn Fn(&str) -> bool| !words.is_empty() && words.iter().all(|word| is_so(word));
    let has_sign = |word: &str| word.contains(['-', 'x', 'X', '×', '–', '→']);
    match dialect {
        Dialect::Makruk if all(&|word| squares(word) == 2) => {
            if all(&|word| !has_sign(word)) {
                Dialect::Uci
            } else {
                Dialect::Lan
            }
        }
        Dialect::OfficialEnglish if all(&|word| squares(word) == 2) => dialect,
        Dialect::OfficialEnglish => Dialect::OfficialEnglishShort,
        Dialect::OfficialThai if words.iter().any(|word| word.contains('.')) => {
            Dialect::OfficialThaiDots
        }
        Dialect::OfficialThai if !words.iter().any(|word| word.contains('-')) => {
            Dialect::OfficialThaiShort
        }
        Dialect::Thai if words.iter().any(|word| word.contains(' ')) => Dialect::ThaiLong,
        other => other,
    }
}
