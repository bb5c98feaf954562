//! The game at the table: whose turn it is, what is said, and how it ends.

mod count;
mod files;

use super::front::Front;
use super::input::{self, Wish, help};
use super::saved::SavedGames;
use super::session::{Session, Settings};
use crate::analysis::{self, AnalysisObserver, Analyst, Budget, score_text};
use crate::book::Book;
use crate::cli::analyse::print::{self, Page};
use crate::game::Game;
use crate::i18n::{Language, Localized, Phrase, TextStyle};
use crate::movegen;
use crate::notation::{MoveError, fen, parse_any};
use crate::platform;
use crate::search::levels::{FULL_SKILL, Strength};
use crate::search::{Engine, Limits, SearchObserver, SearchResult};
use crate::types::{Color, Move};
use std::fmt::Display;
use std::io;
use std::time::{Duration, Instant};

/// Time for each position of a review.
const REVIEW_TIME: Duration = Duration::from_millis(100);

/// A game and the engine that plays it.
pub(super) struct Table {
    session: Session,
    engine: Engine,
    book: Option<Book>,
    /// Where the game is saved after every move.
    saved: Option<SavedGames>,
}

/// Whether the player stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

impl Table {
    pub(super) const fn new(
        session: Session,
        engine: Engine,
        book: Option<Book>,
        saved: Option<SavedGames>,
    ) -> Self {
        Self { session, engine, book, saved }
    }

    /// Plays until the game or the input is over.
    pub(super) fn play(&mut self, front: &mut dyn Front) -> io::Result<()> {
        let Settings { language, human, level, .. } = self.session.settings;
        let [bia, ma] = self.examples();
        let gaps: [&dyn Display; 5] = [&language.side(human), &level, &FULL_SKILL, &bia, &ma];
        self.say(front, Phrase::PlayYou, &gaps)?;
        self.show(front)?;
        loop {
            self.find_end(front)?;
            self.save(front)?;
            let is_over = self.session.ending().is_some();
            if !is_over && !self.session.is_humans_turn() {
                match self.engine_moves(front)? {
                    Flow::Continue => continue,
                    Flow::Quit => return Ok(()),
                }
            }
            let Some(line) = front.ask(&self.session)? else { return Ok(()) };
            // What is typed too late is not done.
            if self.session.has_flag_fallen() {
                continue;
            }
            let wish = match line {
                Ok(line) => input::read(&line),
                Err(bad) => {
                    self.say(front, bad.phrase(), &[])?;
                    None
                }
            };
            if let Some(wish) = wish
                && self.grant(wish, front)? == Flow::Quit
            {
                return self.save(front);
            }
        }
    }

    fn say(&self, front: &mut dyn Front, phrase: Phrase, gaps: &[&dyn Display]) -> io::Result<()> {
        front.tell(&self.session.settings.language.say(phrase, gaps))
    }

    pub(super) const fn language(&self) -> Language {
        self.session.settings.language
    }

    /// The game as PGN, if a move was made.
    pub(super) fn pgn(&self) -> Option<String> {
        (!self.session.game().moves().is_empty()).then(|| self.session.pgn())
    }

    /// Moves of the player's side, as they are typed.
    pub(super) const fn examples(&self) -> [&'static str; 2] {
        match (self.session.settings.language, self.session.settings.human) {
            (Language::English, Color::White) => ["e3e4", "Nd2"],
            (Language::English, Color::Black) => ["e6e5", "Nd7"],
            (Language::Thai, Color::White) => ["จ๓จ๔", "ม-ง๒"],
            (Language::Thai, Color::Black) => ["จ๖จ๕", "ม-ง๗"],
        }
    }

