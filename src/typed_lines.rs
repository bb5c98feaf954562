//! Lines that a person types.

use sakdi_i18n::Phrase;
use std::io::{self, BufRead, Read, Write};

/// Longest accepted line, in bytes.
const LONGEST: u64 = 1_024;

/// Why a line is rejected. The game continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BadLine {
    /// It is not UTF-8: terminals that delete by bytes leave halves of Thai letters.
    NoText,
    /// It contains escape sequences of arrow keys or other special keys.
    Keys,
    TooLong,
}

impl BadLine {
    pub(crate) const fn phrase(self) -> Phrase {
        match self {
            Self::NoText => Phrase::PlayNoText,
            Self::Keys => Phrase::PlayKeys,
            Self::TooLong => Phrase::PlayTooLong,
        }
    }
}

/// A line that was typed.
pub(crate) type Line = Result<String, BadLine>;

/// Asks for the next line. `None` at the end of the input, after the end of the prompt's line.
pub(crate) fn ask(
    prompt: &str,
    input: &mut dyn Iterator<Item = Line>,
    out: &mut dyn Write,
) -> io::Result<Option<Line>> {
    write!(out, "{prompt}")?;
    out.flush()?;
    let line = input.next();
    if line.is_none() {
        writeln!(out)?;
    }
    Ok(line)
}

/// Reads lines to the end of the input.
pub(crate) fn lines(mut input: impl BufRead) -> impl Iterator<Item = Line> {
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        input.by_ref().take(LONGEST).read_until(b'\n', &mut line).ok().filter(|&read| read > 0)?;
        if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
            input.skip_until(b'\n').ok()?;
            return Some(Err(BadLine::TooLong));
        }
        let Ok(line) = String::from_utf8(line) else { return Some(Err(BadLine::NoText)) };
        let is_key = |letter: char| letter.is_control() && !letter.is_whitespace();
        Some(if line.contains(is_key) { Err(BadLine::Keys) } else { Ok(line) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_lines_are_told_apart_and_end_nothing() {
        let long = "e".repeat(5_000);
        let typed = [
            b"d3d4\r\n\xe0\xb8\n\x1b[A\nhint\x7f\n".as_slice(),
            long.as_bytes(),
            "\nม-ง๒".as_bytes(),
        ]
        .concat();
        let read: Vec<_> = lines(typed.as_slice()).collect();
        let expected = [
            Ok("d3d4\r\n".to_owned()),
            Err(BadLine::NoText),
            Err(BadLine::Keys),
            Err(BadLine::Keys),
            Err(BadLine::TooLong),
            Ok("ม-ง๒".to_owned()),
        ];
        assert_eq!(read, expected);
    }
}
