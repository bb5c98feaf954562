//! Work in another thread, which Ctrl-C ends.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How often a thread that waits looks for Ctrl-C.
pub const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Waits for the next of what another thread sends, while other threads of Python work; `None` after
/// the last. Ctrl-C sets `stop`, and is the error.
pub fn receive<T: Send>(
    py: Python<'_>,
    receiver: &Mutex<Receiver<T>>,
    stop: &AtomicBool,
) -> PyResult<Option<T>> {
    let wait = || {
        let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
        receiver.recv_timeout(SIGNAL_INTERVAL)
    };
    loop {
        match py.detach(wait) {
            Ok(sent) => return Ok(Some(sent)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                py.check_signals().inspect_err(|_| stop.store(true, Relaxed))?;
            }
        }
    }
}

/// Does work that ends soon after its flag is set, as Ctrl-C does.
pub fn run<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    let receiver = Mutex::new(receiver);
    let flag = &stop;
    let send = move || {
        // A receiver that is gone needs no result.
        let _gone = sender.send(work(flag));
    };
    thread::scope(|scope| {
        let started =
            thread::Builder::new().name("sakdi work".to_owned()).spawn_scoped(scope, send);
        let started =
            started.map_err(|error| PyRuntimeError::new_err(format!("no thread: {error}")))?;
        let result = receive(py, &receiver, &stop);
        // The work may call Python before it ends. If it has failed, there is no result.
        let _failed = py.detach(|| started.join());
        result?.ok_or_else(|| PyRuntimeError::new_err("the thread has failed"))
    })
}
