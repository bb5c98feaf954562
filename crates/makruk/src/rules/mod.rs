//! The rules of Makruk: counting, insufficient material, and outcomes, which search, protocol, matches
//! and tables share. All functions are pure and take facts, not a board.

pub mod counting;
mod counting_rule;
mod material;
mod outcome;
mod variant;

pub use counting::{ClaimError, Count};
pub use counting_rule::{CountLimit, CountingRule, WhoCounts};
pub use material::Material;
pub use outcome::{DrawFacts, DrawReason, Outcome};
pub use variant::Variant;
