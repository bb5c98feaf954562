//! Random openings in which both sides are about even.

use makruk::game::Game;
use makruk::movegen;
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use sakdi_engine::Score;
use sakdi_engine::search::{Engine, Limits, STACK_BYTES};
use sakdi_platform::workers::work_in_order;
use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Candidates made at a time.
const BATCH: usize = 64;
/// Candidates tried for each opening before giving up.
const MAX_TRIES: usize = 1000;
/// Transposition table of the search of an opening, in MiB: enough for tens of thousands of nodes.
pub const HASH_MIB: usize = 4;

/// The settings of random openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomOpeningSettings {
    /// The variant.
    pub variant: Variant,
    /// Random moves of an opening, in plies.
    pub plies: u32,
    /// Number of openings.
    pub count: usize,
    /// Seed of the random moves.
    pub seed: u64,
    /// The condition for an even opening; without it all openings are accepted.
    pub balance: Option<Balance>,
}

/// When an opening counts as even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// The largest score of either side, in centipawns of the search.
    pub max_score: Score,
    /// Nodes of the search that finds the score.
    pub nodes: u64,
}

/// The openings of an earlier run are not those that the settings give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its openings are not those of these settings")]
pub struct OtherOpenings;

/// Makes different openings by random moves from the start position. The same settings give the same
/// openings in the same order.
#[derive(Debug)]
pub struct RandomOpenings {
    settings: RandomOpeningSettings,
    rng: StdRng,
    seen: HashSet<u64>,
    batches_left: usize,
    /// The rest of the present batch.
    candidates: Vec<Game>,
    found: usize,
}

impl RandomOpenings {
    /// From the beginning.
    pub fn new(settings: RandomOpeningSettings) -> Self {
        Self {
            settings,
            rng: StdRng::seed_from_u64(settings.seed),
            seen: HashSet::new(),
            batches_left: settings.count.saturating_mul(MAX_TRIES).div_ceil(BATCH),
            candidates: Vec::new(),
            found: 0,
        }
    }

    /// Continues after the openings that an earlier run found, without searching again.
    ///
    /// # Errors
    /// These settings give other openings.
    pub fn resume(
        settings: RandomOpeningSettings,
        known: &[Position],
    ) -> Result<Self, OtherOpenings> {
        let mut openings = Self { found: known.len(), ..Self::new(settings) };
        let mut known = known.iter().map(Position::key).peekable();
        while known.peek().is_some() {
            if !openings.next_batch() {
                return Err(OtherOpenings);
            }
            let mut candidates = std::mem::take(&mut openings.candidates).into_iter();
            for game in candidates.by_ref() {
                // A candidate between two openings was searched, and is not even.
                let is_known = known.next_if_eq(&game.position().key()).is_some();
                if is_known && known.peek().is_none() {
                    break;
                }
            }
            openings.candidates = candidates.collect();
        }
        Ok(openings)
    }

    /// Calls `found` with one opening after the other until there are as many as requested, `stop` is
    /// set, or too few candidates are even or different.
    ///
    /// # Errors
    /// Those of `found`; also when no thread can be started.
    pub fn find<E: From<io::Error>>(
        &mut self,
        stop: &AtomicBool,
        mut found: impl FnMut(&Position) -> Result<(), E>,
    ) -> Result<(), E> {
        let settings = self.settings;
        let is_even = |engine: &mut Engine, game: &Game| {
            let is_even = is_even(&settings, engine, game, stop);
            (!stop.load(Relaxed)).then_some(is_even)
        };
        let threads = rayon::current_num_threads();
        while self.found < settings.count && !stop.load(Relaxed) {
            if self.candidates.is_empty() && !self.next_batch() {
                break;
            }
            let candidates = std::mem::take(&mut self.candidates);
            let engine = || Engine::new(HASH_MIB);
            work_in_order(&candidates, threads, STACK_BYTES, engine, is_even, |index, is_even| {
                if is_even {
                    self.found += 1;
                    found(candidates[index].position())?;
                }
                let is_enough = self.found == settings.count;
                let flow =
                    if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
                Ok::<_, E>(flow)
            })?;
        }
        Ok(())
    }

