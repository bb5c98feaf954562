//! The values that an engine accepts for its options, by the lines in which it announces them:
//! `option name Hash type spin default 16 min 1 max 65536`.

/// Why an engine is likely not to take an option. Engines that refuse a value say so in their own
/// way, or not at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionFault {
    /// The engine announces no such option.
    #[error("offers no option {0}")]
    Unknown(String),
    /// The value is not among those that it announces.
    #[error("does not accept {name}={value}: {line}")]
    Value {
        /// The name of the option.
        name: String,
        /// The value that the user gave.
        value: String,
        /// The announcement of the option.
        line: String,
    },
}

impl OptionFault {
    /// The name of the option.
    pub fn name(&self) -> &str {
        match self {
            Self::Unknown(name) | Self::Value { name, .. } => name,
        }
    }
}

/// What an engine says about an option of the user, as an `info string`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionRemark {
    /// The name of the option.
    pub name: String,
    /// The remark, which names it.
    pub text: String,
}

/// Whether a value is among those of an announcement. True of a type that UCI does not define, and
/// of texts and buttons.
pub(super) fn accepts(line: &str, value: &str) -> bool {
    let Some((_, properties)) = line.split_once(" type ") else { return true };
    let mut words = properties.split_whitespace();
    match words.next() {
        Some("check") => ["true", "false"].iter().any(|word| value.eq_ignore_ascii_case(word)),
        Some("spin") => {
            let words: Vec<&str> = words.collect();
            let bound = |name: &str| {
                let at = words.iter().position(|&word| word == name)?;
                words.get(at + 1)?.parse::<i64>().ok()
            };
            value.trim().parse::<i64>().is_ok_and(|value| {
                bound("min").is_none_or(|min| value >= min)
                    && bound("max").is_none_or(|max| value <= max)
            })
        }
        Some("combo") => {
            let choices = properties.split(" var ").skip(1);
            choices.into_iter().any(|choice| value.eq_ignore_ascii_case(choice.trim()))
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::accepts;

    #[test]
    fn values_are_those_of_the_announcement() {
        let hash = "option name Hash type spin default 16 min 1 max 65536";
        assert!(accepts(hash, "1") && accepts(hash, "65536"));
        for bad in ["0", "65537", "abc", "", "1.5"] {
            assert!(!accepts(hash, bad), "{bad}");
        }
        assert!(accepts("option name Contempt type spin default 0", "-5"));
        let ponder = "option name Ponder type check default false";
        assert!(accepts(ponder, "True") && !accepts(ponder, "yes"));
        let style = "option name Style type combo default Very solid var Very solid var Risky";
        assert!(accepts(style, "very solid") && accepts(style, "Risky") && !accepts(style, "Very"));
        for any in ["option name Book type string default <empty>", "option name Clear type button"]
        {
            assert!(accepts(any, "x y"), "{any}");
        }
        assert!(accepts("option name Odd", "x"));
    }
}
