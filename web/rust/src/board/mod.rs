//! A board with the names that `ffish` has, and what that lacks: the count, why a game ended,
//! Thai notation, openings and endgame tables.

use crate::convert::{self, object, or_null};
use crate::error::{Subject, error};
use crate::tables;
use sakdi::analysis::game_pgn;
use sakdi::game::Game;
use sakdi::i18n::{self, Localized};
use sakdi::movegen;
use sakdi::notation::pgn::{self, MoveNumber};
use sakdi::notation::{Notation, coordinate, fen, parse_any, san};
use sakdi::openings;
use sakdi::position::Position;
use sakdi::rules::counting::{BOARD_HONOUR, claimant, pieces_honour};
use sakdi::rules::{ClaimError, CountingRule, Outcome, Reason, Variant};
use sakdi::types::{Bitboard, Color, Move, Square};
use wasm_bindgen::prelude::*;

/// A game on a board, with take-back.
#[wasm_bindgen]
pub struct Board {
    game: Game,
    /// What the weaker side has said of its count, under the rule `claimed`.
    claims: Vec<Claim>,
}

/// A count begun or given up after so many moves.
#[derive(Clone, Copy)]
struct Claim {
    moves: usize,
    counts: bool,
}

#[wasm_bindgen]
impl Board {
    /// A board with the start position of a variant, or any other. `_is960` is there for `ffish`
    /// and means nothing.
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
        Ok(Self { game: Game::new(start), claims: Vec::new() })
    }

    /// `makruk` or `makpong`.
    pub fn variant(&self) -> String {
        self.position().variant().to_string()
    }

    /// The rule that counts go by.
    #[wasm_bindgen(js_name = countingRule)]
    pub fn counting_rule(&self) -> String {
        self.position().counting_rule().to_string()
    }

    /// Judges the whole game by another rule of counting. What was claimed is forgotten.
    #[wasm_bindgen(js_name = setCountingRule)]
    pub fn set_counting_rule(&mut self, name: String) -> Result<(), JsValue> {
        let rule = convert::counting_rule(Some(&name))?;
        let start = self.game.start();
        let start = match *start == Position::start(start.variant(), start.counting_rule()) {
            true => Position::start(start.variant(), rule),
            false => start.with_counting_rule(rule),
        };
        self.claims.clear();
        let moves = self.game.moves().to_vec();
        self.replay(start, &moves);
        Ok(())
    }

    /// Sets up another position; none of the moves before it is kept.
    #[wasm_bindgen(js_name = setFen)]
    pub fn set_fen(&mut self, fen: String) -> Result<(), JsValue> {
        let (variant, rule) = (self.position().variant(), self.position().counting_rule());
        self.game = Game::new(start(Some(&fen), variant, rule)?);
        self.claims.clear();
        Ok(())
    }

    /// Sets up the start position.
    pub fn reset(&mut self) {
        let (variant, rule) = (self.position().variant(), self.position().counting_rule());
        self.game = Game::new(Position::start(variant, rule));
        self.claims.clear();
    }

    /// The position in FEN; bia ngai are marked with `~` if `show_promoted`.
    pub fn fen(&self, show_promoted: Option<bool>) -> String {
        format_fen(self.position(), show_promoted)
    }

    /// The position that the game began with, in FEN as [`Self::fen`] writes it.
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

    /// Plies since a man was taken or a bia moved.
    #[wasm_bindgen(js_name = halfmoveClock)]
    pub fn halfmove_clock(&self) -> u16 {
        self.position().halfmove_clock()
    }

    /// Plies since the first move of the game, by the move number.
    #[wasm_bindgen(js_name = gamePly)]
    pub fn game_ply(&self) -> u32 {
        2 * u32::from(self.fullmove_number().saturating_sub(1)) + u32::from(!self.turn())
    }

    /// Always false: there is no such Makruk.
    pub fn is960(&self) -> bool {
        false
    }

    /// Every legal move in coordinates, blanks between them.
    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self) -> String {
        self.list_moves(coordinate::format)
    }

    /// Every legal move in SAN, blanks between them.
    #[wasm_bindgen(js_name = legalMovesSan)]
    pub fn legal_moves_san(&self) -> String {
        self.list_moves(san::format)
    }

    #[wasm_bindgen(js_name = numberLegalMoves)]
    pub fn number_legal_moves(&self) -> u32 {
        movegen::count_legal_moves(self.position())
    }

    /// Makes a move given in coordinates. Gives false, and does nothing, when it is illegal.
    pub fn push(&mut self, uci: &str) -> bool {
        coordinate::parse(self.position(), uci).is_ok_and(|mv| self.make(mv))
    }

    /// Makes a move given in SAN, or in the notation named. Gives false, and does nothing, when it
    /// is illegal.
    #[wasm_bindgen(js_name = pushSan)]
    pub fn push_san(&mut self, text: &str) -> bool {
        parse_any(self.position(), text).is_ok_and(|mv| self.make(mv))
    }

    /// Makes moves given in coordinates, as far as they are legal.
    #[wasm_bindgen(js_name = pushMoves)]
    pub fn push_moves(&mut self, moves: &str) {
        let _ends_early = moves.split_whitespace().all(|mv| self.push(mv));
    }

    /// Makes moves given in SAN, as far as they are legal.
    #[wasm_bindgen(js_name = pushSanMoves)]
    pub fn push_san_moves(&mut self, moves: &str) {
        let _ends_early = moves.split_whitespace().all(|mv| self.push_san(mv));
    }

    /// Reads a legal move in any notation and makes it. Gives it in coordinates.
    pub fn play(&mut self, text: &str) -> Result<String, JsValue> {
        let mv = self.read(text)?;
        let uci = coordinate::format(self.position(), mv);
        self.make(mv);
        Ok(uci)
    }

    /// Reads a legal move in any notation. Gives it in coordinates.
    pub fn parse(&self, text: &str) -> Result<String, JsValue> {
        Ok(coordinate::format(self.position(), self.read(text)?))
    }

    /// Takes the last move back. Gives whether there was one.
    pub fn pop(&mut self) -> bool {
        let Some((_, moves)) = self.game.moves().split_last() else { return false };
        let (start, moves) = (*self.game.start(), moves.to_vec());
        self.claims.retain(|claim| claim.moves <= moves.len());
        self.replay(start, &moves);
        true
    }

    /// The moves made, in coordinates, blanks between them.
    #[wasm_bindgen(js_name = moveStack)]
    pub fn move_stack(&self) -> String {
        Notation::Coordinate.line(self.game.start(), self.game.moves())
    }

    /// The moves made, in a notation, one each.
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

    /// A legal move in SAN, or in the notation named; an empty text when it is illegal.
    #[wasm_bindgen(js_name = sanMove)]
    pub fn san_move(&self, uci: &str, notation: &JsValue) -> Result<String, JsValue> {
        let notation = convert::notation(notation)?;
        let mv = coordinate::parse(self.position(), uci);
        Ok(mv.map_or_else(|_| String::new(), |mv| notation.format(self.position(), mv)))
    }

    /// A line of legal moves with move numbers, in SAN or the notation named; an empty text when
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

    /// Whether a legal move takes a man.
    #[wasm_bindgen(js_name = isCapture)]
    pub fn is_capture(&self, uci: &str) -> bool {
        let mv = coordinate::parse(self.position(), uci);
        mv.is_ok_and(|mv| self.position().captured(mv).is_some())
    }

    #[wasm_bindgen(js_name = isCheck)]
    pub fn is_check(&self) -> bool {
        self.position().in_check()
    }

    /// The square of the khun in check; an empty text when none is.
    #[wasm_bindgen(js_name = checkedPieces)]
    pub fn checked_pieces(&self) -> String {
        let position = self.position();
        if !position.in_check() {
            return String::new();
        }
        position.king(position.to_move()).to_string()
    }

    /// Always false: a rule of Janggi.
    #[wasm_bindgen(js_name = isBikjang)]
    pub fn is_bikjang(&self) -> bool {
        false
    }

    /// Always empty: there are no drops.
    pub fn pocket(&self, _color: bool) -> String {
        String::new()
    }

    /// Whether a side, true for White, has not the men to win.
    #[wasm_bindgen(js_name = hasInsufficientMaterial)]
    pub fn has_insufficient_material(&self, white: bool) -> bool {
        let color = if white { Color::White } else { Color::Black };
        !self.position().material().can_win(self.position().variant(), color)
    }

    /// Whether neither side has the men to win.
    #[wasm_bindgen(js_name = isInsufficientMaterial)]
    pub fn is_insufficient_material(&self) -> bool {
        self.position().is_dead()
    }

    /// Whether the game is over. By the count or by repetition it is when `claim_draw`.
    #[wasm_bindgen(js_name = isGameOver)]
    pub fn is_game_over(&self, claim_draw: Option<bool>) -> bool {
        self.ended(claim_draw).is_some()
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on; see [`Self::is_game_over`].
    pub fn result(&self, claim_draw: Option<bool>) -> String {
        self.ended(claim_draw).map_or("*", |end| pgn::result(end.winner())).to_owned()
    }

    /// The men, a line each rank.
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

    /// How the game ended by rule, the count and repetition included; null while it goes on.
    pub fn outcome(&self) -> JsValue {
        self.game.outcome().map_or(JsValue::NULL, convert::outcome)
    }

    /// The outcome as a sentence; null while the game goes on.
    #[wasm_bindgen(js_name = outcomeSentence)]
    pub fn outcome_sentence(&self, language: Option<String>) -> Result<Option<String>, JsValue> {
        let language = convert::language(language.as_deref())?;
        let sentence = |outcome: Outcome| language.sentence(&outcome.say(language));
        Ok(self.game.outcome().map(sentence))
    }

    /// The running count; null while none runs.
    pub fn count(&self) -> JsValue {
        let position = self.position();
        let (count, counter) = (position.count(), position.counter());
        let Some(left) = position.moves_left() else { return JsValue::NULL };
        let honour = if position.is_bare(counter) { "pieces" } else { "board" };
        object([
            ("counter", convert::color(counter)),
            ("honour", honour.into()),
            ("spoken", count.spoken().into()),
            ("limit", count.last_number().into()),
            ("movesLeft", left.into()),
            ("isOver", count.is_over().into()),
        ])
    }

    /// The running count as a sentence; or that none runs, and who may claim one.
    #[wasm_bindgen(js_name = countSentence)]
    pub fn count_sentence(&self, language: Option<String>) -> Result<String, JsValue> {
        let language = convert::language(language.as_deref())?;
        Ok(language.sentence(&self.position().count_status().say(language)))
    }

    /// The count of pieces' honour that begins with the next move of the bare khun; null when none
    /// would, or one runs.
    #[wasm_bindgen(js_name = freshCount)]
    pub fn fresh_count(&self) -> JsValue {
        let position = self.position();
        match self.pieces_honour().filter(|_| !position.count().is_running()) {
            None => JsValue::NULL,
            Some(limit) => {
                object([("limit", limit.into()), ("spoken", position.material().men().into())])
            }
        }
    }

    /// Sets the number that the bare khun has spoken last, and the last number, that of the men on
    /// the board unless another is given; none of the moves before is kept.
    #[wasm_bindgen(js_name = setCount)]
    pub fn set_count(&mut self, spoken: u16, limit: Option<u16>) -> Result<(), JsValue> {
        let fresh = self.pieces_honour();
        let fresh = fresh.ok_or_else(|| error(Subject::Count, |_| NOBODY_BARE.to_owned()))?;
        let limit = limit.unwrap_or(fresh);
        if !(1..=BOARD_HONOUR).contains(&limit) || spoken > limit {
            return Err(error(Subject::Count, |_| format!("{spoken} of {limit} is no count")));
        }
        let bare_to_move = self.position().is_bare(self.position().to_move());
        let ply = (2 * spoken).saturating_sub(u16::from(!bare_to_move));
        let fen = self.fen(Some(true));
        let fields: Vec<&str> = fen.split(' ').take(2).collect();
        self.set_fen(format!("{} - {} {ply} 1", fields.join(" "), 2 * limit))
    }

    /// The side that may begin a count under the rule `claimed`; null when none may.
    pub fn claimant(&self) -> JsValue {
        let position = self.position();
        let may = position.counting_rule() == CountingRule::Claimed
            && !position.count().is_running()
            && self.game.outcome().is_none();
        let claimant = claimant(&position.material(), position.to_move()).ok().filter(|_| may);
        or_null(claimant.map(convert::color))
    }

    /// Begins the count that the weaker side claims.
    #[wasm_bindgen(js_name = claimCount)]
    pub fn claim_count(&mut self) -> Result<(), JsValue> {
        let refused = |fault: ClaimError| error(Subject::Count, |language| fault.say(language));
        self.game.claim_count().map_err(refused)?;
        self.claims.push(Claim { moves: self.game.moves().len(), counts: true });
        Ok(())
    }

    /// Gives up a count that was claimed.
    #[wasm_bindgen(js_name = dropCount)]
    pub fn drop_count(&mut self) {
        let before = self.position().count();
        self.game.drop_count();
        if self.position().count() != before {
            self.claims.push(Claim { moves: self.game.moves().len(), counts: false });
        }
    }

    /// The openings of both sides by name; null when neither has one.
    pub fn opening(&self, language: Option<String>) -> Result<Option<String>, JsValue> {
        let language = convert::language(language.as_deref())?;
        let formations = openings::classify(self.game.start(), self.game.moves());
        Ok(i18n::formations(formations, language))
    }

    /// What the endgame tables say of the position; null when none of those loaded holds it.
    #[wasm_bindgen(js_name = tableVerdict)]
    pub fn table_verdict(&self) -> JsValue {
        convert::verdict(tables::with(|tables| tables.probe(self.position())))
    }

    /// What the endgame tables say of the position after every legal move.
    #[wasm_bindgen(js_name = tableMoves)]
    pub fn table_moves(&self) -> Vec<JsValue> {
        let moves = tables::with(|tables| tables.probe_moves(self.position()));
        let entry = |(mv, told): (Move, Option<_>)| {
            let mut next = self.game.clone();
            let ended = next.play(mv).ok().and_then(|()| next.outcome());
            object([
                ("move", coordinate::format(self.position(), mv).into()),
                ("verdict", convert::verdict(told)),
                ("outcome", ended.map_or(JsValue::NULL, convert::outcome)),
            ])
        };
        moves.into_iter().map(entry).collect()
    }

    /// Frees the memory, by the name that `ffish` has for it.
    pub fn delete(self) {}

    /// The game as PGN with these tags, names and values in turn.
    pub fn pgn(&self, tags: Vec<String>) -> String {
        let tags: Vec<(&str, &str)> =
            tags.chunks_exact(2).map(|tag| (tag[0].as_str(), tag[1].as_str())).collect();
        game_pgn(&self.game, &tags, None)
    }
}

