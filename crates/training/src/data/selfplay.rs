//! Plays many games of the engine against itself on many threads. The output depends only on the
//! settings and the seeds: game `i` is played with the seed `first + i` and an empty transposition
//! table, and games are written in the order of their seeds, whichever thread finishes first.

use super::game::{PlayedGame, SelfplaySettings};
use super::sample::{CAUSES, WhiteResult, number_of};
use super::shard::ShardWriter;
use makruk::notation::pgn::ending::Cause;
use sakdi_engine::search::{Engine, STACK_BYTES};
use sakdi_platform::workers;
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

/// Totals over the games written so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Number of games.
    pub games: u64,
    /// Number of positions in them.
    pub positions: u64,
    // [result]
    results: [u64; WhiteResult::ALL.len()],
    // [number of the cause]
    causes: [u64; CAUSES.len()],
}

impl Statistics {
    /// Number of games with this result.
    pub const fn result(&self, result: WhiteResult) -> u64 {
        self.results[result as usize]
    }

    /// Number of games that ended by this cause.
    pub fn cause(&self, cause: Cause) -> u64 {
        number_of(cause).map_or(0, |number| self.causes[number])
    }

    fn add(&mut self, game: &PlayedGame) {
        self.games += 1;
        self.positions += game.positions as u64;
        self.results[game.result as usize] += 1;
        if let Some(number) = number_of(game.cause) {
            self.causes[number] += 1;
        }
    }
}

/// Plays one game for each of the `seeds` that has none in `shard` yet, and appends it there.
/// `on_game` is called after each game written, with the totals. When `stop` is set, the games that are
/// being played are given up.
///
/// # Errors
/// The shard cannot be written; games written before remain valid.
pub fn run(
    settings: &SelfplaySettings,
    seeds: Range<u64>,
    threads: usize,
    shard: &mut ShardWriter,
    stop: &AtomicBool,
    mut on_game: impl FnMut(&Statistics),
) -> io::Result<Statistics> {
    let missing: Vec<u64> = seeds.filter(|&seed| !shard.contains(seed)).collect();
    let mut statistics = Statistics::default();
    workers::work_in_order(
        &missing,
        threads.max(1),
        STACK_BYTES,
        || Engine::new(settings.hash_mib),
        |engine, &seed| settings.play(engine, seed, stop),
        |_, game| {
            shard.append(&game.block)?;
            statistics.add(&game);
            on_game(&statistics);
            Ok::<_, io::Error>(ControlFlow::Continue(()))
        },
    )?;
    Ok(statistics)
}
