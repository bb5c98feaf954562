//! Endgame tables that are exact in distance and in count.
//!
//! Against a bare khun a count runs that can neither restart nor change its limit, so one number a
//! position suffices: the distance to mate. With R moves left the strong side wins exactly when
//! its distance is at most R. Where a count has yet to start (bia left on the board, or men on
//! both sides) the distance is to mate or to the capture or promotion that starts a count within
//! which mate can be given. Counting is that of the rule `makruk`.

pub mod directory;
pub mod ending;
pub mod file;
#[cfg(not(target_family = "wasm"))]
pub mod generate;
#[cfg(not(target_family = "wasm"))]
mod geometry;
pub mod index;
mod probe;
pub mod range_reader;
mod stats;
#[cfg(not(target_family = "wasm"))]
pub mod stats_page;
pub mod table;
pub mod value;
#[cfg(not(target_family = "wasm"))]
pub mod verify;
#[cfg(not(target_family = "wasm"))]
pub mod write;

pub use ending::{Ending, EndingError};
pub use probe::{Metric, ProbeResult, exact_under};
pub use stats::{SideStats, Stats};

use std::path::Path;
use std::sync::{Arc, LazyLock};
use table::Table;

#[cfg(feature = "embedded-tables")]
use sakdi_tables::FILES as EMBEDDED_FILES;
#[cfg(not(feature = "embedded-tables"))]
const EMBEDDED_FILES: &[&[u8]] = &[];

/// Tables that are part of the program: khun and one or two men against a bare khun.
static EMBEDDED: LazyLock<Vec<Arc<Table>>> = LazyLock::new(|| {
    let read = |&bytes| match Table::embedded(bytes) {
        Ok(table) => Some(Arc::new(table)),
        Err(error) => {
            log::error!("an embedded table: {error}");
            None
        }
    };
    EMBEDDED_FILES.iter().filter_map(read).collect()
});

/// The tables that are available.
#[derive(Clone, Debug)]
pub struct Tablebase {
    // [Ending::key]
    tables: Vec<Option<Arc<Table>>>,
    max_men: u32,
}

impl Tablebase {
    /// No tables.
    pub fn empty() -> Self {
        Self { tables: vec![None; Ending::KEYS], max_men: 0 }
    }

    /// The tables that are part of the program.
    pub fn embedded() -> Self {
        let mut tables = Self::empty();
        for table in &*EMBEDDED {
            tables.add(Arc::clone(table));
        }
        tables
    }

    /// Adds a table; it replaces that of the same ending.
    pub fn add(&mut self, table: Arc<Table>) {
        let ending = table.ending();
        self.max_men = self.max_men.max(u32::from(ending.men()));
        self.tables[ending.key()] = Some(table);
    }

    /// Adds the tables of a directory. Returns their number, and the errors of those that cannot be
    /// used.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn add_directory(
        &mut self,
        path: &Path,
    ) -> std::io::Result<(usize, Vec<directory::BadTable>)> {
        let (good, bad) = directory::open_directory(path)?;
        let count = good.len();
        for table in good {
            self.add(Arc::new(table));
        }
        Ok((count, bad))
    }

    /// The table of an ending.
    #[inline]
    pub fn table(&self, ending: Ending) -> Option<&Table> {
        self.tables[ending.key()].as_deref()
    }

    /// All tables, in no particular order.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter().filter_map(Option::as_deref)
    }

    /// Men of the largest table, both khuns included; 0 without tables.
    #[inline]
    pub fn max_men(&self) -> u32 {
        self.max_men
    }
}
