//! Converts values of the crate to plain JavaScript objects, and JavaScript strings to values.

use crate::error::{set, thrown};
use crate::ffish::MoveFormat;
use js_sys::Object;
use makruk::game::ClaimKind;
use makruk::notation::{Notation, pgn};
use makruk::rules::{CountingRule, Outcome, Variant};
use makruk::types::{Color, UnknownName};
use sakdi_engine::tablebase::ProbeResult;
use sakdi_facade::{Subject, reason, tables};
use sakdi_i18n::Language;
use std::str::FromStr;
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

/// The value of a name.
fn named<T: FromStr<Err = UnknownName>>(name: &str, subject: Subject) -> Result<T, JsValue> {
    name.parse().map_err(|error| thrown(sakdi_facade::Error::Name { subject, error }))
}

pub fn variant(name: Option<&str>) -> Result<Variant, JsValue> {
    named(name.unwrap_or(Variant::Makruk.name()), Subject::Variant)
}

pub fn counting_rule(name: Option<&str>) -> Result<CountingRule, JsValue> {
    named(name.unwrap_or(CountingRule::MAKRUK.name()), Subject::Rule)
}

pub fn language(name: Option<&str>) -> Result<Language, JsValue> {
    named(name.unwrap_or(Language::English.name()), Subject::Language)
}

/// A whole number from 0 to `most`.
pub fn whole(name: &str, number: f64, most: u16) -> Result<u16, JsValue> {
    let is_whole = number.fract() == 0.0 && (0.0..=f64::from(most)).contains(&number);
    let fault = || format!("{name} must be a whole number from 0 to {most}, not {number}");
    if is_whole { Ok(number as u16) } else { Err(js_sys::RangeError::new(&fault()).into()) }
}

/// Parses a notation by its name, or by its number in `ffish`. The default is SAN.
pub fn move_format(which: &JsValue) -> Result<MoveFormat, JsValue> {
    if let Some(name) = which.as_string() {
        return Ok(MoveFormat::Named(named(&name, Subject::Notation)?));
    }
    let number = which.as_f64().unwrap_or(1.0);
    MoveFormat::of_number(number).map_err(|fault| js_sys::RangeError::new(&fault).into())
}

/// The notation of this package that is nearest to [`move_format`].
pub fn notation(which: &JsValue) -> Result<Notation, JsValue> {
    Ok(move_format(which)?.notation())
}

/// A claim by its name.
pub const fn claim_name(kind: ClaimKind) -> &'static str {
    match kind {
        ClaimKind::Start => "start",
        ClaimKind::Stop => "stop",
        ClaimKind::Skip => "skip",
    }
}

/// How a game ended by rule.
pub fn outcome(outcome: Outcome) -> JsValue {
    object([
        ("reason", reason(outcome).into()),
        ("winner", or_null(outcome.winner().map(color))),
        ("result", pgn::result(outcome.winner()).into()),
    ])
}

/// A result of the endgame tables; null if there is none.
pub fn verdict(verdict: Option<ProbeResult>) -> JsValue {
    let Some(verdict) = verdict else { return JsValue::NULL };
    object([
        ("winner", or_null(verdict.winner().map(color))),
        ("strong", color(verdict.strong)),
        ("goal", tables::goal(&verdict).into()),
        ("distance", or_null(verdict.distance)),
        ("movesLeft", or_null(verdict.moves_left)),
    ])
}
