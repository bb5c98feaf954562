//! Deeper scores for a sample of positions: to validate nets, or for the last stage of training.

use super::block::{self, Block, BlockHeader};
use super::filter::Filter;
use super::sample::Sample;
use super::score_limits::score_limits;
use super::shard::ShardWriter;
use makruk::game::Game;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;
use sakdi_engine::score::from_white;
use sakdi_engine::search::{Engine, STACK_BYTES};
use sakdi_platform::workers;
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Which positions are searched, and how. The same engine, games and settings give the same shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RescoreSettings {
    /// Number of positions.
    pub count: usize,
    /// Another seed chooses other positions.
    pub seed: u64,
    /// Nodes of each search, which ends after the iteration that reaches them.
    pub nodes: u32,
    /// Size of the transposition table, in MiB.
    pub hash_mib: usize,
}

impl RescoreSettings {
    /// A checksum of the settings, which the header of every block holds.
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(format!("{self:?}").as_bytes())
    }
}

/// Why positions were not rescored.
#[derive(Debug, thiserror::Error)]
pub enum RescoreError {
    /// The shard of an earlier run holds positions that are not of these games.
    #[error("it holds positions of other games")]
    OtherGames,
    /// The shard cannot be written; what was written before remains valid.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What came of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rescored {
    /// Number of quiet positions chosen from the games, for all parts together. It is less than requested
    /// if the games have no more.
    pub chosen: u64,
    /// Number of positions of this part that the shard held already.
    pub already_there: u64,
    /// Number of positions written.
    pub written: u64,
}

/// Searches quiet positions that are chosen at random from `games`, and appends each to `shard` as a
/// block of its own, with the result and cause of its game. Of all of them only those with the
/// numbers `part` are searched, and of these only those that the shard does not hold; `kept` are its
/// blocks. As many are searched at once as the thread pool of the caller has threads. Calls `progress`
/// with the number of positions searched and to search. When `stop` is set, no more are written.
///
/// # Errors
/// See [`RescoreError`].
pub fn rescore(
    settings: &RescoreSettings,
    games: &[Block<'_>],
    kept: &[Block<'_>],
    part: impl FnOnce(u64) -> Range<u64>,
    shard: &mut ShardWriter,
    stop: &AtomicBool,
    mut progress: impl FnMut(usize, usize),
) -> Result<Rescored, RescoreError> {
    let chosen = choose(settings, games);
    let is_chosen = |block: &Block<'_>| {
        let place = usize::try_from(block.header.seed).ok().and_then(|number| chosen.get(number));
        let sample = place.and_then(|&(game, ply)| sample_of(&games[game], ply));
        let kept = sample_of(block, 0);
        sample.zip(kept).is_some_and(|(sample, kept)| sample.position.key() == kept.position.key())
    };
    if !kept.par_iter().all(is_chosen) {
        return Err(RescoreError::OtherGames);
    }
    let Range { start, end } = part(chosen.len() as u64);
    let part = (start..end).zip(&chosen[start as usize..end as usize]);
    let missing: Vec<_> = part.filter(|(seed, _)| !shard.contains(*seed)).collect();
    let already_there = end - start - missing.len() as u64;
    let (mut written, mut searched) = (0, 0);
    workers::work_in_order(
        &missing,
        rayon::current_num_threads(),
        STACK_BYTES,
        || Engine::new(settings.hash_mib),
        |engine, &(seed, &(game, ply))| {
            let block = search(settings, engine, &games[game], ply, seed, stop);
            (!stop.load(Relaxed)).then_some(block)
        },
        |_, block| {
            if let Some(block) = block {
                shard.append(&block)?;
                written += 1;
            }
            searched += 1;
            progress(searched, missing.len());
            Ok::<_, io::Error>(ControlFlow::Continue(()))
        },
    )?;
    Ok(Rescored { chosen: chosen.len() as u64, already_there, written })
}

/// Quiet positions, as numbers of game and ply.
fn choose(settings: &RescoreSettings, games: &[Block<'_>]) -> Vec<(usize, usize)> {
    let filter = Filter::default();
    let quiet = |(number, game): (usize, &Block<'_>)| {
        let samples = game.samples().map_while(Result::ok).enumerate();
        let usable = samples.filter(|(_, sample)| {
            filter.reject_unquiet(sample).is_none() && !sample.position.has_bare_side()
        });
        usable.map(|(ply, _)| (number, ply)).collect::<Vec<_>>()
    };
    let mut chosen: Vec<(usize, usize)> =
        games.par_iter().enumerate().map(quiet).flatten_iter().collect();
    chosen.shuffle(&mut StdRng::seed_from_u64(settings.seed));
    chosen.truncate(settings.count);
    chosen
}

fn sample_of(game: &Block<'_>, ply: usize) -> Option<Sample> {
    game.samples().nth(ply)?.ok()
}

/// The block of a position with its new score; `None` when a mate or draw ends the game there.
fn search(
    settings: &RescoreSettings,
    engine: &mut Engine,
    game: &Block<'_>,
    ply: usize,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Vec<u8>> {
    let sample = sample_of(game, ply)?;
    // The result must not depend on earlier searches.
    engine.clear();
    let limits = score_limits(settings.nodes);
    let found = engine.search(&Game::new(sample.position), &limits, stop);
    let score = from_white(sample.position.to_move(), found.score);
    let header =
        BlockHeader { seed, nodes: settings.nodes, settings: settings.checksum(), ..game.header };
    block::encode(&header, &[Sample { score, best: found.best_move?, ..sample }])
}
