//! The game in progress: its settings, moves, clocks and end.

use super::clock::Clocks;
use super::ending::Ending;
use crate::date::today;
use crate::terminal::board::Style;
use makruk::game::Game;
use makruk::notation::{Notation, pgn};
use makruk::position::Position;
use makruk::rules::Outcome;
use makruk::types::{Color, Move};
use sakdi_analysis::{Continuation, RecordedGame, game_pgn};
use sakdi_i18n::{Language, Phrase};
use std::time::Duration;

/// The settings of the games.
#[derive(Clone, Debug)]
pub(super) struct PlaySettings {
    /// The first position of every game.
    pub start: Position,
    pub human: Color,
    pub level: i8,
    /// Longest time for a move of the engine, and for a hint.
    pub time: Option<Duration>,
    pub language: Language,
    pub notation: Notation,
    pub style: Style,
}

impl PlaySettings {
    /// Time for a move or a hint that no clock limits.
    pub(super) fn time_without_clock(&self) -> Duration {
        self.time.unwrap_or(Duration::from_secs(1))
    }
}

/// A game in progress.
pub(super) struct Session {
    pub settings: PlaySettings,
    game: Game,
    /// The game of a file that this one continues.
    recorded: Option<RecordedGame>,
    clocks: Option<Clocks>,
    // The state before each of the player's moves.
    earlier: Vec<Earlier>,
    ending: Option<Ending>,
}

/// A state to which a take-back returns.
#[derive(Clone, Debug)]
struct Earlier {
    /// Number of moves before it.
    ply: usize,
    clocks: Option<Clocks>,
}

impl Session {
    pub(super) fn new(settings: PlaySettings, clocks: Option<Clocks>) -> Self {
        let game = Game::new(settings.start);
        Self { settings, game, recorded: None, clocks, earlier: Vec::new(), ending: None }
    }

    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    /// Starts or ends a claimed count.
    pub(super) const fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    pub(super) const fn position(&self) -> &Position {
        self.game.position()
    }

    pub(super) const fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// How the game ended, if it has.
    pub(super) const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    pub(super) fn is_humans_turn(&self) -> bool {
        self.position().to_move() == self.settings.human
    }

    /// Makes a move. Returns false if it is illegal.
    pub(super) fn play(&mut self, mv: Move) -> bool {
        let mover = self.position().to_move();
        let before = Earlier { ply: self.game.moves().len(), clocks: self.clocks.clone() };
        if self.game.play(mv).is_err() {
            return false;
        }
        if mover == self.settings.human {
            self.earlier.push(before);
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.press(mover);
        }
        true
    }

    /// Takes back the player's last move. Returns false if there is none.
    pub(super) fn undo(&mut self) -> bool {
        let Some(Earlier { ply, clocks }) = self.earlier.pop() else { return false };
        self.game = self.game.at(ply);
        self.clocks = clocks;
        self.ending = None;
        if let Some(clocks) = &mut self.clocks {
            clocks.run();
        }
        true
    }

    /// Begins a game and drops the present one.
    pub(super) fn begin_new(&mut self) {
        self.recorded = None;
        self.set_up(Game::new(self.settings.start));
    }

    /// Continues a game of a file and drops the present one.
    pub(super) fn resume(&mut self, recorded: RecordedGame) {
        self.set_up(recorded.game().clone());
        self.recorded = Some(recorded);
    }

    fn set_up(&mut self, game: Game) {
        self.clocks = self.clocks.as_ref().map(Clocks::restarted);
        self.earlier.clear();
        let mut mover = game.start().to_move();
        for ply in 0..game.moves().len() {
            if mover == self.settings.human {
                self.earlier.push(Earlier { ply, clocks: self.clocks.clone() });
            }
            mover = !mover;
        }
        self.game = game;
        self.ending = None;
    }

    /// Ends the game.
    pub(super) fn end(&mut self, ending: Ending) {
        if let Some(clocks) = &mut self.clocks {
            clocks.stop();
        }
        self.ending = Some(ending);
    }

    /// Ends the game if it is over by the rules.
    pub(super) fn end_by_rules(&mut self) -> Option<Outcome> {
        let outcome = self.game.outcome().filter(|_| self.ending.is_none())?;
        self.end(Ending::Rules(outcome));
        Some(outcome)
    }

    /// Ends the game if the side to move has no time left.
    pub(super) fn end_by_clock(&mut self) -> Option<Ending> {
        if !self.has_flag_fallen() {
            return None;
        }
        let ending = Ending::OutOfTime(self.position().to_move());
        self.end(ending);
        Some(ending)
    }

    /// Whether the side to move has run out of time in an unfinished game.
    pub(super) fn has_flag_fallen(&self) -> bool {
        let to_move = self.position().to_move();
        let fell = self.clocks.as_ref().is_some_and(|clocks| clocks.has_fallen(to_move));
        fell && self.ending.is_none() && self.game.outcome().is_none()
    }

    /// The game as PGN, followed by an empty line. What a file had about a game that goes on stays.
    pub(super) fn pgn(&self) -> String {
        let language = self.settings.language;
        let engine = language.say(Phrase::ScreenEngineLevel, &[&self.settings.level]);
        let [white, black] = match self.settings.human {
            Color::White => ["?", &engine],
            Color::Black => [&engine, "?"],
        };
        let ending = self.ending.map(|ending| ending.say(language));
        let result = self.ending.map(|ending| pgn::result(ending.winner()));
        let today = today();
        let mut tags = vec![
            ("Event", language.text(Phrase::PlayEvent)),
            ("Site", "?"),
            ("Date", today.as_str()),
            ("Round", "-"),
            ("White", white),
            ("Black", black),
        ];
        let control = self.clocks.as_ref().map(Clocks::control);
        let control = control.as_deref().map(|control| ("TimeControl", control));
        let Some(recorded) = &self.recorded else {
            tags.push(("Result", result.unwrap_or("*")));
            tags.extend(control);
            return game_pgn(&self.game, &tags, ending.as_deref());
        };
        let remark = self.change_of_players(recorded, &engine);
        recorded.continued(&Continuation {
            game: &self.game,
            result,
            ending: ending.as_deref(),
            remark: remark.as_deref(),
            tags: &tags,
            tells_ending: Ending::is_told_by,
        })
    }

    /// Says that the engine continues a game of others, unless the game says so itself.
    fn change_of_players(&self, recorded: &RecordedGame, engine: &str) -> Option<String> {
        let PlaySettings { human, language, .. } = self.settings;
        let side = !human;
        let name = if side == Color::White { "White" } else { "Black" };
        recorded.tag(name).filter(|&recorded| recorded != engine)?;
        let remark = language.say(Phrase::PlayContinues, &[&language.side(side), &engine]);
        (!recorded.has_comment(&remark)).then_some(remark)
    }
}
