//! Check, the end of the game, and the count.

use super::Board;
use crate::count::Count;
use crate::error::{raised, whole};
use crate::outcome::Outcome;
use makruk::movegen;
use makruk::types::Color;
use pyo3::prelude::*;

/// Check, the end of the game, the count.
#[pymethods]
impl Board {
    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.0.position().in_check()
    }

    /// Whether the side to move is mated.
    fn is_checkmate(&self) -> bool {
        movegen::is_checkmate(self.0.position())
    }

    /// Whether the side to move has no legal move and is not in check: a draw.
    fn is_stalemate(&self) -> bool {
        movegen::is_stalemate(self.0.position())
    }

    /// Whether neither side has the material to win.
    fn is_insufficient_material(&self) -> bool {
        self.0.position().is_dead()
    }

    /// Whether a side lacks the material to win.
    fn has_insufficient_material(&self, color: bool) -> bool {
        let position = self.0.position();
        !position.material().can_win(position.variant(), super::color(color))
    }

    /// Whether the position has been on the board this often.
    #[pyo3(signature = (count=3))]
    fn is_repetition(&self, count: i64) -> bool {
        i64::from(self.0.game().occurrences()) >= count
    }

    /// Whether the count or a repetition makes this a draw; see ``outcome``.
    fn can_claim_draw(&self) -> bool {
        self.0.ended(true) != self.0.ended(false)
    }

    /// How the game ended, or ``None`` while it continues. Draws by the count and by repetition end it
    /// unless ``claim_draw`` is false.
    #[pyo3(signature = (*, claim_draw=true))]
    fn outcome(&self, claim_draw: bool) -> Option<Outcome> {
        self.0.ended(claim_draw).map(Outcome)
    }

    /// Whether the game is over; see ``outcome``.
    #[pyo3(signature = (*, claim_draw=true))]
    fn is_game_over(&self, claim_draw: bool) -> bool {
        self.0.ended(claim_draw).is_some()
    }

    /// ``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` while the game continues; see ``outcome``.
    #[pyo3(signature = (*, claim_draw=true))]
    fn result(&self, claim_draw: bool) -> &'static str {
        let ended = self.0.ended(claim_draw);
        ended.map_or("*", |end| makruk::notation::pgn::result(end.winner()))
    }

    /// The running count, or ``None``.
    #[getter]
    fn count(&self) -> Option<Count> {
        self.0.count().map(Into::into)
    }

    /// The state of the count as a sentence, also while none runs.
    #[pyo3(signature = (language="en"))]
    fn count_sentence(&self, language: &str) -> PyResult<String> {
        Ok(self.0.count_sentence(super::language(language)?))
    }

    /// Sets the last number that the bare khun has counted, and the limit, by default the one that
    /// the men on the board set. The moves before are forgotten.
    #[pyo3(signature = (counted, limit=None))]
    fn set_count(&mut self, counted: i64, limit: Option<i64>) -> PyResult<()> {
        let number = |name, number| whole(name, number, 0..=u16::MAX.into());
        let limit = limit.map(|limit| number("limit", limit)).transpose()?;
        self.0.set_count(number("counted", counted)?, limit).map_err(raised)
    }

    /// The side that may begin a count under the rule ``claimed``, or ``None``.
    #[getter]
    fn claimant(&self) -> Option<bool> {
        self.0.claimant().map(|side| side == Color::White)
    }

    /// Starts the count that the weaker side claims.
    fn claim_count(&mut self) -> PyResult<()> {
        self.0.claim_count().map_err(raised)
    }

    /// Takes back the number of the last move of the counting side, which forgot to count it.
    fn skip_number(&mut self) -> PyResult<()> {
        self.0.skip_number().map_err(raised)
    }

    /// Ends a claimed count.
    fn stop_count(&mut self) {
        self.0.stop_count();
    }
}
