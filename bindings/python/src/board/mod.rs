//! The board.

mod ends;
mod men;
mod moves;

use crate::error::{named, raised};
use crate::moves::numbered_square;
use crate::piece::color;
use makruk::game::Game;
use makruk::notation::Notation;
use makruk::rules::{CountingRule, Variant};
use makruk::types::{Color, Square};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use sakdi_analysis::diagram::{Diagram, SquareNames};
use sakdi_facade::Subject;
use sakdi_i18n::Language;

/// A game on a board: a position with the moves that led to it.
///
/// Its methods have the names of python-chess where these exist. ``counting`` is the rule of counting:
/// ``makruk``, ``thai``, ``thai-strict``, ``claimed`` or ``none``.
///
/// >>> board = Board()
/// >>> board.push_san("e4")
/// Move.from_uci('e3e4')
/// >>> len(board.legal_moves)
/// 23
#[pyclass(module = "sakdi")]
#[derive(Clone)]
pub struct Board(pub sakdi_facade::Board);

pub fn language(name: &str) -> PyResult<Language> {
    named(name, Subject::Language)
}

pub fn notation(name: &str) -> PyResult<Notation> {
    named(name, Subject::Notation)
}

pub fn counting_rule(name: &str) -> PyResult<CountingRule> {
    named(name, Subject::Rule)
}

pub fn square(index: i64) -> PyResult<Square> {
    numbered_square(index).map_err(PyIndexError::new_err)
}

/// Positions.
#[pymethods]
impl Board {
    /// A board with the start position, or with the position of a FEN.
    #[new]
    #[pyo3(signature = (fen=None, *, variant="makruk", counting="makruk"))]
    fn new(fen: Option<String>, variant: &str, counting: &str) -> PyResult<Self> {
        let variant: Variant = named(variant, Subject::Variant)?;
        let rule = counting_rule(counting)?;
        sakdi_facade::Board::new(fen, variant, rule).map(Self).map_err(raised)
    }

    /// ``makruk`` or ``makpong``.
    #[getter]
    fn variant(&self) -> String {
        self.0.position().variant().to_string()
    }

    /// The name of the counting rule. Setting another one evaluates the whole game anew under it, without
    /// claims.
    #[getter]
    fn counting(&self) -> String {
        self.0.position().counting_rule().to_string()
    }

    #[setter]
    fn set_counting(&mut self, name: &str) -> PyResult<()> {
        self.0.set_counting_rule(counting_rule(name)?).map_err(raised)
    }

    /// Sets up the start position.
    fn reset(&mut self) {
        self.0.reset();
    }

    /// Sets up a position. The moves before it are forgotten.
    fn set_fen(&mut self, fen: String) -> PyResult<()> {
        self.0.set_fen(fen).map_err(raised)
    }

    /// The position in FEN. Bia ngai are marked with ``~`` if ``promoted``.
    #[pyo3(signature = (*, promoted=false))]
    fn fen(&self, promoted: bool) -> String {
        self.0.fen(promoted)
    }

    /// The men alone, the first field of the FEN.
    #[pyo3(signature = (*, promoted=false))]
    fn board_fen(&self, promoted: bool) -> String {
        let fen = self.0.fen(promoted);
        fen.split(' ').next().unwrap_or_default().to_owned()
    }

    /// The first position of the game, in FEN.
    #[pyo3(signature = (*, promoted=false))]
    fn start_fen(&self, promoted: bool) -> String {
        self.0.start_fen(promoted)
    }

    /// Whether White is to move.
    #[getter]
    fn turn(&self) -> bool {
        self.0.position().to_move() == Color::White
    }

    /// The number of the move, from 1.
    #[getter]
    fn fullmove_number(&self) -> u16 {
        self.0.position().fullmove_number()
    }

    /// Plies since the last capture or bia move.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.0.position().halfmove_clock()
    }

    /// The number of moves made since the first of the game, by the move number.
    fn ply(&self) -> u32 {
        self.0.ply()
    }

    /// A copy with the whole game, or with the present position alone.
    #[pyo3(signature = (*, stack=true))]
    fn copy(&self, stack: bool) -> Self {
        if stack { self.clone() } else { Self(self.0.without_moves()) }
    }

    /// A board with the first position of the game.
    fn root(&self) -> Self {
        let game = Game::new(*self.0.game().start());
        Self(sakdi_facade::Board::of_game(game))
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// Equal boards have the same position and count, whatever moves led to it.
    fn __eq__(&self, other: &Self) -> bool {
        self.0.position() == other.0.position()
    }

    /// Equal boards have the same hash; it changes with every move.
    fn __hash__(&self) -> u64 {
        self.0.position().key()
    }

    fn __str__(&self) -> String {
        self.0.text()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.0.fen(true))
    }

    /// The moves of a game, so that a board can be stored by ``pickle``. Claims are in it, too. PGN lacks
    /// the plies since the last capture or bia move beside a count, and which draws were passed over.
    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, PickledBoard)> {
        let board = slf.try_borrow()?;
        let make = slf.py().import("sakdi")?.getattr("_unpickled_board")?;
        let pgn = board.0.pgn(&[]).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let game = board.0.game();
        let start = game.start();
        let passed = game.passed_draws().iter().map(|draw| draw.ply).collect();
        let state = (pgn, start.counting_rule().to_string(), start.halfmove_clock(), passed);
        Ok((make.unbind(), state))
    }

    /// The board as a picture, for notebooks.
    fn _repr_svg_(&self) -> String {
        self.picture(true, SquareNames::Latin)
    }

    /// The board as a picture in SVG, with the last move marked. ``orientation`` is the side at its
    /// foot; ``thai`` names the squares in Thai.
    #[pyo3(signature = (*, orientation=true, thai=false))]
    fn svg(&self, orientation: bool, thai: bool) -> String {
        self.picture(orientation, if thai { SquareNames::Thai } else { SquareNames::Latin })
    }
}

/// What ``pickle`` stores of a board: the game in PGN, its counting rule, and what [`Game::restored`] takes.
type PickledBoard = (String, String, u16, Vec<usize>);

impl Board {
    fn picture(&self, orientation: bool, names: SquareNames) -> String {
        let (position, last) = (*self.0.position(), self.0.game().moves().last().copied());
        Diagram { position, last, arrows: Vec::new(), near: color(orientation), names }.svg()
    }
}
