//! The files that an analysis writes.

use super::json_csv::{self, AnalysisRecord};
use super::{Args, PreviousOutput, Source};
use crate::analysis::{Analysis, Annotations, Budget, annotate, report};
use crate::cli::Failure;
use crate::cli::output_file::{OutputFile, SaveTimer};
use crate::i18n::{Phrase, TextStyle};
use crate::notation::pgn::PgnGame;
use std::io;

/// The files that an analysis writes.
pub(super) struct AnalysisFiles {
    pub(super) out: Option<OutputFile>,
    pub(super) html: Option<OutputFile>,
    pub(super) json: Option<OutputFile>,
    pub(super) csv: Option<OutputFile>,
}

/// What there is to write, and where to.
pub(super) struct Output {
    files: AnalysisFiles,
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
    pub(super) fn new(args: &Args, files: AnalysisFiles, previous: &PreviousOutput) -> Self {
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
            timer: files.out.as_ref().map(|file| SaveTimer::new(file.path())),
            files,
            style,
            budget,
            text,
            games: Vec::new(),
            records: Vec::new(),
            grown: false,
        };
        for (pgn, analysis) in &previous.games {
            output.keep(&Source::default(), pgn.clone(), analysis.clone());
        }
        output
    }

    /// Keeps what is written at the end.
    fn keep(&mut self, source: &Source, pgn: PgnGame, analysis: Analysis) {
        if self.files.json.is_some() || self.files.csv.is_some() {
            self.records.push(AnalysisRecord::new(source, &pgn, &analysis));
        }
        if self.files.html.is_some() {
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
        match &self.files.out {
            Some(file) if self.grown => file.write(self.text.as_bytes()),
            _ => Ok(()),
        }
    }

    /// Writes everything; no file of its own for nothing.
    pub(super) fn finish(&self) -> Result<(), Failure> {
        self.save()?;
        let AnalysisFiles { html, json, csv, .. } = &self.files;
        if let Some(file) = html.as_ref().filter(|_| !self.games.is_empty()) {
            file.write(report::html(&self.games, &self.budget, self.style).as_bytes())?;
        }
        let failed = |file: &OutputFile, error: io::Error| {
            Failure::not_written(file.path(), &error, self.style.language)
        };
        if let Some(file) = json.as_ref().filter(|_| !self.records.is_empty()) {
            let text = json_csv::json_lines(&self.records);
            file.write(&text.map_err(|error| failed(file, error.into()))?)?;
        }
        if let Some(file) = csv.as_ref().filter(|_| !self.records.is_empty()) {
            let text = json_csv::csv(&self.records);
            file.write(&text.map_err(|error| failed(file, error.into()))?)?;
        }
        Ok(())
    }
}
