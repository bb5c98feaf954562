//! Writing a shard: whole games are appended to a file.

use super::block::{BlockError, Blocks, Damage};
use makruk::notation::terminal_text::shown;
use sakdi_platform::files::{self, IoReason};
use sakdi_platform::output_lock::{InUse, OutputLock};
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A shard that is open for appending.
#[derive(Debug)]
pub struct ShardWriter {
    file: File,
    seeds: HashSet<u64>,
    damages: Vec<Damage>,
    _lock: OutputLock,
}

/// Why a shard cannot be opened for writing.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// Reading or writing failed.
    #[error("cannot open {}: {}", shown(path), IoReason::from(error))]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The file exists.
    #[error("{} already exists: give --resume to continue it", shown(path))]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another run has the file open: both would play the same games.
    #[error("another run writes to {}", shown(path))]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The file holds games that were played with other settings.
    #[error("{} holds games of other settings and cannot be continued", shown(path))]
    OtherSettings {
        /// The file.
        path: PathBuf,
    },
    /// The file is not a shard.
    #[error("{}: {error}; it cannot be continued", shown(path))]
    NotAShard {
        /// The file.
        path: PathBuf,
        /// Why its first block is not one.
        error: BlockError,
    },
}

impl ShardWriter {
    /// Creates a file, or takes an empty one.
    ///
    /// # Errors
    /// The file has something in it, cannot be created, or another run has just opened it.
    pub fn create(path: &Path) -> Result<Self, ShardError> {
        Self::create_locked(path, locked(path)?)
    }

    fn create_locked(path: &Path, lock: OutputLock) -> Result<Self, ShardError> {
        let is_empty = fs::metadata(path).is_ok_and(|there| there.is_file() && there.len() == 0);
        let file = OpenOptions::new().append(true).create_new(!is_empty).open(path);
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => ShardError::Exists { path: path.into() },
            _ => ShardError::Io { path: path.into(), error },
        })?;
        Ok(Self { file, seeds: HashSet::new(), damages: Vec::new(), _lock: lock })
    }

    /// Opens the file that an earlier run with these settings left
    /// ([`SelfplaySettings::checksum`](super::SelfplaySettings::checksum)), or creates it. An
    /// incomplete game at its end is removed; other damage is left alone.
    ///
    /// # Errors
    /// Another run writes to the file, or it holds games of other settings, is not a shard, or cannot
    /// be read or written.
    pub fn resume(path: &Path, settings: u32) -> Result<Self, ShardError> {
        let failed = |error| ShardError::Io { path: path.into(), error };
        // What is read after the lock no other run changes.
        let lock = locked(path)?;
        // A device or a pipe must not be opened for writing.
        match files::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Self::create_locked(path, lock);
            }
            there => drop(there.map_err(failed)?),
        }
        let file = OpenOptions::new().append(true).open(path).map_err(failed)?;
        let bytes = files::read(path).map_err(failed)?;
        let (mut seeds, mut damages) = (HashSet::new(), Vec::<Damage>::new());
        for block in Blocks::new(&bytes) {
            match block {
                Ok(block) if block.header.settings != settings => {
                    return Err(ShardError::OtherSettings { path: path.into() });
                }
                Ok(block) => {
                    seeds.insert(block.header.seed);
                }
                Err(damage) => damages.push(damage),
            }
        }
        // A damaged shard still begins with the magic number and version of a block.
        let first = damages.first().filter(|_| seeds.is_empty()).map(|first| first.error);
        if let Some(error @ (BlockError::Magic | BlockError::Version(_))) = first {
            return Err(ShardError::NotAShard { path: path.into(), error });
        }
        if let Some(last) = damages.last().filter(|last| is_incomplete_write(last, &bytes)) {
            files::cut_off(path, last.bytes.start as u64).map_err(failed)?;
            damages.pop();
        }
        Ok(Self { file, seeds, damages, _lock: lock })
    }

    /// Whether the file holds the game with this seed.
    pub fn contains(&self, seed: u64) -> bool {
        self.seeds.contains(&seed)
    }

    /// The damaged ranges that were found when the file was opened.
    pub fn damages(&self) -> &[Damage] {
        &self.damages
    }

    /// Appends a block with a single write, so that a kill leaves at most one incomplete block.
    pub(super) fn append(&mut self, block: &[u8]) -> io::Result<()> {
        self.file.write_all(block)
    }
}

fn locked(path: &Path) -> Result<OutputLock, ShardError> {
    OutputLock::new(path).map_err(|InUse| ShardError::InUse { path: path.into() })
}

/// Whether the damage is the beginning of a block at the end of the file: an interrupted write.
fn is_incomplete_write(damage: &Damage, bytes: &[u8]) -> bool {
    damage.error == BlockError::Truncated && damage.bytes.end == bytes.len()
}