    /// Does what the player wishes.
    fn grant(&mut self, wish: Wish, front: &mut dyn Front) -> io::Result<Flow> {
        if self.session.ending().is_some() && needs_a_game(&wish) {
            // A script that goes on has not expected the end.
            if !front.is_interactive() {
                return Ok(Flow::Quit);
            }
            self.say(front, Phrase::PlayIsOver, &[])?;
            return Ok(Flow::Continue);
        }
        match wish {
            Wish::Move(text) => self.human_moves(&text, front)?,
            Wish::Help => {
                let text = help(self.session.settings.language, self.examples(), front.columns());
                front.page(&text)?;
            }
            Wish::Board => self.show(front)?,
            Wish::Moves => {
                let position = self.session.position();
                let moves = movegen::legal_moves(position);
                let texts = moves.iter().map(|&mv| self.move_text(mv));
                let list = texts.collect::<Vec<_>>().join("  ");
                self.say(front, Phrase::PlayMoves, &[&list])?;
            }
            Wish::Hint => {
                let found = self.think(None, front)?;
                if let Some((mv, score)) =
                    found.and_then(|found| found.best_move.zip(Some(found.score)))
                {
                    // From the player's side.
                    let hint =
                        format!("{} ({})", self.move_text(mv), score_text(score, Color::White));
                    self.say(front, Phrase::PlayHint, &[&hint])?;
                }
            }
            Wish::Undo => {
                if self.session.undo() {
                    self.say(front, Phrase::PlayUndone, &[])?;
                    self.show(front)?;
                } else {
                    self.say(front, Phrase::PlayNoUndo, &[])?;
                }
            }
            Wish::Count => self.human_counts(front)?,
            Wish::StopCount => self.human_counts_no_longer(front)?,
            Wish::Draw => self.offer_draw(front)?,
            Wish::Resign => {
                let Settings { human, language, .. } = self.session.settings;
                let sentence = language.say(Phrase::EndResigned, &[&language.side(human)]);
                self.say(front, Phrase::PlayWinner, &[&sentence, &language.side(!human)])?;
                let reason = Language::English.side(human);
                let reason = Language::English.say(Phrase::EndResigned, &[&reason]);
                self.session.end(Some(!human), reason);
            }
            Wish::Level(wanted) => {
                let level = wanted.map_or(Ok(self.session.settings.level), |text| text.parse());
                match level {
                    Ok(level) if level <= FULL_SKILL => {
                        self.session.settings.level = level;
                        self.say(front, Phrase::PlayLevel, &[&level, &FULL_SKILL])?;
                    }
                    _ => self.say(front, Phrase::PlayBadLevel, &[&FULL_SKILL])?,
                }
            }
            Wish::Fen => front.print(&fen::format(self.session.position()))?,
            Wish::Save(path) => self.save_to(&path, front)?,
            Wish::Load(path) => self.load(&path, front)?,
            Wish::New => self.go_on_with(Game::new(self.session.settings.start), front)?,
            Wish::Review => self.review(front)?,
            Wish::Quit => return Ok(Flow::Quit),
        }
        Ok(Flow::Continue)
    }

    /// A move of the present position.
    fn move_text(&self, mv: Move) -> String {
        self.session.settings.notation.format(self.session.position(), mv)
    }

    /// Shows the board, and the count if one runs.
    fn show(&self, front: &mut dyn Front) -> io::Result<()> {
        front.board(&self.session)?;
        self.announce_count(front)
    }

    fn human_moves(&mut self, text: &str, front: &mut dyn Front) -> io::Result<()> {
        let language = self.session.settings.language;
        match parse_any(self.session.position(), text) {
            Ok(mv) => self.make(mv, front),
            Err(error @ MoveError::Unreadable { .. }) => {
                self.say(front, Phrase::PlaySeeHelp, &[&error.say(language)])
            }
            Err(error) => front.tell(&error.say(language)),
        }
    }

    fn engine_moves(&mut self, front: &mut dyn Front) -> io::Result<Flow> {
        self.engine_counts(front)?;
        let known = self.book.as_ref().and_then(|book| {
            book.choose(self.session.position(), &mut platform::random::generator())
        });
        let mv = match known {
            Some(mv) => Some(mv),
            None => {
                let strength = Strength::of_skill(self.session.settings.level);
                let Some(found) = self.think(strength, front)? else { return Ok(Flow::Quit) };
                found.best_move
            }
        };
        // Its flag may have fallen.
        if let Some(mv) = mv.filter(|_| !self.session.has_flag_fallen()) {
            self.make(mv, front)?;
        }
        Ok(Flow::Continue)
    }

