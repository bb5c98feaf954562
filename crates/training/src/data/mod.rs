//! Training data: games of the engine against itself, the file format that keeps them, and the
//! filter that selects positions. Tuning the handcrafted evaluation and training a net read the same
//! files (shards).

pub mod block;
mod compact;
mod filter;
mod game;
mod openings;
mod rescore;
mod sample;
mod score_limits;
pub mod selfplay;
mod shard;

pub use block::{Block, Blocks, Damage};
pub use filter::{Filter, RejectReason};
pub use game::SelfplaySettings;
pub use openings::{GameOpenings, OpeningSettings, OtherGames};
pub use rescore::{RescoreError, RescoreSettings, Rescored, rescore};
pub use sample::{CAUSES, RecordError, Sample, WhiteResult, cause_name};
pub use shard::{ShardError, ShardWriter};
