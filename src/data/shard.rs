//! A shard that is being written: a file to which whole games are appended.

use super::format::{Blocks, Damage, Fault};
use crate::words::Language;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file of blocks, open at its end.
#[derive(Debug)]
pub struct Shard {
    file: File,
    seeds: HashSet<u64>,
    damages: Vec<Damage>,
}

/// Why a shard cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    #[error("{}: {}", path.display(), Language::English.io_error(error))]
    Io { path: PathBuf, error: io::Error },
    #[error("{} already exists: give --resume to continue it", path.display())]
    Exists { path: PathBuf },
    #[error("{} holds games of another recipe, and so cannot be gone on with", path.display())]
    OtherRecipe { path: PathBuf },
    #[error("{}: {fault}, and so it cannot be gone on with", path.display())]
    NoShard { path: PathBuf, fault: Fault },
}

impl Shard {
    /// A new file.
    ///
    /// # Errors
    /// It is there already, or cannot be made.
    pub fn create(path: &Path) -> Result<Self, ShardError> {
        let file = OpenOptions::new().append(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => ShardError::Exists { path: path.into() },
            _ => ShardError::Io { path: path.into(), error },
        })?;
        Ok(Self { file, seeds: HashSet::new(), damages: Vec::new() })
    }

    /// The file that an earlier run of the recipe with this checksum left, or a new one. A game
    /// that breaks off at its end is cut off; other damage is left alone.
    ///
    /// # Errors
    /// It holds games of another recipe or no games at all, or cannot be read or written.
    pub fn resume(path: &Path, recipe: u32) -> Result<Self, ShardError> {
        let failed = |error| ShardError::Io { path: path.into(), error };
        let bytes = match std::fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Self::create(path),
            read => read.map_err(failed)?,
        };
        let (mut seeds, mut damages) = (HashSet::new(), Vec::<Damage>::new());
        for block in Blocks::new(&bytes) {
            match block {
                Ok(block) if block.header.recipe != recipe => {
                    return Err(ShardError::OtherRecipe { path: path.into() });
                }
                Ok(block) => {
                    seeds.insert(block.header.seed);
                }
                Err(damage) => damages.push(damage),
            }
        }
        // A shard that is damaged throughout still begins as a block does.
        let first = damages.first().filter(|_| seeds.is_empty()).map(|first| first.fault);
        if let Some(fault @ (Fault::NoBlock | Fault::Version(_))) = first {
            return Err(ShardError::NoShard { path: path.into(), fault });
        }
        let file = OpenOptions::new().append(true).open(path).map_err(failed)?;
        if let Some(last) = damages.last().filter(|last| is_broken_off(last, &bytes)) {
            file.set_len(last.bytes.start as u64).map_err(failed)?;
            damages.pop();
        }
        Ok(Self { file, seeds, damages })
    }

    /// Whether the game with this seed is there.
    pub fn has(&self, seed: u64) -> bool {
        self.seeds.contains(&seed)
    }

    /// What was found to be of no use when the file was opened.
    pub fn damages(&self) -> &[Damage] {
        &self.damages
    }

    /// Appends a whole block by a single write, so that a kill leaves at most one broken off.
    pub(super) fn append(&mut self, block: &[u8]) -> io::Result<()> {
        self.file.write_all(block)
    }
}

/// Whether the last damage is what a write cut short leaves: the beginning of one block.
fn is_broken_off(damage: &Damage, bytes: &[u8]) -> bool {
    damage.fault == Fault::Truncated && damage.bytes.end == bytes.len()
}