    /// Makes the next candidates, of which there may be none; false after the last batch.
    fn next_batch(&mut self) -> bool {
        let Some(left) = self.batches_left.checked_sub(1) else { return false };
        self.batches_left = left;
        let RandomOpeningSettings { variant, plies, .. } = self.settings;
        let rule = CountingRule::default();
        let walks = (0..BATCH).filter_map(|_| random_game(variant, rule, plies, &mut self.rng));
        self.candidates = walks.filter(|game| self.seen.insert(game.position().key())).collect();
        true
    }
}

/// A game of this many random moves from the start position; `None` if one of them ends it.
pub fn random_game(
    variant: Variant,
    rule: CountingRule,
    plies: u32,
    rng: &mut impl Rng,
) -> Option<Game> {
    let mut game = Game::new(Position::start(variant, rule));
    for _ in 0..plies {
        let mv = *movegen::legal_moves(game.position()).choose(rng)?;
        game.play(mv).ok()?;
        if game.outcome().is_some() {
            return None;
        }
    }
    Some(game)
}

fn is_even(
    settings: &RandomOpeningSettings,
    engine: &mut Engine,
    game: &Game,
    stop: &AtomicBool,
) -> bool {
    settings.balance.is_none_or(|balance| {
        opening_score(engine, game, balance.nodes, stop).abs() <= balance.max_score
    })
}

/// The score of an opening, from the side to move, by a search that no earlier one influences.
pub fn opening_score(engine: &mut Engine, game: &Game, nodes: u64, stop: &AtomicBool) -> Score {
    engine.clear();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.search(game, &limits, stop).score
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::fen;

    fn settings(plies: u32, count: usize, seed: u64) -> RandomOpeningSettings {
        let balance = Some(Balance { max_score: 50, nodes: 500 });
        RandomOpeningSettings { variant: Variant::Makruk, plies, count, seed, balance }
    }

    fn random_openings(settings: &RandomOpeningSettings, known: &[Position]) -> Vec<Position> {
        let mut openings = known.to_vec();
        let mut run = RandomOpenings::resume(*settings, known).expect("these settings");
        let found = run.find(&AtomicBool::new(false), |position| {
            openings.push(*position);
            Ok::<_, io::Error>(())
        });
        found.expect("threads");
        openings
    }

    /// A run that was stopped after any number of openings ends the same.
    #[test]
    fn openings_are_continued() {
        let whole = random_openings(&settings(6, 12, 7), &[]);
        for count in 0..=whole.len() {
            let stop = AtomicBool::new(false);
            let mut openings = Vec::new();
            let mut run = RandomOpenings::new(settings(6, 12, 7));
            let found = run.find(&stop, |position| {
                openings.push(*position);
                stop.store(openings.len() >= count, Relaxed);
                Ok::<_, io::Error>(())
            });
            found.expect("threads");
            assert_eq!(openings, whole[..openings.len()]);
            assert_eq!(random_openings(&settings(6, 12, 7), &openings), whole);
            assert_eq!(random_openings(&settings(6, 12, 7), &whole[..count]), whole);
        }
        let other = RandomOpenings::resume(settings(6, 12, 8), &whole[..3]).map(drop);
        assert_eq!(other, Err(OtherOpenings));
    }

    #[test]
    fn openings_differ_and_depend_only_on_the_seed() {
        let fens = |seed| {
            let openings = random_openings(&settings(6, 20, seed), &[]);
            openings.iter().map(fen::format).collect::<Vec<_>>()
        };
        let first = fens(7);
        assert_eq!(first, fens(7));
        assert_ne!(first, fens(8));
        assert_eq!(first.iter().collect::<HashSet<_>>().len(), 20);
        assert!(first.iter().all(|fen| fen.ends_with(" 4")), "six plies make it move 4: {first:?}");
    }

    #[test]
    fn fewer_openings_than_requested_are_returned() {
        let settings = RandomOpeningSettings { balance: None, ..settings(1, 30, 1) };
        assert_eq!(random_openings(&settings, &[]).len(), 23);
    }
}
