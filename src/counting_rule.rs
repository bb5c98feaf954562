//! The argument for the counting rule of commands in which nobody can claim a count.

use makruk::rules::CountingRule;

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
    match name.parse() {
        Ok(CountingRule::Claimed) => Err(RuleError::Asked),
        Ok(rule) => Ok(rule),
        Err(_) => Err(RuleError::Unknown),
    }
}
