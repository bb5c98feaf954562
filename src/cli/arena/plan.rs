//! A match as the arguments describe it.

use crate::arena::engine::Rules;
use crate::arena::game::Arbiter;
use crate::arena::openings::Opening;
use crate::arena::schedule::{Format, Length, Pairing, Schedule, Shard};
use crate::arena::settings::EngineSettings;
use crate::arena::sprt::Sprt;
use crate::rules::Variant;
use crate::words::Language;
use std::path::PathBuf;
use std::sync::Arc;

/// Everything that a match needs to be played.
#[derive(Debug)]
pub(super) struct Plan {
    pub players: Vec<EngineSettings>,
    pub format: Format,
    /// Of the games; in a Thai format of those before Makpong.
    pub variant: Variant,
    pub pairing: Pairing,
    pub length: Length,
    pub shard: Shard,
    pub arbiter: Arbiter,
    /// In the order of their use.
    pub openings: Vec<Arc<Opening>>,
    pub sprt: Option<Sprt>,
    /// Games at a time.
    pub concurrency: usize,
    pub pgn: Option<PathBuf>,
    pub event: String,
    pub language: Language,
    /// Whether to continue the match in `pgn`.
    pub resume: bool,
    pub log: Option<PathBuf>,
}

impl Plan {
    pub fn rules(&self) -> Rules {
        Rules { variant: self.variant, counting: self.arbiter.counting }
    }

    pub fn schedule(&self) -> Schedule {
        let (length, openings) = (self.length, self.openings.clone());
        let players = self.players.len();
        Schedule::new(
            self.format,
            self.variant,
            self.pairing,
            players,
            length,
            self.shard,
            openings,
        )
    }
}
