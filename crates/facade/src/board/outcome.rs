//! The end of the game, by the rules and by the endgame tables.

use super::Board;
use makruk::rules::{DrawReason, Outcome};
use makruk::types::Move;
use sakdi_engine::tablebase::{ProbeResult, Tablebase};
use sakdi_i18n::{Language, Localized};

/// A legal move, and what follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableMove {
    /// The move.
    pub mv: Move,
    /// The result of the position after it; `None` if no table holds it.
    pub result: Option<ProbeResult>,
    /// How the game ends with it, if it does.
    pub outcome: Option<Outcome>,
}

/// The reason of an outcome in one word.
pub const fn reason(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Mate { .. } => "mate",
        Outcome::Draw(DrawReason::Stalemate) => "stalemate",
        Outcome::Draw(DrawReason::Count) => "count",
        Outcome::Draw(DrawReason::Repetition) => "repetition",
        Outcome::Draw(DrawReason::Material) => "material",
    }
}

impl Board {
    /// How the game ended by rule, including count and repetition; `None` while it continues.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// The outcome as `ffish` and python-chess report it: draws by the count and by repetition only
    /// if they are claimed.
    pub fn ended(&self, claim_draw: bool) -> Option<Outcome> {
        let outcome = self.game.outcome()?;
        let needs_claim = matches!(outcome, Outcome::Draw(reason) if reason.needs_claim());
        if claim_draw || !needs_claim {
            return Some(outcome);
        }
        // Dead material draws without a claim.
        self.position().is_dead().then_some(Outcome::Draw(DrawReason::Material))
    }

    /// The outcome as a sentence; `None` while the game continues.
    pub fn outcome_sentence(&self, language: Language) -> Option<String> {
        Some(language.sentence(&self.game.outcome()?.say(language)))
    }

    /// Every legal move with the result of the position after it by these endgame tables.
    pub fn table_moves(&self, tables: &Tablebase) -> Vec<TableMove> {
        let moves = tables.probe_moves(self.position()).into_iter();
        let entry = |(mv, result)| {
            let mut next = self.game.clone();
            let outcome = next.play(mv).ok().and_then(|()| next.outcome());
            TableMove { mv, result, outcome }
        };
        moves.map(entry).collect()
    }
}
