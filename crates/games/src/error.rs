//! How a base fails.

use crate::index::DamagedIndex;
use makruk::notation::terminal_text::shown;
use rusqlite::ErrorCode;
use std::path::PathBuf;

/// Why a base cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BaseError {
    /// There is no such file.
    #[error("there is no game database {}", shown(.0))]
    Missing(PathBuf),
    /// The file is something else.
    #[error("not a game database")]
    NotABase,
    /// Another version of the program made it.
    #[error("the game database is of version {found}, and this program reads version {known}")]
    Version {
        /// Its version.
        found: i64,
        /// The version of this program.
        known: i64,
    },
    /// Another process uses it.
    #[error("another process is using the game database")]
    Locked,
    /// The disk is full.
    #[error("the disk is full; the game database is as it was before")]
    Full,
    /// The file or its folder cannot be written.
    #[error("the game database cannot be written")]
    ReadOnly,
    /// The file cannot be opened or made.
    #[error("the game database cannot be opened: it is a folder, or its folder is missing")]
    CannotOpen,
    /// The index is damaged.
    #[error("the game database is damaged: {0}")]
    Index(#[from] DamagedIndex),
    /// The record of a game is damaged.
    #[error("the game database is damaged: game {0} cannot be read")]
    Record(u32),
    /// SQLite says that the file is damaged.
    #[error("the game database is damaged: {0}")]
    Damaged(String),
    /// A base holds at most 2³² games.
    #[error("the game database holds as many games as it can")]
    TooManyGames,
    /// Any other error of SQLite.
    #[error("{0}")]
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for BaseError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked,
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::ReadOnly) => Self::ReadOnly,
            Some(ErrorCode::CannotOpen) => Self::CannotOpen,
            Some(ErrorCode::NotADatabase) => Self::NotABase,
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged(error.to_string()),
            _ => Self::Sqlite(error),
        }
    }
}
