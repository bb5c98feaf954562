//! The declaration of an option: its name, its type with its range, and its effect.

use super::error::OptionError;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// The effect of setting an option, besides storing its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: the next search uses the new value.
    None,
    /// Re-evaluate the current game under the new rules.
    Rules,
    /// Resize the transposition table.
    ResizeHash,
    /// Change the number of search threads.
    Threads,
    /// Empty the transposition table.
    ClearHash,
    /// Open the endgame tables.
    Tables,
    /// Load the net.
    Net,
    /// Switch the net on or off.
    UseNet,
    /// Open the opening book.
    Book,
}

/// An option whose value is a field of `T`.
pub struct OptionSpec<T> {
    /// The name in the protocol.
    pub name: &'static str,
    /// The effect of setting it.
    pub effect: Effect,
    /// Its type.
    pub option_type: OptionType<T>,
}

/// The type of an option in the protocol, and how it is read and written.
pub enum OptionType<T> {
    /// An action without a value.
    Button,
    /// `true` or `false`.
    Check {
        /// Reads the value.
        get: fn(&T) -> bool,
        /// Writes the value.
        set: fn(&mut T, bool),
    },
    /// A whole number.
    Spin {
        /// The numbers that are allowed.
        range: RangeInclusive<i64>,
        /// Reads the value.
        get: fn(&T) -> i64,
        /// Writes a value within the range.
        set: fn(&mut T, i64),
    },
    /// A text, which may be empty.
    Text {
        /// How the protocol writes the empty text of this option. `<empty>` means it as well.
        none: &'static str,
        /// Reads the value.
        get: fn(&T) -> &str,
        /// Writes the value.
        set: fn(&mut T, &str),
    },
    /// One of several names.
    Combo {
        /// The names.
        vars: fn() -> Vec<&'static str>,
        /// Reads the value.
        get: fn(&T) -> &'static str,
        /// Writes the value, and returns whether it is one of the names.
        set: fn(&mut T, &str) -> bool,
    },
}

/// How the protocol writes an empty text.
pub const EMPTY: &str = "<empty>";

impl<T> OptionSpec<T> {
    /// Sets the option. On an error nothing changes.
    pub fn set(&self, options: &mut T, value: Option<&str>) -> Result<Effect, OptionError> {
        let name = self.name;
        let needed = || value.filter(|text| !text.is_empty()).ok_or(OptionError::NoValue { name });
        let found = |text: &str| text.to_owned();
        match &self.option_type {
            OptionType::Button => {}
            OptionType::Text { none, set, .. } => {
                set(
                    options,
                    value.filter(|text| ![EMPTY, none].contains(text)).unwrap_or_default(),
                );
            }
            OptionType::Check { set, .. } => {
                let text = needed()?;
                let value = text.to_ascii_lowercase().parse();
                set(options, value.map_err(|_| OptionError::Check { name, found: found(text) })?);
            }
            OptionType::Spin { range, set, .. } => {
                let text = needed()?;
                let number = text.parse().ok().filter(|number| range.contains(number));
                set(options, number.ok_or_else(|| OptionError::number(name, text, range))?);
            }
            OptionType::Combo { vars, set, .. } => {
                let text = needed()?;
                if !set(options, text) {
                    return Err(OptionError::Choice { name, found: found(text), choices: vars() });
                }
            }
        }
        Ok(self.effect)
    }
}

/// The `option` line of the handshake.
impl<T: Default> fmt::Display for OptionSpec<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = T::default();
        write!(f, "option name {} type ", self.name)?;
        match &self.option_type {
            OptionType::Button => f.write_str("button"),
            OptionType::Check { get, .. } => write!(f, "check default {}", get(&options)),
            OptionType::Spin { range, get, .. } => {
                let (min, max) = (range.start(), range.end());
                write!(f, "spin default {} min {min} max {max}", get(&options))
            }
            OptionType::Text { none, get, .. } => {
                let text = get(&options);
                write!(f, "string default {}", if text.is_empty() { none } else { text })
            }
            OptionType::Combo { vars, get, .. } => {
                write!(f, "combo default {}", get(&options))?;
                vars().iter().try_for_each(|var| write!(f, " var {var}"))
            }
        }
    }
}

/// A field that the protocol sets as a whole number.
pub trait SpinValue: Copy {
    /// The value of a number within the range of the option.
    fn from_spin(number: i64) -> Self;
    /// The number of the value.
    fn to_spin(self) -> i64;
}

macro_rules! spin_integers {
    ($($integer:ty),+) => {$(
        impl SpinValue for $integer {
            fn from_spin(number: i64) -> Self {
                number as Self
            }

            fn to_spin(self) -> i64 {
                self as i64
            }
        }
    )+};
}

spin_integers!(i8, u16, i32, usize);

/// In milliseconds.
impl SpinValue for Duration {
    fn from_spin(number: i64) -> Self {
        Self::from_millis(number as u64)
    }

    fn to_spin(self) -> i64 {
        self.as_millis() as i64
    }
}

/// Parses a name and stores the value. Returns false if it is none of the names of the type.
pub fn choose<C: FromStr>(place: &mut C, name: &str) -> bool {
    name.parse().map(|choice| *place = choice).is_ok()
}

/// The [`OptionType`] of an option: its type in the protocol, and the field that holds its value.
macro_rules! option_type {
    (button) => {
        OptionType::Button
    };
    (check $field:ident: $type:ty) => {
        OptionType::Check {
            get: |options| options.$field,
            set: |options, value| options.$field = value,
        }
    };
    (spin($range:expr) $field:ident: $type:ty) => {
        OptionType::Spin {
            range: $range,
            get: |options| options.$field.to_spin(),
            set: |options, number| options.$field = <$type>::from_spin(number),
        }
    };
    (string($none:expr) $field:ident: $type:ty) => {
        OptionType::Text {
            none: $none,
            get: |options| &options.$field,
            set: |options, value| value.clone_into(&mut options.$field),
        }
    };
    (combo $field:ident: $type:ty) => {
        OptionType::Combo {
            vars: || <$type>::NAMES.to_vec(),
            get: |options| options.$field.name(),
            set: |options, name| choose(&mut options.$field, name),
        }
    };
}

pub(super) use option_type;
