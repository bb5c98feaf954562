//! Training positions as coefficients of the weights.

use crate::data::{Block, Blocks, Damage, Filter, RecordError, RejectReason, Sample};
use rayon::prelude::*;
use sakdi_engine::eval::{self, TaperedWeight, Trace};
use std::collections::{HashMap, HashSet};

/// What the value of a position is fitted to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Result of the game, from White's side: 0, ½ or 1.
    pub result: f32,
    /// Score of the search, from White's side, in centipawns.
    pub score: f32,
}

/// A position: the range of its coefficients, and the rest of its [`Trace`].
#[derive(Clone, Copy, Debug)]
struct Entry {
    start: u32,
    end: u32,
    middlegame: f32,
    scale: f32,
    offset: f32,
    target: Target,
}

/// A set of positions.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    entries: Vec<Entry>,
    // Number of each term and how often it applies, for all positions in order.
    coefficients: Vec<(u16, i16)>,
}

/// One position of a set, see [`Trace`].
#[derive(Clone, Copy, Debug)]
pub(super) struct PositionTrace<'a> {
    pub(super) coefficients: &'a [(u16, i16)],
    pub(super) middlegame: f32,
    pub(super) scale: f32,
    pub(super) offset: f32,
    pub(super) target: Target,
}

impl PositionTrace<'_> {
    /// The value with these weights, in centipawns from White's side.
    pub(super) fn value(&self, weights: &[[f32; 2]]) -> f32 {
        let mut sums = [0.0; 2];
        for &(term, count) in self.coefficients {
            let [middlegame, endgame] = weights[usize::from(term)];
            sums[0] += f32::from(count) * middlegame;
            sums[1] += f32::from(count) * endgame;
        }
        let sum = sums[0] * self.middlegame + sums[1] * (1.0 - self.middlegame);
        self.scale * sum + self.offset
    }
}

impl Dataset {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn get(&self, index: usize) -> PositionTrace<'_> {
        let Entry { start, end, middlegame, scale, offset, target } = self.entries[index];
        let coefficients = &self.coefficients[start as usize..end as usize];
        PositionTrace { coefficients, middlegame, scale, offset, target }
    }

    /// Adds a position. Returns `false` when the set is full, with 2³² coefficients.
    fn push(&mut self, trace: &Trace, target: Target) -> bool {
        let (Ok(start), Ok(end)) = (
            u32::try_from(self.coefficients.len()),
            u32::try_from(self.coefficients.len() + trace.coefficients.len()),
        ) else {
            return false;
        };
        self.coefficients.extend_from_slice(&trace.coefficients);
        let Trace { middlegame, scale, offset, .. } = *trace;
        self.entries.push(Entry { start, end, middlegame, scale, offset, target });
        true
    }
}

/// What was read from the shards.
#[derive(Clone, Debug, Default)]
pub struct DatasetStatistics {
    /// Number of games.
    pub games: u64,
    /// Number of positions in them.
    pub positions: u64,
    /// Number of positions used.
    pub kept: u64,
    /// Number of positions rejected, by reason.
    pub rejected: HashMap<RejectReason, u64>,
    /// Number of positions whose value depends on no weight.
    pub fixed: u64,
    /// Games that were there already, which are left out.
    pub repeated: u64,
    /// Damaged ranges of the shards.
    pub damages: Vec<Damage>,
    /// Errors in records whose checksum is right.
    pub unreadable: Vec<RecordError>,
}

/// The positions of self-play games, divided into two sets.
#[derive(Clone, Debug, Default)]
pub struct Split {
    /// Positions that weights are fitted to.
    pub training: Dataset,
    /// Positions that the loss is measured on, from games of which none are in training.
    pub held_out: Dataset,
    /// What was read.
    pub statistics: DatasetStatistics,
    // Seed and checksum of the records of each game.
    seen: HashSet<(u64, u32)>,
}

/// Games whose seed is a multiple of this are held out.
const HELD_OUT: u64 = 20;

impl Split {
    /// Adds the positions of a shard, given the contents of its file. Positions keep the order of shards
    /// and games.
    pub fn add_shard(&mut self, shard: &[u8], filter: &Filter) {
        let blocks: Vec<_> = Blocks::new(shard).collect();
        let read: Vec<_> = blocks
            .par_iter()
            .filter_map(|block| block.as_ref().ok())
            .map(|block| ((block.header.seed, block.body_checksum()), read_game(block, filter)))
            .collect();
        for (identity, game) in read {
            if self.seen.insert(identity) {
                self.add_game(game);
            } else {
                self.statistics.repeated += 1;
            }
        }
        self.statistics.damages.extend(blocks.into_iter().filter_map(Result::err));
    }

    fn add_game(&mut self, game: GameRead) {
        let set = if game.held_out { &mut self.held_out } else { &mut self.training };
        for (trace, target) in &game.kept {
            self.statistics.kept += u64::from(set.push(trace, *target));
        }
        self.statistics.games += 1;
        self.statistics.positions += game.positions;
        self.statistics.fixed += game.fixed;
        for reason in game.rejected {
            *self.statistics.rejected.entry(reason).or_default() += 1;
        }
        self.statistics.unreadable.extend(game.unreadable);
    }
}

#[derive(Default)]
struct GameRead {
    held_out: bool,
    positions: u64,
    kept: Vec<(Trace, Target)>,
    rejected: Vec<RejectReason>,
    fixed: u64,
    unreadable: Vec<RecordError>,
}

fn read_game(block: &Block<'_>, filter: &Filter) -> GameRead {
    let held_out = block.header.seed.is_multiple_of(HELD_OUT);
    let mut game = GameRead { held_out, positions: block.len() as u64, ..GameRead::default() };
    for sample in block.samples() {
        let sample = match sample {
            Ok(sample) => sample,
            Err(error) => {
                game.unreadable.push(error);
                continue;
            }
        };
        if let Some(reason) = filter.reject(&sample) {
            game.rejected.push(reason);
            continue;
        }
        let trace = eval::trace(&sample.position);
        if trace.scale == 0.0 || trace.coefficients.is_empty() {
            game.fixed += 1;
        } else {
            game.kept.push((trace, target(&sample)));
        }
    }
    game
}

fn target(sample: &Sample) -> Target {
    let Sample { result, score, .. } = *sample;
    Target { result: result.points(), score: score as f32 }
}

/// The weights in floating point.
pub(super) fn as_floats(weights: &[TaperedWeight]) -> Vec<[f32; 2]> {
    weights.iter().map(|pair| pair.map(f32::from)).collect()
}
