//! Analysis of finished games, by the same code as `sakdi analyse`.

use crate::Error;
use crate::games::{self, ReadGame};
use makruk::notation::pgn::Reader;
use makruk::notation::{Notation, PgnError};
use makruk::rules::CountingRule;
use sakdi_analysis::{
    AnalysedGame, AnalysisObserver, AnalysisSettings, Analyst, Budget, annotate, read_back, report,
};
use sakdi_engine::search::Engine;
use sakdi_engine::tablebase::Tablebase;
use sakdi_i18n::{Language, TextStyle};
use std::sync::Arc;

/// How to analyse.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The searches.
    pub settings: AnalysisSettings,
    /// Language and notation of texts.
    pub style: TextStyle,
    /// The counting rule; `None` for that of each game.
    pub rule: Option<CountingRule>,
}

/// Analysed games.
#[derive(Clone, Debug)]
pub struct Analysed {
    /// The games.
    pub games: Vec<AnalysedGame>,
    /// Why games were left out that cannot be read.
    pub skipped: Vec<PgnError>,
    style: TextStyle,
}

impl Options {
    /// The default: 200 ms and one line for each position, one thread with 16 MiB, English and SAN.
    pub fn new(budget: Budget) -> Self {
        Self {
            settings: AnalysisSettings {
                budget,
                multi_pv: 1,
                threads: 1,
                hash_mib: Engine::DEFAULT_HASH,
            },
            style: TextStyle { language: Language::English, notation: Notation::San },
            rule: None,
        }
    }
}

/// Analyses the games of a text. `begin` gets the number of positions, and returns the observer of
/// the analysis. Returns `None` if that stops it.
///
/// # Errors
/// There is no game, or none can be read. Among others, such a game is left out.
pub fn analyse<O: AnalysisObserver>(
    text: &str,
    options: &Options,
    tables: Tablebase,
    begin: impl FnOnce(usize) -> O,
) -> Result<Option<Analysed>, Error> {
    let (mut records, mut skipped) = (Vec::new(), Vec::new());
    for record in games::read(text, options.rule) {
        match record {
            Ok(record) => records.push(record),
            Err(fault) => skipped.push(fault),
        }
    }
    if records.is_empty() {
        return Err(skipped.into_iter().next().map_or(Error::NoGames, Error::from));
    }
    let analysed = analyse_records(records, options, tables, begin);
    Ok(analysed.map(|analysed| Analysed { skipped, ..analysed }))
}

/// Analyses games that were read. `begin` gets the number of positions, and returns the observer of
/// the analysis. Returns `None` if that stops it.
pub fn analyse_records<O: AnalysisObserver>(
    records: Vec<ReadGame>,
    options: &Options,
    tables: Tablebase,
    begin: impl FnOnce(usize) -> O,
) -> Option<Analysed> {
    let observer = begin(records.iter().map(|record| record.game.moves().len() + 1).sum());
    let mut analyst = Analyst::new(options.settings);
    analyst.set_tablebase(Arc::new(tables));
    let mut games = Vec::with_capacity(records.len());
    for ReadGame { pgn, game } in records {
        let analysis = analyst.analyse(&game, &observer)?;
        let budget = options.settings.budget.words(options.style.language);
        games.push(AnalysedGame { pgn, analysis, budget });
    }
    Some(Analysed { games, skipped: Vec::new(), style: options.style })
}

/// Earlier analyses, read from their annotated PGN.
///
/// # Errors
/// A game cannot be read, or was not analysed.
pub fn read_analysed(text: &str, style: TextStyle) -> Result<Analysed, Error> {
    let mut games = Vec::new();
    for pgn in Reader::new(text) {
        let pgn = pgn?;
        let analysis = read_back(&pgn).ok_or(Error::NotAnalysed { line: pgn.line })?;
        games.push(AnalysedGame::annotated(pgn, analysis));
    }
    Ok(Analysed { games, skipped: Vec::new(), style })
}

impl Analysed {
    /// The games with scores, judgements and better lines, as PGN.
    pub fn pgn(&self) -> String {
        let language = self.style.language;
        self.games.iter().map(|game| annotate(&game.annotations(language))).collect()
    }

    /// The limits of the searches, each once, in words.
    pub fn budgets(&self) -> String {
        sakdi_analysis::budgets(&self.games)
    }

    /// The data of the report, as JSON.
    pub fn report(&self) -> String {
        report::data(&self.games, self.style)
    }

    /// The report: one page that needs no network.
    pub fn html(&self) -> String {
        report::html(&self.games, self.style)
    }
}
