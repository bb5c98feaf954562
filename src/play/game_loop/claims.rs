//! Claims of counts, and draw offers.

use super::GameLoop;
use crate::play::ending::Ending;
use crate::play::interface::Interface;
use crate::play::session::PlaySettings;
use makruk::game::ClaimKind;
use makruk::position::CountStatus;
use makruk::rules::{ClaimError, WhoCounts, counting};
use sakdi_engine::Score;
use sakdi_engine::score::NORMALIZE_TO_PAWN_VALUE;
use sakdi_i18n::{Localized, Phrase};
use std::io;

impl GameLoop {
    /// Shows the count if one runs, or else who may begin to count.
    pub(super) fn announce_count(&self, interface: &mut dyn Interface) -> io::Result<()> {
        let PlaySettings { language, human, .. } = self.session.settings;
        let status = self.session.position().count_status();
        let sentence = status.say(language);
        match status {
            CountStatus::None => Ok(()),
            CountStatus::Claimable(side) if side == human => {
                interface.count(&language.say(Phrase::PlayMayCount, &[&sentence]))
            }
            // The engine is about to begin.
            CountStatus::Claimable(_) if !self.session.is_humans_turn() => Ok(()),
            _ => interface.count(&sentence),
        }
    }

    fn show_count(&self, interface: &mut dyn Interface) -> io::Result<()> {
        let status = self.session.position().count_status();
        interface.tell(&status.say(self.session.settings.language))
    }

    /// The player claims a count, or asks for its state.
    pub(super) fn human_counts(&mut self, interface: &mut dyn Interface) -> io::Result<()> {
        let PlaySettings { language, human, .. } = self.session.settings;
        let position = self.session.position();
        if position.counting_rule().who() != WhoCounts::Claim || position.count().is_running() {
            return self.show_count(interface);
        }
        match counting::claimant(&position.material(), human) {
            Ok(who) if who != human => {
                return self.say(interface, Phrase::PlayNotYours, &[&language.side(who)]);
            }
            Ok(_) => {}
            Err(error) => return self.refuse_count(error, interface),
        }
        match self.session.game_mut().claim_count() {
            Ok(()) => self.show_count(interface),
            Err(error) => self.refuse_count(error, interface),
        }
    }

    pub(super) fn human_counts_no_longer(
        &mut self,
        interface: &mut dyn Interface,
    ) -> io::Result<()> {
        let position = self.session.position();
        if position.count().is_running() && position.counter() == self.session.settings.human {
            self.session.game_mut().stop_count();
        }
        self.show_count(interface)
    }

    /// The player has not counted the last move: the number before it stands.
    pub(super) fn human_forgot_a_number(
        &mut self,
        interface: &mut dyn Interface,
    ) -> io::Result<()> {
        let PlaySettings { language, human, .. } = self.session.settings;
        let position = self.session.position();
        if position.count().is_running() && position.counter() != human {
            let counter = language.side(position.counter());
            return self.say(interface, Phrase::PlayNotYours, &[&counter]);
        }
        match self.session.game_mut().claim(ClaimKind::Skip) {
            Ok(()) => self.show_count(interface),
            Err(error) => self.refuse_count(error, interface),
        }
    }

    /// The engine starts to count as soon as it may.
    pub(super) fn engine_counts(&mut self, interface: &mut dyn Interface) -> io::Result<()> {
        let PlaySettings { language, human, .. } = self.session.settings;
        let us = !human;
        let position = self.session.position();
        let may_count = position.counting_rule().who() == WhoCounts::Claim
            && counting::claimant(&position.material(), us) == Ok(us);
        if may_count && self.session.game_mut().claim_count().is_ok() {
            self.say(interface, Phrase::PlayCounts, &[&language.side(us)])?;
        }
        Ok(())
    }

    fn refuse_count(&self, error: ClaimError, interface: &mut dyn Interface) -> io::Result<()> {
        interface.tell(&error.say(self.session.settings.language))
    }

    /// The engine accepts a draw unless its score is better than even. Early in the game it accepts
    /// only if it is clearly worse.
    pub(super) fn answer_draw_offer(&mut self, interface: &mut dyn Interface) -> io::Result<()> {
        const YOUNG: u16 = 20;
        const CONTENT: Score = -10;
        const CLEARLY_WORSE: Score = NORMALIZE_TO_PAWN_VALUE / 2;
        let PlaySettings { language, human, .. } = self.session.settings;
        let young = self.session.position().fullmove_number() < YOUNG;
        // The score is from the player's side, who is to move.
        let Some(found) = self.think(None, interface)? else { return Ok(()) };
        if found.score >= if young { CLEARLY_WORSE } else { CONTENT } {
            self.session.end(Ending::Agreed);
            return interface.print(&Ending::Agreed.say(language));
        }
        self.say(interface, Phrase::PlayDeclines, &[&language.side(!human)])
    }
}
