//! The home of the rules of Makruk: counting, dead material, and the one adjudicator that search,
//! protocol, arbiter and tables share. Pure functions over facts; nothing here knows a board.

mod adjudicate;
pub mod counting;
mod material;
mod outcome;
mod variant;

pub use adjudicate::{DrawFacts, adjudicate, without_moves};
pub use counting::{ClaimError, Count};
pub use material::Tally;
pub use outcome::{Outcome, Reason};
pub use variant::{CountingRule, Variant};
