//! Searches the positions of a game, several at a time.

use super::{Analysis, Evaluation, Line, Value};
use makruk::game::Game;
use sakdi_engine::search::{self, Bound, Engine, Limits, SearchObserver, SearchReport};
use sakdi_engine::tablebase::Tablebase;
use sakdi_i18n::{Language, Phrase};
use sakdi_platform::parallel;
use sakdi_uci::score::round_to_uci;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Number of positions that one thread searches in succession, from the last to the first, with one
/// transposition table. So a search can use the results of later positions. Each block starts with
/// an empty table, so that with a limit on nodes the analysis does not depend on the number of
/// threads.
const BLOCK: usize = 8;

/// The limit on the search of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A number of nodes.
    Nodes(u64),
    /// A time.
    Time(Duration),
}

impl Budget {
    /// It in words: `100 ms a position`.
    pub fn words(self, language: Language) -> String {
        match self {
            Self::Nodes(nodes) => language.say(Phrase::BudgetNodes, &[&nodes]),
            Self::Time(time) => language.say(Phrase::BudgetTime, &[&time.as_millis()]),
        }
    }
}

/// Settings of an analysis.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisSettings {
    /// Limit on the search of each position.
    pub budget: Budget,
    /// Number of best lines.
    pub multi_pv: usize,
    /// Number of positions searched at the same time.
    pub threads: usize,
    /// Size of the transposition table of each thread, in MiB.
    pub hash_mib: usize,
}

/// Observes an analysis, and may stop it.
pub trait AnalysisObserver: Sync {
    /// Whether to stop at once.
    fn should_stop(&self) -> bool;

    /// A position was searched, or needed no search.
    fn searched(&self);
}

/// Analyses games, with one search engine per thread.
#[derive(Debug)]
pub struct Analyst {
    settings: AnalysisSettings,
    engines: Vec<Engine>,
}

impl Analyst {
    /// Creates the search engines, with transposition tables of at most [`Engine::MAX_HASH`].
    pub fn new(settings: AnalysisSettings) -> Self {
        let new = || Engine::new(settings.hash_mib.min(Engine::MAX_HASH));
        let engines = std::iter::repeat_with(new).take(settings.threads.max(1)).collect();
        Self { settings, engines }
    }

    /// Uses these endgame tables instead of the built-in ones.
    pub fn set_tablebase(&mut self, tables: Arc<Tablebase>) {
        for engine in &mut self.engines {
            engine.set_tablebase(Some(Arc::clone(&tables)));
        }
    }

    /// Analyses every position of a game; `None` if it was stopped.
    pub fn analyse(&mut self, game: &Game, observer: &dyn AnalysisObserver) -> Option<Analysis> {
        // People play on after a count or a repetition that nobody claims.
        let game = game.played_on();
        let positions = game.moves().len() + 1;
        let blocks = AtomicUsize::new(positions.div_ceil(BLOCK));
        let values = Mutex::new(vec![None; positions]);
        let settings = &self.settings;
        parallel::for_each(&mut self.engines, search::STACK_BYTES, |engine| {
            // The last positions first, like the blocks within.
            let take = |left: usize| left.checked_sub(1);
            while let Ok(left) = blocks.fetch_update(Relaxed, Relaxed, take) {
                let first = (left - 1) * BLOCK;
                let last = positions.min(first + BLOCK);
                engine.clear();
                for ply in (first..last).rev() {
                    let value = value(engine, &game.at(ply), settings, observer);
                    if observer.should_stop() {
                        return;
                    }
                    values.lock().unwrap_or_else(PoisonError::into_inner)[ply] = Some(value);
                    observer.searched();
                }
            }
        });
        let values = values.into_inner().unwrap_or_else(PoisonError::into_inner);
        let values = values.into_iter().collect::<Option<Vec<_>>>()?;
        Some(Analysis { game, values })
    }
}

