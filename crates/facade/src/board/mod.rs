//! A board with the history of its game: take-back, claims, another counting rule.

mod count;
mod moves;
mod outcome;

pub use count::CountState;
pub use outcome::{TableMove, reason};

use crate::Error;
use makruk::formations;
use makruk::game::Game;
use makruk::notation::fen;
use makruk::notation::pgn::TagNameError;
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use makruk::types::{Color, Move, Square};
use sakdi_analysis::game_pgn;
use sakdi_i18n::Language;

/// A game on a board, with take-back.
#[derive(Clone, Debug)]
pub struct Board {
    game: Game,
    /// The first position as it was given; `None` for the start position. It holds a count that the
    /// counting rule may leave out.
    set_up: Option<String>,
}

impl Board {
    /// A board with the start position of a variant.
    pub fn start(variant: Variant, rule: CountingRule) -> Self {
        let game = Game::new(Position::start(variant, rule));
        Self { game, set_up: None }
    }

    /// A board with a position. An empty text is the start position.
    ///
    /// # Errors
    /// The text is not the FEN of a legal position.
    pub fn new(fen: Option<String>, variant: Variant, rule: CountingRule) -> Result<Self, Error> {
        let start = start(fen.as_deref(), variant, rule)?;
        Ok(Self { game: Game::new(start), set_up: fen })
    }

    /// A board at the end of a game.
    pub fn of_game(game: Game) -> Self {
        let set_up = Some(fen::format_with_promoted(game.start()));
        Self { game, set_up }
    }

    /// A board with the present position, and without the moves that led to it.
    #[must_use]
    pub fn without_moves(&self) -> Self {
        Self::of_game(Game::new(*self.position()))
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The present position.
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// Re-evaluates the whole game under another counting rule. Claims are forgotten.
    ///
    /// # Errors
    /// The first position is not legal under the rule.
    pub fn set_counting_rule(&mut self, rule: CountingRule) -> Result<(), Error> {
        let start = start(self.set_up.as_deref(), self.position().variant(), rule)?;
        let mut game = Game::new(start);
        for &mv in self.game.moves() {
            // Counting does not change which moves are legal.
            let _legal = game.play(mv);
        }
        self.game = game;
        Ok(())
    }

    /// Sets up another position. The moves before it are forgotten.
    ///
    /// # Errors
    /// The text is not the FEN of a legal position.
    pub fn set_fen(&mut self, fen: String) -> Result<(), Error> {
        // A count that was passed over has left the position without a rule.
        let first = self.game.start();
        *self = Self::new(Some(fen), first.variant(), first.counting_rule())?;
        Ok(())
    }

    /// Sets up the start position.
    pub fn reset(&mut self) {
        let first = self.game.start();
        *self = Self::start(first.variant(), first.counting_rule());
    }

    /// Plies since the first move of the game, by the move number.
    pub fn ply(&self) -> u32 {
        let position = self.position();
        let moves = u32::from(position.fullmove_number().saturating_sub(1));
        2 * moves + u32::from(position.to_move() == Color::Black)
    }

    /// The position in FEN; bia ngai are marked with `~` if `show_promoted`.
    pub fn fen(&self, show_promoted: bool) -> String {
        format_fen(self.position(), show_promoted)
    }

    /// The first position of the game, in FEN as [`Self::fen`] writes it.
    pub fn start_fen(&self, show_promoted: bool) -> String {
        format_fen(self.game.start(), show_promoted)
    }

    /// The board as text, one line for each rank.
    pub fn text(&self) -> String {
        let line = |rank| {
            let square = |file| Square::new(file, rank);
            let letter = |square| {
                let man = self.position().piece_at(square).zip(self.position().color_at(square));
                man.map_or('.', |(piece, color)| piece.fen_letter(color)).to_string()
            };
            (0..8).map(|file| letter(square(file))).collect::<Vec<_>>().join(" ")
        };
        (0..8).rev().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The names of both sides' openings; `None` if neither has one.
    pub fn opening(&self, language: Language) -> Option<String> {
        let formations = formations::classify(self.game.start(), self.game.moves());
        sakdi_i18n::formation_names(formations, language)
    }

    /// The game as PGN, with these tags before those that follow from the game.
    ///
    /// # Errors
    /// The name of a tag that could not be read.
    pub fn pgn(&self, tags: &[(&str, &str)]) -> Result<String, TagNameError> {
        tags.iter().try_for_each(|(name, _)| TagNameError::check(name))?;
        let mut pgn = game_pgn(&self.game, tags, None);
        // Its last line is empty.
        pgn.pop();
        Ok(pgn)
    }

    /// Takes the last move back, and returns it; `None` if there is none. Claims made after it are
    /// taken back, too.
    pub fn pop(&mut self) -> Option<Move> {
        self.game.take_back()
    }
}

/// A position in FEN; bia ngai are marked with `~` if `show_promoted`.
fn format_fen(position: &Position, show_promoted: bool) -> String {
    if show_promoted { fen::format_with_promoted(position) } else { fen::format(position) }
}

fn start(fen: Option<&str>, variant: Variant, rule: CountingRule) -> Result<Position, Error> {
    match fen.filter(|text| !text.is_empty()) {
        None => Ok(Position::start(variant, rule)),
        Some(text) => Ok(fen::parse(text, variant, rule)?),
    }
}

#[cfg(test)]
mod tests;
