//! UCI sessions.

use crate::error::{Failure, Status, call, value_or};
use crate::text::{passed, to_c};
use std::ffi::{CString, c_char, c_void};
use std::io::{self, Write};
use std::ptr;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A UCI engine. Several may exist at once, and different threads may use one.
pub struct Session {
    uci: Arc<Mutex<sakdi_uci::Session>>,
    client: Arc<Mutex<Option<Client>>>,
    /// The lines for `sakdi_session_read`.
    unread: Option<Mutex<Receiver<CString>>>,
    has_quit: Mutex<bool>,
}

/// Gets a line of the engine's output, without its line end. It is called by threads of the session,
/// one at a time; it must return soon, and must not call `sakdi_session_free`. `line` is valid until
/// it returns.
pub type WriteLine = Option<unsafe extern "C" fn(context: *mut c_void, line: *const c_char)>;

/// Who gets the output.
enum Client {
    /// A function of the app.
    Function {
        write: unsafe extern "C" fn(context: *mut c_void, line: *const c_char),
        context: *mut c_void,
    },
    /// `sakdi_session_read`.
    Queue(Sender<CString>),
}

// SAFETY: the documentation of `sakdi_session_new` demands a context that other threads may use.
unsafe impl Send for Client {}

impl Client {
    fn take(&self, line: CString) {
        match self {
            // SAFETY: both are from the caller of `sakdi_session_new`, who keeps them valid until
            // `sakdi_session_free` has taken the client away.
            Self::Function { write, context } => unsafe { write(*context, line.as_ptr()) },
            // It fails only when the session is being freed.
            Self::Queue(lines) => lines.send(line).unwrap_or_default(),
        }
    }
}

/// Hands whole lines to the client, as long as there is one.
struct Lines {
    client: Arc<Mutex<Option<Client>>>,
    partial: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.partial.extend_from_slice(bytes);
        while let Some(end) = self.partial.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.partial.drain(..=end).collect();
            let line = to_c(String::from_utf8_lossy(&line[..end]).trim_end_matches('\r'));
            let client = self.client.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(client) = &*client {
                client.take(line);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A new session, or null after an error. `write` gets its output, with `context` as it is; both must
/// stay valid until the session is freed, and other threads must be allowed to use `context`. Without
/// `write` the output waits for `sakdi_session_read`.
#[unsafe(no_mangle)]
pub extern "C" fn sakdi_session_new(write: WriteLine, context: *mut c_void) -> *mut Session {
    value_or(ptr::null_mut(), || {
        let (client, unread) = match write {
            Some(write) => (Client::Function { write, context }, None),
            None => {
                let (sender, receiver) = mpsc::channel();
                (Client::Queue(sender), Some(Mutex::new(receiver)))
            }
        };
        let client = Arc::new(Mutex::new(Some(client)));
        let lines = Lines { client: Arc::clone(&client), partial: Vec::new() };
        let uci = sakdi_uci::Session::new(lines);
        Ok(Box::into_raw(Box::new(Session { uci, client, unread, has_quit: Mutex::new(false) })))
    })
}

/// The next line of output of a session without `write`, to be freed. Waits for it, but at most so many
/// milliseconds; null if there is none by then, and after an error. Another thread may send meanwhile.
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
        let unread = session.unread.as_ref();
        let unread = unread.ok_or_else(|| Failure {
            status: Status::Ended,
            text: "the function of the session gets its output".into(),
        })?;
        let unread = unread.lock().unwrap_or_else(PoisonError::into_inner);
        let line = unread.recv_timeout(Duration::from_millis(milliseconds.into()));
        Ok(line.map_or(ptr::null_mut(), CString::into_raw))
    })
}

/// Sends a line to the engine, such as `go depth 8`. It returns at once, or after the answer of a search
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
        }
        if *has_quit {
            return Err(Failure { status: Status::Ended, text: "the session has ended".into() });
        }
        Ok(())
    })
}

/// Ends a session and frees it. A running search is stopped. No output comes after this returns. Null is
/// ignored.
///
/// # Safety
/// `session` is null or a session that has not been freed, and no other call uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sakdi_session_free(session: *mut Session) {
    value_or((), || {
        if session.is_null() {
            return Ok(());
        }
        // SAFETY: `sakdi_session_new` has made it, and the caller gives it back.
        let session = unsafe { Box::from_raw(session) };
        // Waits for a callback that is running.
        *session.client.lock().unwrap_or_else(PoisonError::into_inner) = None;
        sakdi_uci::Session::end(&session.uci);
        Ok(())
    });
}
