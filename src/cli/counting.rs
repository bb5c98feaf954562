//! The counting rule of commands in whose games nobody claims a count.

use crate::rules::CountingRule;

const NAMES: &str = "makruk, thai, thai-strict or none";

/// A name that is no counting rule, or one that such a command does not support.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoRule {
    #[error("nobody asks for a count here: expected {NAMES}")]
    Asked,
    #[error("expected {NAMES}")]
    Unknown,
}

/// Parses the name of a rule under which counts begin without a claim.
pub(super) fn automatic(name: &str) -> Result<CountingRule, NoRule> {
    match name.parse() {
        Ok(CountingRule::Claimed) => Err(NoRule::Asked),
        Ok(rule) => Ok(rule),
        Err(_) => Err(NoRule::Unknown),
    }
}
