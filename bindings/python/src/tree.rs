//! Games with their variations.

use crate::board::Board;
use crate::error::raised;
use crate::games::tag_dict;
use crate::moves::Move;
use makruk::notation::pgn::{self, NodeId};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A game with its variations, to be walked and changed.
///
/// ``root`` is the position before the first move. Names are those of ``chess.pgn`` where it has them.
///
/// >>> tree = next(read_games("1. e4 e5 (1... d5 {closed}) 2. Nd2 *")).tree()
/// >>> tree.root.next().variations
/// [<GameNode 1... e5>, <GameNode 1... d5>]
/// >>> tree.root.next().variations[1].promote()
/// True
/// >>> tree.pgn().strip().splitlines()[-1]
/// '1. e4 d5 {closed} (1... e5 2. Nd2) *'
#[pyclass(module = "sakdi", frozen)]
#[derive(Clone)]
pub struct GameTree(Arc<Mutex<pgn::GameTree>>);

impl GameTree {
    pub fn of(tree: pgn::GameTree) -> Self {
        Self(Arc::new(Mutex::new(tree)))
    }

    fn locked(&self) -> MutexGuard<'_, pgn::GameTree> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn at(&self, id: NodeId) -> GameNode {
        GameNode { tree: self.clone(), id }
    }

    /// The nodes of the main line, without the first position.
    pub fn line(&self) -> Vec<GameNode> {
        let line = self.locked().main_line();
        line.into_iter().skip(1).map(|id| self.at(id)).collect()
    }
}

#[pymethods]
impl GameTree {
    /// A tree without moves, from the position of a board.
    #[new]
    #[pyo3(signature = (board=None))]
    fn new(board: Option<&Board>) -> PyResult<Self> {
        let start = match board {
            Some(board) => *board.0.position(),
            None => *sakdi_facade::Board::start(Default::default(), Default::default()).position(),
        };
        Ok(Self::of(pgn::GameTree::new(start)))
    }

    /// The position before the first move.
    #[getter]
    fn root(&self) -> GameNode {
        self.at(pgn::GameTree::ROOT)
    }

    /// The nodes of the main line, one for each move.
    fn mainline(&self) -> Vec<GameNode> {
        self.line()
    }

    /// The tags: a ``dict`` of names and values. ``set_tag`` changes them.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        tag_dict(py, self.locked().tags())
    }

    /// Sets the value of a tag; an empty one removes it. ``Result`` is also the result of the game. A name
    /// with blanks, any other result, and the tags that follow from the first position (``Variant``,
    /// ``CountingRule``, ``SetUp``, ``FEN``) are a ``ValueError``.
    fn set_tag(&self, name: &str, value: &str) -> PyResult<()> {
        let set = self.locked().set_tag(name, value);
        set.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// ``1-0``, ``0-1``, ``1/2-1/2``, or ``*``.
    #[getter]
    fn result(&self) -> &'static str {
        self.locked().result()
    }

    /// The whole tree as PGN in SAN.
    fn pgn(&self) -> String {
        self.locked().pgn()
    }

    fn __repr__(&self) -> String {
        format!("<GameTree of {} moves>", self.line().len())
    }
}

/// A position of a tree, the move that leads to it, and what is said of it.
#[pyclass(module = "sakdi", frozen)]
#[derive(Clone)]
pub struct GameNode {
    tree: GameTree,
    id: NodeId,
}

impl GameNode {
    /// The number and the text of its move, with a notation.
    fn text(&self, notation: makruk::notation::Notation) -> Option<String> {
        let tree = self.tree.locked();
        let node = tree.node(self.id);
        let before = &tree.node(node.parent?).position;
        Some(notation.format(before, node.mv?))
    }

    fn not_removed(&self) -> PyResult<()> {
        match self.tree.locked().holds(self.id) {
            true => Ok(()),
            false => Err(PyValueError::new_err("the node was removed from its tree")),
        }
    }
}

