//! The output of sessions: lines on their way to the app.

use crate::error::{Failure, Status};
use crate::text::to_c;
use std::collections::VecDeque;
use std::ffi::{CString, c_char, c_void};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Gets a line of the engine's output, without its line end. It is called on a thread that the session
/// has for it, and may use the session and free it. `line` is valid until it returns.
pub type WriteLine = Option<unsafe extern "C" fn(context: *mut c_void, line: *const c_char)>;

/// A line, or the end of the output.
type Message = Option<CString>;

/// Hands whole lines to the reader.
pub struct Lines {
    place: Place,
    partial: Vec<u8>,
}

/// Where lines go.
enum Place {
    Function(Sender<Message>),
    Queue(Arc<Queue>),
}

/// Lines that wait for `sakdi_session_read`.
#[derive(Default)]
pub struct Queue {
    waiting: Mutex<Waiting>,
    has_changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    lines: VecDeque<CString>,
    has_ended: bool,
}

impl Queue {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, line: CString) {
        self.waiting().lines.push_back(line);
        self.has_changed.notify_one();
    }

    /// Those who wait for a line wait no longer.
    fn end(&self) {
        self.waiting().has_ended = true;
        self.has_changed.notify_all();
    }

    /// The next line, for which it waits so long unless the output has ended.
    fn next(&self, patience: Duration) -> Option<CString> {
        let is_empty = |waiting: &mut Waiting| waiting.lines.is_empty() && !waiting.has_ended;
        let waited = self.has_changed.wait_timeout_while(self.waiting(), patience, is_empty);
        waited.unwrap_or_else(PoisonError::into_inner).0.lines.pop_front()
    }
}

/// Who reads the output.
pub enum Reader {
    /// A function of the app. It has a thread of its own, so that it may send to the session: neither
    /// `sakdi_session_send` nor a search waits for it.
    Function {
        end: Sender<Message>,
        is_closed: Arc<AtomicBool>,
        thread: Mutex<Option<JoinHandle<()>>>,
    },
    /// `sakdi_session_read`.
    Queue(Arc<Queue>),
}

/// A function of the app and what it is called with.
struct Function {
    write: unsafe extern "C" fn(context: *mut c_void, line: *const c_char),
    context: *mut c_void,
}

// SAFETY: the documentation of `sakdi_session_new` demands a context that other threads may use.
unsafe impl Send for Function {}

impl Function {
    fn call(&self, line: &CString) {
        // SAFETY: both are from the caller of `sakdi_session_new`, who keeps them valid until the session
        // is freed, which ends the thread that is here.
        unsafe { (self.write)(self.context, line.as_ptr()) }
    }
}

impl Lines {
    /// Lines for a function.
    pub fn to_function(
        write: unsafe extern "C" fn(context: *mut c_void, line: *const c_char),
        context: *mut c_void,
    ) -> Result<(Self, Reader), Failure> {
        let (reader, lines) = mpsc::channel::<Message>();
        let (function, is_closed) = (Function { write, context }, Arc::new(AtomicBool::new(false)));
        let closed = Arc::clone(&is_closed);
        let hand_over = move || {
            while let Ok(Some(line)) = lines.recv()
                && !closed.load(Relaxed)
            {
                function.call(&line);
            }
        };
        let started = thread::Builder::new().name("sakdi output".into()).spawn(hand_over);
        let thread = started.map_err(|error| Failure {
            status: Status::Fault,
            text: format!("no thread for the output: {error}"),
        })?;
        let end = reader.clone();
        let thread = Mutex::new(Some(thread));
        let reader_of_lines = Reader::Function { end, is_closed, thread };
        Ok((Self { place: Place::Function(reader), partial: Vec::new() }, reader_of_lines))
    }

    /// Lines that wait for [`Reader::next`].
    pub fn to_queue() -> (Self, Reader) {
        let queue = Arc::new(Queue::default());
        let place = Place::Queue(Arc::clone(&queue));
        (Self { place, partial: Vec::new() }, Reader::Queue(queue))
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.partial.extend_from_slice(bytes);
        while let Some(end) = self.partial.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.partial.drain(..=end).collect();
            let line = to_c(String::from_utf8_lossy(&line[..end]).trim_end_matches('\r'));
            match &self.place {
                // It fails only when the session is being freed.
                Place::Function(reader) => reader.send(Some(line)).unwrap_or_default(),
                Place::Queue(queue) => queue.add(line),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Reader {
    /// The next line, for which it waits so long.
    pub fn next(&self, patience: Duration) -> Result<Option<CString>, Failure> {
        let Self::Queue(queue) = self else {
            let text = "the function of the session gets its output".into();
            return Err(Failure { status: Status::Ended, text });
        };
        Ok(queue.next(patience))
    }

    /// Nobody waits for a line any more: the session has ended.
    pub fn end_waits(&self) {
        if let Self::Queue(queue) = self {
            queue.end();
        }
    }

    /// Lets no line through from now on. The function gets those before it, unless it is the function that
    /// ends the session.
    pub fn close(&self) {
        if let Self::Function { end, is_closed, .. } = self {
            end.send(None).unwrap_or_default();
            is_closed.store(self.is_here(), Relaxed);
        }
    }

    /// Waits for the function to return for the last time, unless it is the function that ends the session.
    pub fn finish(&self) {
        if let Self::Function { thread, .. } = self
            && !self.is_here()
        {
            let thread = thread.lock().unwrap_or_else(PoisonError::into_inner).take();
            // The function is C: there is no panic to hand on.
            thread.map_or(Ok(()), JoinHandle::join).unwrap_or_default();
        }
    }

    /// Whether the function runs in this thread.
    fn is_here(&self) -> bool {
        let Self::Function { thread, .. } = self else { return false };
        let thread = thread.lock().unwrap_or_else(PoisonError::into_inner);
        thread.as_ref().is_some_and(|thread| thread.thread().id() == thread::current().id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_waits_for_a_line_after_the_end() {
        let (mut lines, reader) = Lines::to_queue();
        let minute = Duration::from_secs(60);
        lines.write_all(b"one\r\ntwo\nthr").expect("memory");
        assert_eq!(reader.next(minute).expect("a queue").as_deref(), Some(c"one"));
        thread::scope(|scope| {
            let [one, other] = [(); 2].map(|()| scope.spawn(|| reader.next(minute)));
            // One reader does not wait for the others.
            let mut found = vec![reader.next(Duration::ZERO)];
            reader.end_waits();
            found.extend([one, other].map(|reader| reader.join().expect("no panic")));
            let found = found.into_iter().filter_map(|line| line.expect("a queue"));
            assert_eq!(found.collect::<Vec<_>>(), [c"two".to_owned()]);
        });
        assert_eq!(reader.next(minute).expect("a queue"), None);
    }
}
