//! The error of quantization: how the integer net differs from the floating-point weights.

use super::backprop::{LossFunction, TILE, Tile};
use super::params::Params;
use super::training_position::TrainingPosition;
use rayon::prelude::*;
use sakdi_engine::eval::nnue::arch::SCALE;
use sakdi_engine::eval::nnue::{self, Net};

/// Largest number of positions that are evaluated: the reference evaluation in integers is slow.
const MAX_POSITIONS: usize = 20_000;

/// How a net differs from the weights that it was quantized from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuantizationError {
    /// Number of positions that were evaluated.
    pub positions: usize,
    /// Mean loss of the floating-point weights.
    pub float_loss: f64,
    /// Mean loss of the net.
    pub net_loss: f64,
    /// Mean absolute difference of their values, in centipawns.
    pub mean_difference: f64,
}

impl QuantizationError {
    /// Evaluates some of the positions by both; `None` when there are none.
    pub(super) fn of(
        params: &Params,
        net: &Net,
        positions: &[TrainingPosition],
        loss_function: LossFunction,
    ) -> Option<Self> {
        // From all games.
        let every = positions.len().div_ceil(MAX_POSITIONS).max(1);
        let chosen: Vec<TrainingPosition> = positions.iter().step_by(every).copied().collect();
        let sums: Vec<[f64; 4]> = chosen
            .par_chunks(TILE)
            .map_init(Tile::new, |tile, chosen| {
                let mut sums = [0.0; 4];
                for (training, &output) in std::iter::zip(chosen, tile.forward(params, chosen)) {
                    let Some(position) = training.position() else { continue };
                    let value = nnue::value(net, &position) as f32 / SCALE as f32;
                    let difference = f64::from((value - output).abs() * SCALE as f32);
                    let losses = [output, value].map(|output| loss_function.loss(training, output));
                    let terms = [1.0, losses[0], losses[1], difference];
                    sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
                }
                sums
            })
            .collect();
        let [count, float_loss, net_loss, difference] =
            [0, 1, 2, 3].map(|index| sums.iter().map(|sums| sums[index]).sum::<f64>());
        (count > 0.0).then(|| Self {
            positions: count as usize,
            float_loss: float_loss / count,
            net_loss: net_loss / count,
            mean_difference: difference / count,
        })
    }
}
