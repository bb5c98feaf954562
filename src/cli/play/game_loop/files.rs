//! Saving and loading games.

use super::GameLoop;
use crate::cli::play::interface::Interface;
use crate::cli::play::pgn_file::{PgnFile, last_game};
use crate::game::Game;
use crate::i18n::{Localized, Phrase};
use crate::platform::terminal_text::shown;
use std::io;
use std::path::Path;

impl GameLoop {
    /// Saves the game if it has a file. If that fails, the game continues and the player gets one
    /// message.
    pub(super) fn save(&mut self, interface: &mut dyn Interface) -> io::Result<()> {
        let Some(saved) = &mut self.saved else { return Ok(()) };
        // A game whose moves were all taken back is none.
        let has_moves = !self.session.game().moves().is_empty();
        let pgn = if has_moves { self.session.pgn() } else { String::new() };
        if let Err(error) = saved.write(&pgn) {
            let reason = self.session.settings.language.io_error(&error);
            self.saved = None;
            self.say(interface, Phrase::PlaySavingFails, &[&reason])?;
        }
        Ok(())
    }

    pub(super) fn save_to(&self, path: &Path, interface: &mut dyn Interface) -> io::Result<()> {
        let language = self.session.settings.language;
        if self.saved.as_ref().is_some_and(|saved| saved.is_at(path)) {
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

    pub(super) fn load(&mut self, path: &Path, interface: &mut dyn Interface) -> io::Result<()> {
        let Self { session, .. } = self;
        match last_game(path, &session.settings.start, session.settings.language) {
            Ok(game) => self.continue_with(game, interface),
            Err(reason) => self.say(interface, Phrase::PlayNotLoaded, &[&shown(path), &reason]),
        }
    }

    /// Continues with another game. The present one stays as it was saved.
    pub(super) fn continue_with(
        &mut self,
        game: Game,
        interface: &mut dyn Interface,
    ) -> io::Result<()> {
        if let Some(saved) = &mut self.saved {
            saved.begin_another()?;
        }
        self.engine.clear();
        self.session.set_up(game)?;
        self.show(interface)
    }
}
