//! Training data: games of the engine against itself, the file format that keeps them, and the
//! filter that selects positions. Tuning the handcrafted evaluation and training a net read the same
//! files (shards).

mod filter;
pub mod format;
mod game;
mod openings;
pub mod selfplay;
mod shard;

pub use filter::{Filter, RejectReason};
pub use format::{Block, Blocks, Damage, Sample, Termination, WhiteResult};
pub use game::SelfplaySettings;
pub use openings::{OpeningSettings, game_openings};
pub use shard::{ShardError, ShardWriter};
