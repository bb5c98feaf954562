//! Moves.

use crate::piece;
use makruk::notation::coordinate;
use makruk::position::Position;
use makruk::types;
use makruk::types::{Piece, Square};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

/// The kind of man that a bia becomes, as Python has it.
const PROMOTION: usize = piece::number(Piece::Met);

/// The square of a number, or what is wrong with it.
pub fn numbered_square(index: i64) -> Result<Square, String> {
    match index {
        0..64 => Ok(Square::from_index(index as u8)),
        _ => Err(format!("{index} is not a square, they are 0 to 63")),
    }
}

/// A move: its two squares, and whether it promotes.
///
/// Two moves are equal if their squares are: in Makruk promotion is forced, and always to a bia ngai.
///
/// >>> Move.from_uci("e3e4").to_square
/// 28
#[pyclass(module = "sakdi", frozen, from_py_object)]
#[derive(Clone, Copy, Debug)]
pub struct Move {
    pub mv: types::Move,
    promotes: bool,
}

impl Move {
    /// A legal move of a position.
    pub fn of(position: &Position, mv: types::Move) -> Self {
        Self { mv, promotes: position.promotes(mv) }
    }

    /// The move between two squares, without a promotion.
    pub fn between(from: i64, to: i64) -> PyResult<Self> {
        let square = |index| numbered_square(index).map_err(PyValueError::new_err);
        let mv = types::Move::new(square(from)?, square(to)?);
        let mv = mv.ok_or_else(|| PyValueError::new_err("both squares are the same"))?;
        Ok(Self { mv, promotes: false })
    }

    /// The moves of a line of legal moves.
    pub fn line(start: &Position, moves: &[types::Move]) -> Vec<Self> {
        let mut position = *start;
        let next = |&mv: &types::Move| {
            let made = Self::of(&position, mv);
            position = position.play_unchecked(mv);
            made
        };
        moves.iter().map(next).collect()
    }
}

#[pymethods]
#[expect(clippy::wrong_self_convention, reason = "the names of python-chess")]
impl Move {
    /// The move between two squares, numbered from a1 = 0 along the ranks to h8 = 63. ``promotion`` is
    /// ``sakdi.MET`` if it promotes.
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion=None))]
    fn new(from_square: i64, to_square: i64, promotion: Option<i64>) -> PyResult<Self> {
        if let Some(kind) = promotion.filter(|&kind| kind != PROMOTION as i64) {
            let text = format!("promotion = {kind}, it must be sakdi.MET or None");
            return Err(PyValueError::new_err(text));
        }
        Ok(Self { promotes: promotion.is_some(), ..Self::between(from_square, to_square)? })
    }

    /// The move of a text like ``e3e4`` or ``e5e6m``. It need not be legal anywhere.
    #[staticmethod]
    fn from_uci(text: &str) -> PyResult<Self> {
        let wrong = || PyValueError::new_err(format!("{text:?} is not a move in coordinates"));
        let (mv, promotes) = coordinate::squares(text).ok_or_else(wrong)?;
        Ok(Self { mv, promotes })
    }

    /// The move in coordinates, as UCI writes it.
    pub fn uci(&self) -> String {
        format!("{:?}{}", self.mv, if self.promotes { "m" } else { "" })
    }

    /// The square that the man leaves.
    #[getter]
    fn from_square(&self) -> usize {
        self.mv.from().index()
    }

    /// The square that the man moves to.
    #[getter]
    fn to_square(&self) -> usize {
        self.mv.to().index()
    }

    /// ``sakdi.MET`` if the move promotes, or ``None``.
    #[getter]
    fn promotion(&self) -> Option<usize> {
        self.promotes.then_some(PROMOTION)
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.uci())
    }

    fn __hash__(&self) -> u64 {
        self.mv.bits().into()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.mv == other.mv
    }

    fn __getnewargs__(&self) -> (usize, usize, Option<usize>) {
        (self.from_square(), self.to_square(), self.promotion())
    }
}

/// The legal moves of a position: a sequence.
#[pyclass(module = "sakdi", frozen, sequence)]
pub struct LegalMoves(pub Vec<Move>);

#[pymethods]
impl LegalMoves {
    /// Their number.
    fn count(&self) -> usize {
        self.0.len()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __contains__(&self, mv: &Move) -> bool {
        self.0.iter().any(|legal| legal.mv == mv.mv)
    }

    fn __getitem__(&self, index: isize) -> PyResult<Move> {
        let from_end = if index < 0 { self.0.len() as isize } else { 0 };
        let found = usize::try_from(index + from_end).ok().and_then(|at| self.0.get(at));
        found.copied().ok_or_else(|| PyIndexError::new_err("no move has this number"))
    }

    fn __iter__(&self) -> MoveIterator {
        MoveIterator(self.0.clone().into_iter())
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.0.iter().map(Move::uci).collect();
        format!("<LegalMoves ({})>", moves.join(", "))
    }
}

#[pyclass(module = "sakdi")]
struct MoveIterator(std::vec::IntoIter<Move>);

#[pymethods]
impl MoveIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<Move> {
        self.0.next()
    }
}