fn value(
    engine: &mut Engine,
    game: &Game,
    settings: &AnalysisSettings,
    observer: &dyn AnalysisObserver,
) -> Value {
    if let Some(outcome) = game.outcome() {
        return Value::Over(outcome);
    }
    let mut limits = Limits { multi_pv: settings.multi_pv, ..Limits::default() };
    match settings.budget {
        Budget::Nodes(nodes) => limits.nodes = Some(nodes),
        Budget::Time(time) => limits.move_time = Some(time),
    }
    let collector = LineCollector { observer, lines: Mutex::default() };
    let result = engine.search(game, &limits, &collector);
    let lines = collector.lines.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut lines: Vec<Line> = lines.into_values().collect();
    // The last report may be of an unfinished iteration. The result is final.
    if let Some(best) = result.best_move {
        let first = lines.first().filter(|line| line.moves.first() == Some(&best));
        let moves = match first {
            Some(line) => line.moves.clone(),
            // Its score was a bound. The line that was first is among the others now.
            None => [best].into_iter().chain(result.ponder_move).collect(),
        };
        lines.splice(..lines.len().min(1), [Line { score: round_to_uci(result.score), moves }]);
    }
    lines.truncate(settings.multi_pv.max(1));
    Value::Open(Evaluation { depth: result.depth, lines })
}

/// Keeps the lines that a search reports.
struct LineCollector<'a> {
    observer: &'a dyn AnalysisObserver,
    /// The line that was last reported with each number.
    lines: Mutex<BTreeMap<usize, Line>>,
}

impl SearchObserver for LineCollector<'_> {
    fn should_stop(&self) -> bool {
        self.observer.should_stop()
    }

    fn report(&self, report: &SearchReport<'_>) {
        // A bound is no result, and whether one is reported can depend on the time.
        if report.bound != Bound::Exact {
            return;
        }
        let line = Line { score: round_to_uci(report.score), moves: report.pv.to_vec() };
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.insert(report.multi_pv, line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::movegen::legal_moves;
    use makruk::notation::fen;
    use makruk::position::Position;
    use makruk::types::Move;

    /// Wherever the search is stopped, the lines begin with different moves, the best first.
    #[test]
    fn a_stopped_search_leaves_different_lines() {
        let text = "rns1ks2/2m1n2r/p1pppppp/1p6/1PP5/P2PPPPP/8/RNSKMSNR w - - 0 5";
        let start = fen::parse(text, Default::default(), Default::default()).expect("a FEN");
        let mut engine = Engine::new(1);
        for nodes in (300..3_000).step_by(100) {
            let settings = AnalysisSettings {
                budget: Budget::Nodes(nodes),
                multi_pv: 2,
                threads: 1,
                hash_mib: 1,
            };
            engine.clear();
            let found = value(&mut engine, &Game::new(start), &settings, &Unobserved);
            let Value::Open(Evaluation { lines, .. }) = found else {
                panic!("a game that goes on")
            };
            assert_eq!(lines.len(), 2, "{nodes}");
            assert_ne!(lines[0].moves[0], lines[1].moves[0], "{nodes}");
        }
    }

    /// The line of a number is the last one that was reported with it.
    #[test]
    fn a_stopped_iteration_moves_the_other_lines_back() {
        let moves = legal_moves(&Position::start(Default::default(), Default::default()));
        let collector = LineCollector { observer: &Unobserved, lines: Mutex::default() };
        let report = |multi_pv: usize, mv: Move, bound| {
            collector.report(&SearchReport {
                depth: 1,
                selective_depth: 1,
                multi_pv,
                score: 0,
                bound,
                nodes: 1,
                time: Duration::ZERO,
                hash_full: 0,
                tb_hits: 0,
                pv: &[mv],
            });
        };
        let found = || -> Vec<Move> {
            collector.lines.lock().unwrap().values().map(|line| line.moves[0]).collect()
        };
        let [a, b, c, d] = *moves.first_chunk().expect("many moves");
        for (multi_pv, mv) in [(1, a), (2, b), (3, c)] {
            report(multi_pv, mv, Bound::Exact);
        }
        assert_eq!(found(), [a, b, c]);
        // As a search reports that is stopped with another best move.
        for (multi_pv, mv) in [(2, a), (3, c), (1, b)] {
            report(multi_pv, mv, Bound::Exact);
        }
        assert_eq!(found(), [b, a, c]);
        for (multi_pv, mv) in [(2, b), (3, a), (1, d)] {
            report(multi_pv, mv, Bound::Exact);
        }
        assert_eq!(found(), [d, b, a]);
        report(1, c, Bound::Lower);
        assert_eq!(found(), [d, b, a]);
    }

    struct Unobserved;

    impl AnalysisObserver for Unobserved {
        fn should_stop(&self) -> bool {
            false
        }

        fn searched(&self) {}
    }
}
