//! Searching for the best move. The search never prints: it talks to a [`SearchObserver`].
//! What each part is worth stands in docs/search.md.

mod alpha_beta;
mod clock;
mod correction;
mod cuts;
mod cycle;
mod deepening;
mod draws;
mod history;
mod late_moves;
mod learning;
pub mod levels;
mod limits;
mod mates;
mod node;
mod observer;
mod overtime;
mod params;
mod picker;
mod pruning;
mod quiescence;
mod root;
pub mod see;
mod singular;
mod skipping;
mod stack;
pub mod table;
mod tables;
mod wdl;
mod worker;

pub use limits::{Clock, Limits};
pub use observer::{Bound, Report, SearchObserver, SearchResult, nodes_per_second};
#[cfg(feature = "tuning")]
pub use params::set as set_tunable;
pub use params::{TUNABLES, Tunable};
pub use wdl::Wdl;

use crate::eval::Evaluator;
use crate::eval::nnue::{self, Net};
use crate::game::Game;
use crate::movegen;
use crate::platform;
use crate::rules::{CountingRule, Variant};
use crate::tablebase::Tablebase;
use crate::types::{Move, Score, score};
use draws::Path;
use history::Histories;
use levels::Strength;
use pruning::Reductions;
use rand::rngs::StdRng;
use root::{RootMove, RootMoves};
use std::io;
use std::sync::Arc;
use std::thread;
use table::Table;
use worker::{Shared, Signals, Worker};

/// What the transposition table and the histories rest on beside the position: under other rules,
/// or by another evaluation, they mislead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Basis {
    variant: Variant,
    counting_rule: CountingRule,
    /// Whether a level searches: it evaluates by hand.
    level: bool,
}

/// Stack that a thread needs to search: a frame for every ply, each with its list of moves.
pub const STACK_BYTES: usize = 16 << 20;

/// A searcher with its memory: transposition table and histories, kept from move to move.
#[derive(Debug)]
pub struct Engine {
    table: Table,
    // One for each thread.
    histories: Vec<Histories>,
    // One for each thread.
    evaluators: Vec<Evaluator>,
    net: Option<Arc<Net>>,
    reductions: Reductions,
    tables: Option<Arc<Tablebase>>,
    // What the memory rests on; `None` before the first search.
    basis: Option<Basis>,
    // For levels that err.
    rng: StdRng,
}

impl Engine {
    /// Default size of the transposition table, in MiB.
    pub const DEFAULT_HASH: usize = 16;
    /// Largest size of the transposition table, in MiB.
    pub const MAX_HASH: usize = platform::MAX_TABLE_MIB;
    /// Most search threads.
    pub const MAX_THREADS: usize = platform::MAX_THREADS;

    /// A searcher of one thread with a transposition table of `hash_mib` MiB, or the nearest
    /// half, quarter … of it that there is memory for.
    pub fn new(hash_mib: usize) -> Self {
        let sizes = std::iter::successors(Some(hash_mib), |size| (*size > 1).then_some(size / 2));
        let net = Some(nnue::embedded());
        let table = sizes.map(Table::new).find_map(Result::ok);
        Self {
            table: table.unwrap_or_else(|| panic!("no memory for the smallest table")),
            histories: vec![Histories::new()],
            evaluators: vec![Evaluator::new(net.clone())],
            net,
            reductions: Reductions::new(),
            tables: Some(Arc::new(Tablebase::embedded())),
            basis: None,
            rng: platform::random::generator(),
        }
    }

    /// Gives the transposition table another size, in MiB; empties it. It stays as it is when
    /// there is not so much memory.
    pub fn resize_hash(&mut self, hash_mib: usize) -> io::Result<()> {
        self.table = Table::new(hash_mib)?;
        Ok(())
    }

    /// Uses these endgame tables from now on, or none. A new engine has those of the program.
    pub fn set_tables(&mut self, tables: Option<Arc<Tablebase>>) {
        self.tables = tables;
    }

    /// The endgame tables in use.
    pub fn tables(&self) -> Option<&Tablebase> {
        self.tables.as_deref()
    }

    /// Evaluates by this net from now on, by hand without one. A new engine has the net of the
    /// program. Forgets everything: what was found by another evaluation misleads.
    pub fn set_net(&mut self, net: Option<Arc<Net>>) {
        self.net = net;
        self.evaluators.fill_with(|| Evaluator::new(self.net.clone()));
        self.clear();
    }

