//! What was played in positions: a file made from many games.

use crate::Error;
use makruk::movegen::legal_moves;
use makruk::position::Position;
use makruk::types::Move;
use sakdi_explorer::{ExplorerFile, Results, Years};

/// A file of played moves in memory, as `sakdi games explorer` writes it.
#[derive(Clone, Debug)]
pub struct Explorer(ExplorerFile);

/// The games in which a move was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move; `None` for games that end in the position.
    pub mv: Option<Move>,
    /// Their results, for the side to move.
    pub results: Results,
    /// When they were played.
    pub years: Years,
}

impl Explorer {
    /// The file with these bytes.
    ///
    /// # Errors
    /// They are no such file, or it is damaged.
    pub fn new(bytes: Vec<u8>) -> Result<Self, Error> {
        Ok(Self(ExplorerFile::new(bytes)?))
    }

    /// Number of positions in it, of which mirror images are one.
    pub const fn positions(&self) -> usize {
        self.0.len()
    }

    /// The moves played in a position or a mirror image of it, the most frequent first; none if the file
    /// lacks it.
    ///
    /// # Errors
    /// The file is damaged there.
    pub fn moves(&self, position: &Position) -> Result<Vec<PlayedMove>, Error> {
        let Some(tally) = self.0.get(position)? else { return Ok(Vec::new()) };
        // A damaged file may have others.
        let legal = legal_moves(position);
        let is_legal = |mv: Option<Move>| mv.is_none_or(|mv| legal.contains(&mv));
        let moves = tally.moves().iter().filter(|games| is_legal(games.mv));
        Ok(moves
            .map(|games| PlayedMove { mv: games.mv, results: games.results, years: games.years })
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Subject;
    use sakdi_explorer::{FileWriter, MoveTally, MoverResult, NormalPosition, Tally};

    #[test]
    fn played_moves_are_legal_in_the_position() {
        let start = Position::start(Default::default(), Default::default());
        let normal = NormalPosition::of(&start);
        let mv = legal_moves(&start)[5];
        let results = Results::of(MoverResult::Win);
        let illegal = Move::from_bits(0x101).expect("a move");
        let moves = [Some(normal.reflected(mv)), Some(illegal), None];
        let tally =
            Tally::new(moves.map(|mv| MoveTally { mv, results, years: Years::of(Some(2026)) }));
        let mut file = FileWriter::default();
        file.push(normal.key(), &tally).expect("in order");
        let explorer = Explorer::new(file.finish()).expect("a file");
        assert_eq!(explorer.positions(), 1);
        let mut found: Vec<_> =
            explorer.moves(&start).expect("undamaged").iter().map(|games| games.mv).collect();
        found.sort();
        assert_eq!(found, [None, Some(mv)]);
        let after = start.play_unchecked(mv);
        assert!(explorer.moves(&after).expect("undamaged").is_empty());
    }

    #[test]
    fn other_files_are_refused() {
        let error = Explorer::new(b"[Event \"?\"]".to_vec()).expect_err("no explorer file");
        assert_eq!(error.subject(), Subject::Explorer);
    }
}
