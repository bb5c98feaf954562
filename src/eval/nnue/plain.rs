//! The value of a net from scratch, as its description says it: for explanations, and for tests of
//! what is faster.

use super::arch::{self, HIDDEN, Perspective, QA};
use super::net::Net;
use crate::position::Position;
use crate::types::{Score, Square};

/// The net's value of a position in centipawns from the side to move, the count left out of
/// account.
pub fn value(net: &Net, position: &Position) -> Score {
    value_without(net, position, None)
}

/// As [`value`], but as if the man on `gone` had been taken off.
pub fn value_without(net: &Net, position: &Position, gone: Option<Square>) -> Score {
    let gone = gone.filter(|&square| position.occupied().contains(square));
    let men = position.occupied().len() - u32::from(gone.is_some());
    let bucket = arch::bucket(men);
    let us = position.to_move();
    let sides = std::iter::zip([us, !us], &net.output_weights[bucket]);
    let sum = sides.map(|(side, weights)| {
        let perspective = Perspective::of(side, position);
        let man = |square| Some((position.color_at(square)?, position.piece_at(square)?, square));
        let gone = gone.and_then(man).map(|(color, piece, at)| perspective.input(color, piece, at));
        let inputs: Vec<usize> =
            perspective.inputs(position).filter(|&input| Some(input) != gone).collect();
        let output = |neuron: usize| {
            let weights_on = inputs.iter().map(|&input| net.feature_weights[input].0[neuron]);
            let sum = weights_on.fold(net.feature_bias.0[neuron], i16::wrapping_add);
            let clamped = sum.clamp(0, QA as i16);
            i64::from(clamped) * i64::from(clamped.wrapping_mul(weights.0[neuron]))
        };
        (0..HIDDEN).map(output).sum::<i64>()
    });
    arch::centipawns(sum.sum(), net.output_bias[bucket])
}
