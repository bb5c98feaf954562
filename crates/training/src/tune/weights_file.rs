//! Rewrites the numbers in the source file of the weights. Layout and comments stay as they are.

use sakdi_engine::eval::TaperedWeight;
use std::fmt::Write;

/// Why the source file cannot be rewritten.
#[derive(Debug, thiserror::Error)]
pub enum WeightsFileError {
    /// A weight is not of the form `w(12, -3)`.
    #[error("weight {number} of the file cannot be read")]
    Unreadable {
        /// Number of the weight, from 1.
        number: usize,
    },
    /// The number of weights is not the built-in one.
    #[error("the file has {found} weights, the evaluation {expected}: build the program again")]
    Length {
        /// Number of weights in the file.
        found: usize,
        /// Number of weights built into the program.
        expected: usize,
    },
    /// A weight differs from the built-in one.
    #[error("weight {number} of the file is not the one built in: build the program again")]
    Stale {
        /// Number of the weight, from 1.
        number: usize,
    },
}

/// The beginning of a weight, as in ` w(12, -3)`.
const OPEN: &str = " w(";

/// Replaces the `present` weights in `text`, the contents of the source file, by the `tuned` ones.
///
/// # Errors
/// The weights in `text` are not the present ones.
pub fn replace_weights(
    text: &str,
    present: &[TaperedWeight],
    tuned: &[TaperedWeight],
) -> Result<String, WeightsFileError> {
    let mut pieces = text.split(OPEN);
    let mut replaced = pieces.next().unwrap_or_default().to_owned();
    let mut found = 0;
    for (number, piece) in (1..).zip(pieces) {
        let unreadable = WeightsFileError::Unreadable { number };
        let Some((inside, rest)) = piece.split_once(')') else {
            return Err(unreadable);
        };
        let numbers: Result<Vec<i16>, _> = inside.split(',').map(|n| n.trim().parse()).collect();
        let Ok([middlegame, endgame]) = numbers.as_deref() else {
            return Err(unreadable);
        };
        found = number;
        // Weights beyond the last are counted only; their number is an error below.
        if let (Some(present), Some(tuned)) = (present.get(number - 1), tuned.get(number - 1)) {
            if *present != [*middlegame, *endgame] {
                return Err(WeightsFileError::Stale { number });
            }
            // Writing to a string cannot fail.
            let _ = write!(replaced, "{OPEN}{}, {})", tuned[0], tuned[1]);
            replaced.push_str(rest);
        }
    }
    if found != present.len() || tuned.len() != present.len() {
        return Err(WeightsFileError::Length { found, expected: present.len() });
    }
    Ok(replaced)
}
