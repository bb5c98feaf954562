//! Moves: legal moves, making them, notations.

use super::Board;
use crate::error::{raised, whole};
use crate::interrupt;
use crate::moves::{LegalMoves, Move};
use makruk::movegen;
use makruk::notation::pgn::numbered_line;
use makruk::perft::{self, Division, MAX_DEPTH, Perft};
use makruk::position::Position;
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

impl Board {
    /// A move that is legal here.
    pub fn legal(&self, mv: &Move) -> PyResult<Move> {
        let position = self.0.position();
        match movegen::is_legal(position, mv.mv) {
            true => Ok(Move::of(position, mv.mv)),
            // For its error, which says why.
            false => self.0.parse_uci(&mv.uci()).map(|mv| Move::of(position, mv)).map_err(raised),
        }
    }

    fn make(&mut self, mv: makruk::types::Move) -> Move {
        let made = Move::of(self.0.position(), mv);
        self.0.make(mv);
        made
    }
}

/// Depth of the largest perft that nobody need interrupt, in plies: it takes milliseconds.
const SHORT_DEPTH: u32 = 4;

/// A depth in plies.
fn plies(depth: i64) -> PyResult<u32> {
    whole("depth", depth, 0..=MAX_DEPTH.into())
}

/// The leaves below each move. Ctrl-C ends it.
fn divide(py: Python<'_>, position: &Position, depth: u32) -> PyResult<Division> {
    let count = |stop: &AtomicBool| {
        let is_stopped = || stop.load(Relaxed);
        Perft::new(position, depth).stopped_by(&is_stopped).divide(1)
    };
    interrupt::run(py, count)?.map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Moves.
#[pymethods]
impl Board {
    /// The legal moves.
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        let position = self.0.position();
        let moves = movegen::legal_moves(position);
        LegalMoves(moves.iter().map(|&mv| Move::of(position, mv)).collect())
    }

    /// The legal moves in a notation, as a list of texts.
    #[pyo3(signature = (notation="coordinate"))]
    fn legal_texts(&self, notation: &str) -> PyResult<Vec<String>> {
        Ok(self.0.legal_moves(super::notation(notation)?))
    }

    /// Whether a move is legal.
    fn is_legal(&self, r#move: &Move) -> bool {
        movegen::is_legal(self.0.position(), r#move.mv)
    }

    /// Whether a move takes a man.
    fn is_capture(&self, r#move: &Move) -> bool {
        self.is_legal(r#move) && self.0.position().captured(r#move.mv).is_some()
    }

    /// Whether a move takes a man or moves a bia: such moves cannot be undone.
    fn is_zeroing(&self, r#move: &Move) -> bool {
        let piece = self.0.position().piece_at(r#move.mv.from());
        self.is_capture(r#move)
            || piece == Some(makruk::types::Piece::Pawn) && self.is_legal(r#move)
    }

    /// Whether a legal move gives check.
    fn gives_check(&self, r#move: &Move) -> PyResult<bool> {
        let legal = self.legal(r#move)?;
        Ok(self.0.position().play_unchecked(legal.mv).in_check())
    }

    /// The legal move between two squares.
    fn find_move(&self, from_square: i64, to_square: i64) -> PyResult<Move> {
        self.legal(&Move::between(from_square, to_square)?)
    }

    /// Makes a legal move.
    fn push(&mut self, r#move: &Move) -> PyResult<()> {
        if self.0.make(r#move.mv) {
            return Ok(());
        }
        self.legal(r#move).map(|_| ())
    }

    /// Makes a move given in coordinates, and returns it.
    fn push_uci(&mut self, text: &str) -> PyResult<Move> {
        let mv = self.0.parse_uci(text).map_err(raised)?;
        Ok(self.make(mv))
    }

    /// Makes a move given in SAN or any other notation, and returns it.
    fn push_san(&mut self, text: &str) -> PyResult<Move> {
        let mv = self.0.parse(text).map_err(raised)?;
        Ok(self.make(mv))
    }

    /// A legal move given in coordinates.
    fn parse_uci(&self, text: &str) -> PyResult<Move> {
        let mv = self.0.parse_uci(text).map_err(raised)?;
        Ok(Move::of(self.0.position(), mv))
    }

    /// A legal move given in SAN or any other notation.
    fn parse_san(&self, text: &str) -> PyResult<Move> {
        let mv = self.0.parse(text).map_err(raised)?;
        Ok(Move::of(self.0.position(), mv))
    }

    /// A legal move in coordinates.
    fn uci(&self, r#move: &Move) -> PyResult<String> {
        Ok(self.legal(r#move)?.uci())
    }

    /// A legal move in SAN, or in another notation: ``coordinate``, ``thai``, ``thai-long``,
    /// ``official-thai`` or ``official-thai-short``.
    #[pyo3(signature = (r#move, notation="san"))]
    fn san(&self, r#move: &Move, notation: &str) -> PyResult<String> {
        let legal = self.legal(r#move)?;
        Ok(super::notation(notation)?.format(self.0.position(), legal.mv))
    }

    /// A line of legal moves with move numbers, in SAN or another notation.
    #[pyo3(signature = (moves, notation="san"))]
    fn variation_san(&self, moves: Vec<PyRef<'_, Move>>, notation: &str) -> PyResult<String> {
        let texts: Vec<String> = moves.iter().map(|mv| mv.uci()).collect();
        let line = self.0.parse_line(&texts.join(" "));
        let line = line.ok_or_else(|| PyValueError::new_err("a move of the line is illegal"))?;
        Ok(numbered_line(self.0.position(), &line, super::notation(notation)?))
    }

    /// Takes the last move back, and returns it. Claims made after it are taken back, too.
    fn pop(&mut self) -> PyResult<Move> {
        let last = self.0.pop().ok_or_else(|| PyIndexError::new_err("no move was made"))?;
        Ok(Move::of(self.0.position(), last))
    }

    /// The last move.
    fn peek(&self) -> PyResult<Move> {
        self.clone().pop()
    }

    /// The moves made.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        Move::line(self.0.game().start(), self.0.game().moves())
    }

    /// The moves made, in a notation.
    #[pyo3(signature = (notation="san"))]
    fn history(&self, notation: &str) -> PyResult<Vec<String>> {
        Ok(self.0.history(super::notation(notation)?))
    }

    /// The number of positions after ``depth`` plies, at most 64. Other threads of Python go on meanwhile,
    /// and Ctrl-C ends it.
    fn perft(slf: &Bound<'_, Self>, depth: i64) -> PyResult<u64> {
        let (py, depth) = (slf.py(), plies(depth)?);
        let position = *slf.try_borrow()?.0.position();
        if depth <= SHORT_DEPTH {
            return Ok(py.detach(|| perft::perft(&position, depth)));
        }
        Ok(divide(py, &position, depth)?.leaves)
    }

    /// The number of positions after ``depth`` plies for each legal move, by its text; see ``perft``.
    fn divide<'py>(slf: &Bound<'py, Self>, depth: i64) -> PyResult<Bound<'py, PyDict>> {
        let py = slf.py();
        let position = *slf.try_borrow()?.0.position();
        let division = divide(py, &position, plies(depth)?)?;
        let counts = PyDict::new(py);
        for (mv, leaves) in division.moves {
            counts.set_item(Move::of(&position, mv).uci(), leaves)?;
        }
        Ok(counts)
    }

    /// The names of both sides' openings, or ``None``.
    #[pyo3(signature = (language="en"))]
    fn opening(&self, language: &str) -> PyResult<Option<String>> {
        Ok(self.0.opening(super::language(language)?))
    }

    /// The game as PGN, with these tags. A name with blanks is a ``ValueError``.
    #[pyo3(signature = (**tags))]
    fn pgn(&self, tags: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let pairs = tags.into_iter().flatten();
        let texts = pairs.map(|(name, value)| Ok((name.extract()?, value.extract()?)));
        let tags: Vec<(String, String)> = texts.collect::<PyResult<_>>()?;
        let tags: Vec<(&str, &str)> =
            tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        self.0.pgn(&tags).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}
