//! Scores, moves and counts as data. Names and units are the same in all records.

use crate::Summary;
use makruk::notation::{coordinate, san};
use makruk::position::{Honour, Position};
use makruk::types::{Color, Move};
use sakdi_engine::Score;
use sakdi_engine::score::moves_to_mate;
use sakdi_uci::score::to_uci_centipawns;
use serde::{Deserialize, Serialize};

/// `white` or `black`.
pub const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// A score as by UCI. The record says whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreRecord {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate; below 0 where this side is mated, 0 where it is mated already.
    Mate(i32),
}

impl ScoreRecord {
    /// Of a score of the search.
    pub fn new(score: Score) -> Self {
        match moves_to_mate(score) {
            Some(moves) => Self::Mate(moves),
            None => Self::Cp(to_uci_centipawns(score)),
        }
    }
}

/// A move.
#[derive(Debug, Serialize)]
pub struct MoveRecord {
    /// In SAN.
    pub san: String,
    /// In coordinates.
    pub uci: String,
}

impl MoveRecord {
    /// A legal move of the position.
    pub fn new(position: &Position, mv: Move) -> Self {
        Self { san: san::format(position, mv), uci: coordinate::format(position, mv) }
    }
}

/// A count that runs.
#[derive(Debug, Serialize)]
pub struct CountRecord {
    /// `board` or `pieces`.
    pub honour: &'static str,
    /// The side that counts.
    pub counter: &'static str,
    /// The last number counted.
    pub counted: u16,
    /// The number that the count ends with.
    pub limit: u16,
    /// Moves until the count ends, of the side that has to mate.
    pub moves_left: u16,
}

impl CountRecord {
    /// That of the position; `None` if no count runs.
    pub fn new(position: &Position) -> Option<Self> {
        Some(Self {
            moves_left: position.moves_left()?,
            honour: match position.honour() {
                Honour::Board => "board",
                Honour::Pieces => "pieces",
            },
            counter: side(position.counter()),
            counted: position.count().spoken(),
            limit: position.count().last(),
        })
    }
}

/// How well a side has played some moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SummaryRecord {
    /// Number of the moves.
    pub moves: u32,
    /// From 0 to 100.
    pub accuracy: f64,
    /// Points lost in expectation, a move.
    pub average_loss: f64,
    /// Moves marked `?!`.
    pub inaccuracies: u32,
    /// Moves marked `?`.
    pub mistakes: u32,
    /// Moves marked `??`.
    pub blunders: u32,
}

impl From<Summary> for SummaryRecord {
    fn from(summary: Summary) -> Self {
        let [inaccuracies, mistakes, blunders] = summary.judged;
        Self {
            moves: summary.moves,
            accuracy: rounded(summary.accuracy()),
            average_loss: rounded(summary.average_loss() / 100.0),
            inaccuracies,
            mistakes,
            blunders,
        }
    }
}

/// Rounds to four decimals, which is as precise as the values are.
pub(super) fn rounded(number: f64) -> f64 {
    sakdi_platform::rounded(number, 4)
}
