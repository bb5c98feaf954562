//! The file.

use crate::names::folded;
use crate::{BaseError, index};
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OpenFlags, OptionalExtension};
use std::path::Path;
use std::time::Duration;

/// Marks files of SQLite as game bases: `SKDG`.
const APPLICATION: i64 = 0x534b_4447;
/// The version of the tables.
const VERSION: i64 = 5;
/// How long to wait to write, while another process does: it may take hours.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);
/// How long to wait to read, while another process commits, and to commit, while others read: some read the
/// whole base, and a process that waits to commit lets no new one read.
const READ_TIMEOUT: Duration = Duration::from_secs(600);

const SCHEMA: &str = "
    CREATE TABLE players (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        -- As names are compared: see `folded`.
        folded TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        -- A hash of the variant, the first position and the moves.
        moves_key INTEGER NOT NULL,
        white INTEGER NOT NULL REFERENCES players,
        black INTEGER NOT NULL REFERENCES players,
        -- As the tags WhiteElo and BlackElo.
        white_rating INTEGER,
        black_rating INTEGER,
        -- Of the common era.
        year INTEGER,
        month INTEGER,
        day INTEGER,
        event TEXT,
        variant TEXT NOT NULL,
        -- 1-0, 0-1, 1/2-1/2, or none.
        result TEXT,
        -- A word for how the game ended, as in the tag Ending.
        ending TEXT,
        -- The last count: white or black, board or pieces, and the last number.
        count_side TEXT,
        count_honour TEXT,
        count_number INTEGER,
        -- The highest number of all counts by each honour.
        board_counted INTEGER,
        pieces_counted INTEGER,
        -- English names.
        white_formation TEXT,
        black_formation TEXT,
        plies INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX games_by_moves ON games (moves_key, white, black);
    CREATE INDEX games_by_white ON games (white);
    CREATE INDEX games_by_black ON games (black);
    CREATE TABLE records (
        game INTEGER PRIMARY KEY REFERENCES games,
        -- Two bytes a move, the lowest first: from in bits 0 to 5, to in bits 6 to 11.
        moves BLOB NOT NULL,
        -- PGN, compressed: the tags, and the moves where there are comments or variations.
        pgn BLOB NOT NULL
    ) STRICT;
    -- Searches of all positions, for reports: see Judgements.
    CREATE TABLE analyses (
        game INTEGER PRIMARY KEY REFERENCES games,
        nodes INTEGER NOT NULL,
        positions BLOB NOT NULL
    ) STRICT;
    CREATE TABLE materials (signature TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    -- How far files have been read.
    CREATE TABLE sources (
        name TEXT PRIMARY KEY,
        bytes INTEGER NOT NULL,
        modified INTEGER NOT NULL,
        bytes_done INTEGER NOT NULL,
        games_done INTEGER NOT NULL,
        lines_done INTEGER NOT NULL,
        games_skipped INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
";

/// What a base is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// To find games.
    Read,
    /// To add games; a file that does not exist or is empty becomes a base.
    Write,
}

/// A base of games.
#[derive(Debug)]
pub struct GameBase {
    pub(crate) connection: Connection,
}

/// What a base holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BaseSummary {
    /// Number of games.
    pub games: u64,
    /// Number of their players with a name.
    pub players: u64,
    /// The first and the last year, if any is known.
    pub years: Option<(u16, u16)>,
    /// Games that White won.
    pub white_wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black_wins: u64,
}

impl GameBase {
    /// Opens a base.
    ///
    /// # Errors
    /// There is none, or it cannot be used.
    pub fn open(path: &Path, access: Access) -> Result<Self, BaseError> {
        if access == Access::Read && !path.is_file() {
            return Err(BaseError::Missing(path.to_owned()));
        }
        let flags = match access {
            Access::Read => OpenFlags::SQLITE_OPEN_READ_ONLY,
            Access::Write => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
        };
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(match access {
            Access::Read => READ_TIMEOUT,
            Access::Write => WRITE_TIMEOUT,
        })?;
        // The memory of pages, in KiB.
        connection.pragma_update(None, "cache_size", -65_536)?;
        // SQLite itself knows the case of ASCII only.
        connection.create_scalar_function(
            "folded",
            1,
            FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC,
            |arguments| Ok(arguments.get::<Option<String>>(0)?.as_deref().map(folded)),
        )?;
        let base = Self { connection };
        if access == Access::Write {
            base.create_tables()?;
        }
        base.check_version()?;
        Ok(base)
    }

    fn pragma(&self, name: &str) -> Result<i64, BaseError> {
        Ok(self.connection.pragma_query_value(None, name, |row| row.get(0))?)
    }

    /// Makes the tables of a new base.
    fn create_tables(&self) -> Result<(), BaseError> {
        if self.pragma("schema_version")? != 0 {
            return Ok(());
        }
        // Before anything is written. Blocks of the index fit into a page.
        self.connection.pragma_update(None, "page_size", 8192)?;
        let transaction = self.begin()?;
        // Another process may have been first.
        if self.pragma("schema_version")? == 0 {
            self.connection.execute_batch(SCHEMA)?;
            self.connection.execute_batch(index::SCHEMA)?;
            self.connection.pragma_update(None, "application_id", APPLICATION)?;
            self.connection.pragma_update(None, "user_version", VERSION)?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Begins to write: others can read until the end.
    pub(crate) fn begin(&self) -> Result<rusqlite::Transaction<'_>, BaseError> {
        let kind = rusqlite::TransactionBehavior::Immediate;
        self.connection.busy_timeout(WRITE_TIMEOUT)?;
        let transaction = rusqlite::Transaction::new_unchecked(&self.connection, kind)?;
        self.connection.busy_timeout(READ_TIMEOUT)?;
        Ok(transaction)
    }

    /// Begins to read: until the end all that is read is of one moment, and other processes wait to
    /// commit. Returns `None` inside another transaction.
    pub(crate) fn snapshot(&self) -> Result<Option<rusqlite::Transaction<'_>>, BaseError> {
        let kind = rusqlite::TransactionBehavior::Deferred;
        let begin = || rusqlite::Transaction::new_unchecked(&self.connection, kind);
        Ok(self.connection.is_autocommit().then(begin).transpose()?)
    }

    fn check_version(&self) -> Result<(), BaseError> {
        if self.pragma("application_id")? != APPLICATION {
            return Err(BaseError::NotABase);
        }
        let found = self.pragma("user_version")?;
        if found == VERSION { Ok(()) } else { Err(BaseError::Version { found, known: VERSION }) }
    }

    /// What the base holds.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn summary(&self) -> Result<BaseSummary, BaseError> {
        let _snapshot = self.snapshot()?;
        let select =
            "SELECT count(*), min(year), max(year), count(*) FILTER (WHERE result = '1-0'),
                      count(*) FILTER (WHERE result = '1/2-1/2'),
                      count(*) FILTER (WHERE result = '0-1') FROM games";
        let players = "SELECT count(*) FROM players WHERE name <> '?'";
        let players = self.connection.query_row(players, [], |row| row.get(0))?;
        Ok(self.connection.query_row(select, [], |row| {
            let first: Option<u16> = row.get(1)?;
            Ok(BaseSummary {
                games: row.get(0)?,
                players,
                years: first.zip(row.get(2)?),
                white_wins: row.get(3)?,
                draws: row.get(4)?,
                black_wins: row.get(5)?,
            })
        })?)
    }

    /// Lets the file grow by at most this many pages of 8 KiB from now on, as on a disk with so much room:
    /// for tests.
    ///
    /// # Errors
    /// The base cannot be read.
    #[doc(hidden)]
    pub fn limit_pages(&mut self, more: i64) -> Result<(), BaseError> {
        let pages = self.pragma("page_count")?;
        Ok(self
            .connection
            .pragma_update_and_check(None, "max_page_count", pages + more, |_| Ok(()))?)
    }

    /// The number of the last game; 0 without any.
    pub(crate) fn last_game(&self) -> Result<u32, BaseError> {
        let last: Option<u32> = self
            .connection
            .query_row("SELECT max(id) FROM games", [], |row| row.get(0))
            .optional()?
            .flatten();
        Ok(last.unwrap_or(0))
    }
}
