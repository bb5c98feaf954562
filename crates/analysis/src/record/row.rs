//! The moves of analysed games as rows of a table.

use super::{AnalysisRecord, ScoreRecord};
use serde::Serialize;
use std::borrow::Cow;

/// A cell of text.
type Text<'a> = Cow<'a, str>;

/// A move of a game: the position before it, and what it cost. The score and the expectation are
/// White's.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MoveRow<'a> {
    /// The file of the game.
    pub file: Option<Text<'a>>,
    /// Its number in the file, from 1.
    pub game: Option<usize>,
    /// The number of the move, from 1; moves of both sides are counted.
    pub ply: usize,
    /// `white` or `black`.
    pub side: Text<'a>,
    /// The move in SAN.
    pub san: Text<'a>,
    /// The move in coordinates.
    pub uci: Text<'a>,
    /// The position before the move.
    pub fen: Text<'a>,
    /// Centipawns, where the score is no mate.
    pub cp: Option<i32>,
    /// Moves to mate, where it is.
    pub mate: Option<i32>,
    /// Points that White may expect, from 0 to 1.
    pub expectation: f64,
    /// Depth of the search, in plies.
    pub depth: Option<u32>,
    /// The best move in coordinates.
    pub best: Option<Text<'a>>,
    /// Points lost in expectation, from 0 to 1.
    pub loss: f64,
    /// `?!`, `?` or `??`.
    pub judgement: Option<Text<'a>>,
    /// The side that counts.
    pub counter: Option<Text<'a>>,
    /// The last number counted.
    pub counted: Option<u16>,
    /// The number that the count ends with.
    pub limit: Option<u16>,
    /// Moves until the count ends.
    pub moves_left: Option<u16>,
}

impl AnalysisRecord {
    /// The moves as rows.
    pub fn rows(&self) -> impl Iterator<Item = MoveRow<'_>> {
        let moves = self.moves.iter().zip(&self.positions).enumerate();
        moves.map(|(ply, (played, before))| {
            let (cp, mate) = match before.score {
                ScoreRecord::Cp(cp) => (Some(cp), None),
                ScoreRecord::Mate(mate) => (None, Some(mate)),
            };
            let best = before.lines.first().and_then(|line| line.uci.first());
            let count = before.count.as_ref();
            MoveRow {
                file: self.file.as_deref().map(Text::from),
                game: self.game,
                ply: ply + 1,
                side: played.side.into(),
                san: played.san.as_str().into(),
                uci: played.uci.as_str().into(),
                fen: before.fen.as_str().into(),
                cp,
                mate,
                expectation: before.expectation,
                depth: before.depth,
                best: best.map(|best| best.as_str().into()),
                loss: played.loss,
                judgement: played.judgement.map(Text::from),
                counter: count.map(|count| count.counter.into()),
                counted: count.map(|count| count.counted),
                limit: count.map(|count| count.limit),
                moves_left: count.map(|count| count.moves_left),
            }
        })
    }
}

impl<'a> MoveRow<'a> {
    /// All cells of text.
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut Text<'a>> {
        let optional = [&mut self.file, &mut self.best, &mut self.judgement, &mut self.counter];
        let always = [&mut self.side, &mut self.san, &mut self.uci, &mut self.fen];
        always.into_iter().chain(optional.into_iter().flatten())
    }
}
