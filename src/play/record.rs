//! The games of a session as PGN: in a file after every move, or else kept until the end.

use super::ending::Ending;
use super::pgn_file::PgnFile;
use super::session::Session;
use makruk::game::Game;
use std::io;
use std::path::Path;

/// The games played, each as PGN. The last one is in progress.
pub(super) struct RecordedGames {
    storage: Storage,
    known: Option<KnownGame>,
}

enum Storage {
    File(PgnFile),
    /// The games before the one in progress, and that game.
    Memory {
        earlier: String,
        current: String,
    },
}

/// A game that is recorded already. Another one that begins like it is recorded once it differs.
pub(super) struct KnownGame {
    game: Game,
    ending: Option<Ending>,
}

impl KnownGame {
    /// The game of a session, as it is now.
    pub(super) fn of(session: &Session) -> Self {
        Self { game: session.game().clone(), ending: session.ending() }
    }

    /// A game from a file, where it ends by the rules if at all.
    pub(super) fn loaded(game: &Game) -> Self {
        Self { game: game.clone(), ending: game.outcome().map(Ending::Rules) }
    }

    /// Whether this game has all that happened in the session's.
    fn covers(&self, session: &Session) -> bool {
        let (game, known) = (session.game(), &self.game);
        let begins_so = game.start() == known.start() && known.moves().starts_with(game.moves());
        let is_whole = game.moves().len() == known.moves().len();
        let claims_so = game.claims().iter().all(|claim| known.claims().iter().any(|c| c == claim));
        begins_so
            && claims_so
            && session.ending().is_none_or(|end| is_whole && self.ending == Some(end))
    }
}

impl RecordedGames {
    /// Records games in this file, if there is one.
    pub(super) fn new(file: Option<PgnFile>) -> Self {
        let memory = || Storage::Memory { earlier: String::new(), current: String::new() };
        Self { storage: file.map_or_else(memory, Storage::File), known: None }
    }

    /// The file, if there is one.
    pub(super) fn path(&self) -> Option<&Path> {
        match &self.storage {
            Storage::File(file) => file.path(),
            Storage::Memory { .. } => None,
        }
    }

    /// Whether the games are in the file with this name.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        matches!(&self.storage, Storage::File(file) if file.is_at(path))
    }

    /// Records the game in progress as it is now.
    ///
    /// # Errors
    /// It cannot be written to the file. From then on the games are kept in memory.
    pub(super) fn update(&mut self, session: &Session) -> io::Result<()> {
        // A game whose moves were all taken back is none.
        let is_new = !self.known.as_ref().is_some_and(|known| known.covers(session));
        let has_moves = !session.game().moves().is_empty();
        let pgn = if has_moves && is_new { session.pgn() } else { String::new() };
        match &mut self.storage {
            Storage::Memory { current, .. } => *current = pgn,
            Storage::File(file) => {
                if let Err(error) = file.write(&pgn) {
                    self.storage = Storage::Memory { earlier: String::new(), current: pgn };
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// The game in progress stays as it was recorded, and another one follows it, which may begin
    /// like a known one.
    pub(super) fn begin_another(&mut self, known: Option<KnownGame>) -> io::Result<()> {
        self.known = known;
        match &mut self.storage {
            Storage::Memory { earlier, current } => {
                earlier.push_str(&std::mem::take(current));
                Ok(())
            }
            Storage::File(file) => file.begin_another(),
        }
    }

    /// The games that are in no file.
    pub(super) fn unsaved(self) -> String {
        match self.storage {
            Storage::Memory { earlier, current } => earlier + &current,
            Storage::File(_) => String::new(),
        }
    }
}
