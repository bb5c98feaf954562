//! PGN as it is found: tags, moves, comments, variations, glyphs, escapes, missing results.
//!
//! Reading comes in two steps. [`Reader`] takes the text apart without knowing the game; what the
//! moves mean is found by [`PgnGame::start`] and [`PgnGame::resolve`]. Variations are kept as text.
//! Standard: S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994.

mod encoding;
pub mod ending;
mod reader;
mod remark;
mod words;
mod write;

pub use encoding::{Decoded, decode};
pub use reader::Reader;
pub use remark::is_remark;
pub use write::{push_tag, push_wrapped};

use super::error::{FenError, MoveError, excerpt};
use super::{coordinate, fen, san, thai};
use crate::position::Position;
use crate::rules::{CountingRule, Variant};
use crate::types::{Color, Move, UnknownName};
use crate::words::{Language, Phrase};
use std::fmt;
use std::ops::Range;

/// Why a text is no PGN, or its moves are no game. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnError {
    OpenTag { line: usize },
    BadTag { line: usize, found: String },
    OpenComment { line: usize },
    OpenVariation { line: usize },
    StrayParenthesis { line: usize },
    StrayBrace { line: usize },
    Variant { line: usize, error: UnknownName },
    Fen { line: usize, error: FenError },
    Move { line: usize, number: MoveNumber, san: String, error: MoveError },
}

impl PgnError {
    /// Where the fault is, counted from 1.
    pub const fn line(&self) -> usize {
        match *self {
            Self::OpenTag { line }
            | Self::BadTag { line, .. }
            | Self::OpenComment { line }
            | Self::OpenVariation { line }
            | Self::StrayParenthesis { line }
            | Self::StrayBrace { line }
            | Self::Variant { line, .. }
            | Self::Fen { line, .. }
            | Self::Move { line, .. } => line,
        }
    }

    /// The error in words.
    pub fn say(&self, language: Language) -> String {
        let what = match self {
            Self::OpenTag { .. } => language.text(Phrase::PgnOpenTag).to_owned(),
            Self::BadTag { found, .. } => language.say(Phrase::PgnBadTag, &[found]),
            Self::OpenComment { .. } => language.text(Phrase::PgnOpenComment).to_owned(),
            Self::OpenVariation { .. } => language.text(Phrase::PgnOpenVariation).to_owned(),
            Self::StrayParenthesis { .. } => language.text(Phrase::PgnStrayParenthesis).to_owned(),
            Self::StrayBrace { .. } => language.text(Phrase::PgnStrayBrace).to_owned(),
            Self::Variant { error, .. } => {
                let known = language.choices(&Variant::ALL.map(Variant::name));
                language.say(Phrase::PgnVariant, &[&error.name(), &known])
            }
            Self::Fen { error, .. } => error.say(language),
            Self::Move { number, san, error, .. } => {
                language.say(Phrase::PgnMove, &[number, san, &error.say(language)])
            }
        };
        language.say(Phrase::PgnLine, &[&self.line(), &what])
    }
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Language::English))
    }
}

impl std::error::Error for PgnError {}

/// One game, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// The comments before the first move.
    pub comments: Vec<String>,
    pub moves: Vec<PgnMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`; `None` when the text ends without.
    pub result: Option<&'static str>,
    /// Line of the first tag or move.
    pub line: usize,
    /// Bytes of the text that the game takes up, with the blanks behind it.
    pub span: Range<usize>,
}

/// One move, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnMove {
    pub san: String,
    /// Numeric annotation glyphs; `!` and `?` among them.
    pub glyphs: Vec<u8>,
    /// The comments after the move.
    pub comments: Vec<String>,
    /// The variations after the move, each the text between its parentheses with
    /// its comments in braces.
    pub variations: Vec<String>,
    pub line: usize,
}

impl PgnGame {
    /// The value of a tag. Names are compared as the standard says, capitals and all.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Where the game begins: by its FEN and Variant tags, else the start position of `default`.
    ///
    /// # Errors
    /// The tags may name an unknown variant or an impossible position.
    pub fn start(&self, default: Variant, rule: CountingRule) -> Result<Position, PgnError> {
        let line = self.line;
        // The standard writes what is not known as a question mark.
        let said = |name| self.tag(name).map(str::trim).filter(|value| !matches!(*value, "" | "?"));
        let variant = match said("Variant") {
            Some(name) => name.parse().map_err(|error| PgnError::Variant { line, error })?,
            None => default,
        };
        match said("FEN") {
            Some(text) => {
                fen::parse(text, variant, rule).map_err(|error| PgnError::Fen { line, error })
            }
            None => Ok(Position::start(variant, rule)),
        }
    }

    /// The moves from `start` on, in SAN, coordinates or Thai notation.
    ///
    /// # Errors
    /// The first move that is unreadable or illegal.
    pub fn resolve(&self, start: &Position) -> Result<Vec<Move>, PgnError> {
        let mut position = *start;
        let resolve = |played: &PgnMove| {
            let mv = read_move(&position, &played.san).map_err(|error| PgnError::Move {
                line: played.line,
                number: MoveNumber::of(&position),
                san: excerpt(&played.san),
                error,
            })?;
            position = position.play_unchecked(mv);
            Ok(mv)
        };
        self.moves.iter().map(resolve).collect()
    }
}

fn read_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    if !text.is_ascii() {
        return thai::parse(position, text);
    }
    // Of two errors that of SAN tells more.
    san::parse(position, text).or_else(|error| coordinate::parse(position, text).map_err(|_| error))
}

/// The number of a move, as it stands before it: `12.`, or `12...` for Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    pub number: u16,
    pub color: Color,
}

impl MoveNumber {
    /// The number of the move about to be made.
    pub const fn of(position: &Position) -> Self {
        Self { number: position.fullmove_number(), color: position.to_move() }
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.color == Color::White { "." } else { "..." };
        write!(f, "{}{dots}", self.number)
    }
}
