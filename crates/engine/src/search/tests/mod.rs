//! Tests of the parts of the search: the score of a node, a move or an entry is compared with a plain
//! computation.

mod bounds;
mod draws;
#[path = "../../../../../engine-tests/reference/endings.rs"]
mod endings;
mod exchange;
mod memory;
#[path = "../../../../../engine-tests/reference/plain_search.rs"]
mod plain_search;
mod random;
mod repetition;
mod root;

use super::contempt::Contempt;
use super::correction_history::CorrectionHistory;
use super::history::Histories;
use super::limits::Limits;
use super::lmr::table::Reductions;
use super::node::{Node, NodeKind};
use super::repetition::Path;
use super::root_moves::RootMoves;
use super::transposition::TranspositionTable;
use super::worker::{SearchStatus, Shared, ThreadMemory, Worker};
use crate::Score;
use crate::eval::Evaluator;
use crate::tablebase::Tablebase;
use makruk::movegen;
use makruk::notation::fen;
use makruk::position::Position;

/// A position of Makruk under the default counting rule.
#[track_caller]
fn position(text: &str) -> Position {
    fen::parse(text, Default::default(), Default::default()).expect("a FEN")
}

/// The memory of a search, with which single nodes are searched.
struct Memory {
    limits: Limits,
    tablebase: Option<Tablebase>,
    tt: TranspositionTable,
    histories: Histories,
    evaluator: Evaluator,
    corrections: CorrectionHistory,
    reductions: Reductions,
}

impl Memory {
    fn new() -> Self {
        Self {
            limits: Limits::default(),
            tablebase: None,
            tt: TranspositionTable::new(1).expect("memory"),
            histories: Histories::new().expect("memory"),
            evaluator: Evaluator::new(None),
            corrections: CorrectionHistory::new(1),
            reductions: Reductions::new(),
        }
    }

    /// Forgets everything.
    fn clear(&mut self) {
        self.tt.clear();
        self.histories = Histories::new().expect("memory");
        self.corrections.clear();
    }

    /// The score of a node in a window, after the positions of a path.
    fn score<N: NodeKind>(
        &mut self,
        position: &Position,
        path: Path,
        (alpha, beta): (Score, Score),
        depth: i32,
    ) -> Score {
        let node = Node { position, parent: position, alpha, beta, depth, ply: 0, cut_node: false };
        let score = |worker: &mut Worker<'_>| worker.alpha_beta::<N>(node);
        self.with_worker(position, path, score).expect("nothing stops it")
    }

    /// The result of a call of a worker that searches a root.
    fn with_worker<T>(
        &mut self,
        root: &Position,
        path: Path,
        call: impl FnOnce(&mut Worker<'_>) -> T,
    ) -> T {
        let status = SearchStatus::new(1);
        let shared = Shared {
            tt: &self.tt,
            tablebase: self.tablebase.as_ref(),
            status: &status,
            limits: &self.limits,
            contempt: Contempt::new(&self.limits, root),
            reductions: &self.reductions,
            previous_score: None,
            corrections: &self.corrections,
            observer: &(),
        };
        let memory =
            ThreadMemory { histories: &mut self.histories, evaluator: &mut self.evaluator };
        let moves = RootMoves::new(movegen::legal_moves(root), false);
        call(&mut Worker::new(shared, root, 0, memory, path, moves))
    }
}
