//! Whether the net that plays, in integers, says what the weights it was made from say.

use super::lesson::Lesson;
use super::params::Params;
use super::pass::{Goal, TILE, Tile};
use crate::eval::nnue::arch::SCALE;
use crate::eval::nnue::{self, Net};
use rayon::prelude::*;

/// Positions looked at: the plain evaluation in integers is in no hurry.
const SAMPLE: usize = 20_000;

/// How well a net agrees with the weights it was made from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// Positions looked at.
    pub positions: usize,
    /// Mean loss of the weights.
    pub weights: f64,
    /// Mean loss of the net.
    pub net: f64,
    /// Mean difference of their values, in centipawns.
    pub difference: f64,
}

impl Agreement {
    pub(super) fn of(params: &Params, net: &Net, lessons: &[Lesson], goal: Goal) -> Option<Self> {
        // Spread over all games.
        let every = lessons.len().div_ceil(SAMPLE).max(1);
        let sample: Vec<Lesson> = lessons.iter().step_by(every).copied().collect();
        let sums: Vec<[f64; 4]> = sample
            .par_chunks(TILE)
            .map_init(Tile::new, |tile, lessons| {
                let mut sums = [0.0; 4];
                for (lesson, &output) in std::iter::zip(lessons, tile.forward(params, lessons)) {
                    let Some(position) = lesson.position() else { continue };
                    let value = nnue::value(net, &position) as f32 / SCALE as f32;
                    let difference = f64::from((value - output).abs() * SCALE as f32);
                    let losses = [output, value].map(|output| goal.loss(lesson, output));
                    let terms = [1.0, losses[0], losses[1], difference];
                    sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
                }
                sums
            })
            .collect();
        let [positions, weights, net, difference] =
            [0, 1, 2, 3].map(|index| sums.iter().map(|sums| sums[index]).sum::<f64>());
        (positions > 0.0).then(|| Self {
            positions: positions as usize,
            weights: weights / positions,
            net: net / positions,
            difference: difference / positions,
        })
    }
}
