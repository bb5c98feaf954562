//! What a running match prints: a line per game, and the standings so far, live on a terminal and
//! from time to time in a pipe or a file.

use super::super::report_output::ReportOutput;
use super::super::terminal::{self, wrap};
use super::crosstable::crosstable;
use super::summary::statistics;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sakdi_i18n::{Language, Localized, Phrase};
use sakdi_matches::game::GameRecord;
use sakdi_matches::sprt::Sprt;
use sakdi_matches::standings::Standings;
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

/// Number of games between two reports in a pipe or a file.
const REPORT_INTERVAL: u64 = 10;
/// Columns of the live display's bar, and of the blank after it.
const BAR: usize = 20;
const BEFORE_MESSAGE: usize = BAR + 1;

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
            // The template is valid.
            let style = ProgressStyle::with_template(&format!("{{bar:{BAR}}} {{msg}}"))
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            bar.set_style(style);
            bar.set_position(standings.games());
            let begins = language.text(Phrase::MatchBegins);
            bar.set_message(format!("{}/{games}: {begins}", standings.games()));
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
        bar.set_message(self.message(standings, terminal::error_columns()));
    }

    /// Prints a remark to standard error.
    pub fn remark(&self, text: &str) {
        let print = || error_line!("sakdi: {text}");
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// The standings so far beside and below the bar, on a terminal of so many columns. The last column
    /// stays free, because some terminals begin a new line with it.
    fn message(&self, standings: &Standings, columns: usize) -> String {
        let columns = columns.saturating_sub(1);
        let mut lines =
            vec![wrap(&self.speed(standings), columns.saturating_sub(BEFORE_MESSAGE), 0)];
        if standings.names().len() > 2 {
            // Its columns would not survive a break.
            let table = crosstable(standings, self.language);
            let cut = |line: &str| console::truncate_str(line, columns, "…").into_owned();
            lines.extend(table.lines().map(cut));
        }
        let statistics = statistics(standings, self.sprt.as_ref(), self.language);
        lines.extend(statistics.iter().map(|line| wrap(line, columns, 2)));
        lines.join("\n")
    }

    /// How far the match is, and how fast.
    fn speed(&self, standings: &Standings) -> String {
        let minutes = self.started.elapsed().as_secs_f64() / 60.0;
        let games = standings.games();
        let speed = (games - self.played_before) as f64 / minutes.max(1e-9);
        let planned = self.planned.max(games);
        self.language.say(Phrase::MatchSpeed, &[&games, &planned, &format!("{speed:.1}")])
    }

    /// The standings so far: how far and how fast, and the statistics.
    fn report(&self, standings: &Standings) -> Vec<String> {
        let mut lines = vec![self.speed(standings)];
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

#[cfg(test)]
mod tests {
    use super::*;
    use sakdi_i18n::width;
    use sakdi_matches::schedule::MatchFormat;
    use sakdi_matches::sprt::EloModel;
    use sakdi_matches::standings::samples::game;

    #[test]
    fn the_live_display_fits_a_terminal_of_80_columns() {
        let long = "a name as long as those of builds with their commits".to_owned();
        for (names, language) in [
            (vec![long.clone(), format!("{long} 2")], Language::English),
            (vec![long.clone(), format!("{long} 2")], Language::Thai),
            (vec![long.clone(), format!("{long} 2"), format!("{long} 3")], Language::English),
        ] {
            let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, EloModel::Normalised).ok();
            let sprt = sprt.filter(|_| names.len() == 2);
            let mut standings = Standings::new(names.clone(), MatchFormat::Pair);
            for encounter in 1..=600 {
                standings.add(&game(encounter, 1, &names[0], &names[1], (encounter % 3) as u8));
                standings.add(&game(encounter, 2, &names[1], &names[0], (encounter % 2) as u8));
            }
            let display = MatchDisplay::new(100_000, &standings, sprt, language);
            let message = display.message(&standings, 80);
            let mut lines = message.lines();
            let first = lines.next().expect("a line");
            assert!(BEFORE_MESSAGE + width(first) < 80, "{message}");
            assert!(lines.all(|line| width(line) < 80), "{message}");
        }
    }
}
