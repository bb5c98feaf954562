//! Converts values of the crate to plain JavaScript objects, and JavaScript strings to values.

use crate::error::{Subject, misuse, set};
use js_sys::Object;
use makruk::notation::{Notation, pgn};
use makruk::rules::{CountingRule, DrawReason, Outcome, Variant};
use makruk::types::Color;
use sakdi_engine::tablebase::{Metric, ProbeResult};
use sakdi_i18n::Language;
use wasm_bindgen::JsValue;

/// A plain object.
pub fn object<const N: usize>(fields: [(&str, JsValue); N]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        set(&object, name, &value);
    }
    object.into()
}

/// The value, or `null`.
pub fn or_null<T: Into<JsValue>>(value: Option<T>) -> JsValue {
    value.map_or(JsValue::NULL, Into::into)
}

/// `"white"` or `"black"`.
pub fn color(color: Color) -> JsValue {
    match color {
        Color::White => "white".into(),
        Color::Black => "black".into(),
    }
}

pub fn variant(name: Option<&str>) -> Result<Variant, JsValue> {
    let name = name.unwrap_or(Variant::Makruk.name());
    name.parse().map_err(|error| misuse(Subject::Variant, error))
}

pub fn counting_rule(name: Option<&str>) -> Result<CountingRule, JsValue> {
    let name = name.unwrap_or(CountingRule::Makruk.name());
    name.parse().map_err(|error| misuse(Subject::Rule, error))
}

pub fn language(name: Option<&str>) -> Result<Language, JsValue> {
    let name = name.unwrap_or(Language::English.name());
    name.parse().map_err(|error| misuse(Subject::Language, error))
}

/// Parses a notation by its name, or by its number in `ffish`: 0 and 1 SAN, 2 coordinates, 8 Thai,
/// 9 long Thai. The default is SAN.
pub fn notation(which: &JsValue) -> Result<Notation, JsValue> {
    if let Some(name) = which.as_string() {
        return name.parse().map_err(|error| misuse(Subject::Notation, error));
    }
    Ok(match which.as_f64() {
        Some(2.0) => Notation::Coordinate,
        Some(8.0) => Notation::Thai,
        Some(9.0) => Notation::ThaiLong,
        _ => Notation::San,
    })
}

/// How a game ended by rule.
pub fn outcome(outcome: Outcome) -> JsValue {
    let reason = match outcome {
        Outcome::Mate { .. } => "mate",
        Outcome::Draw(DrawReason::Stalemate) => "stalemate",
        Outcome::Draw(DrawReason::Count) => "count",
        Outcome::Draw(DrawReason::Repetition) => "repetition",
        Outcome::Draw(DrawReason::Material) => "material",
    };
    object([
        ("reason", reason.into()),
        ("winner", or_null(outcome.winner().map(color))),
        ("result", pgn::result(outcome.winner()).into()),
    ])
}

/// A result of the endgame tables; null if there is none.
pub fn verdict(verdict: Option<ProbeResult>) -> JsValue {
    let Some(verdict) = verdict else { return JsValue::NULL };
    let goal = match verdict.metric {
        Metric::Mate => "mate",
        Metric::Conversion => "conversion",
    };
    object([
        ("winner", or_null(verdict.winner().map(color))),
        ("strong", color(verdict.strong)),
        ("goal", goal.into()),
        ("distance", or_null(verdict.distance)),
        ("movesLeft", or_null(verdict.moves_left)),
    ])
}
