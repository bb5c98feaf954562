//! Scalar code, with which every vector unit agrees bit for bit.

use super::FeatureDelta;
use crate::eval::nnue::arch::{HIDDEN, INPUTS, QA};
use crate::eval::nnue::net::Row;

pub(super) fn apply(
    source: Option<&Row>,
    target: &mut Row,
    weights: &[Row; INPUTS],
    delta: &FeatureDelta,
) {
    if let Some(source) = source {
        target.clone_from(source);
    }
    for &input in &delta.removed {
        for (value, weight) in target.0.iter_mut().zip(&weights[usize::from(input)].0) {
            *value = value.wrapping_sub(*weight);
        }
    }
    for &input in &delta.added {
        for (value, weight) in target.0.iter_mut().zip(&weights[usize::from(input)].0) {
            *value = value.wrapping_add(*weight);
        }
    }
}

pub(super) fn replace<const REMOVED: usize>(
    sources: &[Row; 2],
    targets: &mut [Row; 2],
    removed: [[&Row; REMOVED]; 2],
    added: [&Row; 2],
) {
    for side in 0..2 {
        for index in 0..HIDDEN {
            let mut sum = sources[side].0[index].wrapping_add(added[side].0[index]);
            for row in removed[side] {
                sum = sum.wrapping_sub(row.0[index]);
            }
            targets[side].0[index] = sum;
        }
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
