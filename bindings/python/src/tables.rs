//! Endgame tables.

use crate::board::Board;
use crate::error::{os_error, raised, raised_of};
use crate::moves::Move;
use crate::outcome::{TableMove, TableResult};
use pyo3::prelude::*;
use sakdi_engine::tablebase::Tablebase;
use sakdi_engine::tablebase::directory::BadTable;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// The built-in endgame tables, and the tables in the given folders.
///
/// >>> Tables().probe(Board("8/8/8/2R5/8/1K6/8/k7 w - - 0 1"))
/// <TableResult: white wins, mate in 1>
#[pyclass(module = "sakdi", frozen)]
pub struct Tables(RwLock<Tablebase>);

impl Tables {
    fn read(&self) -> RwLockReadGuard<'_, Tablebase> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the tables of a folder. Returns the files that cannot be used.
    fn add_directory(&self, folder: &Path) -> PyResult<Vec<BadTable>> {
        let mut tables = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let added = tables.add_directory(folder);
        added.map(|(_, bad)| bad).map_err(|error| os_error(folder, &error))
    }

    /// The same tables for another owner; their contents are shared.
    pub fn copy(&self) -> Tablebase {
        self.read().clone()
    }
}

#[pymethods]
impl Tables {
    #[new]
    #[pyo3(signature = (*folders, builtin=true))]
    fn new(folders: Vec<PathBuf>, builtin: bool) -> PyResult<Self> {
        let tables = if builtin { Tablebase::embedded() } else { Tablebase::empty() };
        let tables = Self(RwLock::new(tables));
        for folder in folders {
            if let Some(BadTable { path, error }) =
                tables.add_directory(&folder)?.into_iter().next()
            {
                return Err(raised_of(&path, error));
            }
        }
        Ok(tables)
    }

    /// Adds the tables of a folder. Returns the files that cannot be used, each with the reason.
    fn add_folder(&self, folder: PathBuf) -> PyResult<Vec<(PathBuf, String)>> {
        let bad = self.add_directory(&folder)?.into_iter();
        Ok(bad.map(|bad| (bad.path, bad.error.to_string())).collect())
    }

    /// Adds the tables of a file's contents. Returns the names of their endings.
    fn add(&self, contents: &[u8]) -> PyResult<Vec<String>> {
        let mut tables = self.0.write().unwrap_or_else(PoisonError::into_inner);
        sakdi_facade::tables::add(&mut tables, contents).map_err(raised)
    }

    /// The names of the endings, sorted.
    #[getter]
    fn endings(&self) -> Vec<String> {
        let tables = self.read();
        let mut names: Vec<String> =
            tables.tables().map(|table| table.ending().to_string()).collect();
        names.sort();
        names
    }

    /// The result of a position, or ``None`` if no table holds it.
    fn probe(&self, board: &Board) -> Option<TableResult> {
        self.read().probe(board.0.position()).map(Into::into)
    }

    /// Every legal move with what follows from it.
    fn probe_moves(&self, board: &Board) -> Vec<TableMove> {
        let moves = board.0.table_moves(&self.read());
        let entry = |after: &sakdi_facade::TableMove| {
            TableMove::new(Move::of(board.0.position(), after.mv), after)
        };
        moves.iter().map(entry).collect()
    }

    fn __len__(&self) -> usize {
        self.read().tables().count()
    }

    fn __repr__(&self) -> String {
        format!("<Tables of {} endings>", self.__len__())
    }
}
