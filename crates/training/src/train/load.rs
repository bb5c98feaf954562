//! Reads shards of self-play games into training positions.

use super::labels::{blended_scores, exact_label};
use super::settings::TrainSettings;
use super::shuffle::ShuffleStore;
use super::training_position::TrainingPosition;
use crate::data::{Block, Blocks, Damage, Filter, RejectReason};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use sakdi_engine::tablebase::Tablebase;
use sakdi_platform::sha256::{Hash, hash};
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::Path;

/// Number of games that are read in parallel.
const GAMES: usize = 1_024;

/// Positions with at most this number of men are thinned: see [`TrainSettings::few_men`].
const FEW_MEN: u32 = 8;

/// What was read from the shards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadStatistics {
    /// Number of games used.
    pub games: u64,
    /// Number of games skipped because they were read before.
    pub repeated: u64,
    /// Number of positions in the games used.
    pub positions: u64,
    /// Number of positions rejected, by reason.
    pub rejected: BTreeMap<RejectReason, u64>,
    /// Number of positions whose labels are from endgame tables.
    pub corrected: u64,
    /// Number of records that could not be decoded although their checksum is right.
    pub unreadable: u64,
    /// Number of shards with damage.
    pub damaged_shards: u64,
    /// Number of damaged ranges that were skipped.
    pub damaged_ranges: u64,
}

/// The data of a training run.
#[derive(Debug)]
pub struct Data {
    /// Positions to train on.
    pub training: ShuffleStore,
    /// Positions to measure the loss on, from games of which none are in training. Of rescored
    /// positions, which are blocks of their own, others of the same game may be.
    pub held_out: Vec<TrainingPosition>,
    /// What was read.
    pub statistics: LoadStatistics,
    /// The hash of the hashes of the shards, in order.
    pub hash: Hash,
}

/// Reads shards. The net depends on their order.
#[derive(Debug)]
pub struct Loader {
    data: Data,
    hashes: Vec<u8>,
    // Seed and checksum of the records of each game.
    seen: HashSet<(u64, u32)>,
    settings: TrainSettings,
    filter: Filter,
    // The net is not used in their positions.
    tables: Tablebase,
    // They correct the labels of others.
    exact: Tablebase,
}

struct GameRead {
    held_out: bool,
    positions: Vec<TrainingPosition>,
    rejected: Vec<RejectReason>,
    corrected: u64,
    unreadable: u64,
}

impl Loader {
    /// Reads data for a run with these settings. Positions beyond `memory` bytes go to temporary files
    /// in `folder`.
    pub fn new(settings: &TrainSettings, memory: usize, folder: &Path) -> Self {
        let training = ShuffleStore::new(settings.seed, memory, folder);
        let (held_out, statistics) = (Vec::new(), LoadStatistics::default());
        Self {
            data: Data { training, held_out, statistics, hash: Hash::default() },
            hashes: Vec::new(),
            seen: HashSet::new(),
            settings: *settings,
            filter: Filter::default(),
            tables: Tablebase::embedded(),
            exact: Tablebase::empty(),
        }
    }

    /// Takes the labels of positions in these tables from them, in all shards that are added later. The net
    /// depends on which endings they have.
    pub fn correct_by(mut self, tables: Tablebase) -> Self {
        let mut endings: Vec<_> = tables.tables().map(|table| table.ending()).collect();
        endings.sort_unstable();
        for ending in endings {
            self.hashes.extend(ending.to_string().into_bytes());
        }
        self.exact = tables;
        self
    }

    /// Adds the games of a shard, given the contents of its file. Returns the damaged ranges, which are
    /// skipped.
    ///
    /// # Errors
    /// A temporary file cannot be written.
    pub fn add_shard(&mut self, shard: &[u8]) -> io::Result<Vec<Damage>> {
        self.hashes.extend(hash(shard));
        let mut damages = Vec::new();
        let mut games = Vec::with_capacity(GAMES);
        for block in Blocks::new(shard) {
            match block {
                Ok(block) if self.seen.insert((block.header.seed, block.body_checksum())) => {
                    games.push(block);
                }
                Ok(_) => self.data.statistics.repeated += 1,
                Err(damage) => damages.push(damage),
            }
            if games.len() == GAMES {
                self.add_games(&games)?;
                games.clear();
            }
        }
        self.add_games(&games)?;
        self.data.statistics.damaged_shards += u64::from(!damages.is_empty());
        self.data.statistics.damaged_ranges += damages.len() as u64;
        Ok(damages)
    }

    /// Returns the data after the last shard.
    ///
    /// # Errors
    /// A temporary file cannot be written.
    pub fn finish(mut self) -> io::Result<Data> {
        self.data.training.finish()?;
        self.data.hash = hash(&self.hashes);
        Ok(self.data)
    }

    fn add_games(&mut self, games: &[Block<'_>]) -> io::Result<()> {
        let read: Vec<GameRead> = games.par_iter().map(|game| self.read(game)).collect();
        let Data { training, held_out, statistics, .. } = &mut self.data;
        for game in read {
            statistics.games += 1;
            statistics.positions +=
                (game.positions.len() + game.rejected.len()) as u64 + game.unreadable;
            statistics.unreadable += game.unreadable;
            statistics.corrected += game.corrected;
            for reason in game.rejected {
                *statistics.rejected.entry(reason).or_default() += 1;
            }
            if game.held_out {
                held_out.extend(game.positions);
            } else {
                game.positions.into_iter().try_for_each(|position| training.push(position))?;
            }
        }
        Ok(())
    }

    fn read(&self, game: &Block<'_>) -> GameRead {
        let held_out = self.is_held_out(game.header.seed);
        let (positions, rejected) = (Vec::with_capacity(game.len()), Vec::new());
        let mut read = GameRead { held_out, positions, rejected, corrected: 0, unreadable: 0 };
        let mut samples = Vec::with_capacity(game.len());
        for sample in game.samples() {
            match sample {
                Ok(sample) => samples.push(sample),
                Err(_) => read.unreadable += 1,
            }
        }
        let TrainSettings { half_life, curve, few_men, .. } = self.settings;
        let blended = (half_life > 0.0).then(|| blended_scores(&samples, half_life, curve));
        for (ply, sample) in samples.iter().enumerate() {
            let has_few = sample.position.occupied().len() <= FEW_MEN;
            let place = game.header.seed.wrapping_add(ply as u64);
            if has_few && !place.is_multiple_of(few_men.into()) {
                read.rejected.push(RejectReason::FewMen);
                continue;
            }
            let position = match TrainingPosition::of(sample, &self.filter, &self.tables) {
                Ok(position) => position,
                Err(reason) => {
                    read.rejected.push(reason);
                    continue;
                }
            };
            let exact = exact_label(&sample.position, &self.exact);
            read.corrected += u64::from(exact.is_some());
            read.positions.push(match (exact, &blended) {
                (Some((result, score)), _) => position.with_white_label(result, score),
                (None, Some(scores)) => position.with_white_score(scores[ply]),
                (None, None) => position,
            });
        }
        read
    }

    /// Decided for games with equal seeds alike, since they have equal openings in all generations. A run
    /// that starts from weights needs the seed of theirs, or it measures games that they were trained on.
    fn is_held_out(&self, game: u64) -> bool {
        let mixed = self.settings.seed.wrapping_mul(0xD134_2543_DE82_EF95) ^ game;
        StdRng::seed_from_u64(mixed).random_bool(self.settings.held_out)
    }
}
