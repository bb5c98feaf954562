//! The count and the draw, as the players ask for them.

use super::Table;
use crate::cli::play::front::Front;
use crate::cli::play::session::Settings;
use crate::i18n::{Language, Localized, Phrase};
use crate::rules::{ClaimError, CountingRule, counting};
use crate::types::Score;
use crate::types::score::NORMALIZE_TO_PAWN_VALUE;
use std::io;

impl Table {
    /// Tells how the count stands, if one runs.
    pub(super) fn announce_count(&self, front: &mut dyn Front) -> io::Result<()> {
        let status = self.session.position().count_status();
        if !status.is_count() {
            return Ok(());
        }
        front.count(&status.say(self.session.settings.language))
    }

    fn tell_count(&self, front: &mut dyn Front) -> io::Result<()> {
        let status = self.session.position().count_status();
        front.tell(&status.say(self.session.settings.language))
    }

    /// The player asks for a count, or how it stands.
    pub(super) fn human_counts(&mut self, front: &mut dyn Front) -> io::Result<()> {
        let Settings { language, human, .. } = self.session.settings;
        let position = self.session.position();
        if position.counting_rule() != CountingRule::Claimed || position.count().is_running() {
            return self.tell_count(front);
        }
        match counting::claimant(&position.material(), human) {
            Ok(who) if who != human => {
                return self.say(front, Phrase::PlayNotYours, &[&language.side(who)]);
            }
            Ok(_) => {}
            Err(error) => return self.refuse_count(error, front),
        }
        match self.session.game_mut().claim_count() {
            Ok(()) => self.tell_count(front),
            Err(error) => self.refuse_count(error, front),
        }
    }

    pub(super) fn human_counts_no_longer(&mut self, front: &mut dyn Front) -> io::Result<()> {
        let position = self.session.position();
        if position.count().is_running() && position.counter() == self.session.settings.human {
            self.session.game_mut().drop_count();
        }
        self.tell_count(front)
    }

    /// The engine begins to count as soon as it may.
    pub(super) fn engine_counts(&mut self, front: &mut dyn Front) -> io::Result<()> {
        let Settings { language, human, .. } = self.session.settings;
        let us = !human;
        let position = self.session.position();
        let may_count = position.counting_rule() == CountingRule::Claimed
            && counting::claimant(&position.material(), us) == Ok(us);
        if may_count && self.session.game_mut().claim_count().is_ok() {
            self.say(front, Phrase::PlayCounts, &[&language.side(us)])?;
        }
        Ok(())
    }

    fn refuse_count(&self, error: ClaimError, front: &mut dyn Front) -> io::Result<()> {
        front.tell(&error.say(self.session.settings.language))
    }

    /// The engine takes a draw unless it thinks that it stands better. While the game is young it
    /// plays on, unless it stands clearly worse.
    pub(super) fn offer_draw(&mut self, front: &mut dyn Front) -> io::Result<()> {
        const YOUNG: u16 = 20;
        const CONTENT: Score = -10;
        const CLEARLY_WORSE: Score = NORMALIZE_TO_PAWN_VALUE / 2;
        let Settings { language, human, .. } = self.session.settings;
        let young = self.session.position().fullmove_number() < YOUNG;
        // It is the player's turn, so a score from their side.
        let Some(found) = self.think(None, front)? else { return Ok(()) };
        if found.score >= if young { CLEARLY_WORSE } else { CONTENT } {
            let reason = Language::English.text(Phrase::EndAgreed).to_owned();
            self.session.end(None, reason);
            return front.print(language.text(Phrase::EndAgreed));
        }
        self.say(front, Phrase::PlayDeclines, &[&language.side(!human)])
    }
}
