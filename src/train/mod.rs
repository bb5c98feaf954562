//! Trains the net of `eval::nnue` on the engine's own games: the value of a quiet position, made
//! an expected score by a logistic curve, should agree with what a search said of it and with what
//! the game came to. It runs on the processor alone, in 32-bit floating point.
//!
//! What comes out depends on the data, the settings and their seed, and on nothing else: not on
//! the number of threads, nor on how much memory there is, nor on whether the run was broken off
//! and gone on with.

mod adam;
mod agreement;
mod checkpoint;
mod lesson;
mod load;
mod params;
mod pass;
mod settings;
mod store;
mod trainer;

pub use agreement::Agreement;
pub use checkpoint::{FloatFile, FloatFileError};
pub use lesson::{Lesson, Unfit};
pub use load::{Counts, Data, Loader};
pub use params::Params;
pub use settings::{Recipe, Schedule, Settings, Share, hex};
pub use trainer::{Event, Progress, State, Trainer};

use sha2::{Digest, Sha256};

/// A SHA-256.
pub type Hash = [u8; 32];

/// The SHA-256 of bytes.
pub fn hash(bytes: &[u8]) -> Hash {
    Sha256::digest(bytes).into()
}

/// The logistic curve. By `libm`, since that of the system differs from system to system.
fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-value))
}
