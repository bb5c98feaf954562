//! Errors for JavaScript: an `Error` whose message is the sentence that the program prints in
//! English, with the Thai sentence and the kind of input as properties.

use js_sys::{Error, Reflect};
use sakdi_i18n::{Language, Localized};
use wasm_bindgen::JsValue;

/// An error with its sentence in both languages.
pub fn thrown(fault: impl Into<sakdi_facade::Error>) -> JsValue {
    js_error(&fault.into())
}

fn js_error(fault: &sakdi_facade::Error) -> JsValue {
    let error = Error::new(&fault.say(Language::English));
    error.set_name("SakdiError");
    set(&error, "subject", &fault.subject().name().into());
    set(&error, "thai", &fault.say(Language::Thai).into());
    error.into()
}

/// Sets a property of an object.
pub fn set(object: &JsValue, name: &str, value: &JsValue) {
    // Setting fails only for frozen objects and proxies.
    let _is_set = Reflect::set(object, &name.into(), value);
}
