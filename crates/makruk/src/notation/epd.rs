//! EPD: a position and operations on one line.
//!
//! The position is a FEN in any dialect that [`super::fen`] reads, including count fields.
//! Operations follow, each an opcode with operands and a semicolon: `8/8/4k3/8/8/4K3/3R4/8 b - 32 6
//! 60 dm 9; id "a ruea";`. Standard: S. J. Edwards, 1994, as for PGN.

use super::error::excerpt;
use super::{FenError, MoveError};
use crate::notation::terminal_text::blanked;
use std::str::FromStr;

/// The fields of a line. The operands are not interpreted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The fields of the position, with single blanks between them.
    pub fen: String,
    /// The operations, in order.
    pub operations: Vec<Operation>,
}

/// An opcode and its operands, without quotation marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The opcode.
    pub opcode: String,
    /// The operands.
    pub operands: Vec<String>,
}

/// Why a line is not EPD.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// A quotation mark is not closed.
    #[error("the quotation in '{found}' has no end")]
    OpenQuotation {
        /// The beginning of the quotation.
        found: String,
    },
    /// An opcode does not begin with a letter.
    #[error("'{found}' is not an opcode")]
    BadOpcode {
        /// The beginning of the opcode.
        found: String,
    },
}

/// Why a line of EPD does not say what a program needs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpdContentError {
    /// The line is not EPD.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// The position is not legal.
    #[error("illegal FEN: {0}")]
    Fen(#[from] FenError),
    /// An opcode is missing.
    #[error("no opcode {0}")]
    Missing(&'static str),
    /// A move is not legal.
    #[error("{opcode}: {error}")]
    Move {
        /// The opcode.
        opcode: &'static str,
        /// What is wrong with the move.
        error: MoveError,
    },
    /// An operand has no meaning.
    #[error("{opcode} cannot be '{found}'")]
    Operand {
        /// The opcode.
        opcode: &'static str,
        /// The operand.
        found: String,
    },
}

impl Epd {
    /// Parses a line. The last semicolon may be missing.
    ///
    /// # Errors
    /// The first error found.
    ///
    /// ```
    /// use makruk::notation::epd::Epd;
    /// let epd = Epd::parse("8/8/4k3/8/8/4K3/3R4/8 w - - bm Rd5 Rd4; id \"one; two\";")?;
    /// assert_eq!(epd.fen, "8/8/4k3/8/8/4K3/3R4/8 w - -");
    /// assert_eq!(epd.operands("bm"), Some(&["Rd5".to_owned(), "Rd4".to_owned()][..]));
    /// assert_eq!(epd.operands("id"), Some(&["one; two".to_owned()][..]));
    /// # Ok::<(), makruk::notation::epd::EpdError>(())
    /// ```
    pub fn parse(line: &str) -> Result<Self, EpdError> {
        // So that printing a part of it sends no control characters to a terminal.
        let line = blanked(line);
        let (fen, rest) = split_fen(&line);
        let mut operations = Vec::new();
        for words in operations_of(rest)? {
            let mut words = words.into_iter();
            let Some(opcode) = words.next() else { continue };
            if !opcode.starts_with(|first: char| first.is_ascii_alphabetic()) {
                return Err(EpdError::BadOpcode { found: excerpt(&opcode) });
            }
            operations.push(Operation { opcode, operands: words.collect() });
        }
        Ok(Self { fen, operations })
    }

    /// The operands of the first operation with this opcode.
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        let operation = self.operations.iter().find(|operation| operation.opcode == opcode)?;
        Some(&operation.operands)
    }

    /// The operands of an opcode as one text.
    pub fn text(&self, opcode: &str) -> Option<String> {
        self.operands(opcode).map(|operands| operands.join(" "))
    }

    /// The operands of an opcode as a value; `None` if the opcode is missing.
    ///
    /// # Errors
    /// The operands are no such value.
    pub fn value<T: FromStr>(&self, opcode: &'static str) -> Result<Option<T>, EpdContentError> {
        let Some(found) = self.text(opcode) else { return Ok(None) };
        found.parse().map(Some).map_err(|_| EpdContentError::Operand { opcode, found })
    }
}

/// The FEN at the start of a line, and the rest. The FEN ends at a semicolon, or at a word that
/// cannot be one of its fields.
pub fn split_fen(line: &str) -> (String, &str) {
    let mut fields: Vec<&str> = Vec::new();
    let mut rest = line.trim_start();
    while fields.len() < 6 && !rest.starts_with(';') {
        let length = rest.find(|letter: char| letter.is_whitespace() || letter == ';');
        let (word, behind) = rest.split_at(length.unwrap_or(rest.len()));
        if word.is_empty() || !can_be_field(fields.len(), word) {
            break;
        }
        fields.push(word);
        rest = behind.trim_start();
    }
    (fields.join(" "), rest.strip_prefix(';').unwrap_or(rest))
}