#[pymethods]
impl GameNode {
    /// The move; ``None`` for the first position.
    #[getter]
    fn r#move(&self) -> Option<Move> {
        let tree = self.tree.locked();
        let node = tree.node(self.id);
        Some(Move::of(&tree.node(node.parent?).position, node.mv?))
    }

    /// The move in SAN or another notation; ``None`` for the first position.
    #[pyo3(signature = (notation="san"))]
    fn san(&self, notation: &str) -> PyResult<Option<String>> {
        Ok(self.text(crate::board::notation(notation)?))
    }

    /// The board here, with the game that leads to it.
    fn board(&self) -> Board {
        Board(sakdi_facade::Board::of_game(self.tree.locked().game_at(self.id)))
    }

    /// The number of moves before this position.
    fn ply(&self) -> usize {
        self.tree.locked().ply(self.id)
    }

    /// The node before, or ``None``.
    #[getter]
    fn parent(&self) -> Option<Self> {
        let parent = self.tree.locked().node(self.id).parent;
        parent.map(|id| self.tree.at(id))
    }

    /// The nodes after it, the main continuation first.
    #[getter]
    fn variations(&self) -> Vec<Self> {
        let children = self.tree.locked().node(self.id).children.clone();
        children.into_iter().map(|id| self.tree.at(id)).collect()
    }

    /// The main continuation, or ``None``.
    fn next(&self) -> Option<Self> {
        let next = self.tree.locked().node(self.id).children.first().copied();
        next.map(|id| self.tree.at(id))
    }

    /// Whether it is in the main line.
    fn is_mainline(&self) -> bool {
        self.tree.locked().main_line().contains(&self.id)
    }

    /// The comments after the move. Claims of counts in them, such as ``[%count start 5]``, hold.
    #[getter]
    fn comments(&self) -> Vec<String> {
        self.tree.locked().node(self.id).comments.clone()
    }

    #[setter]
    fn set_comments(&self, comments: Vec<String>) -> PyResult<()> {
        self.not_removed()?;
        self.tree.locked().set_comments(self.id, comments);
        Ok(())
    }

    /// Numeric annotation glyphs: 1 for ``!``, 2 for ``?``, 4 for ``??``.
    #[getter]
    fn nags(&self) -> Vec<u16> {
        self.tree.locked().node(self.id).nags.iter().map(|&nag| nag.into()).collect()
    }

    #[setter]
    fn set_nags(&self, nags: Vec<u16>) -> PyResult<()> {
        self.not_removed()?;
        let nag = |&nag: &u16| u8::try_from(nag);
        let nags: Result<Vec<u8>, _> = nags.iter().map(nag).collect();
        let nags = nags.map_err(|_| PyValueError::new_err("nags are 0 to 255"))?;
        self.tree.locked().set_nags(self.id, nags);
        Ok(())
    }

    /// Makes a legal move here, and returns its node. The move may be in the tree already.
    fn add_variation(&self, r#move: &Move) -> PyResult<Self> {
        self.not_removed()?;
        let added = self.tree.locked().add(self.id, r#move.mv);
        match added {
            Ok(id) => Ok(self.tree.at(id)),
            // For its error, which says why.
            Err(illegal) => match self.board().0.parse_uci(&r#move.uci()) {
                Err(error) => Err(raised(error)),
                Ok(_) => Err(PyValueError::new_err(illegal.to_string())),
            },
        }
    }

    /// Makes the variation that holds this node one rank higher. Returns whether it could.
    fn promote(&self) -> PyResult<bool> {
        self.not_removed()?;
        Ok(self.tree.locked().promote(self.id))
    }

    /// Makes the line that leads to this node the main line.
    fn promote_to_main(&self) -> PyResult<()> {
        self.not_removed()?;
        self.tree.locked().make_main(self.id);
        Ok(())
    }

    /// Removes this move and all that follows it. Returns the node before it.
    fn remove(&self) -> PyResult<Self> {
        self.not_removed()?;
        let parent = self.tree.locked().remove(self.id);
        Ok(self.tree.at(parent))
    }

    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.tree.0, &other.tree.0) && self.id == other.id
    }

    fn __hash__(&self) -> u64 {
        // Nodes of different trees may share a hash.
        self.id.index().into()
    }

    fn __repr__(&self) -> String {
        let number = self.tree.locked().number(self.id);
        let san = self.text(makruk::notation::Notation::San);
        match (number, san) {
            (Some(number), Some(san)) => format!("<GameNode {number} {san}>"),
            _ => "<GameNode before the first move>".to_owned(),
        }
    }
}
