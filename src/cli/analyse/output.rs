//! The files that an analysis writes.

use super::json_csv::{self, AnalysisRecord};
use super::{Args, PreviousOutput, Source};
use crate::analysis::{Analysis, Annotations, Budget, annotate, report};
use crate::cli::Failure;
use crate::cli::output_file::{SaveTimer, write};
use crate::i18n::{Phrase, TextStyle};
use crate::notation::pgn::PgnGame;
use std::io;
use std::path::{Path, PathBuf};

/// What there is to write, and where to.
pub(super) struct Output {
    out: Option<PathBuf>,
    html: Option<PathBuf>,
    json: Option<PathBuf>,
    csv: Option<PathBuf>,
    style: TextStyle,
    budget: String,
    text: String,
    games: Vec<(PgnGame, Analysis)>,
    /// Records of the games, if they are written as JSON or CSV.
    records: Vec<AnalysisRecord>,
    /// Of the annotated games.
    timer: Option<SaveTimer>,
    /// Whether a game was added to the output of the earlier run.
    grown: bool,
}

impl Output {
    pub(super) fn new(args: &Args, previous: &PreviousOutput) -> Self {
        let style = args.style();
        let budget = match args.search.budget() {
            Budget::Nodes(nodes) => style.language.say(Phrase::BudgetNodes, &[&nodes]),
            Budget::Time(time) => style.language.say(Phrase::BudgetTime, &[&time.as_millis()]),
        };
        let mut text = previous.text.clone();
        if !text.is_empty() && !text.ends_with("\n\n") {
            text.push_str("\n\n");
        }
        let mut output = Self {
            out: args.out.clone(),
            html: args.html.clone(),
            json: args.json.clone(),
            csv: args.csv.clone(),
            style,
            budget,
            text,
            games: Vec::new(),
            records: Vec::new(),
            timer: args.out.as_deref().map(SaveTimer::new),
            grown: false,
        };
        for (pgn, analysis) in &previous.games {
            output.keep(&Source::default(), pgn.clone(), analysis.clone());
        }
        output
    }

    /// Keeps what is written at the end.
    fn keep(&mut self, source: &Source, pgn: PgnGame, analysis: Analysis) {
        if self.json.is_some() || self.csv.is_some() {
            self.records.push(AnalysisRecord::new(source, &pgn, &analysis));
        }
        if self.html.is_some() {
            self.games.push((pgn, analysis));
        }
    }

    /// Adds a game, and saves from time to time.
    pub(super) fn add(
        &mut self,
        source: Source,
        pgn: PgnGame,
        analysis: Analysis,
    ) -> Result<(), Failure> {
        let annotations = Annotations {
            pgn: &pgn,
            analysis: &analysis,
            budget: self.budget.as_str(),
            language: self.style.language,
        };
        self.text.push_str(&annotate(&annotations));
        self.grown = true;
        self.keep(&source, pgn, analysis);
        if let Some(began) = self.timer.as_ref().and_then(SaveTimer::due) {
            self.save()?;
            if let Some(timer) = &mut self.timer {
                timer.saved(began);
            }
        }
        Ok(())
    }

    fn save(&self) -> Result<(), Failure> {
        match &self.out {
            Some(path) if self.grown => write(path, self.text.as_bytes(), self.style.language),
            _ => Ok(()),
        }
    }

    /// Writes everything; no file of its own for nothing.
    pub(super) fn finish(&self) -> Result<(), Failure> {
        self.save()?;
        let language = self.style.language;
        if let Some(path) = self.html.as_deref().filter(|_| !self.games.is_empty()) {
            let page = report::html(&self.games, &self.budget, self.style);
            write(path, page.as_bytes(), language)?;
        }
        let failed = |path: &Path, error: io::Error| Failure::not_written(path, &error, language);
        if let Some(path) = self.json.as_deref().filter(|_| !self.records.is_empty()) {
            let text = json_csv::json_lines(&self.records);
            write(path, &text.map_err(|error| failed(path, error.into()))?, language)?;
        }
        if let Some(path) = self.csv.as_deref().filter(|_| !self.records.is_empty()) {
            let text = json_csv::csv(&self.records);
            write(path, &text.map_err(|error| failed(path, error.into()))?, language)?;
        }
        Ok(())
    }
}