    /// Searches the present position; `None` if the player leaves meanwhile. Without a strength it
    /// is for the player, whose clock runs.
    fn think(
        &mut self,
        strength: Option<Strength>,
        front: &mut dyn Front,
    ) -> io::Result<Option<SearchResult>> {
        /// Of a clock, for what comes between the decision and the clock.
        const OVERHEAD: Duration = Duration::from_millis(50);
        let position = self.session.position();
        let time = self.session.settings.time_without_clock();
        let (clock, move_time) = match self.session.clocks() {
            None => (None, Some(time)),
            Some(clocks) if self.session.is_humans_turn() => {
                let left = clocks.left(position.to_move(), position.to_move());
                (None, Some(time.min(left / 4)))
            }
            Some(clocks) => clocks.plan(position.to_move(), self.session.settings.time),
        };
        let limits = Limits {
            started: Instant::now(),
            clock,
            move_time,
            move_overhead: OVERHEAD,
            strength,
            ..Limits::default()
        };
        let game = self.session.game().clone();
        let engine = &mut self.engine;
        let mut found = None;
        let mut search = |observer: &dyn SearchObserver| {
            found = Some(engine.search(&game, &limits, observer));
        };
        let is_complete = front.search(&self.session, &mut search)?;
        Ok(found.filter(|_| is_complete))
    }

    /// Makes a legal move and tells of it.
    fn make(&mut self, mv: Move, front: &mut dyn Front) -> io::Result<()> {
        let language = self.session.settings.language;
        let mover = self.session.position().to_move();
        let text = self.move_text(mv);
        if !self.session.play(mv) {
            return Ok(());
        }
        let mut sentence = language.say(Phrase::PlayMoved, &[&language.side(mover), &text]);
        let over = self.session.game().outcome().is_some();
        if self.session.position().in_check() && !over {
            sentence = format!("{sentence}, {}", language.text(Phrase::PlayCheck));
        }
        front.print(&sentence)?;
        if over || mover != self.session.settings.human {
            front.board(&self.session)?;
        }
        if over { Ok(()) } else { self.announce_count(front) }
    }

    /// Says how the rules or the clock have ended the game, if they have just done so.
    fn find_end(&mut self, front: &mut dyn Front) -> io::Result<()> {
        let language = self.session.settings.language;
        if let Some(outcome) = self.session.end_by_rules() {
            front.print(&outcome.say(language))?;
        }
        if let Some(ending) = self.session.end_by_clock() {
            let winner = ending.subject().map(|loser| language.side(!loser)).unwrap_or_default();
            self.say(front, Phrase::PlayWinner, &[&ending.say(language), &winner])?;
        }
        Ok(())
    }

    /// Tells what each move of the game cost.
    fn review(&self, front: &mut dyn Front) -> io::Result<()> {
        let Settings { language, notation, .. } = self.session.settings;
        let time = REVIEW_TIME.min(self.session.settings.time_without_clock());
        let settings = analysis::Settings {
            budget: Budget::Time(time),
            multi_pv: 1,
            threads: 1,
            hash_mib: Engine::DEFAULT_HASH,
        };
        let mut analysis = None;
        let mut analyse = |observer: &dyn AnalysisObserver| {
            analysis = Analyst::new(settings).analyse(self.session.game(), observer);
        };
        front.review(&self.session, &mut analyse)?;
        let mut page = Page::new(front.is_interactive().then(|| front.columns()));
        if let Some(analysis) = analysis {
            print::judged_moves(&mut page, &analysis, TextStyle { language, notation });
            let [white, black] = analysis.summaries().map(|summary| summary.accuracy().round());
            let accuracy = language.say(Phrase::ReviewAccuracy, &[&white, &black]);
            page.line(4, &format!("  {accuracy}"));
        }
        front.page(page.text())
    }
}

/// Whether a wish makes no sense once the game is over.
const fn needs_a_game(wish: &Wish) -> bool {
    match wish {
        Wish::Move(_)
        | Wish::Moves
        | Wish::Hint
        | Wish::Count
        | Wish::StopCount
        | Wish::Draw
        | Wish::Resign => true,
        Wish::Help
        | Wish::Board
        | Wish::Undo
        | Wish::Level(_)
        | Wish::Fen
        | Wish::Save(_)
        | Wish::Load(_)
        | Wish::New
        | Wish::Review
        | Wish::Quit => false,
    }
}
