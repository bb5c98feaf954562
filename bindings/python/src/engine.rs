//! The engine.

use crate::board::Board;
use crate::error::{raised, whole};
use crate::interrupt::SIGNAL_INTERVAL;
use crate::limits::{Limit, SearchOptions};
use crate::moves::Move;
use crate::running_search::{Event, RunningSearch};
use crate::tables::Tables;
use makruk::position::Position;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use sakdi_engine::score::moves_to_mate;
use sakdi_engine::search::{self, Bound as ScoreBound, Wdl};
use sakdi_facade::FoundLine;
use sakdi_uci::score::to_uci_centipawns;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A line that a search has found. Scores are from the side to move.
#[pyclass(module = "sakdi", frozen, get_all)]
#[derive(Clone, Debug)]
pub struct Line {
    /// Its number, from 1 for the best.
    pub multipv: usize,
    /// Depth of the iteration, in plies.
    depth: u32,
    /// Length of the longest line searched, in plies.
    seldepth: u32,
    /// Centipawns as UCI has them, or ``None`` for a mate.
    cp: Option<i32>,
    /// Moves to mate, negative if the side to move is mated; or ``None``.
    mate: Option<i32>,
    /// ``exact``, ``lower`` or ``upper``: how the score relates to the true one.
    bound: &'static str,
    /// Probabilities of a win, a draw and a loss of the side to move.
    wdl: (f64, f64, f64),
    /// Nodes searched so far.
    nodes: u64,
    /// Seconds since the search began.
    time: f64,
    /// The share of the transposition table in use, from 0 to 1.
    hashfull: f64,
    /// Positions found in the endgame tables.
    tbhits: u64,
    /// The line.
    moves: Vec<Move>,
}

impl Line {
    pub fn new(root: &Position, line: FoundLine) -> Self {
        let (cp, mate) = score(line.score);
        let Wdl { win, draw, loss } = Wdl::of(line.score);
        let share = |thousandths: u32| f64::from(thousandths) / 1000.0;
        Self {
            multipv: line.multi_pv,
            depth: line.depth,
            seldepth: line.selective_depth,
            cp,
            mate,
            bound: match line.bound {
                ScoreBound::Exact => "exact",
                ScoreBound::Lower => "lower",
                ScoreBound::Upper => "upper",
            },
            wdl: (share(win), share(draw), share(loss)),
            nodes: line.nodes,
            time: line.time.as_secs_f64(),
            hashfull: share(line.hash_full),
            tbhits: line.tb_hits,
            moves: Move::line(root, &line.moves),
        }
    }
}

/// Centipawns or moves to mate.
pub fn score(score: sakdi_engine::Score) -> (Option<i32>, Option<i32>) {
    match moves_to_mate(score) {
        Some(moves) => (None, Some(moves)),
        None => (Some(to_uci_centipawns(score)), None),
    }
}

/// A score as text.
fn score_text(cp: Option<i32>, mate: Option<i32>) -> String {
    let mate = mate.map(|moves| format!("mate {moves}"));
    mate.or(cp.map(|cp| format!("cp {cp}"))).unwrap_or_default()
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(Move::uci).collect();
        let score = score_text(self.cp, self.mate);
        format!("<Line {}: depth {}, {score}, {}>", self.multipv, self.depth, moves.join(" "))
    }
}

/// What a search has found.
#[pyclass(module = "sakdi", frozen, get_all)]
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move, or ``None`` without a legal move.
    best: Option<Move>,
    /// The reply that is expected, or ``None``.
    ponder: Option<Move>,
    /// Centipawns as UCI has them, from the side to move, or ``None`` for a mate.
    cp: Option<i32>,
    /// Moves to mate, negative if the side to move is mated; or ``None``.
    mate: Option<i32>,
    /// Depth of the last finished iteration, in plies.
    depth: u32,
    /// Nodes searched by all threads.
    nodes: u64,
    /// The last of each line, best first.
    pub lines: Vec<Line>,
}

impl SearchResult {
    pub fn new(root: &Position, result: search::SearchResult) -> Self {
        let (cp, mate) = score(result.reported_score);
        let both: Vec<_> = result.best_move.into_iter().chain(result.ponder_move).collect();
        let mut moves = Move::line(root, &both).into_iter();
        Self {
            best: moves.next(),
            ponder: moves.next(),
            cp,
            mate,
            depth: result.depth,
            nodes: result.nodes,
            lines: Vec::new(),
        }
    }
}

#[pymethods]
impl SearchResult {
    fn __repr__(&self) -> String {
        let best = self.best.as_ref().map_or_else(|| "none".to_owned(), Move::uci);
        format!("<SearchResult {best}, {}>", score_text(self.cp, self.mate))
    }
}

/// The engine. Several threads may use one: a second search waits for the end of the first, unless that
/// may have no end: then it is a ``RuntimeError``. An engine is freed with the last reference to it. A
/// process that is forked makes an engine of its own: the threads of the other one are not in it.
///
/// ``hash`` is the size of the transposition table in MiB, ``threads`` the number of search threads.
/// ``net`` is the contents of a net; without it the built-in one evaluates. ``tables`` are endgame
/// tables in place of the built-in ones. ``seed`` makes the choices of levels repeatable.
///
/// >>> engine = Engine()
/// >>> engine.search(Board("8/8/8/2R5/8/1K6/8/k7 w - - 0 1"), Limit(depth=4)).mate
/// 1
#[pyclass(module = "sakdi", frozen)]
pub struct Engine {
    engine: sakdi_facade::Engine,
    running: Mutex<Vec<Running>>,
}

