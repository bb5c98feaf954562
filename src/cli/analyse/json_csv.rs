//! An analysis as data for other programs: JSON, one object a game, and CSV, one row a move.
//! docs/analysis.md describes the fields.

use super::Source;
use crate::analysis::{Analysis, Evaluation, JudgedMove, Line, Summary, Value};
use crate::i18n::Language;
use crate::notation::pgn::PgnGame;
use crate::notation::{coordinate, fen, san};
use crate::position::{Honour, Position};
use crate::rules::Outcome;
use crate::types::score::{moves_to_mate, to_uci_centipawns};
use crate::types::{Color, Move, Score};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A game and its analysis.
#[derive(Debug, Serialize)]
pub(super) struct AnalysisRecord {
    /// The file of the game, and its number there, from 1.
    file: Option<String>,
    game: Option<usize>,
    tags: BTreeMap<String, String>,
    variant: &'static str,
    counting: &'static str,
    opening: Option<String>,
    accuracy: Sides<SideRecord>,
    /// What happened to the count.
    count_events: Vec<EventRecord>,
    moves: Vec<MoveRecord>,
    /// One more than there are moves.
    positions: Vec<PositionRecord>,
}

#[derive(Debug, Serialize)]
struct Sides<T> {
    white: T,
    black: T,
}

#[derive(Debug, Serialize)]
struct SideRecord {
    moves: u32,
    /// From 0 to 100.
    accuracy: f64,
    /// Points lost in expectation, a move.
    average_loss: f64,
    inaccuracies: u32,
    mistakes: u32,
    blunders: u32,
}

#[derive(Debug, Serialize)]
struct EventRecord {
    /// Moves made before it.
    ply: usize,
    text: String,
}

#[derive(Debug, Serialize)]
struct MoveRecord {
    side: &'static str,
    san: String,
    uci: String,
    /// Points lost in expectation, from 0 to 1.
    loss: f64,
    /// `?!`, `?` or `??`.
    judgement: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct PositionRecord {
    fen: String,
    score: ScoreRecord,
    /// Points that White may expect, from 0 to 1.
    expectation: f64,
    /// Of the last finished iteration, in plies; none where the game is over.
    depth: Option<u32>,
    lines: Vec<LineRecord>,
    count: Option<CountRecord>,
    /// How the rules have ended the game.
    over: Option<&'static str>,
}

/// A score from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum ScoreRecord {
    /// Centipawns, as by UCI.
    Cp(i32),
    /// Moves to mate; below 0 where Black mates, 0 where the side to move is mated.
    Mate(i32),
}

#[derive(Debug, Serialize)]
struct LineRecord {
    score: ScoreRecord,
    uci: Vec<String>,
    san: Vec<String>,
}

#[derive(Debug, Serialize)]
struct CountRecord {
    honour: &'static str,
    /// The side that counts.
    counter: &'static str,
    /// The last number counted.
    counted: u16,
    limit: u16,
    /// Moves until the count ends, of the side that has to mate.
    moves_left: u16,
}

impl AnalysisRecord {
    pub(super) fn new(source: &Source, pgn: &PgnGame, analysis: &Analysis) -> Self {
        let start = analysis.game.start();
        let [white, black] = analysis.summaries().map(side_record);
        let event = |event: &crate::analysis::CountEvent| EventRecord {
            ply: event.ply,
            text: event.to_string(),
        };
        let positions: Vec<Position> = analysis.positions().collect();
        let moves = analysis.game.moves().iter().zip(&positions).zip(analysis.judged());
        Self {
            file: source.file.as_ref().map(|path| path.display().to_string()),
            game: source.number,
            // The first of tags with one name is valid.
            tags: pgn.tags.iter().rev().cloned().collect(),
            variant: start.variant().name(),
            counting: start.counting_rule().name(),
            opening: analysis.opening(Language::English),
            accuracy: Sides { white, black },
            count_events: analysis.count_events().iter().map(event).collect(),
            moves: moves.map(|((&mv, before), judged)| move_record(before, mv, &judged)).collect(),
            positions: positions.iter().zip(&analysis.values).map(position_record).collect(),
        }
    }
}

/// Rounds to four decimals, which is as precise as the values are.
fn rounded(number: f64) -> f64 {
    crate::types::rounded(number, 4)
}

