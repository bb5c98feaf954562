//! Counting rules: who counts, and up to which limit.

use crate::types::{UnknownName, named_enum};
use std::fmt;
use std::str::FromStr;

/// Who counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WhoCounts {
    /// The side that the position names, as programs that are compatible with Fairy-Stockfish
    /// adjudicate. It may be the stronger one.
    #[default]
    Position,
    /// The weaker side, as over the board; without a claim.
    Weaker,
    /// The weaker side, and only while it claims the count ([`super::counting::claim`]).
    Claim,
    /// Nobody: there is no counting.
    Nobody,
}

named_enum!(
    WhoCounts, "side that counts":
    Position = "position",
    Weaker = "weaker",
    Claim = "claim",
    Nobody = "nobody",
);

/// Which limit pieces' honour has, if the men of the stronger side set several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CountLimit {
    /// The smallest that any man sets.
    #[default]
    Smallest,
    /// That of the highest man, in the order ruea, khon, ma, met.
    Highest,
}

named_enum!(CountLimit, "limit": Smallest = "smallest", Highest = "highest");

/// When counts start, how they advance, and when they end: two settings, written as one text. Each
/// common pair has a name; the others are written `who+limit`, such as `claim+highest`.
///
/// ```
/// use makruk::rules::{CountLimit, CountingRule, WhoCounts};
/// assert_eq!("weaker".parse(), Ok(CountingRule::THAI));
/// let first_text = CountingRule::new(WhoCounts::Claim, CountLimit::Highest);
/// assert_eq!("claim+highest".parse(), Ok(first_text));
/// assert_eq!(first_text.to_string(), "claim+highest");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CountingRule {
    who: WhoCounts,
    limit: CountLimit,
}

impl CountingRule {
    /// `makruk`: the count of programs, which is the default. The position names who counts.
    pub const MAKRUK: Self = Self { who: WhoCounts::Position, limit: CountLimit::Smallest };
    /// `thai`: the weaker side counts.
    pub const THAI: Self = Self { who: WhoCounts::Weaker, limit: CountLimit::Smallest };
    /// `thai-strict`: the weaker side counts, to the limit of the highest man.
    pub const THAI_STRICT: Self = Self { who: WhoCounts::Weaker, limit: CountLimit::Highest };
    /// `none`: nobody counts.
    pub const NONE: Self = Self { who: WhoCounts::Nobody, limit: CountLimit::Smallest };
    /// `claimed`: the weaker side counts while it claims the count.
    pub const CLAIMED: Self = Self { who: WhoCounts::Claim, limit: CountLimit::Smallest };

    /// The rule where people play, and of games that they have played: the weaker side counts.
    pub const FOR_PEOPLE: Self = Self::THAI;

    /// All rules.
    pub const ALL: [Self; 7] = [
        Self::MAKRUK,
        Self::THAI,
        Self::THAI_STRICT,
        Self::NONE,
        Self::CLAIMED,
        Self { who: WhoCounts::Position, limit: CountLimit::Highest },
        Self { who: WhoCounts::Claim, limit: CountLimit::Highest },
    ];

    /// The texts of all rules, in the same order: the values of the UCI option.
    pub const NAMES: &'static [&'static str] =
        &["makruk", "thai", "thai-strict", "none", "claimed", "position+highest", "claim+highest"];

    /// The rule with these settings. Where nobody counts, the limit is without effect.
    pub const fn new(who: WhoCounts, limit: CountLimit) -> Self {
        match who {
            WhoCounts::Nobody => Self::NONE,
            _ => Self { who, limit },
        }
    }

    /// Who counts.
    pub const fn who(self) -> WhoCounts {
        self.who
    }

    /// Which limit pieces' honour has.
    pub const fn limit(self) -> CountLimit {
        self.limit
    }

    /// The rule as a text.
    pub const fn name(self) -> &'static str {
        match (self.who, self.limit) {
            (WhoCounts::Position, CountLimit::Smallest) => "makruk",
            (WhoCounts::Position, CountLimit::Highest) => "position+highest",
            (WhoCounts::Weaker, CountLimit::Smallest) => "thai",
            (WhoCounts::Weaker, CountLimit::Highest) => "thai-strict",
            (WhoCounts::Claim, CountLimit::Smallest) => "claimed",
            (WhoCounts::Claim, CountLimit::Highest) => "claim+highest",
            (WhoCounts::Nobody, _) => "none",
        }
    }
}

impl fmt::Display for CountingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for CountingRule {
    type Err = UnknownName;

    /// Parses the name of a rule, who counts, or `who+limit`, in any case of letters.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        const NAMES: &[&str] = &[
            "makruk",
            "thai",
            "thai-strict",
            "none",
            "claimed",
            "position",
            "weaker",
            "claim",
            "nobody",
            "one of the last four with +highest",
        ];
        let is_name = |rule: &&Self| rule.name().eq_ignore_ascii_case(text);
        if let Some(&rule) = Self::ALL.iter().find(is_name) {
            return Ok(rule);
        }
        let (who, limit) = text.split_once('+').unwrap_or((text, CountLimit::Smallest.name()));
        let unknown = |_| UnknownName::new("counting rule", text, NAMES);
        Ok(Self::new(who.parse().map_err(unknown)?, limit.parse().map_err(unknown)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_settings_is_a_rule_with_a_text() {
        for who in WhoCounts::ALL {
            for limit in CountLimit::ALL {
                let rule = CountingRule::new(who, limit);
                assert!(CountingRule::ALL.contains(&rule));
                assert_eq!(rule.to_string().to_uppercase().parse(), Ok(rule));
                assert_eq!(format!("{who}+{limit}").parse(), Ok(rule));
            }
        }
        assert_eq!(CountingRule::ALL.map(CountingRule::name), CountingRule::NAMES);
        for wrong in ["", "stronger", "weaker+", "weaker+tallest", "+highest"] {
            let error = wrong.parse::<CountingRule>().unwrap_err();
            assert_eq!(error.name(), wrong);
        }
    }
}
