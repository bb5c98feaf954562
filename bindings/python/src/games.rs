//! Games from PGN.

use crate::board::{Board, counting_rule};
use crate::error::{named, os_error, raised, whole};
use crate::moves::Move;
use crate::tree::{GameNode, GameTree};
use makruk::game;
use makruk::notation::Dialect;
use makruk::rules::Variant;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use sakdi_facade::games::{FileGames, ReadGame, ReadOptions};
use sakdi_facade::{Error, Subject};
use sakdi_i18n::Language;
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// A game that was read from PGN, in any notation that Sakdi reads.
///
/// >>> game = next(read_games("1. e4 {good} e5 *"))
/// >>> [str(move) for move in game.moves], game.mainline[0].comments
/// (['e3e4', 'e6e5'], ['good'])
#[pyclass(module = "sakdi", frozen)]
#[derive(Clone)]
pub struct Game(pub ReadGame);

#[pymethods]
impl Game {
    /// The tags: a ``dict`` of names and values.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        tag_dict(py, &self.0.pgn.tags)
    }

    /// The moves of the main line.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        Move::line(self.0.game.start(), self.0.game.moves())
    }

    /// The nodes of the main line, with comments, NAGs and variations.
    #[getter]
    fn mainline(&self) -> Vec<GameNode> {
        self.tree().line()
    }

    /// The game with its variations, as a copy to be walked and changed.
    fn tree(&self) -> GameTree {
        GameTree::of(self.0.tree())
    }

    /// The comments before the first move.
    #[getter]
    fn comments(&self) -> Vec<String> {
        self.0.pgn.comments.clone()
    }

    /// The board after so many moves; after the last by default. Draws after which moves follow were passed
    /// over, as in ``mainline``.
    #[pyo3(signature = (ply=None))]
    fn board(&self, ply: Option<i64>) -> PyResult<Board> {
        let game = &self.0.game;
        let ply = ply.map(|ply| whole("ply", ply, 0..=i64::MAX)).transpose()?;
        let game = ply.map_or_else(|| game.clone(), |ply| game.at(ply));
        Ok(Board(sakdi_facade::Board::of_game(game.played_on())))
    }

    /// The board that was stored by ``pickle``.
    fn _unpickled_board(&self, halfmove_clock: u16, passed: Vec<usize>) -> Board {
        let game = self.0.game.restored(halfmove_clock, &passed);
        Board(sakdi_facade::Board::of_game(game))
    }

    /// ``makruk`` or ``makpong``.
    #[getter]
    fn variant(&self) -> String {
        self.0.game.start().variant().to_string()
    }

    /// The name of the counting rule. The tag ``CountingRule`` gives it. Without the tag it is ``claimed``
    /// if the comments hold claims, and ``thai`` otherwise.
    #[getter]
    fn counting(&self) -> String {
        self.0.game.start().counting_rule().to_string()
    }

    /// ``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` without a result.
    #[getter]
    fn result(&self) -> &'static str {
        self.0.pgn.stated_result().unwrap_or("*")
    }

    /// The name of the dialect that its moves are written in.
    #[getter]
    fn dialect(&self) -> String {
        self.0.dialect().to_string()
    }

    /// The line of the file on which it begins, from 1.
    #[getter]
    fn line(&self) -> usize {
        self.0.pgn.line
    }

    /// The draws that nobody claimed, after which the players went on: the number of moves made, and
    /// ``count`` or ``repetition``.
    #[getter]
    fn passed_draws(&self) -> Vec<(usize, &'static str)> {
        let reason = |draw: &game::PassedDraw| {
            (draw.ply, sakdi_facade::reason(makruk::rules::Outcome::Draw(draw.reason)))
        };
        self.0.game.played_on().passed_draws().iter().map(reason).collect()
    }

    /// The names of both sides' openings, or ``None``.
    #[pyo3(signature = (language="en"))]
    fn opening(&self, language: &str) -> PyResult<Option<String>> {
        let language: Language = crate::board::language(language)?;
        Ok(sakdi_facade::Board::of_game(self.0.game.clone()).opening(language))
    }

    /// The game as PGN in a dialect, such as ``makruk`` for SAN, ``official-thai-short``, ``playok`` or
    /// ``uci``. Tags, comments, variations and the result stay.
    #[pyo3(signature = (dialect="makruk"))]
    fn pgn(&self, dialect: &str) -> PyResult<String> {
        self.0.in_dialect(dialect).map_err(raised)
    }

    fn __len__(&self) -> usize {
        self.0.game.moves().len()
    }

    fn __repr__(&self) -> String {
        let tag = |name| self.0.pgn.tag(name).unwrap_or("?");
        format!("<Game {} – {}, {}>", tag("White"), tag("Black"), self.result())
    }
}

