//! Positions and moves as text: FEN, coordinate moves, SAN, Thai notation. Parsing is lenient where
//! the meaning is clear and never panics; writing is exact.

pub mod coordinate;
pub mod dialect;
pub mod epd;
mod error;
pub mod fen;
mod fen_link;
pub mod pgn;
pub mod san;
pub mod terminal_text;
pub mod thai;
mod variant_name;

pub use dialect::Dialect;
pub use error::{FenCounter, FenError, MoveError, Origin};
pub use pgn::PgnError;
pub use variant_name::variant_of;

use crate::position::Position;
use crate::types::{Move, Square, named_enum};

/// How moves are written for people. The protocol's own are always coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `b1d2`
    #[default]
    Coordinate,
    /// `Nd2`
    San,
    /// `ม-ง๒`
    Thai,
    /// `ม ข๑-ง๒`
    ThaiLong,
    /// `มข1-ง2`: [`Dialect::OfficialThai`].
    OfficialThai,
    /// `มง2`: [`Dialect::OfficialThaiShort`].
    OfficialThaiShort,
}

named_enum!(
    Notation, "notation":
    Coordinate = "coordinate",
    San = "san",
    Thai = "thai",
    ThaiLong = "thai-long",
    OfficialThai = "official-thai",
    OfficialThaiShort = "official-thai-short",
);

impl Notation {
    /// Writes a legal move.
    pub fn format(self, position: &Position, mv: Move) -> String {
        match self {
            Self::Coordinate => coordinate::format(position, mv),
            Self::San => san::format(position, mv),
            Self::Thai => thai::format(position, mv, thai::Form::Short),
            Self::ThaiLong => thai::format(position, mv, thai::Form::Long),
            Self::OfficialThai => Dialect::OfficialThai.format(position, mv),
            Self::OfficialThaiShort => Dialect::OfficialThaiShort.format(position, mv),
        }
    }

    /// Whether its letters are Thai.
    pub const fn is_thai(self) -> bool {
        matches!(self, Self::Thai | Self::ThaiLong | Self::OfficialThai | Self::OfficialThaiShort)
    }

    /// The name of a square.
    pub fn square(self, square: Square) -> String {
        if self.is_thai() { thai::square(square) } else { square.to_string() }
    }

    /// Writes a line of legal moves, separated by spaces.
    pub fn line(self, position: &Position, moves: &[Move]) -> String {
        let mut position = *position;
        let mut texts = Vec::with_capacity(moves.len());
        for &mv in moves {
            texts.push(self.format(&position, mv));
            position = position.play_unchecked(mv);
        }
        texts.join(" ")
    }
}

/// Parses a legal move in any [`Notation`] (other dialects: [`Dialect::parse`]), also with blanks and in any case (`E3 E4`, `nd2`): the
/// letters of men and those of files have none in common.
///
/// # Errors
/// The error of the notation that matches the text best.
pub fn parse_any(position: &Position, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    let is_thai = text.chars().any(|letter| ('\u{e01}'..='\u{e5b}').contains(&letter));
    if is_thai {
        return parse_thai(position, text);
    }
    let parse = |text: &str| match coordinate::parse(position, text) {
        Err(MoveError::Unreadable { .. }) => san::parse(position, text),
        read => read,
    };
    match parse(text) {
        Err(MoveError::Unreadable { found }) => {
            parse(&in_standard_letters(text)).map_err(|error| match error {
                // Quoted as it was written.
                MoveError::Unreadable { .. } => MoveError::Unreadable { found },
                other => other,
            })
        }
        read => read,
    }
}

/// The text with Arabic digits for Thai ones.
///
/// ```
/// assert_eq!(makruk::notation::with_arabic_digits("๑๒ ส.ค. ๒๕๖๙"), "12 ส.ค. 2569");
/// ```
pub fn with_arabic_digits(text: &str) -> String {
    let arabic = |letter| match letter {
        '๐'..='๙' => char::from(b'0' + (letter as u32 - '๐' as u32) as u8),
        _ => letter,
    };
    text.chars().map(arabic).collect()
}

/// A legal move in today's or in the official Thai notation. They share most of their texts. Where these
/// mean different moves, the text is ambiguous.
fn parse_thai(position: &Position, text: &str) -> Result<Move, MoveError> {
    match (thai::parse(position, text), Dialect::OfficialThai.parse(position, text)) {
        (Err(MoveError::Unreadable { .. }), official) => official,
        (Err(MoveError::Ambiguous { found, candidates }), _) => {
            Err(MoveError::Ambiguous { found, candidates })
        }
        (Ok(today), Ok(official)) if today != official => Err(MoveError::Ambiguous {
            found: error::excerpt(text),
            candidates: vec![today.from(), official.from()],
        }),
        (today, official) => today.or_else(|error| official.map_err(|_| error)),
    }
}

/// A move without spaces, with a capital letter for its man and small letters for its squares.
fn in_standard_letters(text: &str) -> String {
    let letters = text.chars().filter(|letter| !letter.is_whitespace());
    let standard = |(index, letter): (usize, char)| match letter {
        'A'..='H' | 'X' => letter.to_ascii_lowercase(),
        'k' | 'm' | 's' | 'n' | 'r' | 'p' if index == 0 => letter.to_ascii_uppercase(),
        '×' => 'x',
        '–' | '—' | '−' => '-',
        _ => letter,
    };
    letters.enumerate().map(standard).collect()
}

/// Checks the promotion letter of a legal move, if there is one: a bia promotes only to M.
fn check_promotion(position: &Position, mv: Move, letter: Option<char>) -> Result<(), MoveError> {
    match letter {
        None => Ok(()),
        Some(letter) if !letter.eq_ignore_ascii_case(&'m') => {
            Err(MoveError::WrongPromotion { mv, letter })
        }
        Some(_) if position.promotes(mv) => Ok(()),
        Some(_) => Err(MoveError::PromotesNothing { mv }),
    }
}
