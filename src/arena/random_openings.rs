//! Random openings in which both sides are about even.

use crate::game::Game;
use crate::movegen;
use crate::position::Position;
use crate::rules::{CountingRule, Variant};
use crate::search::{Engine, Limits};
use crate::types::Score;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use std::collections::HashSet;

/// Candidates evaluated in parallel.
const BATCH: usize = 64;
/// Candidates tried for each opening before giving up.
const MAX_TRIES: usize = 1000;
/// Transposition table of each search: enough for tens of thousands of nodes.
const HASH_MIB: usize = 4;

/// The settings of random openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomOpeningSettings {
    pub variant: Variant,
    pub plies: usize,
    pub count: usize,
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

/// Generates different openings by random moves from the start position and calls `progress` with
/// their number so far. The same settings give the same openings. Returns fewer than requested if
/// too few candidates are even or different.
pub fn random_openings(
    settings: &RandomOpeningSettings,
    mut progress: impl FnMut(usize),
) -> Vec<Position> {
    let mut rng = StdRng::seed_from_u64(settings.seed);
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    for _ in 0..settings.count.saturating_mul(MAX_TRIES).div_ceil(BATCH) {
        if openings.len() == settings.count {
            break;
        }
        let walks = (0..BATCH).filter_map(|_| random_walk(settings, &mut rng));
        let fresh: Vec<Game> = walks.filter(|game| seen.insert(game.position().key())).collect();
        let even: Vec<bool> = fresh
            .par_iter()
            .map_init(|| Engine::new(HASH_MIB), |engine, game| is_even(settings, engine, game))
            .collect();
        let accepted = fresh.iter().zip(even).filter(|(_, even)| *even).map(|(game, _)| game);
        let room = settings.count - openings.len();
        openings.extend(accepted.take(room).map(|game| *game.position()));
        progress(openings.len());
    }
    openings
}

/// Plays random moves from the start position; `None` if the game ends.
fn random_walk(settings: &RandomOpeningSettings, rng: &mut impl Rng) -> Option<Game> {
    let mut game = Game::new(Position::start(settings.variant, CountingRule::default()));
    for _ in 0..settings.plies {
        let mv = *movegen::legal_moves(game.position()).choose(rng)?;
        game.play(mv).ok()?;
        if game.outcome().is_some() {
            return None;
        }
    }
    Some(game)
}

fn is_even(settings: &RandomOpeningSettings, engine: &mut Engine, game: &Game) -> bool {
    let Some(balance) = settings.balance else { return true };
    // The result must not depend on earlier searches.
    engine.clear();
    let limits = Limits { nodes: Some(balance.nodes), ..Limits::default() };
    engine.search(game, &limits, &()).score.abs() <= balance.max_score
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    fn settings(plies: usize, count: usize, seed: u64) -> RandomOpeningSettings {
        let balance = Some(Balance { max_score: 50, nodes: 500 });
        RandomOpeningSettings { variant: Variant::Makruk, plies, count, seed, balance }
    }

    #[test]
    fn openings_differ_and_depend_only_on_the_seed() {
        let fens = |seed| {
            let openings = random_openings(&settings(6, 20, seed), |_| {});
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
        assert_eq!(random_openings(&settings, |_| {}).len(), 23);
    }
}
