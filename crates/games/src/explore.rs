//! What was played in a position.

use crate::index::Segments;
use crate::new_game::result_for;
use crate::{BaseError, Filter, GameBase};
use makruk::position::Position;
use rusqlite::params;
use sakdi_explorer::{
    FileWriter, MoveTally, NormalPosition, PositionKey, Results, Tally, WriteError, Years,
};

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
        let _snapshot = self.snapshot()?;
        let normal = NormalPosition::of(position);
        let mut tally = Tally::default();
        for group in Segments::new(&self.connection)?.find(normal.key(), false)? {
            tally.add(&group.tally);
        }
        Ok(tally.reflected(&normal))
    }

    /// As [`Self::explore`], in the games that a filter finds; the position of the filter is this one.
    ///
    /// # Errors
    /// The base cannot be read.
    pub fn explore_found(&self, position: &Position, filter: &Filter) -> Result<Tally, BaseError> {
        let _snapshot = self.snapshot()?;
        let filter = Filter { position: Some(*position), ..filter.clone() };
        if filter.has_only_position() {
            // The index has the sum.
            return self.explore(position);
        }
        let asked = NormalPosition::of(position);
        let mut tallies = Vec::new();
        let mut result = self.connection.prepare("SELECT result, year FROM games WHERE id = ?1")?;
        for (game, ply) in self.find_places(&filter)? {
            let (result, year): (Option<String>, Option<u16>) =
                result.query_row(params![game], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let (mut at, moves) = self.moves(game)?;
            let (before, after) = moves.split_at(usize::from(ply).min(moves.len()));
            for &mv in before {
                at = at.play_unchecked(mv);
            }
            // The game may have had a mirror image.
            let there = NormalPosition::of(&at);
            tallies.push(MoveTally {
                mv: after.first().map(|&mv| asked.reflected(there.reflected(mv))),
                results: Results::of(result_for(at.to_move(), result.as_deref())),
                years: Years::of(year),
            });
        }
        Ok(Tally::new(tallies))
    }

    /// The positions in which at least `min_games` games were, after at most `plies` moves in one of them,
    /// as an [`sakdi_explorer::ExplorerFile`].
    ///
    /// # Errors
    /// The base cannot be read, or the file would be too large.
    pub fn explorer_file(&self, min_games: u64, plies: u16) -> Result<FileWriter, ExplorerError> {
        let _snapshot = self.snapshot()?;
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
