//! The state of a count.

use pyo3::prelude::*;
use sakdi_facade::CountState;

/// The state of a running count.
#[pyclass(module = "sakdi", frozen, get_all, eq)]
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// The side that counts: ``sakdi.WHITE`` or ``sakdi.BLACK``.
    counter: bool,
    /// ``board`` or ``pieces``: which honour is counted.
    honour: &'static str,
    /// The last number counted.
    spoken: u16,
    /// The first number, while none has been counted, or ``None``.
    first: Option<u16>,
    /// The number that the count ends with.
    limit: u16,
    /// Moves that the other side has left to mate with.
    moves_left: u16,
    /// Whether the count is complete.
    is_over: bool,
}

impl From<CountState> for Count {
    fn from(count: CountState) -> Self {
        Self {
            counter: count.counter == makruk::types::Color::White,
            honour: count.honour_name(),
            spoken: count.spoken,
            first: count.first,
            limit: count.limit,
            moves_left: count.moves_left,
            is_over: count.is_over,
        }
    }
}

#[pymethods]
impl Count {
    fn __repr__(&self) -> String {
        let counter = if self.counter { "white" } else { "black" };
        format!("<Count of {counter}: {} of {}, {} honour>", self.spoken, self.limit, self.honour)
    }
}
