//! Random openings that leave both sides about even.

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

/// Candidates looked at together, and the most for each opening wanted.
const BATCH: usize = 64;
const MAX_TRIES: usize = 1000;
/// Enough for searches of some ten thousand nodes.
const HASH_MIB: usize = 4;

/// What openings are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub variant: Variant,
    pub plies: usize,
    pub count: usize,
    pub seed: u64,
    /// How far from even a search may find them.
    pub balance: Option<Balance>,
}

/// What counts as even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Centipawns.
    pub max_score: Score,
    /// Nodes to find the score with.
    pub nodes: u64,
}

/// Makes openings by random moves from the start position, no two of them alike, and tells
/// `progress` how many there are. The same wish gives the same openings. There may be fewer than
/// wanted when hardly any are even, or there are no more.
pub fn random_openings(wanted: &Wanted, mut progress: impl FnMut(usize)) -> Vec<Position> {
    let mut rng = StdRng::seed_from_u64(wanted.seed);
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    for _ in 0..wanted.count.saturating_mul(MAX_TRIES).div_ceil(BATCH) {
        if openings.len() == wanted.count {
            break;
        }
        let walks = (0..BATCH).filter_map(|_| random_walk(wanted, &mut rng));
        let fresh: Vec<Game> = walks.filter(|game| seen.insert(game.position().key())).collect();
        let even: Vec<bool> = fresh
            .par_iter()
            .map_init(|| Engine::new(HASH_MIB), |engine, game| is_even(wanted, engine, game))
            .collect();
        let accepted = fresh.iter().zip(even).filter(|(_, even)| *even).map(|(game, _)| game);
        let room = wanted.count - openings.len();
        openings.extend(accepted.take(room).map(|game| *game.position()));
        progress(openings.len());
    }
    openings
}

/// Random moves from the start; `None` when the game ends on the way.
fn random_walk(wanted: &Wanted, rng: &mut impl Rng) -> Option<Game> {
    let mut game = Game::new(Position::start(wanted.variant, CountingRule::default()));
    for _ in 0..wanted.plies {
        let mv = *movegen::legal_moves(game.position()).choose(rng)?;
        game.play(mv).ok()?;
        if game.outcome().is_some() {
            return None;
        }
    }
    Some(game)
}

fn is_even(wanted: &Wanted, engine: &mut Engine, game: &Game) -> bool {
    let Some(balance) = wanted.balance else { return true };
    // What an earlier search has left would make the verdict depend on it.
    engine.clear();
    let limits = Limits { nodes: Some(balance.nodes), ..Limits::default() };
    engine.search(game, &limits, &()).score.abs() <= balance.max_score
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    fn wanted(plies: usize, count: usize, seed: u64) -> Wanted {
        let balance = Some(Balance { max_score: 50, nodes: 500 });
        Wanted { variant: Variant::Makruk, plies, count, seed, balance }
    }

    #[test]
    fn openings_differ_and_come_from_the_seed_alone() {
        let fens = |seed| {
            let openings = random_openings(&wanted(6, 20, seed), |_| {});
            openings.iter().map(fen::format).collect::<Vec<_>>()
        };
        let first = fens(7);
        assert_eq!(first, fens(7));
        assert_ne!(first, fens(8));
        assert_eq!(first.iter().collect::<HashSet<_>>().len(), 20);
        assert!(first.iter().all(|fen| fen.ends_with(" 4")), "six plies make it move 4: {first:?}");
    }

    #[test]
    fn there_are_only_so_many() {
        let wanted = Wanted { balance: None, ..wanted(1, 30, 1) };
        assert_eq!(random_openings(&wanted, |_| {}).len(), 23);
    }
}
