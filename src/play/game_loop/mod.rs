//! The loop of a game: moves of both sides, commands of the player, and the end.

mod claims;
mod files;

use super::ending::Ending;
use super::input::{self, PlayerCommand, help};
use super::interface::Interface;
use super::record::{KnownGame, RecordedGames};
use super::session::{PlaySettings, Session};
use crate::analysis_text::{self, Page};
use makruk::movegen;
use makruk::notation::terminal_text::shown;
use makruk::notation::{MoveError, fen, parse_any};
use makruk::types::{Color, Move};
use sakdi_analysis::{AnalysisObserver, Analyst, Budget, score_text};
use sakdi_engine::book::Book;
use sakdi_engine::search::{Engine, Limits, SearchObserver, SearchResult};
use sakdi_i18n::{Language, Localized, Phrase, TextStyle};
use sakdi_levels::{FULL_SKILL, MIN_SKILL, Player, Strength};
use std::fmt::Display;
use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Time for each position of a review.
const REVIEW_TIME: Duration = Duration::from_millis(100);

/// A game and the engine that plays it.
pub(super) struct GameLoop {
    session: Session,
    player: Player,
    book: Option<Book>,
    /// Where the games are saved after every move.
    record: RecordedGames,
}

impl GameLoop {
    pub(super) const fn new(
        session: Session,
        player: Player,
        book: Option<Book>,
        record: RecordedGames,
    ) -> Self {
        Self { session, player, book, record }
    }

    /// Plays until the game or the input is over.
    pub(super) fn play(&mut self, interface: &mut dyn Interface) -> io::Result<()> {
        let PlaySettings { language, human, level, .. } = self.session.settings;
        let [bia, ma] = self.examples();
        let gaps: [&dyn Display; 5] = [&language.side(human), &level, &FULL_SKILL, &bia, &ma];
        self.say(interface, Phrase::PlayYou, &gaps)?;
        self.show(interface)?;
        loop {
            self.find_end(interface)?;
            self.save(interface)?;
            let is_over = self.session.ending().is_some();
            if !is_over && !self.session.is_humans_turn() {
                match self.engine_moves(interface)? {
                    ControlFlow::Continue(()) => continue,
                    ControlFlow::Break(()) => return Ok(()),
                }
            }
            let Some(line) = interface.ask(&self.session)? else { return Ok(()) };
            // Input after the player's time is over is ignored.
            if self.session.has_flag_fallen() {
                continue;
            }
            let command = match line {
                Ok(line) => input::read(&line),
                Err(bad) => {
                    self.say(interface, bad.phrase(), &[])?;
                    None
                }
            };
            if let Some(command) = command
                && self.grant(command, interface)?.is_break()
            {
                return self.save(interface);
            }
        }
    }

    fn say(
        &self,
        interface: &mut dyn Interface,
        phrase: Phrase,
        gaps: &[&dyn Display],
    ) -> io::Result<()> {
        interface.tell(&self.session.settings.language.say(phrase, gaps))
    }

    pub(super) const fn language(&self) -> Language {
        self.session.settings.language
    }

    /// The games that are in no file, as PGN.
    pub(super) fn unsaved(self) -> String {
        self.record.unsaved()
    }

    /// Example moves for the player's side, as text.
    pub(super) const fn examples(&self) -> [&'static str; 2] {
        match (self.session.settings.language, self.session.settings.human) {
            (Language::English, Color::White) => ["e3e4", "Nd2"],
            (Language::English, Color::Black) => ["e6e5", "Nd7"],
            (Language::Thai, Color::White) => ["จ๓จ๔", "ม-ง๒"],
            (Language::Thai, Color::Black) => ["จ๖จ๕", "ม-ง๗"],
        }
    }

