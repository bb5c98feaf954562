//! Why PGN cannot be read.

use super::move_number::MoveNumber;
use super::reader::is_tag_name;
use crate::notation::Dialect;
use crate::notation::error::{FenError, MoveError};
use crate::types::{Move, UnknownName};

/// A text is no name of a tag.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} cannot be the name of a tag: it must begin with a letter, without blanks, brackets and quotation marks"
)]
pub struct TagNameError(pub String);

impl TagNameError {
    /// Whether a text can be the name of a tag.
    ///
    /// # Errors
    /// It cannot: in a file the tag could not be read.
    pub fn check(name: &str) -> Result<(), Self> {
        if is_tag_name(name) { Ok(()) } else { Err(Self(name.to_owned())) }
    }
}

/// Why a tag cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TagError {
    /// The tag could not be read again.
    #[error(transparent)]
    Name(#[from] TagNameError),
    /// The value of `Result` is something else.
    #[error("the result {0:?} is none of 1-0, 0-1, 1/2-1/2 and *")]
    Result(String),
    /// The tag is written by the first position.
    #[error("the tag {0} follows from the first position and its rules")]
    Start(&'static str),
}

/// Why a text is not PGN, or its moves are not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnError {
    /// A tag is not closed.
    #[error("line {line}: the tag has no end")]
    OpenTag {
        /// Number of the line, from 1.
        line: usize,
    },
    /// A line that begins like a tag is not one.
    #[error("line {line}: unreadable tag '{found}'")]
    BadTag {
        /// Number of the line, from 1.
        line: usize,
        /// The beginning of the line.
        found: String,
    },
    /// A comment is not closed.
    #[error("line {line}: the comment that begins here has no end")]
    OpenComment {
        /// Number of the line, from 1.
        line: usize,
    },
    /// A variation is not closed.
    #[error("line {line}: the variation that begins here has no end")]
    OpenVariation {
        /// Number of the line, from 1.
        line: usize,
    },
    /// A closing parenthesis closes nothing.
    #[error("line {line}: ')' without a variation")]
    StrayParenthesis {
        /// Number of the line, from 1.
        line: usize,
    },
    /// A closing brace closes nothing.
    #[error("line {line}: '}}' without a comment")]
    StrayBrace {
        /// Number of the line, from 1.
        line: usize,
    },
    /// The tag `Variant` names an unknown variant.
    #[error("line {line}: {error}")]
    Variant {
        /// Number of the line, from 1.
        line: usize,
        /// The name.
        error: UnknownName,
    },
    /// The tag `CountingRule` names an unknown rule.
    #[error("line {line}: {error}")]
    CountingRule {
        /// Number of the line, from 1.
        line: usize,
        /// The name.
        error: UnknownName,
    },
    /// The tag `FEN` is not a FEN.
    #[error("line {line}: {error}")]
    Fen {
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        error: FenError,
    },
    /// A move is not legal, or is not a move.
    #[error("line {line}: move {number} '{san}': {error}")]
    Move {
        /// Number of the line, from 1.
        line: usize,
        /// Its number.
        number: MoveNumber,
        /// The beginning of its text.
        san: String,
        /// What is wrong with it.
        error: MoveError,
    },
    /// The moves are legal in two dialects, in which they are different games.
    #[error(
        "line {line}: move {number} '{san}' is {:?} in the dialect {} and {:?} in {}: the tag or option Dialect must say which",
        readings[0].1, readings[0].0, readings[1].1, readings[1].0
    )]
    Dialects {
        /// Number of the line, from 1.
        line: usize,
        /// The number of the first move that differs.
        number: MoveNumber,
        /// The beginning of its text.
        san: String,
        /// Two dialects, and what the move is in them.
        readings: [(Dialect, Move); 2],
    },
    /// The tag `Dialect` names an unknown one.
    #[error("line {line}: {error}")]
    UnknownDialect {
        /// Number of the line, from 1.
        line: usize,
        /// The name.
        error: UnknownName,
    },
}

impl PgnError {
    /// Number of the line with the error, from 1.
    pub const fn line(&self) -> usize {
        match *self {
            Self::OpenTag { line }
            | Self::BadTag { line, .. }
            | Self::OpenComment { line }
            | Self::OpenVariation { line }
            | Self::StrayParenthesis { line }
            | Self::StrayBrace { line }
            | Self::Variant { line, .. }
            | Self::CountingRule { line, .. }
            | Self::Fen { line, .. }
            | Self::Move { line, .. }
            | Self::Dialects { line, .. }
            | Self::UnknownDialect { line, .. } => line,
        }
    }
}
