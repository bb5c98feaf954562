//! Analysis of finished games, by the same code as `sakdi analyse`.

use crate::convert::{self, object};
use crate::error::thrown;
use crate::tables;
use js_sys::Function;
use makruk::notation::PgnError;
use sakdi_analysis::{AnalysisObserver, Budget};
use sakdi_facade::analysis::{self, Options};
use sakdi_i18n::{Localized, TextStyle};
use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;
use wasm_bindgen::prelude::*;

/// How to analyse; see `AnalysisOptions` in `sakdi.d.ts`.
#[wasm_bindgen]
pub struct AnalysisSettings(Options);

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
        let mut options = Options::new(budget);
        options.settings.multi_pv = lines.unwrap_or(options.settings.multi_pv);
        options.settings.hash_mib = hash.unwrap_or(options.settings.hash_mib);
        Ok(Self(Options { style: TextStyle { language, notation }, rule, ..options }))
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
    let begin = |all: usize| ProgressReporter { done: AtomicU32::new(0), all: all as u32 };
    let games = analysis::analyse(text, &settings.0, tables::loaded(), begin).map_err(thrown)?;
    let games = games.unwrap_or_else(|| unreachable!("it is never stopped"));
    let say = |fault: &PgnError| fault.say(settings.0.style.language);
    let skipped: Vec<String> = games.skipped.iter().map(say).collect();
    Ok(object([
        ("report", games.report().into()),
        ("pgn", games.pgn().into()),
        ("skipped", skipped.into()),
    ]))
}

/// The report of an earlier analysis, read from its annotated PGN.
#[wasm_bindgen(js_name = reportOf)]
pub fn report_of(text: &str, settings: &AnalysisSettings) -> Result<String, JsValue> {
    let games = analysis::read_analysed(text, settings.0.style).map_err(thrown)?;
    Ok(games.report())
}
