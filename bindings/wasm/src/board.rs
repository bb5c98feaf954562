//! A board with the method names of `ffish`, and what `ffish` lacks: the count, why a game ended,
//! Thai notation, openings and endgame tables.

use crate::convert::{self, object, or_null};
use crate::error::thrown;
use crate::ffish;
use crate::tables;
use js_sys::RangeError;
use makruk::game::Claim;
use makruk::movegen;
use makruk::notation::{Notation, coordinate, pgn};
use makruk::types::Color;
use sakdi_i18n::Localized;
use wasm_bindgen::prelude::*;

/// A game on a board, with take-back.
#[wasm_bindgen]
pub struct Board(pub(crate) sakdi_facade::Board);

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
        sakdi_facade::Board::new(fen, variant, rule).map(Self).map_err(thrown)
    }

    /// `makruk` or `makpong`.
    pub fn variant(&self) -> String {
        self.0.position().variant().to_string()
    }

    /// The name of the counting rule.
    #[wasm_bindgen(js_name = countingRule)]
    pub fn counting_rule(&self) -> String {
        self.0.position().counting_rule().to_string()
    }

    /// Re-evaluates the whole game under another counting rule. Claims are forgotten.
    #[wasm_bindgen(js_name = setCountingRule)]
    pub fn set_counting_rule(&mut self, name: String) -> Result<(), JsValue> {
        let rule = convert::counting_rule(Some(&name))?;
        self.0.set_counting_rule(rule).map_err(thrown)
    }

    /// Sets up another position. The moves before it are forgotten.
    #[wasm_bindgen(js_name = setFen)]
    pub fn set_fen(&mut self, fen: String) -> Result<(), JsValue> {
        self.0.set_fen(fen).map_err(thrown)
    }

    /// Sets up the start position.
    pub fn reset(&mut self) {
        self.0.reset();
    }

    /// The position in FEN; bia ngai are marked with `~` if `show_promoted`. Board's honour is counted from
    /// the ply `count_started` on, as in `ffish`.
    pub fn fen(&self, show_promoted: Option<bool>, count_started: Option<i32>) -> String {
        let count_started = count_started.unwrap_or(0);
        ffish::fen_counted_from(&self.0, show_promoted == Some(true), count_started)
    }

    /// The first position of the game, in FEN as [`Self::fen`] writes it.
    #[wasm_bindgen(js_name = startFen)]
    pub fn start_fen(&self, show_promoted: Option<bool>) -> String {
        self.0.start_fen(show_promoted == Some(true))
    }

    /// Whether White is to move.
    pub fn turn(&self) -> bool {
        self.0.position().to_move() == Color::White
    }

    #[wasm_bindgen(js_name = fullmoveNumber)]
    pub fn fullmove_number(&self) -> u16 {
        self.0.position().fullmove_number()
    }

    /// Plies since the last capture or bia move.
    #[wasm_bindgen(js_name = halfmoveClock)]
    pub fn halfmove_clock(&self) -> u16 {
        self.0.position().halfmove_clock()
    }

    /// Plies since the first move of the game, by the move number.
    #[wasm_bindgen(js_name = gamePly)]
    pub fn game_ply(&self) -> u32 {
        self.0.ply()
    }

    /// Always false: Makruk has no Chess960.
    pub fn is960(&self) -> bool {
        false
    }

    #[wasm_bindgen(js_name = isCheck)]
    pub fn is_check(&self) -> bool {
        self.0.position().in_check()
    }

    /// The square of the khun in check; an empty string if there is no check.
    #[wasm_bindgen(js_name = checkedPieces)]
    pub fn checked_pieces(&self) -> String {
        let position = self.0.position();
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
        self.0.text()
    }

    /// The board as text with lines between the squares, the FEN and the squares of the men that give check.
    #[wasm_bindgen(js_name = toVerboseString)]
    pub fn verbose_text(&self) -> String {
        ffish::verbose(self.0.position())
    }

    /// The names of both sides' openings; undefined if neither has one.
    pub fn opening(&self, language: Option<String>) -> Result<Option<String>, JsValue> {
        Ok(self.0.opening(convert::language(language.as_deref())?))
    }

    /// The game as PGN. `tags` alternates names and values.
    pub fn pgn(&self, tags: Vec<String>) -> Result<String, JsValue> {
        let tags: Vec<(&str, &str)> =
            tags.chunks_exact(2).map(|tag| (tag[0].as_str(), tag[1].as_str())).collect();
        self.0.pgn(&tags).map_err(|error| RangeError::new(&error.to_string()).into())
    }

    /// Frees the memory. `ffish` has this name for it.
    pub fn delete(self) {}
}

