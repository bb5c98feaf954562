//! What was played in a position.

use crate::index::Segments;
use crate::{BaseError, GameBase};
use makruk::position::Position;
use sakdi_explorer::{FileWriter, NormalPosition, PositionKey, Tally, WriteError};

/// Why an explorer file cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ExplorerError {
    /// The base cannot be read.
    #[error(transparent)]
    Base(#[from] BaseError),
    /// The file would be too large.
    #[error(transparent)]
    File(#[from] WriteError),
}

impl GameBase {
    /// The moves that were played in a position or a mirror image of it, with their games, as the side to
    /// move sees them. They are legal moves of this position.
    ///
    /// # Errors
    /// The base cannot be read.
    pub fn explore(&self, position: &Position) -> Result<Tally, BaseError> {
        let normal = NormalPosition::of(position);
        let mut tally = Tally::default();
        for group in Segments::new(&self.connection)?.find(normal.key(), false)? {
            tally.add(&group.tally);
        }
        let moves = tally.moves().iter().copied().map(|mut games| {
            games.mv = games.mv.map(|mv| normal.reflected(mv));
            games
        });
        Ok(Tally::new(moves))
    }

    /// The positions in which at least `min_games` games were, after at most `plies` moves in one of them,
    /// as an [`sakdi_explorer::ExplorerFile`].
    ///
    /// # Errors
    /// The base cannot be read, or the file would be too large.
    pub fn explorer_file(&self, min_games: u64, plies: u16) -> Result<FileWriter, ExplorerError> {
        let mut file = FileWriter::default();
        Segments::new(&self.connection)?.for_each(|key: PositionKey, group| {
            let is_early = group.places.iter().any(|place| place.ply <= plies);
            // Materials have no moves.
            let has_moves = group.tally.moves().iter().any(|games| games.mv.is_some());
            if is_early && has_moves && group.tally.results().games >= min_games {
                file.push(key, &group.tally)?;
            }
            Ok::<(), ExplorerError>(())
        })?;
        Ok(file)
    }
}
