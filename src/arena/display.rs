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
    /// A match of at least `games` games, of which `standings` has those played before. Games are
    /// told in `language`, figures in that of statistics.
    pub fn new(games: u64, standings: &Standings, sprt: Option<Sprt>, language: Language) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
            // The template is a constant: the default serves where it were wrong.
            let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            bar.set_style(style);
            bar.set_position(standings.games());
            bar.set_message("the first in progress");
            bar
        });
        Self { bar, began: Instant::now(), played_before: standings.games(), sprt, language }
    }

    /// Tells of a finished game.
    pub fn game(&self, record: &GameRecord, names: &[String], standings: &Standings) {
        let games = standings.games();
        if let Some(bar) = &self.bar {
            if bar.length().is_some_and(|length| length < games) {
                bar.set_length(games);
            }
            bar.set_position(games);
            bar.set_message(self.picture(standings).join("\n"));
            return;
        }
        let mut out = io::stdout().lock();
        let (plan, ending) = (&record.plan, &record.ending);
        // A match goes on though nobody reads about it.
        let told = self.language.say(
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
        let _ = writeln!(out, "{told}");
        if games.is_multiple_of(SUMMARY_INTERVAL) {
            for line in self.picture(standings) {
                let _ = writeln!(out, "  {line}");
            }
        }
    }

    fn picture(&self, standings: &Standings) -> Vec<String> {
        let minutes = self.began.elapsed().as_secs_f64() / 60.0;
        let games = (standings.games() - self.played_before) as f64;
        let mut lines = vec![format!("{:.1} games a minute", games / minutes.max(1e-9))];
        if standings.names().len() > 2 {
            lines.extend(standings.to_string().lines().map(str::to_owned));
        }
        lines.extend(figures(standings, self.sprt.as_ref()));
        lines
    }

    /// Clears the live picture: what follows is the result.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The figures of a match, one a line.
pub fn figures(standings: &Standings, sprt: Option<&Sprt>) -> Vec<String> {
    let mut lines = if standings.names().len() == 2 { standings.figures() } else { Vec::new() };
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
    if standings.games() > 0 {
        lines.push(format!("reasons: {}", standings.reasons()));
    }
    lines
}
