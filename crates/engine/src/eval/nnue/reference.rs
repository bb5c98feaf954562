//! The value of a net computed from scratch, formula by formula: for explanations, and as the
//! reference in tests of the faster code.

use super::arch::{self, HIDDEN, Perspective, QA};
use super::net::Net;
use makruk::position::Position;
use makruk::types::{Score, Square};

/// The net's value of a position in centipawns from the side to move, without regard to the count.
pub fn value(net: &Net, position: &Position) -> Score {
    value_without(net, position, None)
}

/// Like [`value`], but without the piece on `removed`.
pub(crate) fn value_without(net: &Net, position: &Position, removed: Option<Square>) -> Score {
    let removed = removed.filter(|&square| position.occupied().contains(square));
    let men = position.occupied().len() - u32::from(removed.is_some());
    let bucket = arch::bucket(position.variant(), men, position.moves_left());
    let us = position.to_move();
    let sides = std::iter::zip([us, !us], &net.output_weights[bucket]);
    let sum = sides.map(|(side, weights)| {
        let perspective = Perspective::of(side, position);
        let removed = removed.and_then(|square| {
            let (color, piece) = (position.color_at(square)?, position.piece_at(square)?);
            Some(perspective.input(color, piece, square))
        });
        let inputs: Vec<usize> =
            perspective.inputs(position).filter(|&input| Some(input) != removed).collect();
        let output = |index: usize| {
            let weights_on = inputs.iter().map(|&input| net.feature_weights[input].0[index]);
            let sum = weights_on.fold(net.feature_bias.0[index], i16::wrapping_add);
            let clamped = sum.clamp(0, QA as i16);
            i64::from(clamped) * i64::from(clamped.wrapping_mul(weights.0[index]))
        };
        (0..HIDDEN).map(output).sum::<i64>()
    });
    arch::centipawns(sum.sum(), net.output_bias[bucket])
}