/// A search that may still run.
struct Running {
    /// Ends it. It is also set when the search has ended.
    stop: Weak<AtomicBool>,
    is_endless: bool,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (*, hash=16, threads=1, net=None, tables=None, seed=None))]
    fn new(
        py: Python<'_>,
        hash: i64,
        threads: i64,
        net: Option<&[u8]>,
        tables: Option<&Tables>,
        seed: Option<i128>,
    ) -> PyResult<Self> {
        let hash = whole("hash", hash, 1..=sakdi_platform::MAX_TABLE_MIB as i64)?;
        let threads = whole("threads", threads, 1..=sakdi_platform::MAX_THREADS as i64)?;
        let engine = py.detach(|| sakdi_facade::Engine::new(hash, threads));
        if net.is_some() {
            engine.set_net(net).map_err(raised)?;
        }
        if let Some(tables) = tables {
            engine.set_tables(tables.copy());
        }
        if let Some(seed) = seed {
            let most = u64::MAX;
            let text = || format!("seed = {seed}, it must be 0 to {most}");
            engine.set_seed(u64::try_from(seed).map_err(|_| PyValueError::new_err(text()))?);
        }
        Ok(Self { engine, running: Mutex::new(Vec::new()) })
    }

    /// Searches a board, and returns what it has found. Other threads of Python go on meanwhile.
    ///
    /// ``lines`` is the number of best lines, ``moves`` are the only moves to search (all if it is empty). ``level``, from −2
    /// to 20, or ``elo`` weakens the play as UCI's options do. ``contempt``, from −100 to 100, is how
    /// many centipawns less a draw is worth. ``on_line`` is called with each ``Line``, in the thread that
    /// calls this; a result of ``False`` ends the search.
    #[pyo3(signature = (
        board, limit=None, *, lines=1, moves=None, level=None, elo=None, contempt=0, on_line=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are named")]
    fn search(
        &self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        limit: Option<Limit>,
        lines: i64,
        moves: Option<Vec<Move>>,
        level: Option<i64>,
        elo: Option<i64>,
        contempt: i64,
        on_line: Option<Bound<'_, PyAny>>,
    ) -> PyResult<SearchResult> {
        let limit = limit.unwrap_or_default();
        let options = SearchOptions { lines, moves, level, elo, contempt };
        if limit.is_endless() && options.strength()?.is_none() {
            let text = "a search at full strength needs a limit";
            return Err(PyValueError::new_err(text));
        }
        // Other threads, and `on_line`, may move on the board meanwhile.
        let running = self.start(&*board.try_borrow()?, &limit, options)?;
        loop {
            match running.wait(py)? {
                Some(Event::Line(line)) => {
                    let answer = on_line.as_ref().map(|call| call.call1((line,)));
                    if let Some(answer) = answer.transpose()?
                        && answer.is(false.into_pyobject(py)?)
                    {
                        running.stop();
                    }
                }
                Some(Event::Done(result)) => return Ok(result),
                None => return Err(PyRuntimeError::new_err("the search thread has failed")),
            }
        }
    }

    /// Starts a search in the background. Without a limit it runs until it is stopped.
    #[pyo3(signature = (board, limit=None, *, lines=1, moves=None, contempt=0))]
    fn analysis(
        &self,
        board: &Board,
        limit: Option<Limit>,
        lines: i64,
        moves: Option<Vec<Move>>,
        contempt: i64,
    ) -> PyResult<RunningSearch> {
        let options = SearchOptions { lines, moves, level: None, elo: None, contempt };
        self.start(board, &limit.unwrap_or_default(), options)
    }

    /// Ends all searches of this engine. Any thread may call it.
    fn stop(&self) {
        for running in &*self.running() {
            if let Some(stop) = running.stop.upgrade() {
                stop.store(true, Relaxed);
            }
        }
    }

    /// Forgets what earlier searches have found. Waits for a search that runs; Ctrl-C ends the wait.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        drop(self.soon_free()?);
        let mut interrupted = Ok(());
        let mut goes_on = || {
            interrupted = Python::attach(|py| py.check_signals());
            interrupted.is_ok()
        };
        py.detach(|| self.engine.clear(SIGNAL_INTERVAL, &mut goes_on));
        interrupted
    }
}

impl Engine {
    fn start(
        &self,
        board: &Board,
        limit: &Limit,
        options: SearchOptions,
    ) -> PyResult<RunningSearch> {
        let limits = options.limits(limit)?;
        let strength = options.strength()?;
        for mv in options.moves.iter().flatten() {
            board.legal(mv)?;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let mut running = self.soon_free()?;
        let is_endless = limit.may_be_endless() && strength.is_none();
        running.push(Running { stop: Arc::downgrade(&stop), is_endless });
        RunningSearch::start(&self.engine, board, strength, limits, stop)
    }

    fn running(&self) -> MutexGuard<'_, Vec<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The searches that run, all of which will end: nobody may wait for another one.
    fn soon_free(&self) -> PyResult<MutexGuard<'_, Vec<Running>>> {
        let mut running = self.running();
        running.retain(|other| other.stop.upgrade().is_some_and(|stop| !stop.load(Relaxed)));
        if running.iter().any(|other| other.is_endless) {
            let text = "a search that may have no end runs: stop it first";
            return Err(PyRuntimeError::new_err(text));
        }
        Ok(running)
    }
}
