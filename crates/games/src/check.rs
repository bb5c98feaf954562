//! Checks a base.

use crate::index::Segments;
use crate::{BaseError, GameBase};
use makruk::notation::terminal_text::escaped;
use sakdi_explorer::NormalPosition;
use std::collections::HashMap;
use std::fmt;

/// What is wrong with a base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BaseDamage {
    /// SQLite finds the file damaged; its words.
    File(String),
    /// A game cannot be read.
    Record(u32),
    /// A game is in the list but has no record.
    NoRecord(u32),
    /// The index has another number of positions of the game than the game itself.
    Positions {
        /// Number of the game.
        game: u32,
        /// Positions in the index.
        indexed: u32,
        /// Positions in the game.
        played: u32,
    },
}

impl fmt::Display for BaseDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(text) => write!(f, "the file is damaged: {}", escaped(text)),
            Self::Record(game) => write!(f, "game {game} cannot be read"),
            Self::NoRecord(game) => write!(f, "game {game} has no record"),
            Self::Positions { game, indexed, played } => write!(
                f,
                "game {game} has {played} different positions, and the index {indexed} of them"
            ),
        }
    }
}

impl GameBase {
    /// Checks the file, reads every game, and compares the positions of each with the index. Returns the
    /// number of games and what is wrong; at most one fault a game.
    ///
    /// # Errors
    /// The base cannot be read at all.
    pub fn check(&self) -> Result<(u32, Vec<BaseDamage>), BaseError> {
        let _snapshot = self.snapshot()?;
        let mut faults = self.file_faults()?;
        if !faults.is_empty() {
            return Ok((0, faults));
        }
        let indexed = self.indexed_positions()?;
        let mut statement = self.connection.prepare("SELECT id FROM games ORDER BY id")?;
        let ids = statement.query_map([], |row| row.get(0))?;
        let ids = ids.collect::<Result<Vec<u32>, _>>()?;
        for &id in &ids {
            faults.extend(self.fault_of(id, indexed.get(&id).copied().unwrap_or(0))?);
        }
        Ok((ids.len() as u32, faults))
    }

    fn file_faults(&self) -> Result<Vec<BaseDamage>, BaseError> {
        let mut statement = self.connection.prepare("PRAGMA integrity_check")?;
        let lines = statement.query_map([], |row| row.get(0))?;
        let lines = lines.collect::<Result<Vec<String>, _>>()?;
        Ok(lines.into_iter().filter(|line| line != "ok").map(BaseDamage::File).collect())
    }

    /// For each game the number of its entries in the index.
    fn indexed_positions(&self) -> Result<HashMap<u32, u32>, BaseError> {
        let mut indexed = HashMap::new();
        Segments::new(&self.connection)?.for_each(|_, group| {
            for place in group.places {
                *indexed.entry(place.game).or_insert(0) += 1;
            }
            Ok::<(), BaseError>(())
        })?;
        Ok(indexed)
    }

    fn fault_of(&self, id: u32, indexed: u32) -> Result<Option<BaseDamage>, BaseError> {
        let game = match self.game(id) {
            Ok(Some(game)) => game,
            Ok(None) => return Ok(Some(BaseDamage::NoRecord(id))),
            Err(BaseError::Record(_)) => return Ok(Some(BaseDamage::Record(id))),
            Err(error) => return Err(error),
        };
        let positions = game.positions();
        let mut keys: Vec<_> = positions.iter().map(|one| NormalPosition::of(one).key()).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut materials = 0;
        let mut last = None;
        for position in &positions {
            let men = position.material().counts;
            materials += u32::from(last.replace(men) != Some(men));
        }
        let played = keys.len() as u32 + materials;
        Ok((played != indexed).then_some(BaseDamage::Positions { game: id, indexed, played }))
    }
}
