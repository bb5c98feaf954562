//! The arguments for the counting rule.

use makruk::rules::{CountLimit, CountingRule, WhoCounts};

/// The name is no counting rule, or one that these commands do not support.
#[derive(Debug, thiserror::Error)]
pub(super) enum RuleError {
    #[error("nobody asks for a count here: expected {AUTOMATIC}")]
    Asked,
    #[error("expected {AUTOMATIC}")]
    Unknown,
}

const AUTOMATIC: &str = "position, weaker, nobody, makruk, thai, thai-strict or none";

/// Parses a rule under which counts begin without a claim.
fn automatic_rule(name: &str) -> Result<CountingRule, RuleError> {
    match name.parse::<CountingRule>() {
        Ok(rule) if rule.who() == WhoCounts::Claim => Err(RuleError::Asked),
        Ok(rule) => Ok(rule),
        Err(_) => Err(RuleError::Unknown),
    }
}

/// The rule of both arguments, where at least one is given. `default` has the other setting.
fn combined(
    counting: Option<CountingRule>,
    limit: Option<CountLimit>,
    default: CountingRule,
) -> Option<CountingRule> {
    match (counting, limit) {
        (rule, None) => rule,
        (rule, Some(limit)) => Some(CountingRule::new(rule.unwrap_or(default).who(), limit)),
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
        combined(self.counting, self.count_limit, CountingRule::FOR_PEOPLE)
    }

    /// The rule of a game that does not name one.
    pub(super) fn rule(self) -> CountingRule {
        self.given().unwrap_or(CountingRule::FOR_PEOPLE)
    }
}

/// How counts run where programs play, and in single positions. Nobody is there to claim one.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct AutomaticCountingArgs {
    /// Who counts: position (the side that the position names, as in UCI), weaker (the weaker side, as
    /// over the board) or nobody. The rules of UCI are shorthands: makruk, thai, thai-strict and none
    /// [default: position]
    #[arg(long, value_name = "WHO", value_parser = automatic_rule)]
    counting: Option<CountingRule>,
    /// The limit of a bare khun's count: smallest (of all that the other side's men set) or highest
    /// (that of its highest man) [default: smallest]
    #[arg(long, value_name = "LIMIT")]
    count_limit: Option<CountLimit>,
}

impl AutomaticCountingArgs {
    /// The rule.
    pub(super) fn rule(self) -> CountingRule {
        let default = CountingRule::default();
        combined(self.counting, self.count_limit, default).unwrap_or(default)
    }
}