/// Moves.
#[wasm_bindgen]
impl Board {
    /// All legal moves in coordinates, separated by spaces.
    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self) -> String {
        self.0.legal_moves(Notation::Coordinate).join(" ")
    }

    /// All legal moves in SAN, separated by spaces.
    #[wasm_bindgen(js_name = legalMovesSan)]
    pub fn legal_moves_san(&self) -> String {
        self.0.legal_moves(Notation::San).join(" ")
    }

    #[wasm_bindgen(js_name = numberLegalMoves)]
    pub fn number_legal_moves(&self) -> u32 {
        movegen::count_legal_moves(self.0.position())
    }

    /// Makes a move given in coordinates. Returns false and does nothing if it is illegal.
    pub fn push(&mut self, uci: &str) -> bool {
        self.0.push(uci)
    }

    /// Makes a move given in SAN or any other notation. Returns false and does nothing if it is
    /// illegal.
    #[wasm_bindgen(js_name = pushSan)]
    pub fn push_san(&mut self, text: &str) -> bool {
        self.0.push_text(text)
    }

    /// Makes moves given in coordinates. An illegal one is left out, as in `ffish`.
    #[wasm_bindgen(js_name = pushMoves)]
    pub fn push_moves(&mut self, moves: &str) {
        for mv in moves.split_whitespace() {
            let _left_out = self.0.push(mv);
        }
    }

    /// Makes moves given in SAN. What is no legal move, such as a number, is left out, as in `ffish`.
    #[wasm_bindgen(js_name = pushSanMoves)]
    pub fn push_san_moves(&mut self, moves: &str) {
        for mv in moves.split_whitespace() {
            let _left_out = self.0.push_text(mv);
        }
    }

    /// Parses a legal move in any notation and makes it. Returns it in coordinates.
    pub fn play(&mut self, text: &str) -> Result<String, JsValue> {
        self.0.play_text(text).map_err(thrown)
    }

    /// Parses a legal move in any notation. Returns it in coordinates.
    pub fn parse(&self, text: &str) -> Result<String, JsValue> {
        let mv = self.0.parse(text).map_err(thrown)?;
        Ok(coordinate::format(self.0.position(), mv))
    }

    /// Takes the last move back. Returns false if there is none.
    pub fn pop(&mut self) -> bool {
        self.0.pop().is_some()
    }

    /// The moves made, in coordinates, separated by spaces.
    #[wasm_bindgen(js_name = moveStack)]
    pub fn move_stack(&self) -> String {
        Notation::Coordinate.line(self.0.game().start(), self.0.game().moves())
    }

    /// The moves made, in a notation.
    pub fn history(&self, notation: &JsValue) -> Result<Vec<String>, JsValue> {
        Ok(self.0.history(convert::notation(notation)?))
    }

    /// A legal move in SAN or the given notation; an empty string if it is illegal.
    #[wasm_bindgen(js_name = sanMove)]
    pub fn san_move(&self, uci: &str, notation: &JsValue) -> Result<String, JsValue> {
        let format = convert::move_format(notation)?;
        let mv = self.0.parse_uci(uci);
        Ok(mv.map_or_else(|_| String::new(), |mv| format.format(self.0.position(), mv)))
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
        let format = convert::move_format(notation)?;
        let line = self.0.parse_line(moves).unwrap_or_default();
        Ok(format.line(self.0.position(), &line, move_numbers != Some(false)))
    }

    /// Whether a legal move is a capture.
    #[wasm_bindgen(js_name = isCapture)]
    pub fn is_capture(&self, uci: &str) -> bool {
        self.0.parse_uci(uci).is_ok_and(|mv| self.0.position().captured(mv).is_some())
    }
}

/// The count.
#[wasm_bindgen]
impl Board {
    /// The running count; null while none runs.
    pub fn count(&self) -> JsValue {
        let Some(count) = self.0.count() else { return JsValue::NULL };
        object([
            ("counter", convert::color(count.counter)),
            ("honour", count.honour_name().into()),
            ("spoken", count.spoken.into()),
            ("first", or_null(count.first.map(JsValue::from))),
            ("limit", count.limit.into()),
            ("movesLeft", count.moves_left.into()),
            ("isOver", count.is_over.into()),
        ])
    }

    /// The state of the count as a sentence. While no count runs, it says so, and who may claim
    /// one.
    #[wasm_bindgen(js_name = countSentence)]
    pub fn count_sentence(&self, language: Option<String>) -> Result<String, JsValue> {
        Ok(self.0.count_sentence(convert::language(language.as_deref())?))
    }

    /// The pieces' honour count that the bare khun's next move would start; null if it would start
    /// none, or if a count runs already.
    #[wasm_bindgen(js_name = freshCount)]
    pub fn fresh_count(&self) -> JsValue {
        let Some(count) = self.0.fresh_count() else { return JsValue::NULL };
        object([("limit", count.last.into()), ("spoken", count.counted.into())])
    }

    /// Sets the last number that the bare khun has counted, and the limit, by default the one that
    /// the men on the board set. The moves before are forgotten. Its errors are in English only.
    #[wasm_bindgen(js_name = setCount)]
    pub fn set_count(&mut self, counted: f64, limit: Option<f64>) -> Result<(), JsValue> {
        let counted = convert::whole("spoken", counted, u16::MAX)?;
        let limit = limit.map(|limit| convert::whole("limit", limit, u16::MAX)).transpose()?;
        self.0.set_count(counted, limit).map_err(thrown)
    }

