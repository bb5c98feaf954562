//! Analysis of finished games, by the same code as `sakdi analyse`.

use crate::convert::{self, object};
use crate::error::{Subject, error};
use js_sys::Function;
use sakdi::analysis::{
    Analysis, Analyst, Annotations, Budget, Settings, Voice, Watch, annotate, report,
};
use sakdi::game::Game;
use sakdi::notation::Notation;
use sakdi::notation::pgn::{PgnError, PgnGame, Reader};
use sakdi::rules::{CountingRule, Variant};
use sakdi::words::{Language, Phrase};
use std::cell::{Cell, RefCell};
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
    rule: CountingRule,
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
            true => Notation::of(language),
            false => convert::notation(notation)?,
        };
        let budget = match nodes {
            Some(nodes) => Budget::Nodes(nodes as u64),
            None => Budget::Time(Duration::from_millis(movetime.unwrap_or(200).into())),
        };
        let rule = convert::counting_rule(counting_rule.as_deref())?;
        let (lines, hash) = (lines.unwrap_or(1), hash.unwrap_or(16));
        Ok(Self { budget, lines, hash, language, notation, rule })
    }
}

thread_local! {
    // Functions of JavaScript belong to their thread; a watch has to be shareable.
    static CALLBACKS: RefCell<Option<(Function, Function)>> = const { RefCell::new(None) };
    static DONE: Cell<u32> = const { Cell::new(0) };
}

/// Tells the page how far the analysis is, and asks it whether to go on.
struct Page;

impl Watch for Page {
    fn should_stop(&self) -> bool {
        CALLBACKS.with_borrow(|callbacks| {
            let Some((_, listen)) = callbacks else { return false };
            listen.call0(&JsValue::NULL).is_ok_and(|said| said.as_f64() == Some(2.0))
        })
    }

    fn searched(&self) {
        DONE.set(DONE.get() + 1);
        CALLBACKS.with_borrow(|callbacks| {
            let Some((progress, _)) = callbacks else { return };
            // What the page throws is its own to see.
            let _thrown = progress.call1(&JsValue::NULL, &DONE.get().into());
        });
    }
}

/// Analyses the games of a PGN. `progress` is told how many positions are done, with the number of
/// all on its first call; `listen` gives 2 to end the analysis, as for the engine. Gives an object
/// with the `report` as JSON, which the page draws from, and the annotated `pgn`; null when it was
/// ended.
#[wasm_bindgen]
pub fn analyse(
    text: &str,
    settings: &AnalysisSettings,
    total: &Function,
    progress: Function,
    listen: Function,
) -> Result<JsValue, JsValue> {
    let language = settings.language;
    let refused = |fault: PgnError| error(Subject::Pgn, |language| fault.say(language));
    let tasks = Reader::new(text)
        .map(|game| game.and_then(|pgn| read(pgn, settings.rule)))
        .collect::<Result<Vec<_>, _>>()
        .map_err(refused)?;
    if tasks.is_empty() {
        return Err(error(Subject::Pgn, |language| language.say(Phrase::NoGames, &[&"PGN"])));
    }
    let positions: usize = tasks.iter().map(|(_, game)| game.moves().len() + 1).sum();
    total.call1(&JsValue::NULL, &(positions as u32).into())?;
    CALLBACKS.set(Some((progress, listen)));
    DONE.set(0);
    let mut analyst = Analyst::new(Settings {
        budget: settings.budget,
        multi_pv: settings.lines,
        threads: 1,
        hash_mib: settings.hash,
    });
    let mut games: Vec<(PgnGame, Analysis)> = Vec::new();
    for (pgn, game) in tasks {
        let Some(analysis) = analyst.analyse(&game, &Page) else { return Ok(JsValue::NULL) };
        games.push((pgn, analysis));
    }
    let budget = match settings.budget {
        Budget::Nodes(nodes) => language.say(Phrase::BudgetNodes, &[&nodes]),
        Budget::Time(time) => language.say(Phrase::BudgetTime, &[&time.as_millis()]),
    };
    let annotated = games
        .iter()
        .map(|(pgn, analysis)| annotate(&Annotations { pgn, analysis, budget: &budget, language }));
    let annotated: String = annotated.collect();
    let voice = Voice { language, notation: settings.notation };
    Ok(object([("report", report::data(&games, voice).into()), ("pgn", annotated.into())]))
}

fn read(pgn: PgnGame, rule: CountingRule) -> Result<(PgnGame, Game), PgnError> {
    let start = pgn.start(Variant::Makruk, rule)?;
    let mut game = Game::new(start);
    for mv in pgn.resolve(&start)? {
        game.play(mv).unwrap_or_else(|error| unreachable!("it was read as legal: {error}"));
    }
    Ok((pgn, game))
}
