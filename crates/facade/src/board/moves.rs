//! Moves: legal moves, making them, notations.

use super::Board;
use crate::Error;
use makruk::movegen;
use makruk::notation::{Notation, coordinate, parse_any};
use makruk::types::Move;

impl Board {
    /// All legal moves in a notation.
    pub fn legal_moves(&self, notation: Notation) -> Vec<String> {
        let write = |&mv: &Move| notation.format(self.position(), mv);
        movegen::legal_moves(self.position()).iter().map(write).collect()
    }

    /// Makes a move. Returns false and does nothing if it is illegal.
    pub fn make(&mut self, mv: Move) -> bool {
        self.game.play(mv).is_ok()
    }

    /// Makes a move given in coordinates. Returns false and does nothing if it is illegal.
    pub fn push(&mut self, uci: &str) -> bool {
        coordinate::parse(self.position(), uci).is_ok_and(|mv| self.make(mv))
    }

    /// Makes a move given in any notation. Returns false and does nothing if it is illegal.
    pub fn push_text(&mut self, text: &str) -> bool {
        parse_any(self.position(), text).is_ok_and(|mv| self.make(mv))
    }

    /// Parses a legal move in coordinates.
    ///
    /// # Errors
    /// The text is no move, or the move is illegal.
    pub fn parse_uci(&self, text: &str) -> Result<Move, Error> {
        Ok(coordinate::parse(self.position(), text)?)
    }

    /// Parses a legal move in any notation.
    ///
    /// # Errors
    /// The text is no move, or the move is illegal or ambiguous.
    pub fn parse(&self, text: &str) -> Result<Move, Error> {
        Ok(parse_any(self.position(), text)?)
    }

    /// Parses a legal move in any notation and makes it. Returns it in coordinates.
    ///
    /// # Errors
    /// As [`Self::parse`]; nothing changes.
    pub fn play_text(&mut self, text: &str) -> Result<String, Error> {
        let mv = self.parse(text)?;
        let uci = coordinate::format(self.position(), mv);
        self.make(mv);
        Ok(uci)
    }

    /// The moves made, in a notation.
    pub fn history(&self, notation: Notation) -> Vec<String> {
        let mut position = *self.game.start();
        let write = |&mv: &Move| {
            let text = notation.format(&position, mv);
            position = position.play_unchecked(mv);
            text
        };
        self.game.moves().iter().map(write).collect()
    }

    /// A line of legal moves in coordinates; `None` if one of the moves is illegal.
    pub fn parse_line(&self, moves: &str) -> Option<Vec<Move>> {
        let mut position = *self.position();
        let parse = |uci| {
            let mv = coordinate::parse(&position, uci).ok()?;
            position = position.play_unchecked(mv);
            Some(mv)
        };
        moves.split_whitespace().map(parse).collect()
    }
}