    /// Searches with so many threads from now on, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.clamp(1, Self::MAX_THREADS);
        self.histories.resize_with(threads, Histories::new);
        self.evaluators.resize_with(threads, || Evaluator::new(self.net.clone()));
    }

    /// Forgets all that searches found.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.fill_with(Histories::new);
        self.reductions = Reductions::new();
    }

    /// Forgets what rests on something else.
    fn rest_on(&mut self, basis: Basis) {
        if self.basis.replace(basis).is_some_and(|before| before != basis) {
            self.clear();
        }
    }

    /// Searches the game's present position until a limit or the observer ends it. Returns at
    /// once when there is no legal move, and when it can search no deeper. Even a game that is
    /// drawn already is searched: clients play on. Where the count has run out the moves are those
    /// of a game without one, and the score is still that of a draw.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        observer: &dyn SearchObserver,
    ) -> SearchResult {
        match overtime::without_count(game) {
            Some(uncounted) => {
                let observer = overtime::Drawn(observer);
                let result = self.search_as_asked(&uncounted, limits, &observer);
                SearchResult { score: score::DRAW, ..result }
            }
            None => self.search_as_asked(game, limits, observer),
        }
    }

    fn search_as_asked(
        &mut self,
        game: &Game,
        limits: &Limits,
        observer: &dyn SearchObserver,
    ) -> SearchResult {
        match limits.strength {
            Some(strength) => self.search_at(strength, game, limits, observer),
            None => self.search_game(game, limits, observer, self.tables.clone()).0,
        }
    }

    /// Searches as a level does: little, without tables, and by eye. It evaluates by hand, so that
    /// the ladder stays where it was measured whatever nets there are.
    fn search_at(
        &mut self,
        strength: Strength,
        game: &Game,
        limits: &Limits,
        observer: &dyn SearchObserver,
    ) -> SearchResult {
        let asked = limits.multi_pv;
        let enough = strength.nodes * strength.lines as u64;
        let limits = Limits {
            nodes: Some(limits.nodes.map_or(enough, |nodes| nodes.min(enough))),
            multi_pv: asked.max(strength.lines),
            ..limits.clone()
        };
        let few = FirstLines { observer, lines: asked };
        let by_hand = self.evaluators.iter().map(|_| Evaluator::new(None)).collect();
        let usual = std::mem::replace(&mut self.evaluators, by_hand);
        let (result, mut lines) = self.search_game(game, &limits, &few, None);
        self.evaluators = usual;
        if strength.lines == 1 {
            return result;
        }
        lines.truncate(strength.lines);
        let scores: Vec<_> = lines.iter().map(|line| line.score).collect();
        let Some(chosen) = lines.get(strength.choose(&scores, &mut self.rng)) else {
            return result;
        };
        if Some(chosen.pv[0]) == result.best_move {
            return result;
        }
        observer.report(&Report {
            depth: result.depth,
            selective_depth: chosen.pv.len() as u32,
            multi_pv: 1,
            score: chosen.score,
            bound: Bound::Exact,
            nodes: result.nodes,
            time: limits.started.elapsed(),
            hash_full: self.table.full(),
            table_hits: 0,
            pv: &chosen.pv,
        });
        SearchResult {
            best_move: chosen.pv.first().copied(),
            ponder_move: chosen.pv.get(1).copied(),
            score: chosen.score,
            ..result
        }
    }

    fn search_game(
        &mut self,
        game: &Game,
        limits: &Limits,
        observer: &dyn SearchObserver,
        tables: Option<Arc<Tablebase>>,
    ) -> (SearchResult, Vec<FoundLine>) {
        let position = game.position();
        let mut moves = movegen::legal_moves(position);
        if moves.is_empty() {
            return (no_moves(game, limits, observer), Vec::new());
        }
        if moves.iter().any(|mv| limits.search_moves.contains(mv)) {
            moves.retain(|mv| limits.search_moves.contains(mv));
        }
        self.rest_on(Basis {
            variant: position.variant(),
            counting_rule: position.counting_rule(),
            level: limits.strength.is_some(),
        });
        self.table.new_search();
        let signals = Signals::new(self.histories.len());
        let tables = tables.as_deref();
        let path = Path::new(position, game.keys());
        // Who asks for several lines wants to see the others, too.
        let best = tables
            .filter(|_| limits.multi_pv <= 1)
            .and_then(|tables| tables::best_moves(tables, position, &moves, &path));
        let decided = best.as_ref().is_some_and(|best| best.exact);
        let root = RootMoves::new(best.map_or(moves, |best| best.moves));
        let shared = Shared {
            table: &self.table,
            tables,
            signals: &signals,
            limits,
            reductions: &self.reductions,
            observer,
        };
        let threads = std::iter::zip(&mut self.histories, &mut self.evaluators).enumerate();
        let new = |(id, (histories, evaluator))| {
            Worker::new(shared, (id, histories, evaluator), path.clone(), (root.clone(), decided))
        };
        let mut workers: Vec<_> = threads.map(new).collect();
        let (first, helpers) = workers.split_at_mut(1);
        let first = &mut first[0];
        // The first thread has an answer before others compete with it for the cores.
        if first.deepen(position, 1) {
            thread::scope(|scope| {
                for helper in helpers {
                    let thread = thread::Builder::new().stack_size(STACK_BYTES);
                    let deepen = || helper.deepen(position, deepening::MAX_DEPTH);
                    if let Err(error) = thread.spawn_scoped(scope, deepen) {
                        log::warn!("the search goes on with a thread less: {error}");
                    }
                }
                first.deepen(position, deepening::MAX_DEPTH);
                signals.stop();
            });
        }
        (result(&workers[0], game), found_lines(&workers[0], game))
    }
}

