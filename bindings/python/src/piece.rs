//! Men.

use makruk::position::{Man, Position};
use makruk::types;
use makruk::types::{Color, Square};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// White or Black, as python-chess writes them.
pub const fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

/// The number of a kind of man in Python: 1 for a bia to 6 for a khun.
pub const fn number(kind: types::Piece) -> usize {
    1 + kind.index()
}

/// The kind of man of a number in Python.
pub fn kind(number: i64) -> PyResult<types::Piece> {
    let kind = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    kind.and_then(|index| types::Piece::ALL.get(index).copied()).ok_or_else(|| {
        PyValueError::new_err(format!("{number} is not a kind of man, they are 1 to 6"))
    })
}

/// A man: its kind, its side, and whether it is a bia ngai, a promoted bia.
///
/// >>> Piece.from_symbol("r") == Piece(RUEA, BLACK)
/// True
#[pyclass(module = "sakdi", frozen, eq, hash, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(Man);

impl Piece {
    /// The man on a square.
    pub fn at(position: &Position, square: Square) -> Option<Self> {
        let piece = position.piece_at(square)?;
        let color = position.color_at(square)?;
        Some(Self(Man { color, piece, promoted: position.promoted().contains(square) }))
    }
}

#[pymethods]
impl Piece {
    #[new]
    #[pyo3(signature = (piece_type, color, promoted=false))]
    fn new(piece_type: i64, color: bool, promoted: bool) -> PyResult<Self> {
        let piece = kind(piece_type)?;
        if promoted && piece != types::Piece::Met {
            return Err(PyValueError::new_err("only a met can be a bia ngai"));
        }
        Ok(Self(Man { color: self::color(color), piece, promoted }))
    }

    /// The man of a letter of FEN; ``M~`` and ``m~`` are bia ngai.
    #[staticmethod]
    fn from_symbol(symbol: &str) -> PyResult<Self> {
        let wrong = || PyValueError::new_err(format!("{symbol:?} is not the letter of a man"));
        let (letter, promoted) = match symbol.strip_suffix('~') {
            Some(letter) => (letter, true),
            None => (symbol, false),
        };
        let letter = letter.parse::<char>().map_err(|_| wrong())?;
        let piece = types::Piece::from_letter(letter.to_ascii_uppercase()).ok_or_else(wrong)?;
        Self::new(number(piece) as i64, letter.is_ascii_uppercase(), promoted)
    }

    /// Its kind, from ``sakdi.BIA`` to ``sakdi.KHUN``.
    #[getter]
    fn piece_type(&self) -> usize {
        number(self.0.piece)
    }

    /// Its side.
    #[getter]
    fn color(&self) -> bool {
        self.0.color == Color::White
    }

    /// Whether it is a bia ngai.
    #[getter]
    fn promoted(&self) -> bool {
        self.0.promoted
    }

    /// The letter of FEN: a capital for White.
    fn symbol(&self) -> char {
        self.0.piece.fen_letter(self.0.color)
    }

    fn __str__(&self) -> char {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        let mark = if self.0.promoted { "~" } else { "" };
        format!("Piece.from_symbol('{}{mark}')", self.symbol())
    }

    fn __getnewargs__(&self) -> (usize, bool, bool) {
        (self.piece_type(), self.color(), self.promoted())
    }
}
