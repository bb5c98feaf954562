//! The user interface of a game: plain lines, or a screen.

use super::clock::clock_text;
use super::session::{PlaySettings, Session};
use crate::progress::Progress;
use crate::terminal::{self, board};
use crate::typed_lines::{self, Line};
use makruk::types::Color;
use sakdi_analysis::AnalysisObserver;
use sakdi_engine::search::SearchObserver;
use sakdi_i18n::Phrase;
use std::io::{self, Write};

/// A search, to be run with an observer.
pub(super) type Search<'a> = &'a mut (dyn FnMut(&dyn SearchObserver) + Send);

/// A review, to be run with an observer.
pub(super) type Review<'a> = &'a mut (dyn FnMut(&dyn AnalysisObserver) + Send);

/// Shows the game and reads the player's input.
pub(super) trait Interface {
    /// Columns for a text of several lines.
    fn columns(&self) -> usize;

    /// Whether a person types, rather than a script.
    fn is_interactive(&self) -> bool;

    /// Prints a line without wrapping it.
    fn print(&mut self, line: &str) -> io::Result<()>;

    /// Prints a sentence, wrapped at the width of the terminal.
    fn tell(&mut self, sentence: &str) -> io::Result<()>;

    /// Prints a list in one line, which may be long.
    fn list(&mut self, list: &str) -> io::Result<()>;

    /// Shows a text of several lines, each with its line end.
    fn page(&mut self, text: &str) -> io::Result<()>;

    /// Shows the state of the count after a move.
    fn count(&mut self, sentence: &str) -> io::Result<()>;

    /// Shows the board.
    fn board(&mut self, session: &Session) -> io::Result<()>;

    /// Waits for a line. Returns `None` at the end of the input, and a blank line when the player's
    /// time is over.
    fn ask(&mut self, session: &Session) -> io::Result<Option<Line>>;

    /// Runs a search. Returns false if the player stopped it.
    fn search(&mut self, session: &Session, search: Search<'_>) -> io::Result<bool>;

    /// Runs a review of the game.
    fn review(&mut self, session: &Session, review: Review<'_>) -> io::Result<()>;
}

/// Lines in a terminal or a pipe.
pub(super) struct PlainInterface<'a> {
    pub input: &'a mut dyn Iterator<Item = Line>,
    pub out: &'a mut dyn Write,
    /// Width of the terminal in columns.
    pub columns: usize,
    /// Whether a person types at a terminal.
    pub is_interactive: bool,
}

impl Interface for PlainInterface<'_> {
    fn columns(&self) -> usize {
        self.columns
    }

    fn is_interactive(&self) -> bool {
        self.is_interactive
    }

    fn print(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")
    }

    fn tell(&mut self, sentence: &str) -> io::Result<()> {
        writeln!(self.out, "{}", terminal::wrap(sentence, self.columns, 2))
    }

    fn list(&mut self, list: &str) -> io::Result<()> {
        self.tell(list)
    }

    fn page(&mut self, text: &str) -> io::Result<()> {
        write!(self.out, "{text}")
    }

    fn count(&mut self, sentence: &str) -> io::Result<()> {
        self.tell(sentence)
    }

    fn board(&mut self, session: &Session) -> io::Result<()> {
        let PlaySettings { human, style, notation, .. } = session.settings;
        let last = session.game().moves().last().copied();
        let board = board::draw(session.position(), last, human, style, notation);
        writeln!(self.out, "\n{board}")
    }

    fn ask(&mut self, session: &Session) -> io::Result<Option<Line>> {
        let is_over = session.ending().is_some();
        let PlaySettings { language, human, .. } = session.settings;
        // Scripts get no message that the game is over.
        if is_over && !self.is_interactive {
            return Ok(self.input.next());
        }
        if is_over {
            self.tell(language.text(Phrase::PlayOver))?;
        } else if let Some(clocks) = session.clocks() {
            let to_move = session.position().to_move();
            let left = |side| clock_text(clocks.left(side, to_move));
            let gaps = [left(Color::White), left(Color::Black)];
            self.tell(&language.say(Phrase::PlayClocks, &[&gaps[0], &gaps[1]]))?;
        }
        let prompt = language.say(Phrase::PlayPrompt, &[&language.side(human)]);
        typed_lines::ask(&prompt, self.input, self.out)
    }

    fn search(&mut self, _: &Session, search: Search<'_>) -> io::Result<bool> {
        search(&());
        Ok(true)
    }

    fn review(&mut self, session: &Session, review: Review<'_>) -> io::Result<()> {
        let progress = Progress::new(session.game().moves().len() as u64 + 1);
        review(&progress);
        progress.clear();
        Ok(())
    }
}
