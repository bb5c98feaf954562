//! The game at the table: whose turn it is, what is said, and how it ends.

use super::board::{self, Style};
use super::input::{self, BadLine, COMMANDS, Wish};
use super::saved::{self, Ending, SavedGames};
use crate::analysis::{self, Analyst, Budget, score_text};
use crate::book::Book;
use crate::cli::analyse::print::{self, Page};
use crate::cli::progress::Progress;
use crate::cli::terminal;
use crate::game::Game;
use crate::i18n::{self, Language, Localized, Phrase, TextStyle};
use crate::movegen;
use crate::notation::{MoveError, Notation, PgnError, fen, parse_any, pgn};
use crate::platform::{self, files};
use crate::position::Position;
use crate::rules::{ClaimError, CountingRule, counting};
use crate::search::levels::{FULL_SKILL, Strength};
use crate::search::{Engine, Limits, SearchResult};
use crate::types::score::NORMALIZE_TO_PAWN_VALUE;
use crate::types::{Color, Move, Score};
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// What the player chose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// Where every game begins.
    pub start: Position,
    pub human: Color,
    pub level: u8,
    /// For each of the engine's moves.
    pub time: Duration,
    pub language: Language,
    pub notation: Notation,
    pub style: Style,
    /// Of the terminal.
    pub columns: usize,
    /// Whether a person types at a terminal.
    pub is_interactive: bool,
}

/// Time for each position of a review.
const REVIEW_TIME: Duration = Duration::from_millis(100);

/// A game in progress.
pub(super) struct Table {
    settings: Settings,
    engine: Engine,
    book: Option<Book>,
    game: Game,
    // The game before each of the player's moves, to go back to.
    earlier: Vec<Game>,
    /// How the game ended, if it has.
    ending: Option<Ending>,
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
    pub(super) fn new(
        settings: Settings,
        engine: Engine,
        book: Option<Book>,
        saved: Option<SavedGames>,
    ) -> Self {
        let game = Game::new(settings.start);
        Self { settings, engine, book, game, earlier: Vec::new(), ending: None, saved }
    }

    /// Plays until the game or the input is over.
    pub(super) fn play(
        &mut self,
        input: &mut dyn Iterator<Item = Result<String, BadLine>>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let side = self.settings.language.side(self.settings.human);
        let [bia, ma] = self.examples();
        self.say(out, Phrase::PlayYou, &[&side, &self.settings.level, &FULL_SKILL, &bia, &ma])?;
        self.show(out)?;
        self.announce_count(out)?;
        loop {
            self.find_end(out)?;
            self.save(out)?;
            let is_over = self.ending.is_some();
            if !is_over && self.game.position().to_move() != self.settings.human {
                self.engine_moves(out)?;
                continue;
            }
            // A script knows that the game is over.
            if !is_over || self.settings.is_interactive {
                if is_over {
                    self.say(out, Phrase::PlayOver, &[])?;
                }
                write!(out, "{}", self.text(Phrase::PlayPrompt, &[&side]))?;
                out.flush()?;
            }
            let Some(line) = input.next() else {
                // The prompt's line has to end, too.
                return if is_over { Ok(()) } else { writeln!(out) };
            };
            let wish = match line {
                Ok(line) => input::read(&line),
                Err(bad) => {
                    self.say(out, bad.phrase(), &[])?;
                    None
                }
            };
            if let Some(wish) = wish
                && self.grant(wish, out)? == Flow::Quit
            {
                self.save(out)?;
                return Ok(());
            }
        }
    }

