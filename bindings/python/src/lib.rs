//! The native part of the Python package `sakdi`. `python/sakdi` makes the package of it, and
//! `_native.pyi` has its types.

mod analysis;
mod board;
mod count;
mod engine;
mod error;
mod games;
mod interrupt;
mod limits;
mod moves;
mod outcome;
mod piece;
mod running_search;
mod tables;
mod training;
mod tree;
mod uci;

use pyo3::prelude::*;

/// The native part of the package `sakdi`.
#[pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use crate::analysis::{AnalysedGame, analyse_game};
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::count::Count;
    #[pymodule_export]
    use crate::engine::{Engine, Line, SearchResult};
    #[pymodule_export]
    use crate::error::SakdiError;
    #[pymodule_export]
    use crate::games::{Game, GameReader, read_games};
    #[pymodule_export]
    use crate::limits::Limit;
    #[pymodule_export]
    use crate::moves::{LegalMoves, Move};
    #[pymodule_export]
    use crate::outcome::{Outcome, TableMove, TableResult};
    #[pymodule_export]
    use crate::piece::Piece;
    #[pymodule_export]
    use crate::running_search::RunningSearch;
    #[pymodule_export]
    use crate::tables::Tables;
    #[pymodule_export]
    use crate::training::{
        net_file, net_inputs, net_limits, net_numbers, net_shape, shard_columns,
    };
    #[pymodule_export]
    use crate::tree::{GameNode, GameTree};
    #[pymodule_export]
    use crate::uci::serve_uci;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
