//! An analysis as text for the terminal.

use super::{Task, players};
use crate::analysis::{Analysis, Value, line_text, score_text};
use crate::notation::pgn::MoveNumber;
use crate::notation::san;
use crate::position::Position;
use crate::search::Wdl;
use crate::types::Color;
use crate::words::Language;
use std::fmt::Write;

/// Moves of a line that are shown.
const LINE_LENGTH: usize = 8;

/// The moves that cost something, the story of the count, and how both sides played. Of a game
/// without moves, the position's lines.
pub(super) fn game(text: &mut String, task: &Task, analysis: &Analysis) {
    // Writing to a string does not fail.
    let _ = write_game(text, task, analysis);
}

fn write_game(text: &mut String, task: &Task, analysis: &Analysis) -> std::fmt::Result {
    let (pgn, moves) = (&task.pgn, analysis.game.moves());
    match task.number {
        Some(number) => write!(text, "game {number}")?,
        None => write!(text, "position")?,
    }
    if let Some(players) = players(pgn) {
        write!(text, ": {players}")?;
    }
    if let Some(result) = pgn.result {
        write!(text, ", {result}")?;
    }
    let start = analysis.game.start();
    write!(text, ", {}, ", start.variant())?;
    match moves.len().div_ceil(2) {
        0 => writeln!(text, "{} to move", start.to_move())?,
        1 => writeln!(text, "1 move")?,
        moves => writeln!(text, "{moves} moves")?,
    }
    if let Some(opening) = analysis.opening(Language::English) {
        writeln!(text, "  {opening}")?;
    }
    let positions: Vec<Position> = analysis.positions().collect();
    let story = analysis.story();
    for event in story.iter().filter(|event| event.ply == 0) {
        writeln!(text, "  {}", event.text)?;
    }
    if moves.is_empty() {
        return position(text, &positions[0], &analysis.values[0]);
    }
    for (ply, (&mv, judged)) in moves.iter().zip(analysis.judged()).enumerate() {
        let before = &positions[ply];
        let mut events = story.iter().filter(|event| event.ply == ply + 1).peekable();
        if judged.judgement.is_none() && events.peek().is_none() {
            continue;
        }
        let mark = judged.judgement.map_or("", |judgement| judgement.mark());
        let played = format!("{}{}{mark}", MoveNumber::of(before), san::format(before, mv));
        if let Some((_, better)) = judged.judgement.zip(judged.better) {
            let score =
                |ply: usize| score_text(analysis.values[ply].score(), positions[ply].to_move());
            let line = line_text(before, &better.moves, LINE_LENGTH);
            let (from, to, loss) = (score(ply), score(ply + 1), judged.percent());
            writeln!(text, "  {played:<12} {from} → {to}, loses {loss} %: {line}")?;
        } else {
            writeln!(text, "  {played}")?;
        }
        for event in events {
            writeln!(text, "               {}", event.text)?;
        }
    }
    for (color, summary) in [Color::White, Color::Black].into_iter().zip(analysis.summaries()) {
        writeln!(text, "  {color}: {summary}")?;
    }
    Ok(())
}

fn position(text: &mut String, position: &Position, value: &Value) -> std::fmt::Result {
    let evaluation = match value {
        Value::Over(outcome) => {
            return writeln!(text, "  {}", Language::English.outcome(*outcome));
        }
        Value::Open(evaluation) => evaluation,
    };
    for line in &evaluation.lines {
        let score = score_text(line.score, position.to_move());
        // White's chances, as the score is White's.
        let white = if position.to_move() == Color::White { line.score } else { -line.score };
        let moves = line_text(position, &line.moves, usize::MAX);
        let depth = evaluation.depth;
        writeln!(text, "  {score} depth {depth} {} {moves}", Wdl::of(white))?;
    }
    Ok(())
}
