//! An analysed game as text for the terminal.

use super::Task;
use crate::analysis_text::{Page, judged_moves};
use crate::game_files::players;
use makruk::notation::terminal_text::shown;
use sakdi_analysis::{Analysis, Contradiction};
use sakdi_i18n::{Phrase, TextStyle};
use std::path::Path;

/// Prints a line about the game, which begins with the file if that is given; then the judged moves, the events of the count
/// and a summary of both sides; for a game without moves, the lines of the position.
pub(super) fn game(
    page: &mut Page,
    file: Option<&Path>,
    task: &Task,
    analysis: &Analysis,
    contradiction: Option<Contradiction>,
    style: TextStyle,
) {
    let file = file.map_or_else(String::new, |file| format!("{}, ", shown(file)));
    page.line(2, &(file + &head(task, analysis, style)));
    if let Some(contradiction) = contradiction {
        let said = contradiction.say(analysis, style.language, style.notation);
        page.line(2, &format!("  {said}"));
    }
    judged_moves(page, analysis, style);
}

/// The players, the result and the length of the game.
fn head(task: &Task, analysis: &Analysis, style: TextStyle) -> String {
    let TextStyle { language, .. } = style;
    let mut head = match task.source.number {
        Some(number) => language.say(Phrase::AnalysedGame, &[&number]),
        None => language.text(Phrase::AnalysedPosition).to_owned(),
    };
    if let Some(players) = players(&task.pgn) {
        head += &format!(": {players}");
    }
    if let Some(result) = task.pgn.stated_result() {
        head += &format!(", {result}");
    }
    let start = analysis.game.start();
    let length = match analysis.game.moves().len().div_ceil(2) {
        0 => language.say(Phrase::SideToMove, &[&language.side(start.to_move())]),
        // Larger numbers are shown as the maximum.
        moves => language.moves(moves.try_into().unwrap_or(u16::MAX)),
    };
    format!("{head}, {}, {length}", language.variant(start.variant()))
}
