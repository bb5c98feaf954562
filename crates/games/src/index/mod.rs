//! The index: for each position or material the games that went through it, in sorted segments.
//!
//! A segment is a sequence of groups in the order of their keys, in blocks of a few kilobytes that are found
//! by their first key. A group has the tally of its games and their numbers. Long lists of games are kept
//! beside the blocks, so that a tally is read without them.

mod group;
mod posting;
mod revise;
mod segment;

pub use group::DamagedIndex;
pub(crate) use posting::Posting;
pub(crate) use revise::{News, revise};
pub(crate) use segment::{SCHEMA, Segments, sort_into_segment};

use sakdi_explorer::PositionKey;
use xxhash_rust::xxh3::xxh3_64;

/// Where a game is in a group: its number, and how many moves were made before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub game: u32,
    pub ply: u16,
}

/// The key of games that had these men on the board.
pub(crate) fn material_key(signature: &str) -> PositionKey {
    // A word before it, so that no position has the same bytes.
    PositionKey(xxh3_64(format!("material {signature}").as_bytes()))
}
