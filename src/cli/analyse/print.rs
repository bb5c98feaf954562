//! An analysis as text for the terminal.

use super::{Task, players};
use crate::analysis::{Analysis, Value, Voice, line_text, score_text};
use crate::notation::pgn::MoveNumber;
use crate::position::Position;
use crate::search::Wdl;
use crate::types::Color;
use crate::words::{self, Phrase};
use std::fmt::{Display, Write};

/// Moves of a line that are shown.
const LINE_LENGTH: usize = 8;

/// The moves that cost something, the story of the count, and how both sides played. Of a game
/// without moves, the position's lines.
pub(super) fn game(text: &mut String, task: &Task, analysis: &Analysis, voice: Voice) {
    // Writing to a string does not fail.
    let _ = write_game(text, task, analysis, voice);
}

fn write_game(
    text: &mut String,
    task: &Task,
    analysis: &Analysis,
    voice: Voice,
) -> std::fmt::Result {
    let Voice { language, notation } = voice;
    let (pgn, moves) = (&task.pgn, analysis.game.moves());
    match task.number {
        Some(number) => text.push_str(&language.say(Phrase::AnalysedGame, &[&number])),
        None => text.push_str(language.text(Phrase::AnalysedPosition)),
    }
    if let Some(players) = players(pgn) {
        write!(text, ": {players}")?;
    }
    if let Some(result) = pgn.result {
        write!(text, ", {result}")?;
    }
    let start = analysis.game.start();
    write!(text, ", {}, ", language.variant(start.variant()))?;
    match moves.len().div_ceil(2) {
        0 => {
            let side = language.side(start.to_move());
            writeln!(text, "{}", language.say(Phrase::SideToMove, &[&side]))?;
        }
        // More than numbers hold are told as that many.
        moves => writeln!(text, "{}", language.moves(moves.try_into().unwrap_or(u16::MAX)))?,
    }
    if let Some(opening) = analysis.opening(language) {
        writeln!(text, "  {opening}")?;
    }
    let positions: Vec<Position> = analysis.positions().collect();
    let story = analysis.story(language);
    for event in story.iter().filter(|event| event.ply == 0) {
        writeln!(text, "  {}", event.text)?;
    }
    if moves.is_empty() {
        return position(text, &positions[0], &analysis.values[0], voice);
    }
    for (ply, (&mv, judged)) in moves.iter().zip(analysis.judged()).enumerate() {
        let before = &positions[ply];
        let mut events = story.iter().filter(|event| event.ply == ply + 1).peekable();
        if judged.judgement.is_none() && events.peek().is_none() {
            continue;
        }
        let mark = judged.judgement.map_or("", |judgement| judgement.mark());
        let played = format!("{}{}{mark}", MoveNumber::of(before), notation.format(before, mv));
        if let Some((_, better)) = judged.judgement.zip(judged.better) {
            let score =
                |ply: usize| score_text(analysis.values[ply].score(), positions[ply].to_move());
            let line = line_text(before, &better.moves, LINE_LENGTH, notation);
            let (from, to) = (score(ply), score(ply + 1));
            let loss = language.say(Phrase::Loses, &[&judged.percent()]);
            let played = words::pad_right(&played, 12);
            writeln!(text, "  {played} {from} → {to}, {loss}: {line}")?;
        } else {
            writeln!(text, "  {played}")?;
        }
        for event in events {
            writeln!(text, "               {}", event.text)?;
        }
    }
    for (color, summary) in [Color::White, Color::Black].into_iter().zip(analysis.summaries()) {
        writeln!(text, "  {}: {}", language.side(color), summary.say(language))?;
    }
    Ok(())
}

fn position(
    text: &mut String,
    position: &Position,
    value: &Value,
    voice: Voice,
) -> std::fmt::Result {
    let Voice { language, notation } = voice;
    let evaluation = match value {
        Value::Over(outcome) => {
            return writeln!(text, "  {}", language.outcome(*outcome));
        }
        Value::Open(evaluation) => evaluation,
    };
    for line in &evaluation.lines {
        let score = score_text(line.score, position.to_move());
        // White's chances, as the score is White's.
        let white = if position.to_move() == Color::White { line.score } else { -line.score };
        let moves = line_text(position, &line.moves, usize::MAX, notation);
        let Wdl { win, draw, loss } = Wdl::of(white);
        let gaps: [&dyn Display; 4] = [&evaluation.depth, &win, &draw, &loss];
        writeln!(text, "  {score} {} {moves}", language.say(Phrase::LineChances, &gaps))?;
    }
    Ok(())
}
