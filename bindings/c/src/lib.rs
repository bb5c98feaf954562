//! The C interface of Sakdi. `include/sakdi.h` is made from these files; `tests/header.rs` checks that it
//! is up to date.
//!
//! Every function catches panics, so that none crosses into C, and accepts null pointers.

mod board;
mod end;
mod error;
mod output;
mod session;
mod text;

use std::ffi::{CStr, c_char};

/// The version of the library, such as `0.1.0`. It lives as long as the library.
#[unsafe(no_mangle)]
pub extern "C" fn sakdi_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => panic!("a version without zeros"),
        };
    VERSION.as_ptr()
}
