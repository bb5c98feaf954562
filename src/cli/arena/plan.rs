//! The match that the arguments describe.

use crate::arena::engine::GameRules;
use crate::arena::game::Arbiter;
use crate::arena::openings::Opening;
use crate::arena::schedule::{MatchFormat, MatchLength, MatchSchedule, MatchShard, Pairing};
use crate::arena::settings::EngineSettings;
use crate::arena::sprt::Sprt;
use crate::i18n::Language;
use crate::rules::Variant;
use std::path::PathBuf;
use std::sync::Arc;

/// The settings of a match.
#[derive(Debug)]
pub(super) struct Plan {
    pub players: Vec<EngineSettings>,
    pub format: MatchFormat,
    /// The variant of the games; in a Thai format, of those before Makpong.
    pub variant: Variant,
    pub pairing: Pairing,
    pub length: MatchLength,
    pub shard: MatchShard,
    pub arbiter: Arbiter,
    /// In the order of their use.
    pub openings: Vec<Arc<Opening>>,
    pub sprt: Option<Sprt>,
    /// Number of games played at the same time.
    pub concurrency: usize,
    pub pgn: Option<PathBuf>,
    pub event: String,
    pub language: Language,
    /// Whether to continue the match in `pgn`.
    pub resume: bool,
    pub log: Option<PathBuf>,
}

impl Plan {
    pub fn rules(&self) -> GameRules {
        GameRules { variant: self.variant, counting: self.arbiter.counting }
    }

    pub fn schedule(&self) -> MatchSchedule {
        let (length, openings) = (self.length, self.openings.clone());
        let players = self.players.len();
        MatchSchedule::new(
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
