//! Errors in commands and options, with their English texts; `thai` has the Thai ones.

use makruk::types::OneOf;
use std::ops::RangeInclusive;

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The first word is no command.
    #[error("unknown command '{found}'")]
    Unknown {
        /// The word.
        found: String,
    },
    /// The word after `position` is neither `startpos` nor `fen`.
    #[error("position: expected 'startpos' or 'fen', found '{found}'")]
    PositionKind {
        /// The word; empty if there is none.
        found: String,
    },
    /// There is text after `position startpos` that is not `moves`.
    #[error("position: expected 'moves', found '{found}'")]
    PositionTail {
        /// The first word of the text.
        found: String,
    },
    /// `setoption` names no option.
    #[error("setoption: expected 'name <option> [value <value>]'")]
    OptionName,
    /// A word after `go` is unknown.
    #[error("go: unknown word '{found}'")]
    GoWord {
        /// The word.
        found: String,
    },
    /// A parameter of `go` has no valid number.
    #[error("go: {word} needs a number, found '{found}'")]
    GoNumber {
        /// The parameter.
        word: String,
        /// The text in place of the number.
        found: String,
    },
    /// A limit of `go` is too small.
    #[error("go: {word} cannot be {found}, {least} is used")]
    GoLimit {
        /// The parameter.
        word: String,
        /// The number, as it was written.
        found: String,
        /// The smallest limit.
        least: i64,
    },
    /// The word after `count` is none of `start`, `stop`, `skip`, `status`.
    #[error("count: expected start, stop, skip or status, found '{found}'")]
    CountRequest {
        /// All words after `count`.
        found: String,
    },
    /// A depth is not a valid number.
    #[error("{word}: expected a depth, found '{found}'")]
    Depth {
        /// The command.
        word: &'static str,
        /// The text in place of the depth.
        found: String,
    },
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("unknown option '{name}'")]
    Unknown {
        /// The name in the command.
        name: String,
    },
    /// The option needs a value.
    #[error("option {name} needs a value")]
    NoValue {
        /// The option.
        name: &'static str,
    },
    /// The value is not a number in the range of the option.
    #[error("option {name}: '{found}' is not a whole number from {min} to {max}")]
    Number {
        /// The option.
        name: &'static str,
        /// The value.
        found: String,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// The value is neither `true` nor `false`.
    #[error("option {name}: '{found}' is neither true nor false")]
    Check {
        /// The option.
        name: &'static str,
        /// The value.
        found: String,
    },
    /// The value is not one of the choices.
    #[error("option {name}: unknown value '{found}': expected {}", OneOf(choices))]
    Choice {
        /// The option.
        name: &'static str,
        /// The value.
        found: String,
        /// The choices.
        choices: Vec<&'static str>,
    },
}

impl OptionError {
    /// The value is not a number in this range.
    pub fn number(name: &'static str, found: &str, range: &RangeInclusive<i64>) -> Self {
        Self::Number { name, found: found.to_owned(), min: *range.start(), max: *range.end() }
    }
}
