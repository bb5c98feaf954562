//! The rules of Makruk: counting, insufficient material, and adjudication, which search, protocol,
//! arena and tables share. All functions are pure and take facts, not a board.

mod adjudicate;
pub mod counting;
mod material;
mod outcome;
mod variant;

pub use adjudicate::without_moves;
pub use adjudicate::{DrawFacts, adjudicate};
pub use counting::{ClaimError, Count};
pub use material::Material;
pub use outcome::{DrawReason, Outcome};
pub use variant::{CountLimit, CountingRule, Variant, WhoCounts};
