//! The files that an analysis writes.

use super::{Args, Held};
use crate::analysis::{Analysis, Annotations, Budget, Voice, annotate, report};
use crate::cli::Failure;
use crate::cli::output_file::write;
use crate::i18n::Phrase;
use crate::notation::pgn::PgnGame;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How much work a break may lose: writing takes its time, too.
const INTERVAL: Duration = Duration::from_secs(2);

/// What there is to write, and where to.
pub(super) struct Output {
    out: Option<PathBuf>,
    html: Option<PathBuf>,
    voice: Voice,
    budget: String,
    text: String,
    games: Vec<(PgnGame, Analysis)>,
    saved: Instant,
    /// Whether there is more than what was held.
    grown: bool,
}

impl Output {
    pub(super) fn new(args: &Args, held: &Held) -> Self {
        let voice = args.voice();
        let budget = match args.effort.budget() {
            Budget::Nodes(nodes) => voice.language.say(Phrase::BudgetNodes, &[&nodes]),
            Budget::Time(time) => voice.language.say(Phrase::BudgetTime, &[&time.as_millis()]),
        };
        let mut text = held.text.clone();
        if !text.is_empty() && !text.ends_with("\n\n") {
            text.push_str("\n\n");
        }
        let (out, html) = (args.out.clone(), args.html.clone());
        let games = held.games.clone();
        Self { out, html, voice, budget, text, games, saved: Instant::now(), grown: false }
    }

    /// Adds a game, and saves from time to time.
    pub(super) fn add(&mut self, pgn: PgnGame, analysis: Analysis) -> Result<(), Failure> {
        let annotations = Annotations {
            pgn: &pgn,
            analysis: &analysis,
            budget: self.budget.as_str(),
            language: self.voice.language,
        };
        self.text.push_str(&annotate(&annotations));
        self.grown = true;
        if self.html.is_some() {
            self.games.push((pgn, analysis));
        }
        if self.saved.elapsed() >= INTERVAL {
            self.save()?;
            self.saved = Instant::now();
        }
        Ok(())
    }

    fn save(&self) -> Result<(), Failure> {
        match &self.out {
            Some(path) if self.grown => write(path, self.text.as_bytes(), self.voice.language),
            _ => Ok(()),
        }
    }

    /// Writes everything; no file of its own for nothing.
    pub(super) fn finish(&self) -> Result<(), Failure> {
        self.save()?;
        match &self.html {
            Some(path) if !self.games.is_empty() => {
                let page = report::html(&self.games, &self.budget, self.voice);
                write(path, page.as_bytes(), self.voice.language)
            }
            _ => Ok(()),
        }
    }
}
