//! A search in a thread of its own, which hands its lines over one by one.

use crate::board::Board;
use crate::engine::{Line, SearchResult};
use crate::interrupt;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use sakdi_engine::search::Limits;
use sakdi_levels::Strength;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};

/// What a search hands over.
pub enum Event {
    Line(Line),
    Done(SearchResult),
}

/// A search that runs: an iterator of its lines, and a context manager that stops it.
///
/// >>> with Engine().analysis(Board(), Limit(depth=3)) as search:
/// ...     depths = [line.depth for line in search]
/// >>> depths[-1]
/// 3
#[pyclass(module = "sakdi", frozen)]
pub struct RunningSearch {
    stop: Arc<AtomicBool>,
    events: Mutex<Receiver<Event>>,
    /// The last line of each place so far.
    lines: Mutex<Vec<Line>>,
    result: Mutex<Option<SearchResult>>,
}

impl RunningSearch {
    /// Starts a search of a board.
    pub fn start(
        engine: &sakdi_facade::Engine,
        board: &Board,
        strength: Option<Strength>,
        limits: Limits,
        stop: Arc<AtomicBool>,
    ) -> PyResult<Self> {
        let (engine, board, flag) = (engine.clone(), board.0.clone(), Arc::clone(&stop));
        let (sender, events) = mpsc::channel();
        let search = move || {
            let root = *board.position();
            // A receiver that is gone needs no more lines.
            let report = |line| sender.send(Event::Line(Line::new(&root, line))).is_ok();
            let result = engine.search(&board, strength, &limits, &flag, report);
            // Nobody has to wait for this search any more.
            flag.store(true, Relaxed);
            let _gone = sender.send(Event::Done(SearchResult::new(&root, result)));
        };
        // The main search thread works on the stack of this one.
        let builder = std::thread::Builder::new().stack_size(sakdi_engine::search::STACK_BYTES);
        let started = builder.name("sakdi search".to_owned()).spawn(search);
        started.map_err(|error| PyRuntimeError::new_err(format!("no search thread: {error}")))?;
        let (events, lines) = (Mutex::new(events), Mutex::default());
        Ok(Self { stop, events, lines, result: Mutex::new(None) })
    }

    /// Waits for the next event; `None` after the last. The result has the last line of each place. Ctrl-C
    /// stops the search.
    pub fn wait(&self, py: Python<'_>) -> PyResult<Option<Event>> {
        let mut event = interrupt::receive(py, &self.events, &self.stop)?;
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut event {
            Some(Event::Line(line)) => {
                lines.retain(|other| other.multipv != line.multipv);
                lines.push(line.clone());
            }
            Some(Event::Done(result)) => {
                lines.sort_by_key(|line| line.multipv);
                result.lines = std::mem::take(&mut lines);
            }
            None => {}
        }
        drop(lines);
        Ok(event)
    }
}

#[pymethods]
impl RunningSearch {
    /// Ends the search. The lines that it has found can still be read.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Waits for the end of the search, and returns its result.
    #[pyo3(name = "wait")]
    fn wait_for_result(&self, py: Python<'_>) -> PyResult<SearchResult> {
        while self.__next__(py)?.is_some() {}
        let result = self.result.lock().unwrap_or_else(PoisonError::into_inner).clone();
        result.ok_or_else(|| PyRuntimeError::new_err("the search has ended without a result"))
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Line>> {
        match self.wait(py)? {
            Some(Event::Line(line)) => Ok(Some(line)),
            Some(Event::Done(result)) => {
                *self.result.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
                Ok(None)
            }
            None => Ok(None),
        }
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// Stops the search, and waits for its end.
    fn __exit__(
        &self,
        py: Python<'_>,
        _kind: &Bound<'_, PyAny>,
        _error: &Bound<'_, PyAny>,
        _traceback: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.stop();
        while self.__next__(py)?.is_some() {}
        Ok(())
    }
}

impl Drop for RunningSearch {
    fn drop(&mut self) {
        self.stop();
    }
}
