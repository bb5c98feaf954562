//! An analysis as text for the terminal.

use crate::terminal;
use makruk::notation::pgn::MoveNumber;
use makruk::position::Position;
use makruk::types::Color;
use sakdi_analysis::{Analysis, Value, line_text, score_text};
use sakdi_i18n::{Language, Localized, Phrase, TextStyle};
use std::fmt::Display;

/// Number of moves shown of a line.
const LINE_LENGTH: usize = 8;

/// Column in which the remark on a move begins.
const REMARK: usize = 15;

/// Text to print, with lines wrapped at the width of the terminal.
pub(crate) struct Page {
    text: String,
    /// `None` if standard output is no terminal.
    columns: Option<usize>,
    /// What it has said of the meaning of numbers.
    explained: Vec<Phrase>,
}

impl Page {
    pub(crate) const fn new(columns: Option<usize>) -> Self {
        Self { text: String::new(), columns, explained: Vec::new() }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Removes the text, after which the page goes on.
    pub(crate) fn take_text(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Says what scores mean, and the other numbers beside them; each of these once.
    fn explain(&mut self, language: Language, others: Phrase) {
        let mut phrases = vec![Phrase::ScoresAreWhites, others];
        phrases.retain(|phrase| !self.explained.contains(phrase));
        if !phrases.is_empty() {
            let sentences = phrases.iter().map(|&phrase| language.sentence(language.text(phrase)));
            let sentences: Vec<String> = sentences.collect();
            self.line(2, &format!("  {}", sentences.join(" ")));
            self.explained.append(&mut phrases);
        }
    }

    /// Adds a line. Wrapped parts are indented by `indent` columns.
    pub(crate) fn line(&mut self, indent: usize, line: &str) {
        match self.columns {
            Some(columns) => self.text.push_str(&terminal::wrap(line, columns, indent)),
            None => self.text.push_str(line),
        }
        self.text.push('\n');
    }
}

/// Prints the judged moves, the events of the count and a summary of both sides; for a game without
/// moves, the lines of the position.
pub(crate) fn judged_moves(page: &mut Page, analysis: &Analysis, style: TextStyle) {
    let TextStyle { language, notation } = style;
    let moves = analysis.game.moves();
    if let Some(opening) = analysis.opening(language) {
        page.line(2, &format!("  {opening}"));
    }
    let positions: Vec<Position> = analysis.positions().collect();
    let all_events = analysis.count_events();
    for event in all_events.iter().filter(|event| event.ply == 0) {
        page.line(2, &format!("  {}", event.say(language)));
    }
    if moves.is_empty() {
        return position(page, &positions[0], &analysis.values[0], style);
    }
    let judged = analysis.judged();
    if judged.iter().any(|judged| judged.judgement.is_some()) {
        page.explain(language, Phrase::LossIsTheMovers);
    }
    for (ply, (&mv, judged)) in moves.iter().zip(judged).enumerate() {
        let before = &positions[ply];
        let mut events = all_events.iter().filter(|event| event.ply == ply + 1).peekable();
        if judged.judgement.is_none() && events.peek().is_none() {
            continue;
        }
        let mark = judged.judgement.map_or("", |judgement| judgement.mark());
        let played = format!("{}{}{mark}", MoveNumber::of(before), notation.format(before, mv));
        if let Some((_, better)) = judged.judgement.zip(judged.better) {
            let score =
                |ply: usize| score_text(analysis.values[ply].score(), positions[ply].to_move());
            let line = line_text(before, &better.moves, LINE_LENGTH, notation);
            let scores = format!("{} → {}", score(ply), score(ply + 1));
            let loss = language.say(Phrase::Loses, &[&judged.percent()]);
            let played = sakdi_i18n::pad_right(&played, REMARK - 3);
            let remark = language.say(Phrase::JudgedMove, &[&scores, &loss, &line]);
            page.line(REMARK, &format!("  {played} {remark}"));
        } else {
            page.line(REMARK, &format!("  {played}"));
        }
        for event in events {
            page.line(REMARK, &format!("{:REMARK$}{}", "", event.say(language)));
        }
    }
    for (color, summary) in [Color::White, Color::Black].into_iter().zip(analysis.summaries()) {
        page.line(4, &format!("  {}: {}", language.side(color), summary.say(language)));
    }
}

fn position(page: &mut Page, position: &Position, value: &Value, style: TextStyle) {
    let TextStyle { language, notation } = style;
    let evaluation = match value {
        Value::Over(outcome) => return page.line(2, &format!("  {}", outcome.say(language))),
        Value::Open(evaluation) => evaluation,
    };
    page.explain(language, Phrase::WdlIsWhites);
    for line in &evaluation.lines {
        let score = score_text(line.score, position.to_move());
        let moves = line_text(position, &line.moves, usize::MAX, notation);
        let chances = line.chances(position);
        // White's chances, because the score is White's, too.
        let (win, loss) = match position.to_move() {
            Color::White => (chances.win, chances.loss),
            Color::Black => (chances.loss, chances.win),
        };
        let gaps: [&dyn Display; 4] = [&evaluation.depth, &win, &chances.draw, &loss];
        let chances = language.say(Phrase::LineChances, &gaps);
        page.line(4, &format!("  {score} {chances} {moves}"));
    }
}
