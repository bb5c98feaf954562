//! The game in files, and other games from them.

use super::Table;
use crate::cli::play::front::Front;
use crate::cli::play::saved::{SavedGames, last_game};
use crate::game::Game;
use crate::i18n::Phrase;
use std::io;
use std::path::Path;

impl Table {
    /// Saves the game if there is a file for it. If that fails the game goes on, and the player
    /// hears of it once.
    pub(super) fn save(&mut self, front: &mut dyn Front) -> io::Result<()> {
        if self.saved.is_none() || self.session.game().moves().is_empty() {
            return Ok(());
        }
        let pgn = self.session.pgn();
        if let Some(saved) = &mut self.saved
            && let Err(error) = saved.write(&pgn)
        {
            let reason = self.session.settings.language.io_error(&error);
            self.saved = None;
            self.say(front, Phrase::PlaySavingFails, &[&reason])?;
        }
        Ok(())
    }

    pub(super) fn save_to(&self, path: &Path, front: &mut dyn Front) -> io::Result<()> {
        let language = self.session.settings.language;
        let pgn = self.session.pgn();
        match SavedGames::open(path).and_then(|mut games| games.write(&pgn)) {
            Ok(()) => self.say(front, Phrase::PlaySaved, &[&path.display()]),
            Err(error) => {
                let reason = language.io_error(&error);
                self.say(front, Phrase::PlayNotSaved, &[&path.display(), &reason])
            }
        }
    }

    pub(super) fn load(&mut self, path: &Path, front: &mut dyn Front) -> io::Result<()> {
        let Self { session, .. } = self;
        match last_game(path, &session.settings.start, session.settings.language) {
            Ok(game) => self.go_on_with(game, front),
            Err(reason) => self.say(front, Phrase::PlayNotLoaded, &[&path.display(), &reason]),
        }
    }

    /// Goes on with another game; the present one stays as it was saved.
    pub(super) fn go_on_with(&mut self, game: Game, front: &mut dyn Front) -> io::Result<()> {
        if let Some(saved) = &mut self.saved {
            saved.begin_another()?;
        }
        self.engine.clear();
        self.session.set_up(game)?;
        self.show(front)
    }
}
