//! The search engine as other modules use it: settings, memory between searches, and one search.

use super::answer::RootLine;
use super::contempt::Contempt;
use super::correction_history::CorrectionHistory;
use super::history::Histories;
use super::lmr::table::Reductions;
use super::repetition::Path;
use super::transposition::TranspositionTable;
use super::worker::{SearchStatus, Shared, ThreadMemory, Worker};
use super::{Limits, SearchObserver, SearchResult, answer, tb_probe, threads, through_drawn_count};
use crate::Score;
use crate::eval::Evaluator;
use crate::eval::nnue::{self, Net};
use crate::tablebase::Tablebase;
use makruk::game::Game;
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use sakdi_platform::parallel::ThreadPool;
use std::io;
use std::sync::Arc;

/// What the transposition table and the histories depend on besides the position. When it
/// changes, their content is misleading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MemoryBasis {
    variant: Variant,
    counting_rule: CountingRule,
    /// Whether the handcrafted evaluation takes the place of the net.
    handcrafted: bool,
}

/// The last two searches, the latest first: that one may have pondered on a move that was not played
/// then.
#[derive(Debug, Default)]
struct PreviousSearches([Option<PreviousSearch>; 2]);

/// The root and the result of a search.
#[derive(Clone, Copy, Debug)]
struct PreviousSearch {
    /// Repetition key of the root.
    key: u64,
    score: Score,
}

impl PreviousSearches {
    /// The score of the search before the last move of the same side in this game.
    fn score_in(&self, game: &Game) -> Option<Score> {
        let key = *game.keys().iter().nth_back(1)?;
        let search = self.0.iter().flatten().find(|search| search.key == key);
        search.map(|search| search.score)
    }

    fn add(&mut self, root: &Position, score: Score) {
        let latest = PreviousSearch { key: root.key(), score };
        self.0 = [Some(latest), self.0[0]];
    }
}

/// A search engine with its transposition table and histories, which it keeps from move to move.
#[derive(Debug)]
pub struct Engine {
    pub(super) tt: TranspositionTable,
    // The threads beside the caller's.
    helpers: ThreadPool,
    // [thread]
    histories: Vec<Histories>,
    corrections: CorrectionHistory,
    // [thread]
    evaluators: Vec<Evaluator>,
    net: Option<Arc<Net>>,
    reductions: Reductions,
    tablebase: Option<Arc<Tablebase>>,
    // `None` before the first search.
    memory_basis: Option<MemoryBasis>,
    previous: PreviousSearches,
}

impl Engine {
    /// Default size of the transposition table, in MiB.
    pub const DEFAULT_HASH: usize = 16;
    /// Largest size of the transposition table, in MiB.
    pub const MAX_HASH: usize = sakdi_platform::MAX_TABLE_MIB;
    /// Largest number of search threads.
    pub const MAX_THREADS: usize = sakdi_platform::MAX_THREADS;

    /// An engine with one thread and a transposition table of `hash_mib` MiB. If there is not
    /// enough memory the size is halved until there is.
    pub fn new(hash_mib: usize) -> Self {
        let sizes = std::iter::successors(Some(hash_mib), |size| (*size > 1).then_some(size / 2));
        let net = Some(nnue::default_net());
        let tt = sizes.map(TranspositionTable::new).find_map(Result::ok);
        Self {
            tt: tt.unwrap_or_else(|| panic!("no memory for the smallest table")),
            helpers: ThreadPool::default(),
            histories: vec![Histories::new().unwrap_or_else(|error| panic!("histories: {error}"))],
            corrections: CorrectionHistory::new(1),
            evaluators: vec![Evaluator::new(net.clone())],
            net,
            reductions: Reductions::new(),
            tablebase: Some(Arc::new(Tablebase::embedded())),
            memory_basis: None,
            previous: PreviousSearches::default(),
        }
    }

    /// Replaces the transposition table by an empty one of another size, in MiB.
    ///
    /// # Errors
    /// When there is not enough memory; the size stays as it was.
    pub fn resize_hash(&mut self, hash_mib: usize) -> io::Result<()> {
        let before = self.tt.mib();
        if hash_mib == before {
            self.tt.clear();
            return Ok(());
        }
        // Two large tables may not fit into memory at once.
        self.tt = TranspositionTable::new(1)?;
        let resized = TranspositionTable::new(hash_mib).map(|tt| self.tt = tt);
        if resized.is_err() {
            self.tt = TranspositionTable::new(before)?;
        }
        resized
    }

