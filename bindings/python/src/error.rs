//! Errors: `SakdiError`, a `ValueError` with the sentence in English as its text, the sentence in Thai,
//! and the kind of input that is wrong.

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use sakdi_facade::{Error, Subject};
use sakdi_i18n::Localized;
use std::io;
use std::ops::RangeInclusive;
use std::path::Path;
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
    exception(fault.to_string(), &fault, fault.thai())
}

/// The exception for a file that cannot be used: its path comes before the error.
pub fn raised_of(path: &Path, fault: impl Into<Error>) -> PyErr {
    let (path, fault) = (path.to_string_lossy(), fault.into());
    exception(format!("{path}: {fault}"), &fault, format!("{path}: {}", fault.thai()))
}

fn exception(text: String, fault: &Error, thai: String) -> PyErr {
    let error = SakdiError::new_err(text);
    let set = |py: Python<'_>| {
        let value = error.value(py);
        value.setattr("subject", fault.subject().name())?;
        value.setattr("thai", thai)
    };
    match Python::attach(set) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// The exception for a file or folder that cannot be used: as Python's own, with the name.
pub fn os_error(path: &Path, error: &io::Error) -> PyErr {
    let Some(code) = error.raw_os_error() else {
        return PyOSError::new_err(format!("{}: {error}", path.to_string_lossy()));
    };
    let text = error.to_string();
    let reason = text.split(" (os error").next().unwrap_or_default().to_owned();
    let name = path.as_os_str().to_owned();
    // Windows has its own error codes; Python maps them to `errno`.
    if cfg!(windows) {
        PyOSError::new_err((0, reason, name, code))
    } else {
        PyOSError::new_err((code, reason, name))
    }
}

/// A whole number within these limits, as the argument `name`.
pub fn whole<T: TryFrom<i64>>(name: &str, number: i64, limits: RangeInclusive<i64>) -> PyResult<T> {
    let found = Some(number).filter(|number| limits.contains(number));
    found.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
        let (least, most) = limits.into_inner();
        let needed = if most == i64::MAX || most == i64::from(u32::MAX) {
            format!("at least {least}")
        } else {
            format!("{least} to {most}")
        };
        PyValueError::new_err(format!("{name} = {number}, it must be {needed}"))
    })
}

/// Parses a name, such as the name of a variant.
pub fn named<T: FromStr<Err = makruk::types::UnknownName>>(
    name: &str,
    subject: Subject,
) -> PyResult<T> {
    name.parse().map_err(|error| raised(Error::Name { subject, error }))
}
