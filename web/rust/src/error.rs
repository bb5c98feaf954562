//! Errors as JavaScript gets them: an `Error` with the sentence that the program would print, in
//! English as its message and in Thai beside it, and what kind of input is wrong.

use js_sys::{Error, Reflect};
use sakdi::i18n::Language;
use wasm_bindgen::JsValue;

/// What an error is about.
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

/// An error told in both languages.
pub fn error(subject: Subject, say: impl Fn(Language) -> String) -> JsValue {
    let error = Error::new(&say(Language::English));
    error.set_name("SakdiError");
    set(&error, "subject", &subject.name().into());
    set(&error, "thai", &say(Language::Thai).into());
    error.into()
}

/// An error that is told in English alone: a slip of the programmer, not of a person.
pub fn misuse(subject: Subject, error: impl std::error::Error) -> JsValue {
    self::error(subject, |_| error.to_string())
}

/// Gives an object a property.
pub fn set(object: &JsValue, name: &str, value: &JsValue) {
    // Only frozen objects and proxies refuse, and these are neither.
    let _is_set = Reflect::set(object, &name.into(), value);
}