    /// Sets the endgame tables. A new engine uses the embedded ones.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<Tablebase>>) {
        self.tablebase = tablebase;
    }

    /// The endgame tables in use.
    pub fn tablebase(&self) -> Option<&Arc<Tablebase>> {
        self.tablebase.as_ref()
    }

    /// Sets the net, or the handcrafted evaluation if `None`, and clears the memory. A new engine
    /// uses the embedded net.
    pub fn set_net(&mut self, net: Option<Arc<Net>>) {
        self.net = net;
        self.evaluators.fill_with(|| Evaluator::new(self.net.clone()));
        self.clear();
    }

    /// Sets the number of search threads, from 1 to [`Self::MAX_THREADS`]. Returns how many there are
    /// then: the system may not allow so many.
    pub fn set_threads(&mut self, threads: usize) -> usize {
        let threads = threads.clamp(1, Self::MAX_THREADS);
        let before = self.histories.len();
        if threads == before {
            return threads;
        }
        // The old threads end first, and give back their memory.
        self.helpers = ThreadPool::default();
        self.histories.truncate(threads);
        self.evaluators.truncate(threads);
        self.helpers = ThreadPool::new(threads - 1, threads::STACK_BYTES, threads::MEMORY_BYTES);
        let threads = 1 + self.helpers.len();
        while self.histories.len() < threads {
            // The pool was made no larger than there is memory for: this is for the rare case.
            let (Ok(histories), Ok(evaluator)) =
                (Histories::new(), Evaluator::try_new(self.net.clone()))
            else {
                log::warn!("memory for {} of {threads} threads", self.histories.len());
                break;
            };
            self.histories.push(histories);
            self.evaluators.push(evaluator);
        }
        self.histories.truncate(threads);
        self.evaluators.truncate(threads);
        let threads = self.histories.len();
        if threads != before {
            self.corrections = CorrectionHistory::new(threads);
        }
        threads
    }

    /// The share of the transposition table that the last search filled, in thousandths.
    pub fn hash_full(&self) -> u32 {
        self.tt.hashfull()
    }

    /// Clears the transposition table and the histories.
    pub fn clear(&mut self) {
        self.tt.clear();
        for histories in &mut self.histories {
            // Writing zeros to the memory of many threads would take long.
            match Histories::new() {
                Ok(new) => *histories = new,
                Err(_) => histories.clear(),
            }
        }
        self.corrections.clear();
        self.previous = PreviousSearches::default();
        self.reductions = Reductions::new();
    }

    /// Clears the memory if the next search has other settings that its contents depend on.
    fn set_memory_basis(&mut self, basis: MemoryBasis) {
        if self.memory_basis.replace(basis).is_some_and(|before| before != basis) {
            self.clear();
        }
    }

    /// Searches the current position of the game until a limit is reached or the observer stops it.
    /// Returns at once without a legal move, and when it cannot search deeper.
    ///
    /// A game that is already drawn is searched, too, because clients may play on. If the count has
    /// run out the best move is that without a count, and the score that of a draw.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        observer: &dyn SearchObserver,
    ) -> SearchResult {
        through_drawn_count(game, observer, |game, observer| {
            self.search_lines(game, limits, observer).0
        })
    }

    /// Searches as [`Self::search`] does, but a game whose count has run out as it stands. Returns
    /// also all root lines with comparable scores, best first.
    pub fn search_lines(
        &mut self,
        game: &Game,
        limits: &Limits,
        observer: &dyn SearchObserver,
    ) -> (SearchResult, Vec<RootLine>) {
        if !limits.handcrafted {
            return self.search_game(game, limits, observer, self.tablebase.clone());
        }
        let handcrafted = self.evaluators.iter().map(|_| Evaluator::new(None)).collect();
        let evaluators = std::mem::replace(&mut self.evaluators, handcrafted);
        let found = self.search_game(game, limits, observer, None);
        self.evaluators = evaluators;
        found
    }

    fn search_game(
        &mut self,
        game: &Game,
        limits: &Limits,
        observer: &dyn SearchObserver,
        tablebase: Option<Arc<Tablebase>>,
    ) -> (SearchResult, Vec<RootLine>) {
        let position = game.position();
        let path = Path::new(position, game.keys());
        let Some(root_moves) = tb_probe::root_moves(tablebase.as_deref(), position, limits, &path)
        else {
            return (answer::no_moves(position, limits, observer), Vec::new());
        };
        self.set_memory_basis(MemoryBasis {
            variant: position.variant(),
            counting_rule: position.counting_rule(),
            handcrafted: limits.handcrafted,
        });
        let contempt = Contempt::new(limits, position);
        self.tt.new_search(contempt);
        let status = SearchStatus::new(self.histories.len());
        let shared = Shared {
            tt: &self.tt,
            tablebase: tablebase.as_deref(),
            status: &status,
            limits,
            contempt,
            reductions: &self.reductions,
            previous_score: self.previous.score_in(game),
            corrections: &self.corrections,
            observer,
        };
        let memories = std::iter::zip(&mut self.histories, &mut self.evaluators)
            .map(|(histories, evaluator)| ThreadMemory { histories, evaluator });
        let mut workers: Vec<_> = memories
            .enumerate()
            .map(|(id, memory)| {
                Worker::new(shared, position, id, memory, path.clone(), root_moves.clone())
            })
            .collect();
        let (result, lines) = threads::run(&self.helpers, &mut workers, position, |workers| {
            answer::give(workers, position)
        });
        self.previous.add(position, result.score);
        (result, lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::evaluate;
    use makruk::notation::{coordinate, fen};

    /// After a ponder search for another move than the one that was played, too.
    #[test]
    fn the_score_of_the_move_before_is_known() {
        let position = Position::start(Default::default(), Default::default());
        let after = |moves: &[&str]| {
            let mut game = Game::new(position);
            for text in moves {
                let mv = coordinate::parse(game.position(), text).expect("a legal move");
                game.play(mv).expect("a game that goes on");
            }
            game
        };
        let mut searches = PreviousSearches::default();
        assert_eq!(searches.score_in(&after(&["d3d4", "d6d5"])), None);
        searches.add(&position, 20);
        assert_eq!(searches.score_in(&after(&["d3d4", "d6d5"])), Some(20));
        searches.add(after(&["d3d4", "e6e5"]).position(), 30);
        assert_eq!(searches.score_in(&after(&["d3d4", "d6d5"])), Some(20));
        assert_eq!(searches.score_in(&after(&["d3d4", "e6e5", "e3e4", "d6d5"])), Some(30));
        assert_eq!(searches.score_in(&after(&["d3d4", "d6d5", "e3e4", "e6e5"])), None);
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
        let learned = values(Some(nnue::default_net()), 1)[0];
        assert_ne!(learned, evaluate(&position));
        assert_eq!(values(Some(nnue::default_net()), 3), [learned; 3]);
        assert_eq!(values(None, 5), [evaluate(&position); 5]);
        assert_eq!(values(Some(nnue::default_net()), 2), [learned; 2]);
    }
}
