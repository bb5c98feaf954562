//! The count: its state, setting it, and claims.

use super::{Board, Claim};
use crate::convert::{self, object, or_null};
use crate::error::{Subject, error};
use makruk::rules::counting::{BOARD_HONOUR, claimant, pieces_honour};
use makruk::rules::{ClaimError, CountingRule};
use makruk::types::Color;
use sakdi_i18n::Localized;
use wasm_bindgen::prelude::*;

/// The error of setting a count where pieces' honour cannot run.
const NO_PIECES_HONOUR: &str = "no khun is bare, or bia are left";

#[wasm_bindgen]
impl Board {
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
            ("limit", count.last().into()),
            ("movesLeft", left.into()),
            ("isOver", count.is_over().into()),
        ])
    }

    /// The state of the count as a sentence. While no count runs, it says so, and who may claim
    /// one.
    #[wasm_bindgen(js_name = countSentence)]
    pub fn count_sentence(&self, language: Option<String>) -> Result<String, JsValue> {
        let language = convert::language(language.as_deref())?;
        Ok(language.sentence(&self.position().count_status().say(language)))
    }

    /// The pieces' honour count that the bare khun's next move would start; null if it would start
    /// none, or if a count runs already.
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

    /// Sets the last number that the bare khun has counted, and the limit, by default the one that
    /// the men on the board set. The moves before are forgotten. Its errors are in English only.
    #[wasm_bindgen(js_name = setCount)]
    pub fn set_count(&mut self, counted: u16, limit: Option<u16>) -> Result<(), JsValue> {
        let default = self.pieces_honour();
        let default =
            default.ok_or_else(|| error(Subject::Count, |_| NO_PIECES_HONOUR.to_owned()))?;
        let limit = limit.unwrap_or(default);
        if !(1..=BOARD_HONOUR).contains(&limit) || counted > limit {
            return Err(error(Subject::Count, |_| format!("{counted} of {limit} is no count")));
        }
        let bare_to_move = self.position().is_bare(self.position().to_move());
        let ply = (2 * counted).saturating_sub(u16::from(!bare_to_move));
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

    /// Starts the count that the weaker side claims.
    #[wasm_bindgen(js_name = claimCount)]
    pub fn claim_count(&mut self) -> Result<(), JsValue> {
        let refused = |fault: ClaimError| error(Subject::Count, |language| fault.say(language));
        self.game.claim_count().map_err(refused)?;
        self.claims.push(Claim { moves: self.game.moves().len(), counts: true });
        Ok(())
    }

    /// Ends a claimed count.
    #[wasm_bindgen(js_name = dropCount)]
    pub fn drop_count(&mut self) {
        let before = self.position().count();
        self.game.drop_count();
        if self.position().count() != before {
            self.claims.push(Claim { moves: self.game.moves().len(), counts: false });
        }
    }
}

impl Board {
    /// The limit of pieces' honour if exactly one khun is bare, no bia are left and there is a
    /// counting rule.
    fn pieces_honour(&self) -> Option<u16> {
        let position = self.position();
        let bare: Vec<Color> =
            Color::ALL.into_iter().filter(|&side| position.is_bare(side)).collect();
        let [bare] = bare[..] else { return None };
        let counts = !position.has_pawns() && position.counting_rule() != CountingRule::None;
        counts.then(|| pieces_honour(position.counting_rule(), &position.material(), !bare))
    }
}
