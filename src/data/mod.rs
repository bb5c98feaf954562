//! Training data: games of the engine against itself, the format they are kept in, and which of
//! their positions are fit to learn from. What tunes the handcrafted evaluation and what trains a
//! net read the same shards.

pub mod filter;
pub mod format;
mod game;
pub mod selfplay;
mod shard;

pub use filter::{Filter, Refused};
pub use format::{Block, Blocks, Damage, Ending, Sample, Wdl};
pub use game::Recipe;
pub use shard::{Shard, ShardError};