/// A position in FEN; bia ngai are marked with `~` if `show_promoted`.
fn format_fen(position: &Position, show_promoted: Option<bool>) -> String {
    let text = fen::format(position);
    if show_promoted != Some(true) || position.promoted().is_empty() {
        return text;
    }
    let (men, rest) = text.split_once(' ').unwrap_or((&text, ""));
    format!("{} {rest}", with_promoted(men, position.promoted()))
}

/// There is no pieces' honour.
const NOBODY_BARE: &str = "no khun is bare, or bia are left";

impl Board {
    /// The last number of pieces' honour against a bare khun, where there is one and no bia.
    fn pieces_honour(&self) -> Option<u16> {
        let position = self.position();
        let bare: Vec<Color> =
            Color::ALL.into_iter().filter(|&side| position.is_bare(side)).collect();
        let [bare] = bare[..] else { return None };
        let counts = !position.has_pawns() && position.counting_rule() != CountingRule::None;
        counts.then(|| pieces_honour(position.counting_rule(), &position.material(), !bare))
    }

    const fn position(&self) -> &Position {
        self.game.position()
    }

    fn make(&mut self, mv: Move) -> bool {
        self.game.play(mv).is_ok()
    }

    fn read(&self, text: &str) -> Result<Move, JsValue> {
        parse_any(self.position(), text)
            .map_err(|fault| error(Subject::Move, |language| fault.say(language)))
    }

