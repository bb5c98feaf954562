//! The files that an analysis writes.

use super::{Args, Held};
use crate::analysis::{Analysis, Annotations, Budget, annotate, report};
use crate::cli::{Failure, whole_file};
use crate::notation::pgn::PgnGame;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How much work a break may lose: writing takes its time, too.
const INTERVAL: Duration = Duration::from_secs(2);

/// What there is to write, and where to.
pub(super) struct Output {
    out: Option<PathBuf>,
    html: Option<PathBuf>,
    budget: String,
    text: String,
    games: Vec<(PgnGame, Analysis)>,
    saved: Instant,
}

impl Output {
    pub(super) fn new(args: &Args, held: &Held) -> Self {
        let budget = match args.effort.budget() {
            Budget::Nodes(nodes) => format!("{nodes} nodes a position"),
            Budget::Time(time) => format!("{} ms a position", time.as_millis()),
        };
        let mut text = held.text.clone();
        if !text.is_empty() && !text.ends_with("\n\n") {
            text.push_str("\n\n");
        }
        let (out, html) = (args.out.clone(), args.html.clone());
        Self { out, html, budget, text, games: held.games.clone(), saved: Instant::now() }
    }

    /// Adds a game, and saves from time to time.
    pub(super) fn add(&mut self, pgn: PgnGame, analysis: Analysis) -> Result<(), Failure> {
        let annotations =
            Annotations { pgn: &pgn, analysis: &analysis, budget: self.budget.as_str() };
        self.text.push_str(&annotate(&annotations));
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
            Some(path) => save(path, self.text.as_bytes()),
            None => Ok(()),
        }
    }

    /// Writes everything.
    pub(super) fn finish(&self) -> Result<(), Failure> {
        self.save()?;
        match &self.html {
            Some(path) => save(path, report::html(&self.games, &self.budget).as_bytes()),
            None => Ok(()),
        }
    }
}

fn save(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    whole_file::write(path, contents)
        .map_err(|error| Failure::Io(io::Error::other(format!("{}: {error}", path.display()))))
}
