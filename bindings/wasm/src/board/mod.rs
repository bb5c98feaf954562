//! A board with the method names of `ffish`, and what `ffish` lacks: the count, why a game ended,
//! Thai notation, openings and endgame tables.

mod count;
mod moves;
mod outcome;

use crate::convert;
use crate::error::{Subject, error};
use makruk::formations;
use makruk::game::Game;
use makruk::notation::fen;
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use makruk::types::{Color, Move, Square};
use sakdi_analysis::game_pgn;
use sakdi_i18n::Localized;
use wasm_bindgen::prelude::*;

/// A game on a board, with take-back.
#[wasm_bindgen]
pub struct Board {
    game: Game,
    /// The first position as it was given; `None` for the start position. It holds a count that the
    /// counting rule may leave out.
    set_up: Option<String>,
    /// Claims by the weaker side, under the counting rule `claimed`.
    claims: Vec<Claim>,
}

/// The start or end of a claimed count.
#[derive(Clone, Copy)]
struct Claim {
    /// Number of moves before it.
    moves: usize,
    /// Whether the count starts.
    counts: bool,
}

#[wasm_bindgen]
impl Board {
    /// A board with the start position of a variant, or with any other position. `_is960` exists
    /// for compatibility with `ffish` and is ignored.
    #[wasm_bindgen(constructor)]
    pub fn new(
        variant: Option<String>,
        fen: Option<String>,
        _is960: Option<bool>,
        counting_rule: Option<String>,
    ) -> Result<Self, JsValue> {
        let variant = convert::variant(variant.as_deref())?;
        let rule = convert::counting_rule(counting_rule.as_deref())?;
        let start = start(fen.as_deref(), variant, rule)?;
        Ok(Self { game: Game::new(start), set_up: fen, claims: Vec::new() })
    }

    /// `makruk` or `makpong`.
    pub fn variant(&self) -> String {
        self.position().variant().to_string()
    }

    /// The name of the counting rule.
    #[wasm_bindgen(js_name = countingRule)]
    pub fn counting_rule(&self) -> String {
        self.position().counting_rule().to_string()
    }

    /// Re-evaluates the whole game under another counting rule. Claims are forgotten.
    #[wasm_bindgen(js_name = setCountingRule)]
    pub fn set_counting_rule(&mut self, name: String) -> Result<(), JsValue> {
        let rule = convert::counting_rule(Some(&name))?;
        let start = start(self.set_up.as_deref(), self.position().variant(), rule)?;
        self.claims.clear();
        let moves = self.game.moves().to_vec();
        self.replay(start, &moves);
        Ok(())
    }

    /// Sets up another position. The moves before it are forgotten.
    #[wasm_bindgen(js_name = setFen)]
    pub fn set_fen(&mut self, fen: String) -> Result<(), JsValue> {
        let (variant, rule) = (self.position().variant(), self.position().counting_rule());
        self.game = Game::new(start(Some(&fen), variant, rule)?);
        self.set_up = Some(fen);
        self.claims.clear();
        Ok(())
    }

    /// Sets up the start position.
    pub fn reset(&mut self) {
        let (variant, rule) = (self.position().variant(), self.position().counting_rule());
        self.game = Game::new(Position::start(variant, rule));
        self.set_up = None;
        self.claims.clear();
    }

    /// The position in FEN; bia ngai are marked with `~` if `show_promoted`.
    pub fn fen(&self, show_promoted: Option<bool>) -> String {
        format_fen(self.position(), show_promoted)
    }

    /// The first position of the game, in FEN as [`Self::fen`] writes it.
    #[wasm_bindgen(js_name = startFen)]
    pub fn start_fen(&self, show_promoted: Option<bool>) -> String {
        format_fen(self.game.start(), show_promoted)
    }

    /// Whether White is to move.
    pub fn turn(&self) -> bool {
        self.position().to_move() == Color::White
    }

    #[wasm_bindgen(js_name = fullmoveNumber)]
    pub fn fullmove_number(&self) -> u16 {
        self.position().fullmove_number()
    }

    /// Plies since the last capture or bia move.
    #[wasm_bindgen(js_name = halfmoveClock)]
    pub fn halfmove_clock(&self) -> u16 {
        self.position().halfmove_clock()
    }

    /// Plies since the first move of the game, by the move number.
    #[wasm_bindgen(js_name = gamePly)]
    pub fn game_ply(&self) -> u32 {
        2 * u32::from(self.fullmove_number().saturating_sub(1)) + u32::from(!self.turn())
    }

    /// Always false: Makruk has no Chess960.
    pub fn is960(&self) -> bool {
        false
    }

    #[wasm_bindgen(js_name = isCheck)]
    pub fn is_check(&self) -> bool {
        self.position().in_check()
    }

    /// The square of the khun in check; an empty string if there is no check.
    #[wasm_bindgen(js_name = checkedPieces)]
    pub fn checked_pieces(&self) -> String {
        let position = self.position();
        if !position.in_check() {
            return String::new();
        }
        position.king(position.to_move()).to_string()
    }

    /// Always false: bikjang is a rule of Janggi.
    #[wasm_bindgen(js_name = isBikjang)]
    pub fn is_bikjang(&self) -> bool {
        false
    }

    /// Always empty: Makruk has no drops.
    pub fn pocket(&self, _color: bool) -> String {
        String::new()
    }

    /// The board as text, one line for each rank.
    #[wasm_bindgen(js_name = toString)]
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

    /// The names of both sides' openings; undefined if neither has one.
    pub fn opening(&self, language: Option<String>) -> Result<Option<String>, JsValue> {
        let language = convert::language(language.as_deref())?;
        let formations = formations::classify(self.game.start(), self.game.moves());
        Ok(sakdi_i18n::formation_names(formations, language))
    }

    /// The game as PGN. `tags` alternates names and values.
    pub fn pgn(&self, tags: Vec<String>) -> String {
        let tags: Vec<(&str, &str)> =
            tags.chunks_exact(2).map(|tag| (tag[0].as_str(), tag[1].as_str())).collect();
        game_pgn(&self.game, &tags, None)
    }

    /// Frees the memory. `ffish` has this name for it.
    pub fn delete(self) {}
}

impl Board {
    const fn position(&self) -> &Position {
        self.game.position()
    }

    fn make(&mut self, mv: Move) -> bool {
        self.game.play(mv).is_ok()
    }

    /// Replays the game from the start, including the claims.
    fn replay(&mut self, start: Position, moves: &[Move]) {
        self.game = Game::new(start);
        self.reclaim(0);
        for (number, &mv) in (1..).zip(moves) {
            self.make(mv);
            self.reclaim(number);
        }
    }

    fn reclaim(&mut self, moves: usize) {
        for claim in self.claims.iter().filter(|claim| claim.moves == moves) {
            if claim.counts {
                // The same claim was granted before in the same position.
                let _granted = self.game.claim_count();
            } else {
                self.game.drop_count();
            }
        }
    }
}

/// A position in FEN; bia ngai are marked with `~` if `show_promoted`.
fn format_fen(position: &Position, show_promoted: Option<bool>) -> String {
    match show_promoted {
        Some(true) => fen::format_with_promoted(position),
        _ => fen::format(position),
    }
}

fn start(fen: Option<&str>, variant: Variant, rule: CountingRule) -> Result<Position, JsValue> {
    match fen.filter(|text| !text.is_empty()) {
        None => Ok(Position::start(variant, rule)),
        Some(text) => fen::parse(text, variant, rule)
            .map_err(|fault| error(Subject::Fen, |language| fault.say(language))),
    }
}