/// Opcodes begin with a letter. The FEN parser reports errors in everything else.
fn can_be_field(index: usize, word: &str) -> bool {
    let number = !word.starts_with(|first: char| first.is_ascii_alphabetic());
    // Castling rights and en passant squares of another game belong to the FEN, too.
    number
        || index < 2
        || (index == 2 && word.chars().all(|letter| "KQkq".contains(letter)))
        || (index == 3 && matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8']))
}

/// The words of each operation; a quotation is one word.
fn operations_of(text: &str) -> Result<Vec<Vec<String>>, EpdError> {
    let mut operations = vec![Vec::new()];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let last = operations.len() - 1;
        if first == ';' {
            operations.push(Vec::new());
            rest = &rest[1..];
        } else if let Some(quoted) = rest.strip_prefix('"') {
            let open = || EpdError::OpenQuotation { found: excerpt(rest) };
            let end = quoted.find('"').ok_or_else(open)?;
            operations[last].push(quoted[..end].to_owned());
            rest = &quoted[end + 1..];
        } else {
            let ends = |letter: char| letter.is_whitespace() || letter == ';' || letter == '"';
            let (word, behind) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
            operations[last].push(word.to_owned());
            rest = behind;
        }
        rest = rest.trim_start();
    }
    Ok(operations)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fens_are_found_in_every_form() {
        let board = "8/8/4k3/8/8/4K3/3R4/8 b";
        for (line, fen, rest) in [
            (format!("{board} - 32 6 60 ; won"), format!("{board} - 32 6 60"), " won"),
            (format!("{board} - 32 6 60 dm 4; id 1;"), format!("{board} - 32 6 60"), "dm 4; id 1;"),
            (format!("{board} - - hmvc 0; id \"x\";"), format!("{board} - -"), "hmvc 0; id \"x\";"),
            (format!("{board} - - 0 1;D1 23"), format!("{board} - - 0 1"), "D1 23"),
            (format!("  {board}  0 1"), format!("{board} 0 1"), ""),
            (format!("{board} bm Kd5;"), board.into(), "bm Kd5;"),
            // Fields of another game, and words that are none where they stand.
            (format!("{board} KQkq e3 0 1 bm Kd5;"), format!("{board} KQkq e3 0 1"), "bm Kd5;"),
            (format!("{board} - K 0 1;"), format!("{board} -"), "K 0 1;"),
            (format!("{board} e3 0 1;"), board.into(), "e3 0 1;"),
            (format!("{board} - bm Kd5;"), format!("{board} -"), "bm Kd5;"),
            (board.into(), board.into(), ""),
            (String::new(), String::new(), ""),
        ] {
            assert_eq!(split_fen(&line), (fen, rest), "{line}");
        }
    }

    #[test]
    fn operations_may_be_untidy() {
        let epd = Epd::parse("8/8/8/8/8/8/8/8 w - - bm  Rd5;; id \"a\"  ; c0 x y").unwrap();
        let opcodes: Vec<_> = epd.operations.iter().map(|one| one.opcode.as_str()).collect();
        assert_eq!(opcodes, ["bm", "id", "c0"]);
        assert_eq!(epd.operands("c0").map(<[_]>::len), Some(2));
        assert_eq!(epd.operands("dm"), None);
        assert_eq!(epd.text("c0"), Some("x y".to_owned()));
        assert_eq!(epd.text("dm"), None);
        assert_eq!(epd.value::<u8>("dm"), Ok(None));
        let mate = Epd::parse("8/8/8/8/8/8/8/8 w - - dm 4; hmvc x;").unwrap();
        assert_eq!(mate.value::<u8>("dm"), Ok(Some(4)));
        let fault = EpdContentError::Operand { opcode: "hmvc", found: "x".into() };
        assert_eq!(mate.value::<u8>("hmvc"), Err(fault));
        let board = "8/8/8/8/8/8/8/8 w - - 0 1 ";
        let error = |rest: &str| Epd::parse(&format!("{board}{rest}")).unwrap_err();
        assert!(matches!(error("id \"x;"), EpdError::OpenQuotation { .. }));
        assert!(matches!(error("7; id 1;"), EpdError::BadOpcode { .. }));
        // A count that is none is no opcode either.
        assert!(split_fen("8/8/8/8/8/8/8/8 w - 1x 2 3").0.ends_with("w - 1x 2 3"));
        let coloured = Epd::parse("8/8/8/8/8/8/8/8 w - - id \"\u{1b}[31mred\";").unwrap();
        assert_eq!(coloured.operands("id"), Some(&[" [31mred".to_owned()][..]));
    }
}
