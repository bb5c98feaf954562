//! From shards to lessons.

use super::lesson::{Lesson, Unfit};
use super::settings::Settings;
use super::store::Store;
use super::{Hash, hash};
use crate::data::{Block, Blocks, Damage, Filter};
use crate::tablebase::Tablebase;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::Path;

/// Games read at a time.
const GAMES: usize = 1_024;

/// What was read, and what became of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub games: u64,
    /// Games that were there before, and are left out.
    pub repeated: u64,
    pub positions: u64,
    /// Positions left out, by reason.
    pub unfit: BTreeMap<Unfit, u64>,
    /// Records that another program must have written.
    pub unreadable: u64,
    /// Shards that are damaged, and the stretches of them that were skipped.
    pub damaged: u64,
    pub stretches: u64,
}

/// What a net is trained on.
#[derive(Debug)]
pub struct Data {
    pub training: Store,
    /// The positions of whole games, so that none has a sister in training.
    pub held_out: Vec<Lesson>,
    pub counts: Counts,
    /// The hash of the hashes of the shards, in their order.
    pub hash: Hash,
}

/// Reads shards. The order of shards is part of the data.
#[derive(Debug)]
pub struct Loader {
    data: Data,
    hashes: Vec<u8>,
    // Seed of each game, and checksum of its records.
    seen: HashSet<(u64, u32)>,
    held_out: f64,
    seed: u64,
    filter: Filter,
    tables: Tablebase,
}

struct GameRead {
    held_out: bool,
    lessons: Vec<Lesson>,
    unfit: Vec<Unfit>,
    unreadable: u64,
}

impl Loader {
    /// For a training by `settings`: what is more than `memory` bytes goes to files in `folder`.
    pub fn new(settings: &Settings, memory: usize, folder: &Path) -> Self {
        let training = Store::new(settings.seed, memory, folder);
        let (held_out, counts) = (Vec::new(), Counts::default());
        Self {
            data: Data { training, held_out, counts, hash: Hash::default() },
            hashes: Vec::new(),
            seen: HashSet::new(),
            held_out: settings.held_out,
            seed: settings.seed,
            filter: Filter::default(),
            tables: Tablebase::embedded(),
        }
    }

    /// Adds the games of a shard. Gives what is damaged and was skipped.
    ///
    /// # Errors
    /// A file for what does not fit into memory cannot be written.
    pub fn add_shard(&mut self, shard: &[u8]) -> io::Result<Vec<Damage>> {
        self.hashes.extend(hash(shard));
        let mut damages = Vec::new();
        let mut games = Vec::with_capacity(GAMES);
        for block in Blocks::new(shard) {
            match block {
                Ok(block) if self.seen.insert((block.header.seed, block.records_checksum())) => {
                    games.push(block);
                }
                Ok(_) => self.data.counts.repeated += 1,
                Err(damage) => damages.push(damage),
            }
            if games.len() == GAMES {
                self.add_games(&games)?;
                games.clear();
            }
        }
        self.add_games(&games)?;
        self.data.counts.damaged += u64::from(!damages.is_empty());
        self.data.counts.stretches += damages.len() as u64;
        Ok(damages)
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// A file for what does not fit into memory cannot be written.
    pub fn finish(mut self) -> io::Result<Data> {
        self.data.training.finish()?;
        self.data.hash = hash(&self.hashes);
        Ok(self.data)
    }

    fn add_games(&mut self, games: &[Block<'_>]) -> io::Result<()> {
        let read: Vec<GameRead> = games.par_iter().map(|game| self.read(game)).collect();
        let Data { training, held_out, counts, .. } = &mut self.data;
        for game in read {
            counts.games += 1;
            counts.positions += (game.lessons.len() + game.unfit.len()) as u64 + game.unreadable;
            counts.unreadable += game.unreadable;
            for why in game.unfit {
                *counts.unfit.entry(why).or_default() += 1;
            }
            if game.held_out {
                held_out.extend(game.lessons);
            } else {
                game.lessons.into_iter().try_for_each(|lesson| training.push(lesson))?;
            }
        }
        Ok(())
    }

    fn read(&self, game: &Block<'_>) -> GameRead {
        let held_out = self.is_held_out(game.header.seed);
        let (lessons, unfit) = (Vec::with_capacity(game.len()), Vec::new());
        let mut read = GameRead { held_out, lessons, unfit, unreadable: 0 };
        for sample in game.samples() {
            let Ok(sample) = sample else {
                read.unreadable += 1;
                continue;
            };
            match Lesson::of(&sample, &self.filter, &self.tables) {
                Ok(lesson) => read.lessons.push(lesson),
                Err(why) => read.unfit.push(why),
            }
        }
        read
    }

    /// By the seed of the game alone: games of one seed begin alike in every generation.
    fn is_held_out(&self, game: u64) -> bool {
        let mixed = self.seed.wrapping_mul(0xD134_2543_DE82_EF95) ^ game;
        StdRng::seed_from_u64(mixed).random_bool(self.held_out)
    }
}
