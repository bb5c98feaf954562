//! Errors: `SakdiError`, a `ValueError` with the sentence in English as its text, the sentence in Thai,
//! and the kind of input that is wrong.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sakdi_facade::{Error, Subject};
use sakdi_i18n::Localized;
use std::str::FromStr;

pyo3::create_exception!(
    sakdi,
    SakdiError,
    PyValueError,
    "Input that is wrong.\n\n\
     ``subject`` names its kind, such as ``fen`` or ``move``, and ``thai`` is the sentence in Thai."
);

/// The exception for an error.
pub fn raised(fault: impl Into<Error>) -> PyErr {
    let fault = fault.into();
    let error = SakdiError::new_err(fault.to_string());
    let set = |py: Python<'_>| {
        let value = error.value(py);
        value.setattr("subject", fault.subject().name())?;
        value.setattr("thai", fault.thai())
    };
    match Python::attach(set) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// Parses a name, such as the name of a variant.
pub fn named<T: FromStr<Err = makruk::types::UnknownName>>(
    name: &str,
    subject: Subject,
) -> PyResult<T> {
    name.parse().map_err(|error| raised(Error::Name { subject, error }))
}
