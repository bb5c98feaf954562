//! UCI sessions.

use crate::error::{Failure, Status, call, value_or};
use crate::output::{Lines, Reader, WriteLine};
use crate::text::passed;
use std::ffi::{CString, c_char, c_void};
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A UCI engine. Several may exist at once, and different threads may use one.
pub struct Session {
    uci: Arc<Mutex<sakdi_uci::Session>>,
    reader: Reader,
    has_quit: Mutex<bool>,
}

/// A new session, or null after an error. `write` gets its output, with `context` as it is; both must
/// stay valid until the session is freed, and other threads must be allowed to use `context`. Without
/// `write` the output waits for `sakdi_session_read`.
#[unsafe(no_mangle)]
pub extern "C" fn sakdi_session_new(write: WriteLine, context: *mut c_void) -> *mut Session {
    value_or(ptr::null_mut(), || {
        let (lines, reader) = match write {
            Some(write) => Lines::to_function(write, context)?,
            None => Lines::to_queue(),
        };
        let uci = sakdi_uci::Session::new(lines);
        Ok(Box::into_raw(Box::new(Session { uci, reader, has_quit: Mutex::new(false) })))
    })
}

/// The next line of output of a session without `write`, to be freed. Waits for it, but at most so many
/// milliseconds, and not after `quit`; null if there is none, and after an error. Another thread may
/// send meanwhile.
///
/// # Safety
/// `session` is null or a session that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_session_read(
    session: *const Session,
    milliseconds: u32,
) -> *mut c_char {
    value_or(ptr::null_mut(), || {
        // SAFETY: the caller promises it.
        let session = unsafe { session.as_ref() }.ok_or_else(|| Failure::null("session"))?;
        let line = session.reader.next(Duration::from_millis(milliseconds.into()))?;
        Ok(line.map_or(ptr::null_mut(), CString::into_raw))
    })
}

/// Sends a line to the engine, such as `go depth 8`. It returns at once, or after the end of a search
/// that the line ends. Answers may come before it returns, and later. After `quit` the status is
/// `SAKDI_STATUS_ENDED`.
///
/// # Safety
/// `session` is null or a session that has not been freed, `line` null or a text that ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_session_send(
    session: *const Session,
    line: *const c_char,
) -> Status {
    call(|| {
        // SAFETY: the caller promises it.
        let session = unsafe { session.as_ref() }.ok_or_else(|| Failure::null("session"))?;
        // SAFETY: the caller promises it.
        let line = unsafe { passed(line, "line") }?;
        let mut has_quit = session.has_quit.lock().unwrap_or_else(PoisonError::into_inner);
        if !*has_quit {
            let mut uci = session.uci.lock().unwrap_or_else(PoisonError::into_inner);
            *has_quit = line.lines().any(|line| uci.handle(line).is_break());
            drop(uci);
            if *has_quit {
                // The last answers of a search come before the end.
                sakdi_uci::Session::end(&session.uci);
                session.reader.end_waits();
            }
        }
        if *has_quit {
            return Err(Failure { status: Status::Ended, text: "the session has ended".into() });
        }
        Ok(())
    })
}

/// Ends a session and frees it. A running search is stopped. `write` gets the output from before, and
/// nothing after this returns. `write` may call this, too. Null is ignored.
///
/// # Safety
/// `session` is null or a session that has not been freed, and no other call uses it, except those of
/// `write`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_session_free(session: *mut Session) {
    value_or((), || {
        {
            // SAFETY: the caller promises it. `write` may still send, so nothing is changed yet.
            let Some(session) = (unsafe { session.as_ref() }) else { return Ok(()) };
            *session.has_quit.lock().unwrap_or_else(PoisonError::into_inner) = true;
            session.reader.close();
            sakdi_uci::Session::end(&session.uci);
            session.reader.finish();
        }
        // SAFETY: `sakdi_session_new` has made it, and the caller gives it back.
        drop(unsafe { Box::from_raw(session) });
        Ok(())
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_of_a_search_comes_before_the_end() {
        let session = sakdi_session_new(None, ptr::null_mut());
        // SAFETY: the session is freed at the end, and the lines end with a zero.
        unsafe {
            assert_eq!(sakdi_session_send(session, c"go infinite".as_ptr()), Status::Ok);
            assert_eq!(sakdi_session_send(session, c"quit".as_ptr()), Status::Ended);
            let read = || sakdi_session_read(session, 60_000);
            let lines = std::iter::repeat_with(read).take_while(|line| !line.is_null());
            let last = lines.map(|line| CString::from_raw(line)).last();
            assert!(last.is_some_and(|line| line.to_bytes().starts_with(b"bestmove ")));
            sakdi_session_free(session);
        }
    }
}
