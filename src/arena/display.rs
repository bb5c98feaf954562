//! What a running match shows: a live picture on a terminal, plain lines otherwise.

use super::game::GameRecord;
use super::sprt::{Sprt, Verdict};
use super::standings::Standings;
use crate::words::{Language, Phrase};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

/// Games between two summaries in plain lines.
const SUMMARY_INTERVAL: u64 = 10;

/// Shows how a match goes on.
#[derive(Debug)]
pub struct Display {
    bar: Option<ProgressBar>,
    began: Instant,
    // Games of an earlier run say nothing about the speed of this one.
    played_before: u64,
    sprt: Option<Sprt>,
    language: Language,
}

impl Display {
    /// A match of at least `games` games, of which `standings` has those played before.
    pub fn new(games: u64, standings: &Standings, sprt: Option<Sprt>, language: Language) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
            // The template is a constant: the default serves where it were wrong.
            let style = ProgressStyle::with_template("{bar:40} {pos}/{len}: {msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            bar.set_style(style);
            bar.set_position(standings.games());
            bar.set_message(language.text(Phrase::MatchBegins));
            bar
        });
        Self { bar, began: Instant::now(), played_before: standings.games(), sprt, language }
    }

    /// Reports a finished game: a line of its own, on a terminal above the live picture.
    pub fn game(&self, record: &GameRecord, names: &[String], standings: &Standings) {
        let games = standings.games();
        let (plan, ending) = (&record.plan, &record.ending);
        let line = self.language.say(
            Phrase::MatchGame,
            &[
                &plan.round,
                &names[plan.white],
                &names[plan.black],
                &ending.result(),
                &ending.say(self.language),
                &record.moves.len(),
            ],
        );
        // A match goes on though nobody reads about it.
        let print = |lines: &[String]| {
            let mut out = io::stdout().lock();
            for line in lines {
                let _ = writeln!(out, "{line}");
            }
        };
        let Some(bar) = &self.bar else {
            print(&[line]);
            if games.is_multiple_of(SUMMARY_INTERVAL) {
                let indented = self.picture(standings).into_iter().map(|line| format!("  {line}"));
                print(&indented.collect::<Vec<_>>());
            }
            return;
        };
        bar.suspend(|| print(&[line]));
        if bar.length().is_some_and(|length| length < games) {
            bar.set_length(games);
        }
        bar.set_position(games);
        bar.set_message(self.picture(standings).join("\n"));
    }

    fn picture(&self, standings: &Standings) -> Vec<String> {
        let minutes = self.began.elapsed().as_secs_f64() / 60.0;
        let games = (standings.games() - self.played_before) as f64;
        let speed = games / minutes.max(1e-9);
        let mut lines = vec![self.language.say(Phrase::MatchSpeed, &[&format!("{speed:.1}")])];
        if standings.names().len() > 2 {
            lines.extend(standings.crosstable(self.language).lines().map(str::to_owned));
        }
        lines.extend(figures(standings, self.sprt.as_ref(), self.language));
        lines
    }

    /// Clears the live picture: what follows is the result.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The totals of a match, line by line: its matches in a Thai format, the crosstable, the figures,
/// and of two players the line for other programs, which is the same in every language.
pub fn totals(standings: &Standings, sprt: Option<&Sprt>, language: Language) -> Vec<String> {
    let mut lines = standings.thai_matches(language);
    lines.push(standings.crosstable(language));
    lines.extend(figures(standings, sprt, language));
    if standings.names().len() == 2 {
        lines.push(standings.result_line());
    }
    lines
}

/// The figures of a match, one a line.
fn figures(standings: &Standings, sprt: Option<&Sprt>, language: Language) -> Vec<String> {
    let two = standings.names().len() == 2;
    let mut lines = if two { standings.figures(language) } else { Vec::new() };
    if let Some(sprt) = sprt {
        let (llr, verdict) = standings.test(sprt);
        let (lower, upper) = sprt.bounds();
        let verdict = match verdict {
            None => "",
            Some(Verdict::AcceptH0) => ": H0 accepted",
            Some(Verdict::AcceptH1) => ": H1 accepted",
        };
        lines.push(format!("LLR {llr:.2} ({lower:.2}, {upper:.2}) of {sprt}{verdict}"));
    }
    lines.extend(standings.reasons(language));
    lines
}
