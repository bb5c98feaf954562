//! The match that the arguments describe.

use super::super::output_file::OutputFile;
use super::ledger::{LedgerRecord, PlayersRecord};
use makruk::rules::Variant;
use sakdi_i18n::Language;
use sakdi_matches::engine::GameRules;
use sakdi_matches::game::Arbiter;
use sakdi_matches::openings::Opening;
use sakdi_matches::schedule::{MatchFormat, MatchLength, MatchSchedule, Pairing};
use sakdi_matches::settings::EngineSettings;
use sakdi_matches::sprt::Sprt;
use sakdi_matches::work_part::WorkPart;
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
    pub part: WorkPart,
    pub arbiter: Arbiter,
    /// In the order of their use.
    pub openings: Vec<Arc<Opening>>,
    /// The file that they are from.
    pub openings_file: Option<PathBuf>,
    pub ledger: Option<LedgerRecord>,
    pub sprt: Option<Sprt>,
    /// Number of games played at the same time.
    pub concurrency: usize,
    pub files: MatchFiles,
    pub event: String,
    pub language: Language,
    /// Whether to continue the match in the PGN file.
    pub resume: bool,
}

/// The files that a match writes, besides its ledger. No other run writes them meanwhile.
#[derive(Debug)]
pub(super) struct MatchFiles {
    /// The games.
    pub pgn: Option<OutputFile>,
    /// The communication with the engines.
    pub log: Option<OutputFile>,
    /// The results.
    pub json: Option<OutputFile>,
    /// What the engines write to standard error.
    pub _errors: Vec<OutputFile>,
}

impl Plan {
    pub fn rules(&self) -> GameRules {
        GameRules { variant: self.variant, counting: self.arbiter.counting }
    }

    /// The schedule. At fixed nodes or depth a game from the same opening would be the same game, so
    /// the match ends when the openings of a file are used up.
    pub fn schedule(&self) -> MatchSchedule {
        let (length, openings) = (self.length, self.openings.clone());
        let players = self.players.len();
        let schedule = MatchSchedule::new(
            self.format,
            self.variant,
            self.pairing,
            players,
            length,
            self.part,
            openings,
        );
        let is_to_end = self.openings_file.is_some() && self.games_repeat();
        if !is_to_end || !schedule.repeats_openings() {
            return schedule;
        }
        let requested = schedule.games();
        let schedule = schedule.without_repeated_openings();
        error_line!(
            "sakdi: warning: the openings are used up after {} of {requested} games, which end the \
             match: without a clock they would only repeat",
            schedule.games()
        );
        schedule
    }

    /// What the ledger says of the players.
    pub fn players_record(&self) -> Option<PlayersRecord> {
        let [first, second] = self.players.as_slice() else { return None };
        Some(PlayersRecord {
            variant: self.variant.to_string(),
            counting: self.arbiter.counting.to_string(),
            limits: [first, second].map(|player| player.limits.to_string()),
            options: [first, second].map(EngineSettings::options_text),
        })
    }

    /// Whether a game with an opening that was used before would be the same game.
    pub fn games_repeat(&self) -> bool {
        self.players.iter().all(|player| player.limits.is_timeless() && !player.varies())
    }
}
