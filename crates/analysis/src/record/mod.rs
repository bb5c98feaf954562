//! Analysed games as data for other programs. docs/analysis.md describes the fields.

mod parts;
mod row;

pub use parts::{CountRecord, MoveRecord, ScoreRecord, SummaryRecord, side};

pub use row::MoveRow;

use parts::rounded;

use crate::{Analysis, Contradiction, CountEvent, Evaluation, JudgedMove, Line, Value};
use makruk::notation::pgn::ending::Cause;
use makruk::notation::pgn::{self, PgnGame};
use makruk::notation::{coordinate, fen, san};
use makruk::position::Position;
use makruk::types::{Color, Move};
use sakdi_engine::Score;
use sakdi_engine::score::from_white;
use sakdi_i18n::Language;
use serde::Serialize;
use std::collections::BTreeMap;

/// A game and its analysis.
#[derive(Debug, Serialize)]
pub struct AnalysisRecord {
    /// The file of the game.
    pub file: Option<String>,
    /// Its number there, from 1.
    pub game: Option<usize>,
    tags: BTreeMap<String, String>,
    variant: &'static str,
    counting: &'static str,
    opening: Option<String>,
    /// As the PGN states it.
    result: Option<&'static str>,
    contradiction: Option<ContradictionRecord>,
    accuracy: Sides<SummaryRecord>,
    /// What happened to the count.
    count_events: Vec<EventRecord>,
    /// Each move, and what it cost.
    pub moves: Vec<JudgedMoveRecord>,
    /// One more than there are moves.
    pub positions: Vec<PositionRecord>,
}

/// Results that contradict each other.
#[derive(Debug, Serialize)]
struct ContradictionRecord {
    /// What the PGN states.
    stated: &'static str,
    /// The tag `Result`, where it contradicts the result after the moves, which is `stated`.
    tag: Option<&'static str>,
    /// The result by the board, where the stated one contradicts it.
    board: Option<&'static str>,
    /// How the rules have ended the game then.
    over: Option<&'static str>,
    /// The number of moves until then.
    ply: Option<usize>,
}

#[derive(Debug, Serialize)]
struct Sides<T> {
    white: T,
    black: T,
}

#[derive(Debug, Serialize)]
struct EventRecord {
    /// Moves made before it.
    ply: usize,
    text: String,
}

/// A move, and what it cost.
#[derive(Debug, Serialize)]
pub struct JudgedMoveRecord {
    /// `white` or `black`.
    pub side: &'static str,
    /// In SAN.
    pub san: String,
    /// In coordinates.
    pub uci: String,
    /// Points lost in expectation, from 0 to 1.
    pub loss: f64,
    /// `?!`, `?` or `??`.
    pub judgement: Option<&'static str>,
}

/// A position of a game, and what the search says of it.
#[derive(Debug, Serialize)]
pub struct PositionRecord {
    /// In FEN.
    pub fen: String,
    /// From White's side.
    pub score: ScoreRecord,
    /// Points that White may expect, from 0 to 1.
    pub expectation: f64,
    /// Of the last finished iteration, in plies; none where the game is over.
    pub depth: Option<u32>,
    /// The best lines, best first.
    pub lines: Vec<LineRecord>,
    /// The count, while it runs.
    pub count: Option<CountRecord>,
    /// How the rules have ended the game.
    over: Option<&'static str>,
}

/// A line that the search has found.
#[derive(Debug, Serialize)]
pub struct LineRecord {
    /// From White's side.
    score: ScoreRecord,
    /// In coordinates.
    pub uci: Vec<String>,
    /// In SAN.
    san: Vec<String>,
}

impl AnalysisRecord {
    /// The record of a game. `file` and `number` say where it is from.
    pub fn new(
        file: Option<String>,
        number: Option<usize>,
        pgn: &PgnGame,
        analysis: &Analysis,
    ) -> Self {
        let start = analysis.game.start();
        let [white, black] = analysis.summaries().map(SummaryRecord::from);
        let event = |event: &CountEvent| EventRecord { ply: event.ply, text: event.to_string() };
        let positions: Vec<Position> = analysis.positions().collect();
        let moves = analysis.game.moves().iter().zip(&positions).zip(analysis.judged());
        Self {
            file,
            game: number,
            // The first of tags with one name is valid.
            tags: pgn.tags.iter().rev().cloned().collect(),
            variant: start.variant().name(),
            counting: start.counting_rule().name(),
            opening: analysis.opening(Language::English),
            result: pgn.stated_result(),
            contradiction: Contradiction::find(pgn, analysis).map(contradiction_record),
            accuracy: Sides { white, black },
            count_events: analysis.count_events().iter().map(event).collect(),
            moves: moves.map(|((&mv, before), judged)| move_record(before, mv, &judged)).collect(),
            positions: positions.iter().zip(&analysis.values).map(position_record).collect(),
        }
    }
}

fn contradiction_record(contradiction: Contradiction) -> ContradictionRecord {
    match contradiction {
        Contradiction::Board { stated, outcome, ply } => ContradictionRecord {
            stated,
            tag: None,
            board: Some(pgn::result(outcome.winner())),
            over: Some(Cause::from(outcome).word()),
            ply: Some(ply),
        },
        Contradiction::Tag { tag, after_moves } => ContradictionRecord {
            stated: after_moves,
            tag: Some(tag),
            board: None,
            over: None,
            ply: None,
        },
    }
}

fn move_record(before: &Position, mv: Move, judged: &JudgedMove<'_>) -> JudgedMoveRecord {
    JudgedMoveRecord {
        side: side(before.to_move()),
        san: san::format(before, mv),
        uci: coordinate::format(before, mv),
        loss: rounded(judged.loss),
        judgement: judged.judgement.map(|judgement| judgement.mark()),
    }
}

/// The score from White's side.
fn score_record(score: Score, to_move: Color) -> ScoreRecord {
    ScoreRecord::new(from_white(to_move, score))
}

fn position_record((position, value): (&Position, &Value)) -> PositionRecord {
    let to_move = position.to_move();
    let expectation = match to_move {
        Color::White => value.expectation(),
        Color::Black => 1.0 - value.expectation(),
    };
    let (depth, lines, over) = match value {
        Value::Over(outcome) => (None, Vec::new(), Some(Cause::from(*outcome).word())),
        Value::Open(Evaluation { depth, lines }) => {
            (Some(*depth), lines.iter().map(|line| line_record(position, line)).collect(), None)
        }
    };
    PositionRecord {
        fen: fen::format(position),
        score: score_record(value.score(), to_move),
        expectation: rounded(expectation),
        depth,
        lines,
        count: CountRecord::new(position),
        over,
    }
}

fn line_record(position: &Position, line: &Line) -> LineRecord {
    let mut at = *position;
    let (mut uci, mut san) = (Vec::new(), Vec::new());
    for &mv in &line.moves {
        uci.push(coordinate::format(&at, mv));
        san.push(san::format(&at, mv));
        at = at.play_unchecked(mv);
    }
    LineRecord { score: score_record(line.score, position.to_move()), uci, san }
}