/// The tags in their order. If a name occurs twice, its first value counts.
pub fn tag_dict<'py>(py: Python<'py>, tags: &[(String, String)]) -> PyResult<Bound<'py, PyDict>> {
    let valid = PyDict::new(py);
    for (name, value) in tags {
        if !valid.contains(name)? {
            valid.set_item(name, value)?;
        }
    }
    Ok(valid)
}

/// A text with games. The name of a file is none: it would be read as a move.
fn text_of_games(text: String) -> PyResult<String> {
    if text.lines().count() == 1 && text.to_ascii_lowercase().ends_with(".pgn") {
        let hint = format!(
            "{text:?} is read as a game. A file is read by its path: read_games(Path({text:?}))"
        );
        return Err(PyValueError::new_err(hint.replace('"', "'")));
    }
    Ok(text)
}

/// The games of a text or a file: an iterator.
///
/// A game that cannot be read raises ``SakdiError``; the next call goes on with the game after it. With
/// ``on_error`` that is called with the error instead, and the iteration goes on.
#[pyclass(module = "sakdi", frozen)]
pub struct GameReader {
    games: Mutex<FileGames<Box<dyn Read + Send>>>,
    on_error: Option<Py<PyAny>>,
}

#[pymethods]
impl GameReader {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let next = || self.games.lock().unwrap_or_else(PoisonError::into_inner).next();
        while let Some(game) = py.detach(next) {
            match (game?, &self.on_error) {
                (Ok(record), _) => return Ok(Some(Game(record))),
                (Err(fault), None) => return Err(raised(fault)),
                (Err(fault), Some(call)) => {
                    call.call1(py, (raised(fault).into_value(py),))?;
                }
            }
        }
        Ok(None)
    }
}

/// The game of a source with one game, as ``read_games`` takes them.
pub fn only_game(source: &Bound<'_, PyAny>) -> PyResult<ReadGame> {
    let py = source.py();
    let games = read_games(source, None, Variant::Makruk.name(), None, None)?;
    let Some(Game(game)) = games.__next__(py)? else { return Err(raised(Error::NoGames)) };
    if matches!(games.__next__(py), Ok(None)) {
        return Ok(game);
    }
    Err(PyValueError::new_err("more than one game: read_games goes through them"))
}

/// The games of PGN: of a text, of bytes in any encoding, or of a file (a ``pathlib.Path``). Files are
/// read bit by bit, so they may be of any size.
///
/// ``dialect`` is the one that the moves are written in; without it, it is found for each game.
/// ``counting`` is the rule of counting, also of games that name another.
#[pyfunction]
#[pyo3(signature = (source, *, dialect=None, variant="makruk", counting=None, on_error=None))]
pub fn read_games(
    source: &Bound<'_, PyAny>,
    dialect: Option<&str>,
    variant: &str,
    counting: Option<&str>,
    on_error: Option<Py<PyAny>>,
) -> PyResult<GameReader> {
    let unknown = |error| raised(sakdi_facade::Error::Name { subject: Subject::Notation, error });
    let options = ReadOptions {
        variant: named::<Variant>(variant, Subject::Variant)?,
        rule: counting.map(counting_rule).transpose()?,
        dialect: dialect.map(|name| name.parse::<Dialect>().map_err(unknown)).transpose()?,
    };
    let reader: Box<dyn Read + Send> = if let Ok(text) = source.cast::<PyString>() {
        Box::new(Cursor::new(text_of_games(text.to_string())?.into_bytes()))
    } else if let Ok(bytes) = source.cast::<PyBytes>() {
        Box::new(Cursor::new(bytes.as_bytes().to_vec()))
    } else {
        let path = source.extract::<PathBuf>()?;
        Box::new(File::open(&path).map_err(|error| os_error(&path, &error))?)
    };
    Ok(GameReader { games: Mutex::new(FileGames::new(reader, options)), on_error })
}
