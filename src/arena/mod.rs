//! Matches between UCI engines, with the rules of this crate as the arbiter.

pub mod elo;
pub mod sprt;
