//! Analysis of games: the score of every position, the loss of each move and the events of the count,
//! as annotated PGN or as a page.

#![deny(missing_docs)]

mod annotate;
mod annotator;
mod contradiction;
mod count_event;
mod count_events;
pub mod diagram;
mod game_pgn;
mod judge;
pub mod record;
mod recorded_game;
pub mod report;
mod search;
pub mod suite;

pub use annotate::{AnalysedGame, Annotations, annotate, budgets, read_back};
pub use contradiction::Contradiction;
pub use count_event::{CountEvent, CountEventKind, CountOutlook, MovesNeeded};
pub use game_pgn::{game_of, game_pgn};
pub use judge::{JudgedMove, Judgement, Summary};
pub use recorded_game::{Continuation, RecordedGame};
pub use search::{AnalysisObserver, AnalysisSettings, Analyst, Budget};

use makruk::formations;
use makruk::game::Game;
use makruk::movegen;
use makruk::notation::Notation;
use makruk::notation::pgn::numbered_line;
use makruk::position::Position;
use makruk::rules::Outcome;
use makruk::types::{Color, Move};
use sakdi_engine::Score;
use sakdi_engine::score::{DRAW, MATE_BOUND, mate_in, mated_in, moves_to_mate};
use sakdi_engine::search::Wdl;
use sakdi_i18n::Language;
use sakdi_uci::score::{from_uci_centipawns, to_uci_centipawns};

/// A game and the value of each of its positions.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The whole game, in which draws that nobody claimed are passed over ([`Game::played_on`]).
    pub game: Game,
    /// `[moves played]`: one more than there are moves.
    pub values: Vec<Value>,
}

/// The value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The game is over here by the rules.
    Over(Outcome),
    /// The result of its search.
    Open(Evaluation),
}

/// The result of a search of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Depth of the last finished iteration, in plies.
    pub depth: u32,
    /// The best lines, best first; there is at least one.
    pub lines: Vec<Line>,
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Score from the side to move.
    pub score: Score,
    /// The moves. Empty for the last position of an analysis that was read from PGN.
    pub moves: Vec<Move>,
}

impl Line {
    /// The chances of the side to move in this position, where the line begins.
    pub fn chances(&self, position: &Position) -> Wdl {
        if is_certain_draw(position, self.score) { Wdl::DRAWN } else { Wdl::of(self.score) }
    }
}

/// Whether a search that gives this score proves a draw. Against a bare khun only the end of the count
/// saves a draw, or too little material.
fn is_certain_draw(position: &Position, score: Score) -> bool {
    score == DRAW && position.has_bare_side()
}

impl Value {
    /// From the side to move.
    pub fn score(&self) -> Score {
        match self {
            Self::Over(Outcome::Mate { .. }) => mated_in(0),
            Self::Over(Outcome::Draw(_)) => DRAW,
            Self::Open(evaluation) => evaluation.lines.first().map_or(DRAW, |line| line.score),
        }
    }

    /// Expected points of the side to move, from 0 to 1.
    pub fn expectation(&self) -> f64 {
        Wdl::of(self.score()).expectation()
    }

    /// The best line, if there is a legal move.
    pub fn best(&self) -> Option<&Line> {
        match self {
            Self::Over(_) => None,
            Self::Open(evaluation) => evaluation.lines.first(),
        }
    }
}

impl Analysis {
    /// The name of the opening, if it has one.
    pub fn opening(&self, language: Language) -> Option<String> {
        let formations = formations::classify(self.game.start(), self.game.moves());
        sakdi_i18n::formation_names(formations, language)
    }

    /// The positions of the game, the first before any move.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        self.game.positions().into_iter()
    }
}

/// The legal part of a line, at most `most` moves, with move numbers.
pub fn line_text(position: &Position, moves: &[Move], most: usize, notation: Notation) -> String {
    let mut at = *position;
    let legal = moves.iter().take(most).map_while(|&mv| {
        let is_legal = movegen::is_legal(&at, mv);
        is_legal.then(|| at = at.play_unchecked(mv))
    });
    numbered_line(position, &moves[..legal.count()], notation)
}

/// The score of a mate in this many moves; below 0 the other side mates.
pub fn score_of_mate(moves: i32) -> Score {
    let plies = 2 * moves.unsigned_abs().min(400) as usize;
    // The side that mates makes the last move.
    if moves > 0 { mate_in(plies.saturating_sub(1)) } else { mated_in(plies) }
}

/// The score of UCI's centipawns, which is no mate.
pub fn score_of_centipawns(centipawns: i32) -> Score {
    from_uci_centipawns(centipawns.clamp(-30_000, 30_000)).clamp(1 - MATE_BOUND, MATE_BOUND - 1)
}

/// A score from White's side as people write it: `+0.35`, `-1.20`, `0.00`, `#4`, `#-4`.
pub fn score_text(score: Score, to_move: Color) -> String {
    let white = if to_move == Color::White { score } else { -score };
    if let Some(moves) = moves_to_mate(white) {
        return format!("#{}{}", if white > 0 { "" } else { "-" }, moves.abs());
    }
    match to_uci_centipawns(white) {
        0 => "0.00".to_owned(),
        centipawns => format!("{:+.2}", f64::from(centipawns) / 100.0),
    }
}
