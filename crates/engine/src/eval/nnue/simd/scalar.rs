//! Scalar code, with which every vector unit agrees bit for bit.

use super::FeatureDelta;
use crate::eval::nnue::arch::{MAN_INPUTS, Perspective, QA};
use crate::eval::nnue::net::{Net, Row};

pub(super) fn apply(
    source: Option<&Row>,
    target: &mut Row,
    net: &Net,
    perspective: Perspective,
    delta: &FeatureDelta,
) {
    if let Some(source) = source {
        target.clone_from(source);
    }
    let of_man = |man| net.man_weights[perspective.man_input(man)].0.iter().copied();
    let of_attacked = |man| {
        let row = perspective.attacked_input(man) - MAN_INPUTS;
        net.attacked_weights[row].0.iter().copied().map(i16::from)
    };
    for &man in delta.men.removed.as_slice() {
        change(target, of_man(man), i16::wrapping_sub);
    }
    for &man in delta.men.added.as_slice() {
        change(target, of_man(man), i16::wrapping_add);
    }
    for &man in delta.attacked.removed.as_slice() {
        change(target, of_attacked(man), i16::wrapping_sub);
    }
    for &man in delta.attacked.added.as_slice() {
        change(target, of_attacked(man), i16::wrapping_add);
    }
}

/// Adds or subtracts weights.
fn change(target: &mut Row, weights: impl Iterator<Item = i16>, operation: fn(i16, i16) -> i16) {
    for (value, weight) in target.0.iter_mut().zip(weights) {
        *value = operation(*value, weight);
    }
}

pub(super) fn apply_to_both(
    sources: &[Row; 2],
    targets: &mut [Row; 2],
    net: &Net,
    perspectives: [Perspective; 2],
    delta: &FeatureDelta,
) {
    for side in 0..2 {
        apply(Some(&sources[side]), &mut targets[side], net, perspectives[side], delta);
    }
}

pub(super) fn output(accumulators: [&Row; 2], weights: &[Row; 2]) -> i64 {
    let side = |values: &Row, weights: &Row| -> i64 {
        let product = |(&value, &weight): (&i16, &i16)| {
            let clamped = value.clamp(0, QA as i16);
            i64::from(i32::from(clamped) * i32::from(clamped.wrapping_mul(weight)))
        };
        values.0.iter().zip(&weights.0).map(product).sum()
    };
    side(accumulators[0], &weights[0]) + side(accumulators[1], &weights[1])
}
