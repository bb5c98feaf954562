//! Errors: a code, and a text for each thread.

use crate::text::to_c;
use makruk::perft::PerftError;
use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// What came of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It was done.
    Ok = 0,
    /// A pointer that must not be null is null.
    Null = 1,
    /// A text is not UTF-8.
    Text = 2,
    /// A position is none.
    Fen = 3,
    /// A move cannot be read, or is illegal.
    Move = 4,
    /// No count can be claimed, skipped or set.
    Count = 5,
    /// The name of a variant, of a counting rule, of a notation or of a language does not exist.
    Name = 6,
    /// The session has ended.
    Ended = 7,
    /// A fault of the library.
    Fault = 8,
    /// A number is too large.
    Number = 9,
}

/// A failed call: its status, and a sentence.
#[derive(Debug)]
pub struct Failure {
    pub status: Status,
    pub text: String,
}

impl Failure {
    /// A pointer that must not be null.
    pub fn null(name: &str) -> Self {
        Self { status: Status::Null, text: format!("{name} is null") }
    }
}

impl From<PerftError> for Failure {
    fn from(error: PerftError) -> Self {
        let status = match error {
            PerftError::TooDeep(_) | PerftError::TooManyLeaves(_) => Status::Number,
            // One thread is there, and nothing stops it.
            PerftError::Stopped | PerftError::Threads(_) => Status::Fault,
        };
        Self { status, text: error.to_string() }
    }
}

impl From<sakdi_facade::Error> for Failure {
    fn from(error: sakdi_facade::Error) -> Self {
        use sakdi_facade::Error;
        let status = match error {
            Error::Claim(_) | Error::Count(_) => Status::Count,
            Error::Fen(_) => Status::Fen,
            Error::Move(_) => Status::Move,
            Error::Name { .. } => Status::Name,
            // The functions here have no such input.
            Error::Explorer(_)
            | Error::Net(_)
            | Error::NoGames
            | Error::NotAnalysed { .. }
            | Error::Pgn(_)
            | Error::Table(_) => Status::Fault,
        };
        Self { status, text: error.to_string() }
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Does the work of a call. Notes what went wrong, and turns a panic into a status.
pub fn call(work: impl FnOnce() -> Result<(), Failure>) -> Status {
    let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(fault(&*panic)));
    match done {
        Ok(()) => Status::Ok,
        Err(Failure { status, text }) => {
            // A thread that ends may have lost its text already.
            let _ended = LAST.try_with(|last| *last.borrow_mut() = to_c(&text));
            status
        }
    }
}

/// Does the work of a call that returns a value; `None` and the default after an error.
pub fn value_or<T>(default: T, work: impl FnOnce() -> Result<T, Failure>) -> T {
    let mut value = default;
    let place = &mut value;
    let _noted = call(move || {
        *place = work()?;
        Ok(())
    });
    value
}

fn fault(panic: &(dyn Any + Send)) -> Failure {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    Failure { status: Status::Fault, text: format!("a fault of the library: {text:?}") }
}

/// What was wrong with the last call of this thread that failed, as a sentence. It is valid until
/// the next such call of the thread.
#[unsafe(no_mangle)]
pub extern "C" fn sakdi_error_text() -> *const c_char {
    catch_unwind(|| LAST.with_borrow(|last| last.as_ptr())).unwrap_or(ptr::null())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    #[test]
    fn a_panic_becomes_a_status() {
        assert_eq!(call(|| panic!("on purpose")), Status::Fault);
        // SAFETY: the text is valid until the next call that fails.
        let text = unsafe { CStr::from_ptr(sakdi_error_text()) };
        assert!(text.to_string_lossy().contains("on purpose"), "{text:?}");
        assert_eq!(value_or(7, || panic!("again")), 7);
    }
}
