//! The UCI engine.

use pyo3::prelude::*;
use std::io;

/// Answers UCI commands on standard input until ``quit`` or the end of the input.
#[pyfunction]
pub fn serve_uci(py: Python<'_>) {
    py.detach(|| sakdi_uci::serve(io::stdin().lock(), io::stdout()));
}