fn name_of(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn side_record(summary: Summary) -> SideRecord {
    let [inaccuracies, mistakes, blunders] = summary.judged;
    SideRecord {
        moves: summary.moves,
        accuracy: rounded(summary.accuracy()),
        average_loss: rounded(summary.average_loss() / 100.0),
        inaccuracies,
        mistakes,
        blunders,
    }
}

fn move_record(before: &Position, mv: Move, judged: &JudgedMove<'_>) -> MoveRecord {
    MoveRecord {
        side: name_of(before.to_move()),
        san: san::format(before, mv),
        uci: coordinate::format(before, mv),
        loss: rounded(judged.loss),
        judgement: judged.judgement.map(|judgement| judgement.mark()),
    }
}

fn score_record(score: Score, to_move: Color) -> ScoreRecord {
    let white = if to_move == Color::White { score } else { -score };
    match moves_to_mate(white) {
        Some(moves) => ScoreRecord::Mate(moves),
        None => ScoreRecord::Cp(to_uci_centipawns(white)),
    }
}

fn position_record((position, value): (&Position, &Value)) -> PositionRecord {
    let to_move = position.to_move();
    let expectation = match to_move {
        Color::White => value.expectation(),
        Color::Black => 1.0 - value.expectation(),
    };
    let (depth, lines, over) = match value {
        Value::Over(outcome) => (None, Vec::new(), Some(Outcome::word(*outcome))),
        Value::Open(Evaluation { depth, lines }) => {
            (Some(*depth), lines.iter().map(|line| line_record(position, line)).collect(), None)
        }
    };
    let count = position.moves_left().map(|moves_left| CountRecord {
        honour: match position.honour() {
            Honour::Board => "board",
            Honour::Pieces => "pieces",
        },
        counter: name_of(position.counter()),
        counted: position.count().spoken(),
        limit: position.count().last(),
        moves_left,
    });
    PositionRecord {
        fen: fen::format(position),
        score: score_record(value.score(), to_move),
        expectation: rounded(expectation),
        depth,
        lines,
        count,
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

/// A move of a game as a row of a table: the position before it, and what it cost.
#[derive(Debug, Serialize)]
struct Row<'a> {
    file: Option<Cow<'a, str>>,
    game: Option<usize>,
    ply: usize,
    side: &'a str,
    san: &'a str,
    uci: &'a str,
    fen: &'a str,
    cp: Option<i32>,
    mate: Option<i32>,
    expectation: f64,
    depth: Option<u32>,
    best: Option<&'a str>,
    loss: f64,
    judgement: Option<&'a str>,
    counter: Option<&'a str>,
    counted: Option<u16>,
    limit: Option<u16>,
    moves_left: Option<u16>,
}

/// Games as JSON, an object and a line for each.
pub(super) fn json_lines(games: &[AnalysisRecord]) -> serde_json::Result<Vec<u8>> {
    let mut text = Vec::new();
    for game in games {
        serde_json::to_writer(&mut text, game)?;
        text.push(b'\n');
    }
    Ok(text)
}

/// A text from outside as a cell. Spreadsheets take what begins with one of these characters for a
/// formula, and an apostrophe before it for the sign of a text.
fn cell(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The moves of games as CSV, below a line of names.
pub(super) fn csv(games: &[AnalysisRecord]) -> csv::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    for game in games {
        for (ply, (played, before)) in game.moves.iter().zip(&game.positions).enumerate() {
            let (cp, mate) = match before.score {
                ScoreRecord::Cp(cp) => (Some(cp), None),
                ScoreRecord::Mate(mate) => (None, Some(mate)),
            };
            let count = before.count.as_ref();
            table.serialize(Row {
                file: game.file.as_deref().map(cell),
                game: game.game,
                ply: ply + 1,
                side: played.side,
                san: &played.san,
                uci: &played.uci,
                fen: &before.fen,
                cp,
                mate,
                expectation: before.expectation,
                depth: before.depth,
                best: before.lines.first().and_then(|line| line.uci.first()).map(String::as_str),
                loss: played.loss,
                judgement: played.judgement,
                counter: count.map(|count| count.counter),
                counted: count.map(|count| count.counted),
                limit: count.map(|count| count.limit),
                moves_left: count.map(|count| count.moves_left),
            })?;
        }
    }
    table.into_inner().map_err(|error| error.into_error().into())
}
