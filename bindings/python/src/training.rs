//! Shards of self-play and nets, for those who train nets of their own.

use crate::error::raised;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use sakdi_engine::eval::nnue::{Net, Provenance, arch};
use sakdi_facade::shards::columns;
use sakdi_platform::sha256::hash;

/// The positions of a shard, given by its contents: ``bytes`` of little-endian numbers by the name of
/// the column, and the number of damaged ranges that were left out.
#[pyfunction]
pub fn shard_columns<'py>(
    py: Python<'py>,
    contents: &[u8],
    filtered: bool,
) -> PyResult<(Bound<'py, PyDict>, usize)> {
    let columns = py.detach(|| columns(contents, filtered));
    let columns = columns.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let dict = PyDict::new(py);
    for (name, bytes) in [
        ("men", &columns.men),
        ("own", &columns.own),
        ("other", &columns.other),
        ("bucket", &columns.bucket),
        ("score", &columns.score),
        ("result", &columns.result),
        ("best", &columns.best),
        ("game", &columns.game),
        ("moves_left", &columns.moves_left),
        ("turn", &columns.turn),
    ] {
        dict.set_item(name, PyBytes::new(py, bytes))?;
    }
    Ok((dict, columns.damaged))
}

/// Inputs, neurons, sets of output weights, the quantized 1 of a neuron and of an output weight, and
/// the evaluation when the output is 1.
#[pyfunction]
pub fn net_shape() -> [u32; 6] {
    Net::ARCHITECTURE
}

/// Number of inputs of men, and the most inputs that are on in a position.
#[pyfunction]
pub const fn net_inputs() -> (usize, usize) {
    (arch::MAN_INPUTS, arch::MAX_ACTIVE_INPUTS)
}

/// The largest weights of a man, of an attacked man and of the output, as real numbers.
#[pyfunction]
pub fn net_limits() -> (f64, f64, f64) {
    let output = f64::from(arch::OUTPUT_WEIGHT_LIMIT) / f64::from(arch::QB);
    (arch::MAN_WEIGHT_LIMIT.into(), arch::ATTACKED_WEIGHT_LIMIT.into(), output)
}

/// The numbers of a net, given by the contents of its file; of the built-in one for ``None``.
#[pyfunction]
#[pyo3(signature = (contents=None))]
pub fn net_numbers<'py>(py: Python<'py>, contents: Option<&[u8]>) -> PyResult<Bound<'py, PyBytes>> {
    let numbers = match contents {
        Some(contents) => Net::read(contents).map_err(raised)?.0.numbers(),
        None => sakdi_engine::eval::nnue::default_net().numbers(),
    };
    Ok(PyBytes::new(py, &numbers))
}

/// The contents of the file of a net with these numbers. The texts say what it was trained by and on;
/// their hashes are stored.
#[pyfunction]
pub fn net_file<'py>(
    py: Python<'py>,
    numbers: &[u8],
    recipe: &str,
    data: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let found = numbers.len();
    let net = Net::from_numbers(numbers).ok_or_else(|| {
        let needed = Net::NUMBERS_LEN;
        PyValueError::new_err(format!("{found} bytes of numbers, a net has {needed}"))
    })?;
    let provenance = Provenance { recipe: hash(recipe.as_bytes()), data: hash(data.as_bytes()) };
    Ok(PyBytes::new(py, &net.to_bytes(&provenance)))
}