    /// Saves the game if there is a file for it. If that fails the game goes on, and the player
    /// hears of it once.
    fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.saved.is_none() || self.game.moves().is_empty() {
            return Ok(());
        }
        let pgn = self.pgn();
        if let Some(saved) = &mut self.saved
            && let Err(error) = saved.write(&pgn)
        {
            let reason = self.settings.language.io_error(&error);
            self.saved = None;
            self.say(out, Phrase::PlaySavingFails, &[&reason])?;
        }
        Ok(())
    }

    fn pgn(&self) -> String {
        let engine = format!("Sakdi, level {}", self.settings.level);
        let players = match self.settings.human {
            Color::White => ["?", &engine],
            Color::Black => [&engine, "?"],
        };
        saved::to_pgn(&self.game, players, self.ending.as_ref())
    }

    fn text(&self, phrase: Phrase, gaps: &[&dyn Display]) -> String {
        self.settings.language.say(phrase, gaps)
    }

    fn say(&self, out: &mut dyn Write, phrase: Phrase, gaps: &[&dyn Display]) -> io::Result<()> {
        self.tell(out, &self.text(phrase, gaps))
    }

    /// Prints a sentence, on several lines where one is too short.
    fn tell(&self, out: &mut dyn Write, sentence: &str) -> io::Result<()> {
        writeln!(out, "{}", terminal::wrap(sentence, self.settings.columns, 2))
    }

    /// Moves of the player's side, as they are typed.
    const fn examples(&self) -> [&'static str; 2] {
        match (self.settings.language, self.settings.human) {
            (Language::English, Color::White) => ["e3e4", "Nd2"],
            (Language::English, Color::Black) => ["e6e5", "Nd7"],
            (Language::Thai, Color::White) => ["จ๓จ๔", "ม-ง๒"],
            (Language::Thai, Color::Black) => ["จ๖จ๕", "ม-ง๗"],
        }
    }

    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let Settings { human, style, notation, .. } = self.settings;
        let last = self.game.moves().last().copied();
        writeln!(out, "\n{}", board::draw(self.game.position(), last, human, style, notation))
    }

    /// Does what the player wishes.
    fn grant(&mut self, wish: Wish, out: &mut dyn Write) -> io::Result<Flow> {
        if self.ending.is_some() && needs_a_game(&wish) {
            // A script that goes on has not expected the end.
            if !self.settings.is_interactive {
                return Ok(Flow::Quit);
            }
            self.say(out, Phrase::PlayIsOver, &[])?;
            return Ok(Flow::Continue);
        }
        match wish {
            Wish::Move(text) => self.human_moves(&text, out)?,
            Wish::Help => self.help(out)?,
            Wish::Board => {
                self.show(out)?;
                self.announce_count(out)?;
            }
            Wish::Moves => {
                let position = self.game.position();
                let moves = movegen::legal_moves(position);
                let texts = moves.iter().map(|&mv| self.settings.notation.format(position, mv));
                let list = texts.collect::<Vec<_>>().join("  ");
                self.say(out, Phrase::PlayMoves, &[&list])?;
            }
            Wish::Hint => {
                let found = self.think(None, &self.game.clone());
                if let Some(mv) = found.best_move {
                    let text = self.settings.notation.format(self.game.position(), mv);
                    // From the player's side.
                    let hint = format!("{text} ({})", score_text(found.score, Color::White));
                    self.say(out, Phrase::PlayHint, &[&hint])?;
                }
            }
            Wish::Undo => match self.earlier.pop() {
                Some(earlier) => {
                    self.game = earlier;
                    self.ending = None;
                    self.say(out, Phrase::PlayUndone, &[])?;
                    self.show(out)?;
                    self.announce_count(out)?;
                }
                None => self.say(out, Phrase::PlayNoUndo, &[])?,
            },
            Wish::Count => self.human_counts(out)?,
            Wish::StopCount => {
                let position = self.game.position();
                let counts = position.counter() == self.settings.human;
                if position.count().is_running() && counts {
                    self.game.drop_count();
                }
                self.tell_count(out)?;
            }
            Wish::Draw => self.offer_draw(out)?,
            Wish::Resign => {
                let Settings { human, language, .. } = self.settings;
                let sentence = language.say(Phrase::EndResigned, &[&language.side(human)]);
                self.say(out, Phrase::PlayWinner, &[&sentence, &language.side(!human)])?;
                let reason = Language::English.side(human);
                let reason = Language::English.say(Phrase::EndResigned, &[&reason]);
                self.ending = Some(Ending { winner: Some(!human), reason });
            }
            Wish::Level(wanted) => {
                let level = wanted.map_or(Ok(self.settings.level), |text| text.parse());
                match level {
                    Ok(level) if level <= FULL_SKILL => {
                        self.settings.level = level;
                        self.say(out, Phrase::PlayLevel, &[&level, &FULL_SKILL])?;
                    }
                    _ => self.say(out, Phrase::PlayBadLevel, &[&FULL_SKILL])?,
                }
            }
            Wish::Fen => writeln!(out, "{}", fen::format(self.game.position()))?,
            Wish::Save(path) => self.save_to(&path, out)?,
            Wish::Load(path) => self.load(&path, out)?,
            Wish::New => {
                if let Some(saved) = &mut self.saved {
                    saved.begin_another()?;
                }
                self.set_up(Game::new(self.settings.start), out)?;
            }
            Wish::Review => self.review(out)?,
            Wish::Quit => return Ok(Flow::Quit),
        }
        Ok(Flow::Continue)
    }

    fn help(&self, out: &mut dyn Write) -> io::Result<()> {
        const WORDS: usize = 22;
        let Settings { language, columns, .. } = self.settings;
        let [bia, ma] = self.examples();
        writeln!(out, "  {}", language.say(Phrase::HelpMove, &[&bia, &ma]))?;
        for ([english, thai], purpose) in COMMANDS {
            let words = match language {
                Language::English => english.to_owned(),
                Language::Thai => format!("{thai} ({english})"),
            };
            let words = i18n::pad_right(&words, WORDS);
            let line = format!("  {words} {}", language.text(purpose));
            writeln!(out, "{}", terminal::wrap(&line, columns, 2 + WORDS + 1))?;
        }
        Ok(())
    }

    fn human_moves(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        let language = self.settings.language;
        match parse_any(self.game.position(), text) {
            Ok(mv) => {
                self.earlier.push(self.game.clone());
                self.make(mv, out)
            }
            Err(error @ MoveError::Unreadable { .. }) => {
                self.say(out, Phrase::PlaySeeHelp, &[&error.say(language)])
            }
            Err(error) => self.tell(out, &error.say(language)),
        }
    }

    fn engine_moves(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let us = !self.settings.human;
        let position = self.game.position();
        let may_count = position.counting_rule() == CountingRule::Claimed
            && counting::claimant(&position.material(), us) == Ok(us);
        if may_count && self.game.claim_count().is_ok() {
            self.say(out, Phrase::PlayCounts, &[&self.settings.language.side(us)])?;
        }
        let book = self.book.as_ref();
        let known = book
            .and_then(|book| book.choose(self.game.position(), &mut platform::random::generator()));
        if let Some(mv) = known {
            return self.make(mv, out);
        }
        let strength = Strength::of_skill(self.settings.level);
        let found = self.think(strength, &self.game.clone());
        match found.best_move {
            Some(mv) => self.make(mv, out),
            None => Ok(()),
        }
    }

    fn think(&mut self, strength: Option<Strength>, game: &Game) -> SearchResult {
        let limits = Limits {
            started: Instant::now(),
            move_time: Some(self.settings.time),
            strength,
            ..Limits::default()
        };
        self.engine.search(game, &limits, &())
    }

    /// Makes a legal move and tells of it.
    fn make(&mut self, mv: Move, out: &mut dyn Write) -> io::Result<()> {
        let Settings { language, notation, .. } = self.settings;
        let position = *self.game.position();
        let text = notation.format(&position, mv);
        if self.game.play(mv).is_err() {
            return Ok(());
        }
        let mover = language.side(position.to_move());
        let mut sentence = language.say(Phrase::PlayMoved, &[&mover, &text]);
        let over = self.game.outcome().is_some();
        if self.game.position().in_check() && !over {
            sentence = format!("{sentence}, {}", language.text(Phrase::PlayCheck));
        }
        writeln!(out, "{sentence}")?;
        if over || position.to_move() != self.settings.human {
            self.show(out)?;
        }
        if over { Ok(()) } else { self.announce_count(out) }
    }

    fn announce_count(&self, out: &mut dyn Write) -> io::Result<()> {
        let status = self.game.position().count_status();
        if !status.is_count() {
            return Ok(());
        }
        self.tell(out, &status.say(self.settings.language))
    }

    fn tell_count(&self, out: &mut dyn Write) -> io::Result<()> {
        self.tell(out, &self.game.position().count_status().say(self.settings.language))
    }

    /// The player asks for a count, or how it stands.
    fn human_counts(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Settings { language, human, .. } = self.settings;
        let position = self.game.position();
        if position.counting_rule() != CountingRule::Claimed || position.count().is_running() {
            return self.tell_count(out);
        }
        match counting::claimant(&position.material(), human) {
            Ok(who) if who != human => {
                return self.say(out, Phrase::PlayNotYours, &[&language.side(who)]);
            }
            Ok(_) => {}
            Err(error) => return self.refuse_count(error, out),
        }
        match self.game.claim_count() {
            Ok(()) => self.tell_count(out),
            Err(error) => self.refuse_count(error, out),
        }
    }

    fn refuse_count(&self, error: ClaimError, out: &mut dyn Write) -> io::Result<()> {
        self.tell(out, &error.say(self.settings.language))
    }

    /// The engine takes a draw unless it thinks that it stands better. While the game is young it
    /// plays on, unless it stands clearly worse.
    fn offer_draw(&mut self, out: &mut dyn Write) -> io::Result<()> {
        const YOUNG: u16 = 20;
        const CONTENT: Score = -10;
        const CLEARLY_WORSE: Score = NORMALIZE_TO_PAWN_VALUE / 2;
        let language = self.settings.language;
        let young = self.game.position().fullmove_number() < YOUNG;
        // It is the player's turn, so a score from their side.
        let found = self.think(None, &self.game.clone());
        if found.score >= if young { CLEARLY_WORSE } else { CONTENT } {
            let reason = Language::English.text(Phrase::EndAgreed).to_owned();
            self.ending = Some(Ending { winner: None, reason });
            return writeln!(out, "{}", language.text(Phrase::EndAgreed));
        }
        self.say(out, Phrase::PlayDeclines, &[&language.side(!self.settings.human)])
    }

    /// Says how the rules have ended the game, if they have just done so.
    fn find_end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(outcome) = self.game.outcome().filter(|_| self.ending.is_none()) else {
            return Ok(());
        };
        let reason = outcome.to_string();
        self.ending = Some(Ending { winner: outcome.winner(), reason });
        writeln!(out, "{}", outcome.say(self.settings.language))
    }

    /// Goes on with another game, and forgets this one.
    fn set_up(&mut self, game: Game, out: &mut dyn Write) -> io::Result<()> {
        self.engine.clear();
        self.earlier.clear();
        let mut before = Game::new(*game.start());
        for &mv in game.moves() {
            if before.position().to_move() == self.settings.human {
                self.earlier.push(before.clone());
            }
            before.play(mv).map_err(io::Error::other)?;
        }
        self.game = game;
        self.ending = None;
        self.show(out)?;
        self.announce_count(out)
    }

    fn save_to(&self, path: &Path, out: &mut dyn Write) -> io::Result<()> {
        let language = self.settings.language;
        let written = SavedGames::open(path).and_then(|mut games| games.write(&self.pgn()));
        match written {
            Ok(()) => self.say(out, Phrase::PlaySaved, &[&path.display()]),
            Err(error) => {
                let reason = language.io_error(&error);
                self.say(out, Phrase::PlayNotSaved, &[&path.display(), &reason])
            }
        }
    }

    fn load(&mut self, path: &Path, out: &mut dyn Write) -> io::Result<()> {
        match self.last_game(path) {
            Ok(game) => {
                if let Some(saved) = &mut self.saved {
                    saved.begin_another()?;
                }
                self.set_up(game, out)
            }
            Err(reason) => self.say(out, Phrase::PlayNotLoaded, &[&path.display(), &reason]),
        }
    }

    /// The last game of a file, or why there is none.
    fn last_game(&self, path: &Path) -> Result<Game, String> {
        let language = self.settings.language;
        let bytes = files::read(path).map_err(|error| language.io_error(&error))?;
        let text = pgn::decode(&bytes).text;
        let last = pgn::Reader::new(&text).last();
        let no_games = || language.say(Phrase::NoGames, &[&path.display()]);
        let read = || {
            let game = last.ok_or(None)?.map_err(Some)?;
            let Settings { start, .. } = self.settings;
            let start = game.start(start.variant(), start.counting_rule()).map_err(Some)?;
            let moves = game.resolve(&start).map_err(Some)?;
            Ok((start, moves))
        };
        let (start, moves) = read().map_err(|error: Option<PgnError>| {
            error.map_or_else(no_games, |error| error.say(language))
        })?;
        let mut game = Game::new(start);
        for mv in moves {
            game.play(mv).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }

    /// Tells what each move of the game cost.
    fn review(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Settings { language, notation, columns, is_interactive, .. } = self.settings;
        let settings = analysis::Settings {
            budget: Budget::Time(REVIEW_TIME.min(self.settings.time)),
            multi_pv: 1,
            threads: 1,
            hash_mib: Engine::DEFAULT_HASH,
        };
        let progress = Progress::new(self.game.moves().len() as u64 + 1);
        let analysis = Analyst::new(settings).analyse(&self.game, &progress);
        progress.clear();
        let mut page = Page::new(is_interactive.then_some(columns));
        if let Some(analysis) = analysis {
            print::judged_moves(&mut page, &analysis, TextStyle { language, notation });
        }
        write!(out, "{}", page.text())
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
