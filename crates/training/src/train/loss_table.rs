//! The loss of a net on positions, by the number of men and by the count, in the groups for which the
//! net has sets of output weights.

use super::backprop::LossFunction;
use super::points_curve::PointsCurve;
use super::training_position::TrainingPosition;
use crate::data::{Block, Blocks, Damage, Filter, Sample};
use rayon::prelude::*;
use sakdi_engine::eval::nnue::arch::{
    COUNT_BUCKETS, MEN_PER_BUCKET as MEN, MOVES_LEFT_PER_BUCKET as MOVES_LEFT, SCALE,
};
use sakdi_engine::eval::nnue::{self, Net};
use sakdi_engine::tablebase::Tablebase;
use std::collections::BTreeMap;

/// Moves left of the first position of the last group, which has no end.
const MOST_MOVES_LEFT: u16 = (COUNT_BUCKETS as u16 - 1) * MOVES_LEFT;

/// Which positions a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LossGroup {
    /// All.
    All,
    /// Those with this number of men up to three more.
    Men(u32),
    /// Those without a count.
    NoCount,
    /// Those under a count with this number of moves left up to 15 more; the last group has no end.
    MovesLeft(u16),
}

impl LossGroup {
    /// A name for a table: `men 5-8`.
    pub fn name(self) -> String {
        match self {
            Self::All => "all".to_owned(),
            Self::Men(men) => format!("men {men}-{}", men + MEN - 1),
            Self::NoCount => "no count".to_owned(),
            Self::MovesLeft(left) if left == MOST_MOVES_LEFT => format!("count {left}+"),
            Self::MovesLeft(left) => format!("count {left}-{}", left + MOVES_LEFT - 1),
        }
    }

    fn of(sample: &Sample) -> [Self; 3] {
        let men = sample.position.occupied().len();
        let count = sample.position.moves_left().map_or(Self::NoCount, |left| {
            Self::MovesLeft((left / MOVES_LEFT * MOVES_LEFT).min(MOST_MOVES_LEFT))
        });
        [Self::All, Self::Men((men - 1) / MEN * MEN + 1), count]
    }
}

/// Sums over the positions of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LossSums {
    /// Number of positions.
    pub positions: u64,
    score_loss: f64,
    result_loss: f64,
}

impl LossSums {
    /// Mean loss against the scores.
    pub fn score_loss(&self) -> f64 {
        self.score_loss / self.positions as f64
    }

    /// Mean loss against the results of the games.
    pub fn result_loss(&self) -> f64 {
        self.result_loss / self.positions as f64
    }

    fn add(&mut self, other: Self) {
        self.positions += other.positions;
        self.score_loss += other.score_loss;
        self.result_loss += other.result_loss;
    }
}

/// The loss by groups.
pub type LossTable = BTreeMap<LossGroup, LossSums>;

/// Measures the loss of `net` on the positions of a shard that a net would be trained on, with the
/// points of `curve`. Returns the damaged ranges of the shard as well.
pub fn loss_table(net: &Net, shard: &[u8], curve: PointsCurve) -> (LossTable, Vec<Damage>) {
    let (mut games, mut damages) = (Vec::new(), Vec::new());
    for block in Blocks::new(shard) {
        match block {
            Ok(block) => games.push(block),
            Err(damage) => damages.push(damage),
        }
    }
    let tables = Tablebase::embedded();
    // Sums of fixed parts, so that they do not depend on the number of threads.
    let parts: Vec<LossTable> =
        games.par_chunks(64).map(|games| of_games(net, games, curve, &tables)).collect();
    let mut table = LossTable::new();
    for (group, sums) in parts.into_iter().flatten() {
        table.entry(group).or_default().add(sums);
    }
    (table, damages)
}

fn of_games(net: &Net, games: &[Block<'_>], curve: PointsCurve, tables: &Tablebase) -> LossTable {
    let (filter, mut table) = (Filter::default(), LossTable::new());
    let loss = |result_share, position: &TrainingPosition, value| {
        LossFunction { result_share, curve }.loss(position, value)
    };
    for sample in games.iter().flat_map(Block::samples).flatten() {
        let Ok(position) = TrainingPosition::of(&sample, &filter, tables) else { continue };
        let value = nnue::value(net, &sample.position) as f32 / SCALE as f32;
        let sums = LossSums {
            positions: 1,
            score_loss: loss(0.0, &position, value),
            result_loss: loss(1.0, &position, value),
        };
        for group in LossGroup::of(&sample) {
            table.entry(group).or_default().add(sums);
        }
    }
    table
}