    fn list_moves(&self, write: fn(&Position, Move) -> String) -> String {
        let moves = movegen::legal_moves(self.position());
        moves.iter().map(|&mv| write(self.position(), mv)).collect::<Vec<_>>().join(" ")
    }

    /// The end of the game, as `ffish` tells it: draws that have to be claimed only when asked for.
    fn ended(&self, claim_draw: Option<bool>) -> Option<Outcome> {
        let claimed = [Outcome::Draw(Reason::Count), Outcome::Draw(Reason::Repetition)];
        let outcome = self.game.outcome()?;
        if claim_draw == Some(true) || !claimed.contains(&outcome) {
            return Some(outcome);
        }
        // Behind a draw that nobody claims there may be one that needs no claim.
        self.position().is_dead().then_some(Outcome::Draw(Reason::Material))
    }

    /// Makes the game anew, with what was claimed in it.
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
                // What was claimed before in the same position is claimed again.
                let _granted = self.game.claim_count();
            } else {
                self.game.drop_count();
            }
        }
    }
}

/// The men of a FEN with bia ngai marked.
fn with_promoted(men: &str, promoted: Bitboard) -> String {
    let mut marked = String::with_capacity(men.len() + 8);
    for (rank, men) in (0..8).rev().zip(men.split('/')) {
        if rank != 7 {
            marked.push('/');
        }
        let mut file = 0;
        for letter in men.chars() {
            marked.push(letter);
            match letter.to_digit(10) {
                Some(gap) => file += gap as u8,
                None => {
                    if promoted.contains(Square::new(file, rank)) {
                        marked.push('~');
                    }
                    file += 1;
                }
            }
        }
    }
    marked
}

fn start(fen: Option<&str>, variant: Variant, rule: CountingRule) -> Result<Position, JsValue> {
    match fen.filter(|text| !text.is_empty()) {
        None => Ok(Position::start(variant, rule)),
        Some(text) => fen::parse(text, variant, rule)
            .map_err(|fault| error(Subject::Fen, |language| fault.say(language))),
    }
}