/// A move of the root with what was found of it.
struct FoundLine {
    score: Score,
    // Never empty.
    pv: Vec<Move>,
}

/// Lines to choose from, best first.
fn found_lines(worker: &Worker, game: &Game) -> Vec<FoundLine> {
    let line = |(score, root): (Score, &RootMove)| FoundLine {
        score,
        pv: worker.completed_line(game.position(), root).to_vec(),
    };
    worker.root.comparable().into_iter().map(line).collect()
}

/// Passes on what is found of the best lines, as many as were asked for.
struct FirstLines<'a> {
    observer: &'a dyn SearchObserver,
    lines: usize,
}

impl SearchObserver for FirstLines<'_> {
    fn should_stop(&self) -> bool {
        self.observer.should_stop()
    }

    fn is_pondering(&self) -> bool {
        self.observer.is_pondering()
    }

    fn report(&self, report: &Report<'_>) {
        if report.multi_pv <= self.lines {
            self.observer.report(report);
        }
    }
}

fn result(worker: &Worker, game: &Game) -> SearchResult {
    let best = worker.root.line(0);
    let line = worker.completed_line(game.position(), best);
    SearchResult {
        best_move: Some(best.mv),
        ponder_move: line.get(1).copied(),
        score: best.known_score(),
        depth: worker.completed_depth,
        nodes: worker.all_nodes(),
    }
}

fn no_moves(game: &Game, limits: &Limits, observer: &dyn SearchObserver) -> SearchResult {
    let score = deepening::terminal_score(game.position());
    observer.report(&Report {
        depth: 0,
        selective_depth: 0,
        multi_pv: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        time: limits.started.elapsed(),
        hash_full: 0,
        table_hits: 0,
        pv: &[],
    });
    SearchResult { best_move: None, ponder_move: None, score, depth: 0, nodes: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::evaluate;
    use crate::notation::fen;
    use crate::position::Position;

    /// With many more threads than cores a helper may get its first turn when all is over.
    #[test]
    fn a_helper_stops_within_its_first_iteration() {
        let game = Game::new(Position::start(Default::default(), Default::default()));
        let (mut histories, mut evaluator) = (Histories::new(), Evaluator::new(None));
        let (table, reductions) = (Table::new(1).expect("memory"), Reductions::new());
        let (signals, limits) = (Signals::new(2), Limits::default());
        let shared = Shared {
            table: &table,
            tables: None,
            signals: &signals,
            limits: &limits,
            reductions: &reductions,
            observer: &(),
        };
        let root = RootMoves::new(movegen::legal_moves(game.position()));
        let mut helper = Worker::new(
            shared,
            (1, &mut histories, &mut evaluator),
            Path::default(),
            (root, false),
        );
        signals.stop();
        assert!(!helper.deepen(game.position(), 1));
        assert_eq!((helper.nodes, helper.completed_depth), (0, 0));
        // Told in the middle of an iteration it looks up within a few nodes.
        helper.nodes = 1;
        while helper.count_node(0).is_some() {}
        assert!(helper.nodes <= 64, "{}", helper.nodes);
    }

    #[test]
    fn threads_added_later_evaluate_as_the_first_does() {
        let position = "r1smksn1/3n3r/1pppppp1/p7/1P2P3/P1PP1PSP/1S6/RN1KM1NR w - - 0 7";
        let position = fen::parse(position, Default::default(), Default::default());
        let position = position.expect("a FEN");
        let mut engine = Engine::new(1);
        let mut values = |net: Option<Arc<Net>>, threads| -> Vec<Score> {
            engine.set_net(net);
            engine.set_threads(threads);
            engine.evaluators.iter_mut().map(|each| each.evaluate(&position, 0)).collect()
        };
        let learned = values(Some(nnue::embedded()), 1)[0];
        assert_ne!(learned, evaluate(&position));
        assert_eq!(values(Some(nnue::embedded()), 3), [learned; 3]);
        assert_eq!(values(None, 5), [evaluate(&position); 5]);
        assert_eq!(values(Some(nnue::embedded()), 2), [learned; 2]);
    }
}
