//! Moves: legal moves, making and taking back, notations.

use super::Board;
use crate::convert;
use crate::error::{Subject, error};
use makruk::movegen;
use makruk::notation::pgn::MoveNumber;
use makruk::notation::{Notation, coordinate, parse_any, san};
use makruk::position::Position;
use makruk::types::{Color, Move};
use sakdi_i18n::Localized;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Board {
    /// All legal moves in coordinates, separated by spaces.
    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self) -> String {
        self.list_moves(coordinate::format)
    }

    /// All legal moves in SAN, separated by spaces.
    #[wasm_bindgen(js_name = legalMovesSan)]
    pub fn legal_moves_san(&self) -> String {
        self.list_moves(san::format)
    }

    #[wasm_bindgen(js_name = numberLegalMoves)]
    pub fn number_legal_moves(&self) -> u32 {
        movegen::count_legal_moves(self.position())
    }

    /// Makes a move given in coordinates. Returns false and does nothing if it is illegal.
    pub fn push(&mut self, uci: &str) -> bool {
        coordinate::parse(self.position(), uci).is_ok_and(|mv| self.make(mv))
    }

    /// Makes a move given in SAN or any other notation. Returns false and does nothing if it is
    /// illegal.
    #[wasm_bindgen(js_name = pushSan)]
    pub fn push_san(&mut self, text: &str) -> bool {
        parse_any(self.position(), text).is_ok_and(|mv| self.make(mv))
    }

    /// Makes moves given in coordinates, up to the first illegal one.
    #[wasm_bindgen(js_name = pushMoves)]
    pub fn push_moves(&mut self, moves: &str) {
        let _ends_early = moves.split_whitespace().all(|mv| self.push(mv));
    }

    /// Makes moves given in SAN, up to the first illegal one.
    #[wasm_bindgen(js_name = pushSanMoves)]
    pub fn push_san_moves(&mut self, moves: &str) {
        let _ends_early = moves.split_whitespace().all(|mv| self.push_san(mv));
    }

    /// Parses a legal move in any notation and makes it. Returns it in coordinates.
    pub fn play(&mut self, text: &str) -> Result<String, JsValue> {
        let mv = self.parse_move(text)?;
        let uci = coordinate::format(self.position(), mv);
        self.make(mv);
        Ok(uci)
    }

    /// Parses a legal move in any notation. Returns it in coordinates.
    pub fn parse(&self, text: &str) -> Result<String, JsValue> {
        Ok(coordinate::format(self.position(), self.parse_move(text)?))
    }

    /// Takes the last move back. Returns false if there is none.
    pub fn pop(&mut self) -> bool {
        let Some((_, moves)) = self.game.moves().split_last() else { return false };
        let (start, moves) = (*self.game.start(), moves.to_vec());
        self.claims.retain(|claim| claim.moves <= moves.len());
        self.replay(start, &moves);
        true
    }

    /// The moves made, in coordinates, separated by spaces.
    #[wasm_bindgen(js_name = moveStack)]
    pub fn move_stack(&self) -> String {
        Notation::Coordinate.line(self.game.start(), self.game.moves())
    }

    /// The moves made, in a notation.
    pub fn history(&self, notation: &JsValue) -> Result<Vec<String>, JsValue> {
        let notation = convert::notation(notation)?;
        let mut position = *self.game.start();
        let write = |&mv: &Move| {
            let text = notation.format(&position, mv);
            position = position.play_unchecked(mv);
            text
        };
        Ok(self.game.moves().iter().map(write).collect())
    }

    /// A legal move in SAN or the given notation; an empty string if it is illegal.
    #[wasm_bindgen(js_name = sanMove)]
    pub fn san_move(&self, uci: &str, notation: &JsValue) -> Result<String, JsValue> {
        let notation = convert::notation(notation)?;
        let mv = coordinate::parse(self.position(), uci);
        Ok(mv.map_or_else(|_| String::new(), |mv| notation.format(self.position(), mv)))
    }

    /// A line of legal moves with move numbers, in SAN or the given notation; an empty string if
    /// one of them is illegal.
    #[wasm_bindgen(js_name = variationSan)]
    pub fn variation_san(
        &self,
        moves: &str,
        notation: &JsValue,
        move_numbers: Option<bool>,
    ) -> Result<String, JsValue> {
        let notation = convert::notation(notation)?;
        let mut position = *self.position();
        let mut words = Vec::new();
        for (index, uci) in moves.split_whitespace().enumerate() {
            let Ok(mv) = coordinate::parse(&position, uci) else { return Ok(String::new()) };
            let is_numbered = index == 0 || position.to_move() == Color::White;
            if is_numbered && move_numbers != Some(false) {
                words.push(MoveNumber::of(&position).to_string());
            }
            words.push(notation.format(&position, mv));
            position = position.play_unchecked(mv);
        }
        Ok(words.join(" "))
    }

    /// Whether a legal move is a capture.
    #[wasm_bindgen(js_name = isCapture)]
    pub fn is_capture(&self, uci: &str) -> bool {
        let mv = coordinate::parse(self.position(), uci);
        mv.is_ok_and(|mv| self.position().captured(mv).is_some())
    }
}

impl Board {
    fn parse_move(&self, text: &str) -> Result<Move, JsValue> {
        parse_any(self.position(), text)
            .map_err(|fault| error(Subject::Move, |language| fault.say(language)))
    }

    fn list_moves(&self, write: fn(&Position, Move) -> String) -> String {
        let moves = movegen::legal_moves(self.position());
        moves.iter().map(|&mv| write(self.position(), mv)).collect::<Vec<_>>().join(" ")
    }
}
