//! The arguments for the counting rule.

use makruk::rules::{CountLimit, CountingRule, WhoCounts};

const NAMES: &str = "makruk, thai, thai-strict or none";

/// The name is no counting rule, or one that these commands do not support.
#[derive(Debug, thiserror::Error)]
pub(super) enum RuleError {
    #[error("nobody asks for a count here: expected {NAMES}")]
    Asked,
    #[error("expected {NAMES}")]
    Unknown,
}

/// Parses the name of a rule under which counts begin without a claim.
pub(super) fn automatic_rule(name: &str) -> Result<CountingRule, RuleError> {
    match name.parse::<CountingRule>() {
        Ok(rule) if rule.who() == WhoCounts::Claim => Err(RuleError::Asked),
        Ok(rule) => Ok(rule),
        Err(_) => Err(RuleError::Unknown),
    }
}

/// How counts run where people play, or have played.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct CountingArgs {
    /// Who counts: weaker (the weaker side, as over the board), claim (the weaker side while it claims
    /// the count), position (the side that the position names, as in UCI, whose default it is) or
    /// nobody. The rules of UCI are shorthands: makruk, thai, thai-strict, claimed and none
    /// [default: weaker, unless a game says otherwise]
    #[arg(long, value_name = "WHO")]
    counting: Option<CountingRule>,
    /// The limit of a bare khun's count: smallest (of all that the other side's men set) or highest
    /// (that of its highest man) [default: smallest]
    #[arg(long, value_name = "LIMIT")]
    count_limit: Option<CountLimit>,
}

impl CountingArgs {
    /// The rule that was asked for; `None` without an argument.
    pub(super) fn given(self) -> Option<CountingRule> {
        match (self.counting, self.count_limit) {
            (rule, None) => rule,
            (rule, Some(limit)) => {
                let who = rule.unwrap_or(CountingRule::FOR_PEOPLE).who();
                Some(CountingRule::new(who, limit))
            }
        }
    }

    /// The rule of a game that does not name one.
    pub(super) fn rule(self) -> CountingRule {
        self.given().unwrap_or(CountingRule::FOR_PEOPLE)
    }
}