    /// Executes a command of the player. Breaks when the player quits.
    fn grant(
        &mut self,
        command: PlayerCommand,
        interface: &mut dyn Interface,
    ) -> io::Result<ControlFlow<()>> {
        if self.session.ending().is_some() && needs_a_game(&command) {
            self.say(interface, Phrase::PlayIsOver, &[])?;
            // A script that continues did not expect the end of the game.
            let is_interactive = interface.is_interactive();
            return Ok(if is_interactive {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            });
        }
        match command {
            PlayerCommand::Move(text) => self.human_moves(&text, interface)?,
            PlayerCommand::Help => {
                let text =
                    help(self.session.settings.language, self.examples(), interface.columns());
                interface.page(&text)?;
            }
            PlayerCommand::Board => self.show(interface)?,
            PlayerCommand::Moves => {
                let position = self.session.position();
                let moves = movegen::legal_moves(position);
                let texts = moves.iter().map(|&mv| self.move_text(mv));
                let list = texts.collect::<Vec<_>>().join("  ");
                let language = self.session.settings.language;
                interface.list(&language.say(Phrase::PlayMoves, &[&list]))?;
            }
            PlayerCommand::Hint => {
                let found = self.think(None, interface)?;
                if let Some((mv, score)) =
                    found.and_then(|found| found.best_move.zip(Some(found.score)))
                {
                    // The score is from the player's side.
                    let hint =
                        format!("{} ({})", self.move_text(mv), score_text(score, Color::White));
                    self.say(interface, Phrase::PlayHint, &[&hint])?;
                }
            }
            PlayerCommand::Undo => self.take_back(interface)?,
            PlayerCommand::Count => self.human_counts(interface)?,
            PlayerCommand::StopCount => self.human_counts_no_longer(interface)?,
            PlayerCommand::SkipNumber => self.human_forgot_a_number(interface)?,
            PlayerCommand::Draw => self.answer_draw_offer(interface)?,
            PlayerCommand::Resign => {
                let PlaySettings { human, language, .. } = self.session.settings;
                let sentence = Ending::Resigned(human).say(language);
                self.say(interface, Phrase::PlayWinner, &[&sentence, &language.side(!human)])?;
                self.session.end(Ending::Resigned(human));
            }
            PlayerCommand::Level(wanted) => {
                let level = wanted.map_or(Ok(self.session.settings.level), |text| text.parse());
                match level {
                    Ok(level) if (MIN_SKILL..=FULL_SKILL).contains(&level) => {
                        self.session.settings.level = level;
                        self.say(interface, Phrase::PlayLevel, &[&level, &FULL_SKILL])?;
                    }
                    _ => self.say(interface, Phrase::PlayBadLevel, &[&MIN_SKILL, &FULL_SKILL])?,
                }
            }
            PlayerCommand::Fen => interface.print(&fen::format(self.session.position()))?,
            PlayerCommand::Save(path) => self.save_to(path.as_deref(), interface)?,
            PlayerCommand::Load(path) => self.load(path.as_deref(), interface)?,
            PlayerCommand::New => self.begin_new(interface)?,
            PlayerCommand::Review => self.review(interface)?,
            PlayerCommand::Quit => return Ok(ControlFlow::Break(())),
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Takes back the player's last move. A finished game stays on record: what is played instead
    /// is another game.
    fn take_back(&mut self, interface: &mut dyn Interface) -> io::Result<()> {
        let finished = self.session.ending().is_some().then(|| KnownGame::of(&self.session));
        if !self.session.undo() {
            return self.say(interface, Phrase::PlayNoUndo, &[]);
        }
        let is_finished = finished.is_some();
        if is_finished {
            self.record.begin_another(finished)?;
        }
        match self.record.path().filter(|_| is_finished) {
            Some(path) => self.say(interface, Phrase::PlayUndoneKept, &[&shown(path)])?,
            None => self.say(interface, Phrase::PlayUndone, &[])?,
        }
        self.show(interface)
    }

    /// A move of the current position as text.
    fn move_text(&self, mv: Move) -> String {
        self.session.settings.notation.format(self.session.position(), mv)
    }

    /// Shows the board, and the count if one runs.
    fn show(&self, interface: &mut dyn Interface) -> io::Result<()> {
        interface.board(&self.session)?;
        self.announce_count(interface)
    }

    fn human_moves(&mut self, text: &str, interface: &mut dyn Interface) -> io::Result<()> {
        let language = self.session.settings.language;
        match parse_any(self.session.position(), text) {
            Ok(mv) => self.make(mv, interface),
            Err(error @ MoveError::Unreadable { .. }) => {
                self.say(interface, Phrase::PlaySeeHelp, &[&error.say(language)])
            }
            Err(error) => interface.tell(&error.say(language)),
        }
    }

    /// Breaks when the player quits while the engine thinks.
    fn engine_moves(&mut self, interface: &mut dyn Interface) -> io::Result<ControlFlow<()>> {
        self.engine_counts(interface)?;
        let known = self.book.as_ref().and_then(|book| {
            book.choose(self.session.position(), &mut sakdi_platform::random::generator())
        });
        let mv = match known {
            Some(mv) => Some(mv),
            None => {
                let strength = Strength::of_skill(self.session.settings.level);
                let Some(found) = self.think(strength, interface)? else {
                    return Ok(ControlFlow::Break(()));
                };
                found.best_move
            }
        };
        // The engine may have run out of time.
        if let Some(mv) = mv.filter(|_| !self.session.has_flag_fallen()) {
            self.make(mv, interface)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Searches the current position; `None` if the player quits meanwhile. Without a strength the
    /// search is a hint for the player, whose clock runs.
    fn think(
        &mut self,
        strength: Option<Strength>,
        interface: &mut dyn Interface,
    ) -> io::Result<Option<SearchResult>> {
        /// Reserve for the time between the decision and the clock.
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
            ..Limits::default()
        };
        let game = self.session.game().clone();
        let player = &mut self.player;
        let mut found = None;
        let mut search = |observer: &dyn SearchObserver| {
            found = Some(player.search(strength, &game, &limits, observer));
        };
        let is_complete = interface.search(&self.session, &mut search)?;
        Ok(found.filter(|_| is_complete))
    }

    /// Makes a legal move and prints it.
    fn make(&mut self, mv: Move, interface: &mut dyn Interface) -> io::Result<()> {
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
        interface.print(&sentence)?;
        if over || mover != self.session.settings.human {
            interface.board(&self.session)?;
        }
        if over { Ok(()) } else { self.announce_count(interface) }
    }

    /// Prints the end of the game, if the rules or the clock have just ended it.
    fn find_end(&mut self, interface: &mut dyn Interface) -> io::Result<()> {
        let language = self.session.settings.language;
        if let Some(outcome) = self.session.end_by_rules() {
            interface.print(&outcome.say(language))?;
        }
        if let Some(ending) = self.session.end_by_clock() {
            let winner = ending.winner().map(|winner| language.side(winner)).unwrap_or_default();
            self.say(interface, Phrase::PlayWinner, &[&ending.say(language), &winner])?;
        }
        Ok(())
    }

    /// Analyses the game and prints the loss of each move.
    fn review(&self, interface: &mut dyn Interface) -> io::Result<()> {
        let PlaySettings { language, notation, .. } = self.session.settings;
        let mut time = REVIEW_TIME.min(self.session.settings.time_without_clock());
        // During a game the player's clock runs.
        if let Some(clocks) = self.session.clocks().filter(|_| self.session.ending().is_none()) {
            let to_move = self.session.position().to_move();
            let positions = self.session.game().moves().len() as u32 + 1;
            time = time.min(clocks.left(to_move, to_move) / 4 / positions);
        }
        let settings = sakdi_analysis::AnalysisSettings {
            budget: Budget::Time(time),
            multi_pv: 1,
            threads: 1,
            hash_mib: Engine::DEFAULT_HASH,
        };
        let mut analysis = None;
        let mut analyse = |observer: &dyn AnalysisObserver| {
            analysis = Analyst::new(settings).analyse(self.session.game(), observer);
        };
        interface.review(&self.session, &mut analyse)?;
        let mut page = Page::new(interface.is_interactive().then(|| interface.columns()));
        if let Some(analysis) = analysis {
            analysis_text::judged_moves(&mut page, &analysis, TextStyle { language, notation });
            let [white, black] = analysis.summaries().map(|summary| summary.accuracy().round());
            let accuracy = language.say(Phrase::ReviewAccuracy, &[&white, &black]);
            page.line(4, &format!("  {accuracy}"));
        }
        interface.page(page.text())
    }
}

/// Whether a command makes no sense once the game is over.
const fn needs_a_game(command: &PlayerCommand) -> bool {
    match command {
        PlayerCommand::Move(_)
        | PlayerCommand::Moves
        | PlayerCommand::Hint
        | PlayerCommand::Count
        | PlayerCommand::StopCount
        | PlayerCommand::SkipNumber
        | PlayerCommand::Draw
        | PlayerCommand::Resign => true,
        PlayerCommand::Help
        | PlayerCommand::Board
        | PlayerCommand::Undo
        | PlayerCommand::Level(_)
        | PlayerCommand::Fen
        | PlayerCommand::Save(_)
        | PlayerCommand::Load(_)
        | PlayerCommand::New
        | PlayerCommand::Review
        | PlayerCommand::Quit => false,
    }
}
