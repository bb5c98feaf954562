//! Saving and loading games.

use super::GameLoop;
use crate::play::interface::Interface;
use crate::play::pgn_file::{PgnFile, last_game};
use crate::play::record::KnownGame;
use crate::play::session::PlaySettings;
use makruk::notation::pgn::{self, numbered_line};
use makruk::notation::terminal_text::shown;
use makruk::rules::Outcome;
use sakdi_i18n::{Localized, Phrase};
use std::io;
use std::path::Path;

/// The name of a file, as an example.
const EXAMPLE: &str = "game.pgn";

impl GameLoop {
    /// Records the game. If it cannot be written to its file, the game continues and the player gets
    /// one message.
    pub(super) fn save(&mut self, interface: &mut dyn Interface) -> io::Result<()> {
        if let Err(error) = self.record.update(&self.session) {
            let reason = self.session.settings.language.io_error(&error);
            self.say(interface, Phrase::PlaySavingFails, &[&reason])?;
        }
        Ok(())
    }

    pub(super) fn save_to(
        &self,
        path: Option<&Path>,
        interface: &mut dyn Interface,
    ) -> io::Result<()> {
        let language = self.session.settings.language;
        // Without a name it is the file of the games.
        let Some(path) = path.or_else(|| self.record.path()) else {
            return self.say(interface, Phrase::PlaySaveWhere, &[&EXAMPLE]);
        };
        if self.record.is_at(path) {
            // After every move.
            return self.say(interface, Phrase::PlaySaved, &[&shown(path)]);
        }
        let pgn = self.session.pgn();
        let saved = PgnFile::open(path).and_then(|mut games| Ok(games.write(&pgn)?));
        match saved {
            Ok(()) => self.say(interface, Phrase::PlaySaved, &[&shown(path)]),
            Err(error) => {
                let reason = error.say(language);
                self.say(interface, Phrase::PlayNotSaved, &[&shown(path), &reason])
            }
        }
    }

    pub(super) fn load(
        &mut self,
        path: Option<&Path>,
        interface: &mut dyn Interface,
    ) -> io::Result<()> {
        let PlaySettings { ref start, language, .. } = self.session.settings;
        let Some(path) = path else {
            return self.say(interface, Phrase::PlayLoadWhat, &[&EXAMPLE]);
        };
        match last_game(path, start, language) {
            Ok(recorded) => {
                self.record.begin_another(Some(KnownGame::loaded(recorded.game())))?;
                let result = recorded.result();
                self.session.resume(recorded);
                self.show_other_game(interface)?;
                self.tell_earlier_end(result, interface)
            }
            Err(reason) => self.say(interface, Phrase::PlayNotLoaded, &[&shown(path), &reason]),
        }
    }

    /// Says where a loaded game would have been drawn if somebody had claimed it, and that its result is not that of
    /// the board. `stated` is the result in the file.
    fn tell_earlier_end(
        &self,
        stated: Option<&str>,
        interface: &mut dyn Interface,
    ) -> io::Result<()> {
        let (language, game) = (self.session.settings.language, self.session.game());
        let positions = game.positions();
        for passed in game.passed_draws() {
            if let Some(&next) = game.moves().get(passed.ply) {
                let notation = self.session.settings.notation;
                let next = numbered_line(&positions[passed.ply], &[next], notation);
                let draw = Outcome::Draw(passed.reason).say(language);
                self.say(interface, Phrase::PlayLoadedOver, &[&next, &draw])?;
            }
        }
        match (stated, game.outcome()) {
            (Some(stated), Some(outcome)) if stated != pgn::result(outcome.winner()) => {
                let outcome = outcome.say(language);
                self.say(interface, Phrase::PlayLoadedOther, &[&stated, &outcome])
            }
            (Some(stated), None) => self.say(interface, Phrase::PlayLoadedEnded, &[&stated]),
            _ => Ok(()),
        }
    }

    /// Begins a game. The present one stays as it was saved.
    pub(super) fn begin_new(&mut self, interface: &mut dyn Interface) -> io::Result<()> {
        self.record.begin_another(None)?;
        self.session.begin_new();
        self.show_other_game(interface)
    }

    fn show_other_game(&mut self, interface: &mut dyn Interface) -> io::Result<()> {
        self.player.engine.clear();
        self.show(interface)
    }
}
