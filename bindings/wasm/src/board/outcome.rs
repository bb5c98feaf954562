//! The end of the game, by the rules and by the endgame tables.

use super::Board;
use crate::convert::{self, object};
use crate::tables;
use makruk::notation::{coordinate, pgn};
use makruk::rules::{DrawReason, Outcome};
use makruk::types::{Color, Move};
use sakdi_i18n::Localized;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Board {
    /// Whether a side (`true` for White) lacks the material to win.
    #[wasm_bindgen(js_name = hasInsufficientMaterial)]
    pub fn has_insufficient_material(&self, white: bool) -> bool {
        let color = if white { Color::White } else { Color::Black };
        !self.position().material().can_win(self.position().variant(), color)
    }

    /// Whether both sides lack the material to win.
    #[wasm_bindgen(js_name = isInsufficientMaterial)]
    pub fn is_insufficient_material(&self) -> bool {
        self.position().is_dead()
    }

    /// Whether the game is over. Draws by the count and by repetition end it only if `claim_draw`.
    #[wasm_bindgen(js_name = isGameOver)]
    pub fn is_game_over(&self, claim_draw: Option<bool>) -> bool {
        self.ended(claim_draw).is_some()
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game continues; see [`Self::is_game_over`].
    pub fn result(&self, claim_draw: Option<bool>) -> String {
        self.ended(claim_draw).map_or("*", |end| pgn::result(end.winner())).to_owned()
    }

    /// How the game ended by rule, including count and repetition; null while it continues.
    pub fn outcome(&self) -> JsValue {
        self.game.outcome().map_or(JsValue::NULL, convert::outcome)
    }

    /// The outcome as a sentence; undefined while the game continues.
    #[wasm_bindgen(js_name = outcomeSentence)]
    pub fn outcome_sentence(&self, language: Option<String>) -> Result<Option<String>, JsValue> {
        let language = convert::language(language.as_deref())?;
        let sentence = |outcome: Outcome| language.sentence(&outcome.say(language));
        Ok(self.game.outcome().map(sentence))
    }

    /// The result of the position by the endgame tables; null if no loaded table holds it.
    #[wasm_bindgen(js_name = tableVerdict)]
    pub fn table_verdict(&self) -> JsValue {
        convert::verdict(tables::with(|tables| tables.probe(self.position())))
    }

    /// Every legal move with the result of the position after it by the endgame tables.
    #[wasm_bindgen(js_name = tableMoves)]
    pub fn table_moves(&self) -> Vec<JsValue> {
        let moves = tables::with(|tables| tables.probe_moves(self.position()));
        let entry = |(mv, result): (Move, Option<_>)| {
            let mut next = self.game.clone();
            let ended = next.play(mv).ok().and_then(|()| next.outcome());
            object([
                ("move", coordinate::format(self.position(), mv).into()),
                ("verdict", convert::verdict(result)),
                ("outcome", ended.map_or(JsValue::NULL, convert::outcome)),
            ])
        };
        moves.into_iter().map(entry).collect()
    }
}

impl Board {
    /// The outcome as `ffish` reports it: draws by the count and by repetition only if they are
    /// claimed.
    fn ended(&self, claim_draw: Option<bool>) -> Option<Outcome> {
        let claimed = [Outcome::Draw(DrawReason::Count), Outcome::Draw(DrawReason::Repetition)];
        let outcome = self.game.outcome()?;
        if claim_draw == Some(true) || !claimed.contains(&outcome) {
            return Some(outcome);
        }
        // Dead material draws without a claim.
        self.position().is_dead().then_some(Outcome::Draw(DrawReason::Material))
    }
}
