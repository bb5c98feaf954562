//! Writes weights into a source file, number for number: its layout and comments stay.

use crate::eval::TaperedWeight;
use std::fmt::Write;

/// Why weights cannot be put into a file.
#[derive(Debug, thiserror::Error)]
pub enum EmitError {
    #[error("weight {number} of the file cannot be read")]
    Unreadable { number: usize },
    #[error("the file has {found} weights, the evaluation {expected}: build the program again")]
    Length { found: usize, expected: usize },
    #[error("weight {number} of the file is not the one built in: build the program again")]
    Stale { number: usize },
}

/// What a weight looks like in the file: `w(12, -3)`.
const OPEN: &str = " w(";

/// The text of a weights file with `present` weights in it, made into one of `tuned` weights.
///
/// # Errors
/// The text is no file of the present weights.
pub fn emit(
    text: &str,
    present: &[TaperedWeight],
    tuned: &[TaperedWeight],
) -> Result<String, EmitError> {
    let mut pieces = text.split(OPEN);
    let mut emitted = pieces.next().unwrap_or_default().to_owned();
    let mut found = 0;
    for (number, piece) in (1..).zip(pieces) {
        let unreadable = EmitError::Unreadable { number };
        let Some((inside, rest)) = piece.split_once(')') else {
            return Err(unreadable);
        };
        let numbers: Result<Vec<i16>, _> = inside.split(',').map(|n| n.trim().parse()).collect();
        let Ok([middlegame, endgame]) = numbers.as_deref() else {
            return Err(unreadable);
        };
        found = number;
        // Too many are counted first, and complained of below.
        if let (Some(present), Some(tuned)) = (present.get(number - 1), tuned.get(number - 1)) {
            if *present != [*middlegame, *endgame] {
                return Err(EmitError::Stale { number });
            }
            // Writing to a string cannot fail.
            let _ = write!(emitted, "{OPEN}{}, {})", tuned[0], tuned[1]);
            emitted.push_str(rest);
        }
    }
    if found != present.len() || tuned.len() != present.len() {
        return Err(EmitError::Length { found, expected: present.len() });
    }
    Ok(emitted)
}