    /// The side that may begin a count under the rule `claimed`; null when none may.
    pub fn claimant(&self) -> JsValue {
        or_null(self.0.claimant().map(convert::color))
    }

    /// Starts the count that the weaker side claims.
    #[wasm_bindgen(js_name = claimCount)]
    pub fn claim_count(&mut self) -> Result<(), JsValue> {
        self.0.claim_count().map_err(thrown)
    }

    /// Takes back the number of the last move of the counting side, which forgot to count it.
    #[wasm_bindgen(js_name = skipNumber)]
    pub fn skip_number(&mut self) -> Result<(), JsValue> {
        self.0.skip_number().map_err(thrown)
    }

    /// Whether [`Self::skip_number`] would succeed.
    #[wasm_bindgen(js_name = maySkipNumber)]
    pub fn may_skip_number(&self) -> bool {
        self.0.may_skip_number()
    }

    /// The claims that were made: how many moves before, and what was said.
    pub fn claims(&self) -> Vec<JsValue> {
        let claim = |claim: Claim| {
            let kind = convert::claim_name(claim.kind).into();
            object([("ply", (claim.ply as u32).into()), ("kind", kind)])
        };
        self.0.claims().map(claim).collect()
    }

    /// How the running count ends, as a sentence: proven by the loaded endgame tables, or by a mate that an
    /// engine has found, in moves, negative if the side to move is mated; or else as estimated.
    #[wasm_bindgen(js_name = countVerdict)]
    pub fn count_verdict(
        &self,
        language: Option<String>,
        mate: Option<f64>,
    ) -> Result<Option<String>, JsValue> {
        let language = convert::language(language.as_deref())?;
        let mate = match mate {
            Some(mate) => {
                let moves = convert::whole("mate", mate.abs(), i16::MAX.unsigned_abs())? as i16;
                Some(if mate < 0.0 { -moves } else { moves })
            }
            None => None,
        };
        let verdict = tables::with(|tables| self.0.count_verdict(tables, mate));
        Ok(verdict.map(|verdict| verdict.say(language)))
    }

    /// Ends a claimed count.
    #[wasm_bindgen(js_name = stopCount)]
    pub fn stop_count(&mut self) {
        self.0.stop_count();
    }
}

/// The end of the game, by the rules and by the endgame tables.
#[wasm_bindgen]
impl Board {
    /// Whether a side (`true` for White) lacks the material to win.
    #[wasm_bindgen(js_name = hasInsufficientMaterial)]
    pub fn has_insufficient_material(&self, white: bool) -> bool {
        let color = if white { Color::White } else { Color::Black };
        let position = self.0.position();
        !position.material().can_win(position.variant(), color)
    }

    /// Whether both sides lack the material to win.
    #[wasm_bindgen(js_name = isInsufficientMaterial)]
    pub fn is_insufficient_material(&self) -> bool {
        self.0.position().is_dead()
    }

    /// Whether the game is over. Draws by the count and by repetition end it only if `claim_draw`.
    #[wasm_bindgen(js_name = isGameOver)]
    pub fn is_game_over(&self, claim_draw: Option<bool>) -> bool {
        self.0.ended(claim_draw == Some(true)).is_some()
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game continues; see [`Self::is_game_over`].
    pub fn result(&self, claim_draw: Option<bool>) -> String {
        let ended = self.0.ended(claim_draw == Some(true));
        ended.map_or("*", |end| pgn::result(end.winner())).to_owned()
    }

    /// How the game ended by rule, including count and repetition; null while it continues.
    pub fn outcome(&self) -> JsValue {
        self.0.outcome().map_or(JsValue::NULL, convert::outcome)
    }

    /// The outcome as a sentence; undefined while the game continues.
    #[wasm_bindgen(js_name = outcomeSentence)]
    pub fn outcome_sentence(&self, language: Option<String>) -> Result<Option<String>, JsValue> {
        Ok(self.0.outcome_sentence(convert::language(language.as_deref())?))
    }

    /// The result of the position by the endgame tables; null if no loaded table holds it.
    #[wasm_bindgen(js_name = tableVerdict)]
    pub fn table_verdict(&self) -> JsValue {
        convert::verdict(tables::with(|tables| tables.probe(self.0.position())))
    }

    /// Every legal move with the result of the position after it by the endgame tables.
    #[wasm_bindgen(js_name = tableMoves)]
    pub fn table_moves(&self) -> Vec<JsValue> {
        let moves = tables::with(|tables| self.0.table_moves(tables));
        let entry = |after: sakdi_facade::TableMove| {
            object([
                ("move", coordinate::format(self.0.position(), after.mv).into()),
                ("verdict", convert::verdict(after.result)),
                ("outcome", after.outcome.map_or(JsValue::NULL, convert::outcome)),
            ])
        };
        moves.into_iter().map(entry).collect()
    }
}
