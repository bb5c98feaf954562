//! The UCI engine with threads for JavaScript: a session behind functions that pass bytes through the shared memory.
//! `web/js/threads-worker.js` calls them, and starts a worker for each thread.
//!
//! JavaScript writes what it passes to [`input`]; a function that has a result leaves it in [`result`].

use sakdi_engine::eval::nnue::{self, Net};
use sakdi_engine::tablebase::Tablebase;
use sakdi_facade::Error;
use sakdi_i18n::{Language, Localized};
use sakdi_uci::Session;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// The session of this instance.
static SESSION: LazyLock<Arc<Mutex<Session>>> = LazyLock::new(|| Session::new(Writer));
/// The tables that have been added.
static TABLES: LazyLock<Mutex<Tablebase>> = LazyLock::new(|| Mutex::new(Tablebase::empty()));
/// Output that JavaScript has not taken.
static OUTPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static RESULT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

#[link(wasm_import_module = "sakdi")]
unsafe extern "C" {
    /// Says that there is output again.
    fn output_waits();
}

unsafe extern "C" {
    /// Makes the current thread known to the C library.
    fn __wasi_init_tp();
    /// Runs the constructors of the module. If nothing called it, the linker would make every function do it.
    fn __wasm_call_ctors();
}

/// Prepares the instance of the first thread; to be called once, before all else. A library gets no such function by itself.
#[unsafe(no_mangle)]
pub extern "C" fn _initialize() {
    // SAFETY: both are without parameters, and JavaScript calls this first and once.
    unsafe {
        __wasi_init_tp();
        __wasm_call_ctors();
    }
}

/// Writes to the output, from any thread. JavaScript takes it on one thread, so that the lines keep their order.
struct Writer;

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut output = locked(&OUTPUT);
        let is_first = output.is_empty();
        output.extend_from_slice(bytes);
        drop(output);
        if is_first {
            // SAFETY: a JavaScript function without parameters or result.
            unsafe { output_waits() };
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The place for this many bytes of input. It is valid until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    let mut input = locked(&INPUT);
    input.clear();
    input.resize(length, 0);
    input.as_mut_ptr()
}

/// The last result. It is valid until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn result() -> *const u8 {
    locked(&RESULT).as_ptr()
}

/// Makes these bytes the result, and returns their number.
fn set_result(bytes: Vec<u8>) -> usize {
    let length = bytes.len();
    *locked(&RESULT) = bytes;
    length
}

/// Moves the output to the result, and returns its length in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn take_output() -> usize {
    let output = std::mem::take(&mut *locked(&OUTPUT));
    set_result(output)
}

/// Handles the input, a line. Returns at once, or after the end of a search that the line ends: whether it was not `quit`.
#[unsafe(no_mangle)]
pub extern "C" fn send_line() -> bool {
    let line = String::from_utf8_lossy(&locked(&INPUT)).into_owned();
    let flow = locked(&SESSION).handle(&line);
    if flow.is_break() {
        Session::end(&SESSION);
    }
    flow == ControlFlow::Continue(())
}

/// Number of threads of a search.
#[unsafe(no_mangle)]
pub extern "C" fn threads() -> usize {
    locked(&SESSION).threads()
}

/// Whether a search, perft or bench is running.
#[unsafe(no_mangle)]
pub extern "C" fn is_busy() -> bool {
    locked(&SESSION).is_busy()
}

/// Adds the tables of the input, a file. The result is the names of their endings, one a line, or the error as [`refused`] writes it.
/// Returns its length, negative for an error.
#[unsafe(no_mangle)]
pub extern "C" fn add_tables() -> isize {
    let mut tables = locked(&TABLES);
    match sakdi_facade::tables::add(&mut tables, &locked(&INPUT)) {
        Ok(names) => {
            locked(&SESSION).set_builtin_tables(tables.clone());
            set_result(names.join("\n").into_bytes()) as isize
        }
        Err(error) => refused(&error),
    }
}

/// Gives this instance its net, the input, before all that concerns the session. Returns 0, or as [`add_tables`] for an error.
#[unsafe(no_mangle)]
pub extern "C" fn set_default_net() -> isize {
    take_net(nnue::set_default_net)
}

/// Makes the engine evaluate by the net of the input, a file. Returns 0, or as [`add_tables`] for an error.
#[unsafe(no_mangle)]
pub extern "C" fn use_net() -> isize {
    take_net(|net| locked(&SESSION).set_builtin_net(net))
}

/// Passes on the net of the input.
fn take_net(receive: impl FnOnce(Net)) -> isize {
    match Net::read(&locked(&INPUT)) {
        Ok((net, _)) => {
            receive(net);
            0
        }
        Err(error) => refused(&error.into()),
    }
}

/// Makes the result the kind of input that was refused, and the sentence in English and in Thai, one a line.
fn refused(error: &Error) -> isize {
    let say = |language| error.say(language).replace('\n', " ");
    let text = [error.subject().name().to_owned(), say(Language::English), say(Language::Thai)];
    -(set_result(text.join("\n").into_bytes()) as isize)
}
