//! Endgame tables that are exact in distance and count.

pub mod ending;
pub mod generate;
mod geometry;
pub mod index;
mod limits;
pub mod stats;
