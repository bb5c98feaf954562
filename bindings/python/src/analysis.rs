//! Analysis of finished games, by the same code as `sakdi analyse`.

use crate::board::{counting_rule, language, notation};
use crate::error::{raised, whole};
use crate::games::{Game, only_game};
use crate::interrupt;
use crate::limits::seconds;
use crate::tables::Tables;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sakdi_analysis::record::{AnalysisRecord, MoveRow};
use sakdi_analysis::{AnalysisObserver, Budget};
use sakdi_engine::tablebase::Tablebase;
use sakdi_facade::analysis::{Analysed, Options, analyse_records};
use sakdi_i18n::TextStyle;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// A game with its analysis.
#[pyclass(module = "sakdi", frozen)]
pub struct AnalysedGame(Analysed);

#[pymethods]
impl AnalysedGame {
    /// The moves as rows, for pandas or polars: a list of ``dict``.
    ///
    /// Of each move: ``ply``, ``side``, ``san``, ``uci``; of the position before it: ``fen``, the score
    /// ``cp`` or ``mate``, the ``expectation`` of White, ``depth``, ``best``, and of the count
    /// ``counter``, ``counted``, ``limit``, ``moves_left``; and what the move cost: ``loss``, from 0 to
    /// 1, and ``judgement``.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let record = self.record();
        record.rows().map(|row| row_dict(py, &row)).collect()
    }

    /// All that ``sakdi analyse --json`` writes of the game, as a ``dict``.
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = serde_json::to_string(&self.record())
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// The game with scores, judgements and better lines in comments and variations.
    fn pgn(&self) -> String {
        self.0.pgn()
    }

    /// A page to look at: one file that needs no network.
    fn html(&self) -> String {
        self.0.html()
    }

    fn __repr__(&self) -> String {
        format!("<AnalysedGame, {}>", self.0.budgets())
    }
}

impl AnalysedGame {
    fn record(&self) -> AnalysisRecord {
        // One game was given.
        let game = &self.0.games[0];
        AnalysisRecord::new(None, None, &game.pgn, &game.analysis)
    }
}

fn row_dict<'py>(py: Python<'py>, row: &MoveRow<'_>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("ply", row.ply)?;
    for (name, text) in
        [("side", &row.side), ("san", &row.san), ("uci", &row.uci), ("fen", &row.fen)]
    {
        dict.set_item(name, &**text)?;
    }
    dict.set_item("cp", row.cp)?;
    dict.set_item("mate", row.mate)?;
    dict.set_item("expectation", row.expectation)?;
    dict.set_item("depth", row.depth)?;
    dict.set_item("best", row.best.as_deref())?;
    dict.set_item("loss", row.loss)?;
    dict.set_item("judgement", row.judgement.as_deref())?;
    dict.set_item("counter", row.counter.as_deref())?;
    for (name, number) in
        [("counted", row.counted), ("limit", row.limit), ("moves_left", row.moves_left)]
    {
        dict.set_item(name, number)?;
    }
    Ok(dict)
}

/// Tells Python how far the analysis is.
struct PythonObserver {
    progress: Option<Py<PyAny>>,
    done: AtomicUsize,
    all: usize,
    /// Why the analysis ends early.
    error: Mutex<Option<PyErr>>,
}

/// The observer that the analysis owns.
struct Shared<'a> {
    observer: &'a PythonObserver,
    /// Set by Ctrl-C, and by an error in `progress`.
    stop: &'a AtomicBool,
}

impl AnalysisObserver for Shared<'_> {
    fn should_stop(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn searched(&self) {
        let Self { observer, stop } = self;
        let Some(call) = &observer.progress else { return };
        // Counted in the order in which Python hears of them.
        let report = |py: Python<'_>| {
            let done = observer.done.fetch_add(1, Relaxed) + 1;
            call.call1(py, (done, observer.all)).map(drop)
        };
        if let Err(error) = Python::attach(report) {
            stop.store(true, Relaxed);
            observer.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }
}

/// Analyses every position of a game: a ``Game``, or what ``read_games`` takes, with one game. Other threads of
/// Python go on meanwhile.
///
/// The limit of each search is ``nodes``, or ``time`` in seconds. ``lines`` is the number of best lines,
/// ``threads`` the number of positions searched at the same time, ``hash`` the transposition table of
/// each in MiB. ``progress`` is called with the number of positions done and of all.
#[pyfunction]
#[pyo3(signature = (
    game, *, nodes=None, time=None, lines=1, threads=1, hash=16, counting=None, language="en",
    notation=None, tables=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "they are named")]
pub fn analyse_game(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    nodes: Option<i64>,
    time: Option<f64>,
    lines: i64,
    threads: i64,
    hash: i64,
    counting: Option<&str>,
    language: &str,
    notation: Option<&str>,
    tables: Option<&Tables>,
    progress: Option<Py<PyAny>>,
) -> PyResult<AnalysedGame> {
    let budget = match (nodes, time) {
        (Some(_), Some(_)) => {
            return Err(PyValueError::new_err("nodes and time exclude each other"));
        }
        (Some(nodes), None) => Budget::Nodes(whole("nodes", nodes, 1..=i64::MAX)?),
        (None, time) => Budget::Time(seconds("time", time.unwrap_or(0.2))?),
    };
    let lines = whole("lines", lines, 1..=256)?;
    let threads = whole("threads", threads, 1..=sakdi_platform::MAX_THREADS as i64)?;
    let hash = whole("hash", hash, 1..=sakdi_platform::MAX_TABLE_MIB as i64)?;
    let language = self::language(language)?;
    let notation = notation.map_or(Ok(language.notation()), self::notation)?;
    let mut options = Options::new(budget);
    options.settings.multi_pv = lines;
    options.settings.threads = threads;
    options.settings.hash_mib = hash;
    options.style = TextStyle { language, notation };
    let record = match game.cast::<Game>() {
        Ok(game) => game.get().0.clone(),
        Err(_) => only_game(game)?,
    };
    let record = match counting.map(counting_rule).transpose()? {
        Some(rule) => record.with_rule(rule).map_err(raised)?,
        None => record,
    };
    let all = record.game.moves().len() + 1;
    let tables = tables.map_or_else(Tablebase::embedded, Tables::copy);
    let (done, error) = (AtomicUsize::new(0), Mutex::new(None));
    let observer = PythonObserver { progress, done, all, error };
    let analysed = interrupt::run(py, |stop| {
        analyse_records(vec![record], &options, tables, |_| Shared { observer: &observer, stop })
    })?;
    if let Some(error) = observer.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    match analysed {
        Some(analysed) => Ok(AnalysedGame(analysed)),
        None => Err(PyValueError::new_err("the analysis was stopped")),
    }
}
