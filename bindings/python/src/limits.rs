//! The limits of a search.

use crate::error::whole;
use crate::moves::Move;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sakdi_engine::search::{Clock, Limits};
use sakdi_levels::{FULL_SKILL, MAX_ELO, MIN_ELO, MIN_SKILL, Strength};
use sakdi_uci::score::from_uci_centipawns;
use std::time::Duration;

/// What ends a search: each limit that is given, whichever comes first.
///
/// Times are in seconds. ``time`` is for this move. ``clock`` is the time left to the side to move, with
/// ``increment`` added after each move, and ``moves_to_go`` moves to the next time control. ``mate``
/// ends the search when a mate in so many moves is found.
///
/// >>> Limit(nodes=1000)
/// Limit(nodes=1000)
#[pyclass(module = "sakdi", frozen, get_all, eq, from_py_object)]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limit {
    /// Seconds for this move.
    time: Option<f64>,
    /// Nodes to search.
    nodes: Option<u64>,
    /// Depth in plies.
    depth: Option<u32>,
    /// Moves to a mate that is enough.
    mate: Option<u32>,
    /// Seconds left to the side to move.
    clock: Option<f64>,
    /// Seconds added after each move.
    increment: f64,
    /// Moves to the next time control.
    moves_to_go: Option<u32>,
}

#[pymethods]
impl Limit {
    #[new]
    #[pyo3(signature = (
        *, time=None, nodes=None, depth=None, mate=None, clock=None, increment=0.0, moves_to_go=None
    ))]
    fn new(
        time: Option<f64>,
        nodes: Option<i64>,
        depth: Option<i64>,
        mate: Option<i64>,
        clock: Option<f64>,
        increment: f64,
        moves_to_go: Option<i64>,
    ) -> PyResult<Self> {
        let count = |name, count: Option<i64>| {
            count.map(|count| whole(name, count, 1..=u32::MAX.into())).transpose()
        };
        let nodes = nodes.map(|nodes| whole("nodes", nodes, 0..=i64::MAX)).transpose()?;
        let (depth, mate) = (count("depth", depth)?, count("mate", mate)?);
        let moves_to_go = count("moves_to_go", moves_to_go)?;
        for (name, time) in [("time", time), ("clock", clock), ("increment", Some(increment))] {
            time.map(|time| seconds(name, time)).transpose()?;
        }
        Ok(Self { time, nodes, depth, mate, clock, increment, moves_to_go })
    }

    fn __repr__(&self) -> String {
        let texts = [
            self.time.map(|time| format!("time={time}")),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
            self.mate.map(|mate| format!("mate={mate}")),
            self.clock.map(|clock| format!("clock={clock}")),
            (self.increment > 0.0).then(|| format!("increment={}", self.increment)),
            self.moves_to_go.map(|moves| format!("moves_to_go={moves}")),
        ];
        format!("Limit({})", texts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// How a search is made besides its limit.
pub struct SearchOptions {
    pub lines: i64,
    pub moves: Option<Vec<Move>>,
    pub level: Option<i64>,
    pub elo: Option<i64>,
    pub contempt: i64,
}

impl Limit {
    /// Whether it ends no search.
    pub fn is_endless(&self) -> bool {
        self.mate.is_none() && self.may_be_endless()
    }

    /// Whether it may end no search: there may be no mate in so many moves.
    pub fn may_be_endless(&self) -> bool {
        self.time.is_none() && self.nodes.is_none() && self.depth.is_none() && self.clock.is_none()
    }
}

impl SearchOptions {
    /// The limits for the engine.
    pub fn limits(&self, limit: &Limit) -> PyResult<Limits> {
        // Each was checked when the limit was made.
        let duration = |time: Option<f64>| time.map(|time| seconds("time", time)).transpose();
        let increment = duration(Some(limit.increment))?.unwrap_or_default();
        let moves_to_go = limit.moves_to_go;
        let clock =
            duration(limit.clock)?.map(|remaining| Clock { remaining, increment, moves_to_go });
        Ok(Limits {
            depth: limit.depth,
            nodes: limit.nodes,
            mate: limit.mate,
            move_time: duration(limit.time)?,
            clock,
            search_moves: self.moves.iter().flatten().map(|mv| mv.mv).collect(),
            multi_pv: whole("lines", self.lines, 1..=256)?,
            contempt: from_uci_centipawns(whole("contempt", self.contempt, -100..=100)?),
            ..Limits::default()
        })
    }

    /// The strength to play at; `None` for full strength.
    pub fn strength(&self) -> PyResult<Option<Strength>> {
        let level = |level| whole("level", level, MIN_SKILL.into()..=FULL_SKILL.into());
        let elo = |elo| whole("elo", elo, MIN_ELO.into()..=MAX_ELO.into());
        match (self.level, self.elo) {
            (Some(_), Some(_)) => Err(PyValueError::new_err("level and elo exclude each other")),
            (Some(number), None) => Ok(Strength::of_skill(level(number)?)),
            (None, Some(number)) => Ok(Strength::of_elo(elo(number)?)),
            (None, None) => Ok(None),
        }
    }
}

/// A time in seconds.
pub fn seconds(name: &str, seconds: f64) -> PyResult<Duration> {
    // A year is longer than any search, and its milliseconds fit every type.
    const YEAR: f64 = 366.0 * 86_400.0;
    if !(0.0..=YEAR).contains(&seconds) {
        let text = format!("{name} = {seconds}, it must be 0 seconds to a year");
        return Err(PyValueError::new_err(text));
    }
    Ok(Duration::from_secs_f64(seconds))
}
