//! Which game is played, and how it is counted.

use std::fmt;
use std::str::FromStr;

/// The game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    #[default]
    Makruk,
    /// The tie-break game: a side in check may not move its khun away.
    Makpong,
}

impl Variant {
    pub const ALL: [Self; 2] = [Self::Makruk, Self::Makpong];

    /// The name used on the command line and in UCI.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Makruk => "makruk",
            Self::Makpong => "makpong",
        }
    }
}

/// How counts start, stop and run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CountingRule {
    /// What Fairy-Stockfish-compatible interfaces adjudicate: automatic for either side.
    #[default]
    Makruk,
    /// The over-the-board rule: only the side that is not the stronger counts board's honour.
    Thai,
    /// As `Thai`, with the limit of pieces' honour taken from the highest man.
    ThaiStrict,
    /// No counting.
    None,
    /// As `Thai`, while the weaker side has asked for it ([`super::counting::claim`]).
    Claimed,
}

impl CountingRule {
    // Training data knows the rules by their place here.
    pub const ALL: [Self; 5] =
        [Self::Makruk, Self::Thai, Self::ThaiStrict, Self::None, Self::Claimed];

    /// The name used on the command line and in UCI.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Makruk => "makruk",
            Self::Thai => "thai",
            Self::ThaiStrict => "thai-strict",
            Self::None => "none",
            Self::Claimed => "claimed",
        }
    }
}

/// A name that is no variant or no counting rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} '{name}': expected {expected}")]
pub struct ParseRuleError {
    what: &'static str,
    name: String,
    expected: &'static str,
}

impl ParseRuleError {
    /// What was named.
    pub fn name(&self) -> &str {
        &self.name
    }
}

macro_rules! named {
    ($type:ty, $what:literal, $expected:literal) => {
        impl FromStr for $type {
            type Err = ParseRuleError;

            fn from_str(name: &str) -> Result<Self, ParseRuleError> {
                let found = Self::ALL.into_iter().find(|v| v.name().eq_ignore_ascii_case(name));
                found.ok_or_else(|| ParseRuleError {
                    what: $what,
                    name: name.into(),
                    expected: $expected,
                })
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

named!(Variant, "variant", "makruk or makpong");
named!(CountingRule, "counting rule", "makruk, thai, thai-strict, claimed or none");
