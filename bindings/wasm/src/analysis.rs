//! Analysis of finished games, by the same code as `sakdi analyse`.

use crate::convert::{self, object};
use crate::error::{Subject, error};
use crate::tables;
use js_sys::Function;
use makruk::notation::Notation;
use makruk::notation::pgn::{PgnError, PgnGame, Reader};
use makruk::rules::{CountingRule, Variant};
use sakdi_analysis::{
    Analysis, AnalysisObserver, AnalysisSettings as Settings, Analyst, Annotations, Budget,
    annotate, game_of, read_back, report,
};
use sakdi_i18n::{Language, Localized, Phrase, TextStyle};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;
use wasm_bindgen::prelude::*;

/// How to analyse; see `AnalysisOptions` in `sakdi.d.ts`.
#[wasm_bindgen]
pub struct AnalysisSettings {
    budget: Budget,
    lines: usize,
    hash: usize,
    language: Language,
    notation: Notation,
    rule: Option<CountingRule>,
}

#[wasm_bindgen]
impl AnalysisSettings {
    #[wasm_bindgen(constructor)]
    pub fn new(
        movetime: Option<u32>,
        nodes: Option<f64>,
        lines: Option<usize>,
        hash: Option<usize>,
        language: Option<String>,
        notation: &JsValue,
        counting_rule: Option<String>,
    ) -> Result<Self, JsValue> {
        let language = convert::language(language.as_deref())?;
        let notation = match notation.is_undefined() || notation.is_null() {
            true => language.notation(),
            false => convert::notation(notation)?,
        };
        let budget = match nodes {
            Some(nodes) => Budget::Nodes(nodes as u64),
            None => Budget::Time(Duration::from_millis(movetime.unwrap_or(200).into())),
        };
        let rule = counting_rule.map(|name| convert::counting_rule(Some(&name))).transpose()?;
        let (lines, hash) = (lines.unwrap_or(1), hash.unwrap_or(16));
        Ok(Self { budget, lines, hash, language, notation, rule })
    }
}

/// Reports the progress of the analysis to the host.
struct ProgressReporter {
    done: AtomicU32,
    all: u32,
}

thread_local! {
    // A JavaScript function belongs to its thread, but an observer must be shareable.
    static PROGRESS: RefCell<Option<Function>> = const { RefCell::new(None) };
}

impl AnalysisObserver for ProgressReporter {
    fn should_stop(&self) -> bool {
        false
    }

    fn searched(&self) {
        let done = self.done.fetch_add(1, Relaxed) + 1;
        PROGRESS.with_borrow(|progress| {
            // The host handles its own exceptions.
            let call = |it: &Function| it.call2(&JsValue::NULL, &done.into(), &self.all.into());
            let _thrown = progress.as_ref().map(call);
        });
    }
}

/// Analyses the games of a PGN. Calls `progress` with the number of positions analysed and their total.
/// Returns an object with the `report` as JSON, for the page, and the annotated `pgn`. The host ends
/// the worker to stop it.
#[wasm_bindgen]
pub fn analyse(
    text: &str,
    settings: &AnalysisSettings,
    progress: Function,
) -> Result<JsValue, JsValue> {
    PROGRESS.set(Some(progress));
    let language = settings.language;
    let refused = |fault: PgnError| error(Subject::Pgn, |language| fault.say(language));
    let tasks = Reader::new(text)
        .map(|pgn| {
            let pgn = pgn?;
            let game = game_of(&pgn, Variant::Makruk, settings.rule)?;
            Ok((pgn, game))
        })
        .collect::<Result<Vec<_>, _>>()
        .map_err(refused)?;
    if tasks.is_empty() {
        return Err(error(Subject::Pgn, |language| language.say(Phrase::NoGames, &[&"PGN"])));
    }
    let positions: usize = tasks.iter().map(|(_, game)| game.moves().len() + 1).sum();
    let host = ProgressReporter { done: AtomicU32::new(0), all: positions as u32 };
    let mut analyst = Analyst::new(Settings {
        budget: settings.budget,
        multi_pv: settings.lines,
        threads: 1,
        hash_mib: settings.hash,
    });
    analyst.set_tablebase(Arc::new(tables::loaded()));
    let mut games: Vec<(PgnGame, Analysis)> = Vec::new();
    for (pgn, game) in tasks {
        // It is never stopped.
        games.extend(analyst.analyse(&game, &host).map(|analysis| (pgn, analysis)));
    }
    let budget = match settings.budget {
        Budget::Nodes(nodes) => language.say(Phrase::BudgetNodes, &[&nodes]),
        Budget::Time(time) => language.say(Phrase::BudgetTime, &[&time.as_millis()]),
    };
    let annotated = games
        .iter()
        .map(|(pgn, analysis)| annotate(&Annotations { pgn, analysis, budget: &budget, language }));
    let annotated: String = annotated.collect();
    let style = TextStyle { language, notation: settings.notation };
    Ok(object([("report", report::data(&games, &budget, style).into()), ("pgn", annotated.into())]))
}

/// The report of an earlier analysis, read from its annotated PGN.
#[wasm_bindgen(js_name = reportOf)]
pub fn report_of(text: &str, settings: &AnalysisSettings) -> Result<String, JsValue> {
    let refused = |fault: PgnError| error(Subject::Pgn, |language| fault.say(language));
    let mut games = Vec::new();
    for game in Reader::new(text) {
        let pgn = game.map_err(refused)?;
        let not_analysed = |language: Language| language.say(Phrase::NotAnalysed, &[&pgn.line]);
        let analysis = read_back(&pgn).ok_or_else(|| error(Subject::Pgn, not_analysed))?;
        games.push((pgn, analysis));
    }
    let style = TextStyle { language: settings.language, notation: settings.notation };
    let mut annotators = games.iter().filter_map(|(pgn, _)| pgn.tag("Annotator"));
    let budget = annotators.find_map(sakdi_analysis::budget).unwrap_or_default().to_owned();
    Ok(report::data(&games, &budget, style))
}
