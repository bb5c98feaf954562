//! How games end, by the rules and by the endgame tables.

use crate::moves::Move;
use makruk::notation::pgn;
use makruk::rules;
use makruk::types::Color;
use pyo3::prelude::*;
use sakdi_engine::tablebase::ProbeResult;
use sakdi_facade::{reason, tables};
use sakdi_i18n::{Language, Localized};

/// Whether a side is White.
fn is_white(color: Color) -> bool {
    color == Color::White
}

/// How a game ended by the rules.
#[pyclass(module = "sakdi", frozen, eq)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome(pub rules::Outcome);

#[pymethods]
impl Outcome {
    /// ``mate``, ``stalemate``, ``count``, ``repetition`` or ``material``.
    #[getter]
    fn reason(&self) -> &'static str {
        reason(self.0)
    }

    /// The side that won, or ``None`` after a draw.
    #[getter]
    fn winner(&self) -> Option<bool> {
        self.0.winner().map(is_white)
    }

    /// ``1-0``, ``0-1`` or ``1/2-1/2``.
    fn result(&self) -> &'static str {
        pgn::result(self.0.winner())
    }

    /// The outcome as a sentence.
    #[pyo3(signature = (language="en"))]
    fn sentence(&self, language: &str) -> PyResult<String> {
        let language: Language = crate::error::named(language, sakdi_facade::Subject::Language)?;
        Ok(language.sentence(&self.0.say(language)))
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {} by {}>", self.result(), self.reason())
    }
}

/// What the endgame tables say of a position.
#[pyclass(module = "sakdi", frozen, get_all, eq)]
#[derive(Clone, Debug, PartialEq)]
pub struct TableResult {
    /// The side that wins within the count, or ``None`` for a draw.
    winner: Option<bool>,
    /// The side that may win.
    strong: bool,
    /// What ``distance`` leads to: ``mate``, or ``conversion``, a capture or promotion.
    goal: &'static str,
    /// Moves of the strong side to the goal, whatever the count; ``None`` when it cannot be forced.
    distance: Option<u8>,
    /// Moves that the count leaves it, or ``None`` without a count.
    moves_left: Option<u16>,
}

impl From<ProbeResult> for TableResult {
    fn from(result: ProbeResult) -> Self {
        Self {
            winner: result.winner().map(is_white),
            strong: is_white(result.strong),
            goal: tables::goal(&result),
            distance: result.distance,
            moves_left: result.moves_left,
        }
    }
}

#[pymethods]
impl TableResult {
    fn __repr__(&self) -> String {
        let winner = match self.winner {
            None => "draw",
            Some(true) => "white wins",
            Some(false) => "black wins",
        };
        match self.distance {
            Some(distance) => format!("<TableResult: {winner}, {} in {distance}>", self.goal),
            None => format!("<TableResult: {winner}>"),
        }
    }
}

/// A legal move, and what follows from it.
#[pyclass(module = "sakdi", frozen, get_all)]
#[derive(Clone, Debug)]
pub struct TableMove {
    /// The move.
    r#move: Move,
    /// The result of the position after it, or ``None`` if no table holds it.
    result: Option<TableResult>,
    /// How the game ends with it, or ``None``.
    outcome: Option<Outcome>,
}

impl TableMove {
    pub fn new(mv: Move, after: &sakdi_facade::TableMove) -> Self {
        let (result, outcome) = (after.result.map(Into::into), after.outcome.map(Outcome));
        Self { r#move: mv, result, outcome }
    }
}

#[pymethods]
impl TableMove {
    fn __repr__(&self) -> String {
        let after = self.result.as_ref().map(TableResult::__repr__);
        format!("<TableMove {} {}>", self.r#move.uci(), after.as_deref().unwrap_or("unknown"))
    }
}
