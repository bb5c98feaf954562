//! Many games of the engine against itself, on many threads. What is written depends on the
//! recipe and the seeds alone: game `i` is played with the seed `first + i` and an empty memory,
//! and games are written in their order, whichever thread ends first.

use super::format::{Ending, Wdl};
use super::game::{Played, Recipe};
use super::shard::Shard;
use crate::search::Engine;
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

/// What the games written so far came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub games: u64,
    pub positions: u64,
    // [result]
    results: [u64; Wdl::ALL.len()],
    // [ending]
    endings: [u64; Ending::ALL.len()],
}

impl Tally {
    /// Games with this result.
    pub const fn result(&self, result: Wdl) -> u64 {
        self.results[result as usize]
    }

    /// Games that ended in this way.
    pub const fn ending(&self, ending: Ending) -> u64 {
        self.endings[ending as usize]
    }

    fn add(&mut self, played: &Played) {
        self.games += 1;
        self.positions += played.positions as u64;
        self.results[played.result as usize] += 1;
        self.endings[played.ending as usize] += 1;
    }
}

/// Plays the games with these seeds that `shard` lacks and appends them to it. `watch` is told of
/// each game written.
///
/// # Errors
/// The shard cannot be written; what was written stays good.
pub fn run(
    recipe: &Recipe,
    seeds: Range<u64>,
    threads: usize,
    shard: &mut Shard,
    mut watch: impl FnMut(&Tally),
) -> io::Result<Tally> {
    let missing: Vec<u64> = seeds.filter(|&seed| !shard.has(seed)).collect();
    let next = AtomicUsize::new(0);
    let mut tally = Tally::default();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.clamp(1, missing.len().max(1)) {
            let sender = sender.clone();
            let (missing, next) = (&missing, &next);
            scope.spawn(move || {
                let mut engine = Engine::new(recipe.hash_mib);
                while let Some((index, &seed)) = take(missing, next) {
                    // The writer is gone when it could not write.
                    if sender.send((index, recipe.play(&mut engine, seed))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        for (index, played) in receiver {
            waiting.insert(index, played);
            while let Some(played) = waiting.remove(&turn) {
                shard.append(&played.block)?;
                tally.add(&played);
                watch(&tally);
                turn += 1;
            }
        }
        Ok(())
    })
    .map(|()| tally)
}

fn take<'a>(missing: &'a [u64], next: &AtomicUsize) -> Option<(usize, &'a u64)> {
    let index = next.fetch_add(1, Relaxed);
    missing.get(index).map(|seed| (index, seed))
}
