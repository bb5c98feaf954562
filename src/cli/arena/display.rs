//! What a running match prints: a line per game, and the standings so far, live on a terminal and
//! from time to time in a pipe or a file.

use super::super::report_output::ReportOutput;
use super::crosstable::crosstable;
use super::summary::statistics;
use crate::arena::game::GameRecord;
use crate::arena::sprt::Sprt;
use crate::arena::standings::Standings;
use crate::i18n::{Language, Localized, Phrase};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

/// Number of games between two reports in a pipe or a file.
const REPORT_INTERVAL: u64 = 10;

/// Shows the progress of a match.
#[derive(Debug)]
pub(super) struct MatchDisplay {
    bar: Option<ProgressBar>,
    /// Whether standard output gets reports: nobody sees a bar in a pipe or a file.
    has_reports: bool,
    /// Number of games, at least.
    planned: u64,
    started: Instant,
    // Games of an earlier run, which the speed leaves out.
    played_before: u64,
    sprt: Option<Sprt>,
    language: Language,
}

impl MatchDisplay {
    /// Starts the display of a match of at least `games` games. `standings` holds the games of an
    /// earlier run.
    pub fn new(games: u64, standings: &Standings, sprt: Option<Sprt>, language: Language) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
            // The template is a constant and valid.
            let style = ProgressStyle::with_template("{bar:40} {pos}/{len}: {msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            bar.set_style(style);
            bar.set_position(standings.games());
            bar.set_message(language.text(Phrase::MatchBegins));
            bar
        });
        Self {
            bar,
            has_reports: !io::stdout().is_terminal(),
            planned: games,
            started: Instant::now(),
            played_before: standings.games(),
            sprt,
            language,
        }
    }

    /// Prints a line for a finished game and updates the standings.
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
        let mut lines = vec![line];
        if self.has_reports && games.is_multiple_of(REPORT_INTERVAL) {
            lines.extend(self.report(standings).into_iter().map(|line| format!("  {line}")));
        }
        let print = || {
            let mut out = ReportOutput::lock();
            for line in &lines {
                // An output that cannot be written must not end the match.
                let _ = writeln!(out, "{line}");
            }
        };
        let Some(bar) = &self.bar else { return print() };
        bar.suspend(print);
        if bar.length().is_some_and(|length| length < games) {
            bar.set_length(games);
        }
        bar.set_position(games);
        bar.set_message(self.report(standings).join("\n"));
    }

    /// The standings so far: how far and how fast, and the statistics.
    fn report(&self, standings: &Standings) -> Vec<String> {
        let minutes = self.started.elapsed().as_secs_f64() / 60.0;
        let games = standings.games();
        let speed = (games - self.played_before) as f64 / minutes.max(1e-9);
        let gaps = [games.to_string(), self.planned.max(games).to_string(), format!("{speed:.1}")];
        let speed = self.language.say(Phrase::MatchSpeed, &[&gaps[0], &gaps[1], &gaps[2]]);
        let mut lines = vec![speed];
        if standings.names().len() > 2 {
            lines.extend(crosstable(standings, self.language).lines().map(str::to_owned));
        }
        lines.extend(statistics(standings, self.sprt.as_ref(), self.language));
        lines
    }

    /// Removes the live display before the results are printed.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
