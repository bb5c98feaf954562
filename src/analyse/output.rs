//! The files that an analysis writes.

use super::{Args, PreviousGame, Source, Task, csv};
use crate::Failure;
use crate::output_file::{OutputFile, SaveTimer};
use makruk::notation::pgn::PgnGame;
use sakdi_analysis::record::AnalysisRecord;
use sakdi_analysis::{AnalysedGame, Analysis, Annotations, annotate, report};
use sakdi_i18n::TextStyle;
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
    games: Vec<AnalysedGame>,
    /// Records of the games, if they are written as JSON or CSV.
    records: Vec<AnalysisRecord>,
    /// Of the annotated games.
    timer: Option<SaveTimer>,
    /// Whether a game was added to the output of the earlier run.
    grown: bool,
}

impl Output {
    /// `previous` is the text of the annotated file that is continued.
    pub(super) fn new(args: &Args, files: AnalysisFiles, previous: String) -> Self {
        let style = args.style();
        let budget = args.search.budget().words(style.language);
        let mut text = previous;
        if !text.is_empty() && !text.ends_with("\n\n") {
            text.push_str("\n\n");
        }
        Self {
            timer: files.out.as_ref().map(|file| SaveTimer::new(file.path())),
            files,
            style,
            budget,
            text,
            games: Vec::new(),
            records: Vec::new(),
            grown: false,
        }
    }

    /// Adds a game of the earlier run that this run was not given.
    pub(super) fn keep_other(&mut self, game: PreviousGame) {
        self.record(&Source::default(), &game.pgn, &game.analysis);
        self.show_previous(game);
    }

    /// Adds a game that the earlier run has analysed.
    pub(super) fn keep(&mut self, task: &Task, game: PreviousGame) {
        // The tags are those of the game that was read.
        self.record(&task.source, &task.pgn, &game.analysis);
        self.show_previous(game);
    }

    fn record(&mut self, source: &Source, pgn: &PgnGame, analysis: &Analysis) {
        if self.files.json.is_some() || self.files.csv.is_some() {
            let file = source.file.as_ref().map(|path| path.to_string_lossy().into_owned());
            self.records.push(AnalysisRecord::new(file, source.number, pgn, analysis));
        }
    }

    fn show(&mut self, game: AnalysedGame) {
        if self.files.html.is_some() {
            self.games.push(game);
        }
    }

    fn show_previous(&mut self, PreviousGame { pgn, analysis, .. }: PreviousGame) {
        // The earlier run may have had another limit.
        self.show(AnalysedGame::annotated(pgn, analysis));
    }

    /// Adds a game that was analysed, and saves from time to time. With `is_written` the annotated file
    /// holds it already.
    pub(super) fn add(
        &mut self,
        task: Task,
        analysis: Analysis,
        is_written: bool,
    ) -> Result<(), Failure> {
        if !is_written && self.files.out.is_some() {
            let annotations = Annotations {
                pgn: &task.pgn,
                analysis: &analysis,
                budget: self.budget.as_str(),
                language: self.style.language,
            };
            self.text.push_str(&annotate(&annotations));
            self.grown = true;
        }
        self.record(&task.source, &task.pgn, &analysis);
        self.show(AnalysedGame { pgn: task.pgn, analysis, budget: self.budget.clone() });
        if let Some(began) = self.timer.as_ref().and_then(SaveTimer::due) {
            self.save()?;
            // Standard output gets it once, at the end.
            if self.files.json.as_ref().is_none_or(|file| !file.is_stdout()) {
                self.save_json()?;
            }
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

    fn save_json(&self) -> Result<(), Failure> {
        let Some(file) = self.files.json.as_ref().filter(|_| !self.records.is_empty()) else {
            return Ok(());
        };
        let text = json_lines(&self.records);
        file.write(&text.map_err(|error| self.failed(file, error.into()))?)
    }

    fn failed(&self, file: &OutputFile, error: io::Error) -> Failure {
        Failure::not_written(file.path(), &error, self.style.language)
    }

    /// Writes everything; no file of its own for nothing.
    pub(super) fn finish(&self) -> Result<(), Failure> {
        self.save()?;
        self.save_json()?;
        if let Some(file) = self.files.html.as_ref().filter(|_| !self.games.is_empty()) {
            file.write(report::html(&self.games, self.style).as_bytes())?;
        }
        if let Some(file) = self.files.csv.as_ref().filter(|_| !self.records.is_empty()) {
            let text = csv::rows(&self.records);
            file.write(&text.map_err(|error| self.failed(file, error.into()))?)?;
        }
        Ok(())
    }
}

/// Games as JSON, an object and a line for each.
fn json_lines(games: &[AnalysisRecord]) -> serde_json::Result<Vec<u8>> {
    let mut text = Vec::new();
    for game in games {
        serde_json::to_writer(&mut text, game)?;
        text.push(b'\n');
    }
    Ok(text)
}
