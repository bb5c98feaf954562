//! Enumerations whose values have names, in options and on the command line.

use std::fmt;

/// A name that no value of an enumeration has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} '{name}': expected {}", OneOf(names))]
pub struct UnknownName {
    what: &'static str,
    name: String,
    names: &'static [&'static str],
}

impl UnknownName {
    /// Longest part of an unknown name that is kept, in characters.
    const MAX_LEN: usize = 24;

    /// `name` is not among the `names` of `what`, such as "variant".
    pub fn new(what: &'static str, name: &str, names: &'static [&'static str]) -> Self {
        Self { what, name: name.chars().take(Self::MAX_LEN).collect(), names }
    }

    /// The unknown name, or the beginning of it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names that exist.
    pub const fn names(&self) -> &'static [&'static str] {
        self.names
    }
}

/// `a`, `a or b`, `a, b or c`.
pub struct OneOf<'a>(pub &'a [&'static str]);

impl fmt::Display for OneOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => Ok(()),
            [only] => f.write_str(only),
            [first @ .., last] => write!(f, "{} or {last}", first.join(", ")),
        }
    }
}

/// Implements `ALL`, `NAMES`, `name`, `FromStr` (in any case of letters) and `Display` for an enumeration
/// without fields.
#[macro_export]
macro_rules! named_enum {
    ($type:ident, $what:literal: $($variant:ident = $name:literal),+ $(,)?) => {
        impl $type {
            /// All values, in the order of their declaration.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The names of all values.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// The name in options and on the command line.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::types::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.into_iter().find(|v| v.name().eq_ignore_ascii_case(name));
                found.ok_or_else(|| $crate::types::UnknownName::new($what, name, Self::NAMES))
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

pub use named_enum;

#[cfg(test)]
mod tests {
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Size {
        Small,
        Large,
        Huge,
    }

    named_enum!(Size, "size": Small = "small", Large = "large", Huge = "huge");

    #[test]
    fn names_are_parsed_and_unknown_ones_reported() {
        for size in Size::ALL {
            assert_eq!(size.to_string().to_uppercase().parse(), Ok(size));
        }
        let error = "tiny".parse::<Size>().unwrap_err();
        assert_eq!(error.to_string(), "unknown size 'tiny': expected small, large or huge");
        assert_eq!((error.name(), error.names()), ("tiny", &["small", "large", "huge"][..]));
        assert_eq!("x".repeat(99).parse::<Size>().unwrap_err().name().len(), 24);
    }
}
