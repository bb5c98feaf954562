//! Errors for JavaScript: an `Error` whose message is the sentence that the program prints in
//! English, with the Thai sentence and the kind of input as properties.

use js_sys::{Error, Reflect};
use sakdi_i18n::Language;
use wasm_bindgen::JsValue;

/// The kind of input that is wrong.
#[derive(Clone, Copy, Debug)]
pub enum Subject {
    Count,
    Fen,
    Language,
    Move,
    Net,
    Notation,
    Pgn,
    Rule,
    Table,
    Variant,
}

impl Subject {
    const fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Fen => "fen",
            Self::Language => "language",
            Self::Move => "move",
            Self::Net => "net",
            Self::Notation => "notation",
            Self::Pgn => "pgn",
            Self::Rule => "countingRule",
            Self::Table => "table",
            Self::Variant => "variant",
        }
    }
}

/// An error with its sentence in both languages.
pub fn error(subject: Subject, say: impl Fn(Language) -> String) -> JsValue {
    let error = Error::new(&say(Language::English));
    error.set_name("SakdiError");
    set(&error, "subject", &subject.name().into());
    set(&error, "thai", &say(Language::Thai).into());
    error.into()
}

/// An error in English only: a mistake in the calling program, not of its user.
pub fn misuse(subject: Subject, error: impl std::error::Error) -> JsValue {
    self::error(subject, |_| error.to_string())
}

/// Sets a property of an object.
pub fn set(object: &JsValue, name: &str, value: &JsValue) {
    // Setting fails only for frozen objects and proxies.
    let _is_set = Reflect::set(object, &name.into(), value);
}
