//! Texts of C.

use crate::error::{Failure, Status, value_or};
use std::ffi::{CStr, CString, c_char};
use std::ptr;

/// The text as C has it. A zero inside would end it too early, so it is left out.
pub fn to_c(text: &str) -> CString {
    let bytes: Vec<u8> = text.bytes().filter(|&byte| byte != 0).collect();
    // There are no zeros left.
    CString::new(bytes).unwrap_or_default()
}

/// A text that the caller frees with [`sakdi_text_free`]; null after an error.
pub fn given(work: impl FnOnce() -> Result<String, Failure>) -> *mut c_char {
    value_or(ptr::null_mut(), || Ok(to_c(&work()?).into_raw()))
}

/// A text that C has passed.
///
/// # Safety
/// `text` is null or a text that ends with a zero, and stays as it is during the call.
pub unsafe fn passed<'a>(text: *const c_char, name: &str) -> Result<&'a str, Failure> {
    // SAFETY: the caller promises it.
    let text = unsafe { optional(text, name) }?;
    text.ok_or_else(|| Failure::null(name))
}

/// A text that C has passed; `None` for null.
///
/// # Safety
/// As for [`passed`].
pub unsafe fn optional<'a>(text: *const c_char, name: &str) -> Result<Option<&'a str>, Failure> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: it is not null, and the caller promises the rest.
    let text = unsafe { CStr::from_ptr(text) }.to_str();
    text.map(Some).map_err(|error| Failure {
        status: Status::Text,
        text: format!("{name} is not UTF-8: {error}"),
    })
}

/// Frees a text that a function of this library has returned. Null is ignored.
///
/// # Safety
/// `text` is null, or was returned by this library as a text to free, and has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_text_free(text: *mut c_char) {
    value_or((), || {
        if !text.is_null() {
            // SAFETY: `given` has made it, and the caller gives it back.
            drop(unsafe { CString::from_raw(text) });
        }
        Ok(())
    });
}
