//! The game at the table: whose turn it is, what is said, and how it ends.

use super::board::{self, Style};
use super::input::{self, BadLine, COMMANDS, Wish};
use crate::analysis::score_text;
use crate::cli::terminal;
use crate::game::Game;
use crate::i18n::{self, Language, Localized, Phrase};
use crate::movegen;
use crate::notation::{MoveError, Notation, parse_any};
use crate::position::Position;
use crate::rules::{ClaimError, CountingRule, counting};
use crate::search::levels::{FULL_SKILL, Strength};
use crate::search::{Engine, Limits, SearchResult};
use crate::types::score::NORMALIZE_TO_PAWN_VALUE;
use crate::types::{Color, Move, Score};
use std::fmt::Display;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// What the player chose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub human: Color,
    pub level: u8,
    /// For each of the engine's moves.
    pub time: Duration,
    pub language: Language,
    pub notation: Notation,
    pub style: Style,
    /// Of the terminal.
    pub columns: usize,
}

/// A game in progress.
pub(super) struct Table {
    settings: Settings,
    engine: Engine,
    game: Game,
    // The game before each of the player's moves, to go back to.
    earlier: Vec<Game>,
}

/// Whether the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Continue,
    Over,
}

impl Table {
    pub(super) fn new(start: Position, settings: Settings) -> Self {
        let engine = Engine::new(Engine::DEFAULT_HASH);
        Self { settings, engine, game: Game::new(start), earlier: Vec::new() }
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
            if self.announce_end(out)? == Flow::Over {
                return Ok(());
            }
            if self.game.position().to_move() != self.settings.human {
                self.engine_moves(out)?;
                continue;
            }
            write!(out, "{}", self.text(Phrase::PlayPrompt, &[&side]))?;
            out.flush()?;
            let Some(line) = input.next() else {
                // The prompt's line has to end, too.
                return writeln!(out);
            };
            let wish = match line {
                Ok(line) => input::read(&line),
                Err(bad) => {
                    self.say(out, bad.phrase(), &[])?;
                    None
                }
            };
            if let Some(wish) = wish
                && self.grant(wish, out)? == Flow::Over
            {
                return Ok(());
            }
        }
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
            Wish::Draw => return self.offer_draw(out),
            Wish::Resign => {
                let Settings { human, language, .. } = self.settings;
                let sentence = language.say(Phrase::EndResigned, &[&language.side(human)]);
                self.say(out, Phrase::PlayWinner, &[&sentence, &language.side(!human)])?;
                return Ok(Flow::Over);
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
            Wish::Quit => return Ok(Flow::Over),
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
    fn offer_draw(&mut self, out: &mut dyn Write) -> io::Result<Flow> {
        const YOUNG: u16 = 20;
        const CONTENT: Score = -10;
        const CLEARLY_WORSE: Score = NORMALIZE_TO_PAWN_VALUE / 2;
        let language = self.settings.language;
        let young = self.game.position().fullmove_number() < YOUNG;
        // It is the player's turn, so a score from their side.
        let found = self.think(None, &self.game.clone());
        if found.score >= if young { CLEARLY_WORSE } else { CONTENT } {
            writeln!(out, "{}", language.text(Phrase::EndAgreed))?;
            return Ok(Flow::Over);
        }
        self.say(out, Phrase::PlayDeclines, &[&language.side(!self.settings.human)])?;
        Ok(Flow::Continue)
    }

    /// Says how the game has ended, if it has.
    fn announce_end(&self, out: &mut dyn Write) -> io::Result<Flow> {
        let Some(outcome) = self.game.outcome() else { return Ok(Flow::Continue) };
        writeln!(out, "{}", outcome.say(self.settings.language))?;
        Ok(Flow::Over)
    }
}
