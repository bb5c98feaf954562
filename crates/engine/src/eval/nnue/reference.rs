//! The value of a net computed from scratch, formula by formula: for explanations, and as the
//! reference in tests of the faster code.

use super::arch::{self, HIDDEN, MAN_INPUTS, Perspective, QA};
use super::net::Net;
use crate::Score;
use makruk::position::Position;
use makruk::types::{Bitboard, Square};

/// The net's value of a position in centipawns from the side to move, without regard to the count.
pub fn value(net: &Net, position: &Position) -> Score {
    value_without(net, position, None)
}

/// Like [`value`], but without the man on `removed`. The others stay attacked and defended as
/// they are.
pub(crate) fn value_without(net: &Net, position: &Position, removed: Option<Square>) -> Score {
    let removed = removed.map_or(Bitboard::EMPTY, Square::bitboard);
    let kept = position.occupied() & !removed;
    let bucket = arch::bucket(position.variant(), kept.len(), position.moves_left());
    let us = position.to_move();
    let sides = std::iter::zip([us, !us], &net.output_weights[bucket]);
    let sum = sides.map(|(side, weights)| {
        let perspective = Perspective::of(side, position);
        let inputs: Vec<usize> = perspective.inputs_on(kept, position).collect();
        let output = |index: usize| {
            let weights_on = inputs.iter().map(|&input| match input.checked_sub(MAN_INPUTS) {
                None => net.man_weights[input].0[index],
                Some(input) => i16::from(net.attacked_weights[input].0[index]),
            });
            let sum = weights_on.fold(net.feature_bias.0[index], i16::wrapping_add);
            let clamped = sum.clamp(0, QA as i16);
            i64::from(clamped) * i64::from(clamped.wrapping_mul(weights.0[index]))
        };
        (0..HIDDEN).map(output).sum::<i64>()
    });
    arch::centipawns(sum.sum(), net.output_bias[bucket])
}
