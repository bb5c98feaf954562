//! Arithmetic on rows of neurons, by the widest instructions that are worth it: AVX2 where the
//! processor has it, which is found out when the program runs, and plain code elsewhere. Both give
//! the same bits. All `unsafe` code of the net is here.

use super::arch::{HIDDEN, INPUTS, QA};
use super::net::Row;
use arrayvec::ArrayVec;

/// Inputs that differ between two positions, in one perspective.
#[derive(Clone, Debug)]
pub(super) struct Switches {
    /// On before, and no more.
    pub off: ArrayVec<u16, 32>,
    /// On now, and not before.
    pub on: ArrayVec<u16, 32>,
}

impl Switches {
    pub(super) const NONE: Self = Self { off: ArrayVec::new_const(), on: ArrayVec::new_const() };
}

/// How rows are computed with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simd(Level);

#[derive(Clone, Copy, Debug)]
enum Level {
    Portable,
    // Made by `Simd::detect` alone.
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Simd {
    /// Plain code.
    pub(super) const PORTABLE: Self = Self(Level::Portable);

    /// The best that this processor can do.
    pub(super) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Self(Level::Avx2);
        }
        Self::PORTABLE
    }

    /// Makes `target` what `source` is, or it itself, after the switches.
    #[inline]
    pub(super) fn switch(
        self,
        source: Option<&Row>,
        target: &mut Row,
        weights: &[Row; INPUTS],
        switches: &Switches,
    ) {
        match self.0 {
            Level::Portable => portable::switch(source, target, weights, switches),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `detect` found AVX2, or there would be no such level.
            Level::Avx2 => unsafe { avx2::switch(source, target, weights, switches) },
        }
    }

    /// Makes `target` what `source` is after a move: some inputs off and one on.
    #[inline]
    pub(super) fn replace<const OFF: usize>(
        self,
        source: &Row,
        target: &mut Row,
        off: [&Row; OFF],
        on: &Row,
    ) {
        match self.0 {
            Level::Portable => portable::replace(source, target, off, on),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `detect` found AVX2, or there would be no such level.
            Level::Avx2 => unsafe { avx2::replace(source, target, off, on) },
        }
    }

    /// Σ clamp(n)² · w over the neurons of the side to move and of the other.
    #[inline]
    pub(super) fn output(self, neurons: [&Row; 2], weights: &[Row; 2]) -> i64 {
        match self.0 {
            Level::Portable => portable::output(neurons, weights),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `detect` found AVX2, or there would be no such level.
            Level::Avx2 => unsafe { avx2::output(neurons, weights) },
        }
    }
}

/// Lanes of 32 bits that output sums are kept in.
const LANES: usize = 8;
/// The terms of a lane cannot leave 32 bits.
const _: () = assert!((2 * HIDDEN / LANES) as i64 * QA as i64 * 32_768 <= i32::MAX as i64);

mod portable {
    use super::{HIDDEN, INPUTS, LANES, QA, Row, Switches};

    /// Neurons at a time: few enough to stay in registers.
    const TILE: usize = 32;
    const _: () = assert!(HIDDEN.is_multiple_of(TILE));

    pub(super) fn switch(
        source: Option<&Row>,
        target: &mut Row,
        weights: &[Row; INPUTS],
        switches: &Switches,
    ) {
        for tile in 0..HIDDEN / TILE {
            let mut sums = tiles(source.unwrap_or(target))[tile];
            for &input in &switches.off {
                let weights = &tiles(&weights[usize::from(input)])[tile];
                for (index, sum) in sums.iter_mut().enumerate() {
                    *sum = sum.wrapping_sub(weights[index]);
                }
            }
            for &input in &switches.on {
                let weights = &tiles(&weights[usize::from(input)])[tile];
                for (index, sum) in sums.iter_mut().enumerate() {
                    *sum = sum.wrapping_add(weights[index]);
                }
            }
            target.0.as_chunks_mut().0[tile] = sums;
        }
    }

    pub(super) fn replace<const OFF: usize>(
        source: &Row,
        target: &mut Row,
        off: [&Row; OFF],
        on: &Row,
    ) {
        for (index, target) in target.0.iter_mut().enumerate() {
            let start = source.0[index].wrapping_add(on.0[index]);
            *target = off.iter().fold(start, |sum, row| sum.wrapping_sub(row.0[index]));
        }
    }

    #[inline]
    fn tiles(row: &Row) -> &[[i16; TILE]] {
        row.0.as_chunks().0
    }

    pub(super) fn output(neurons: [&Row; 2], weights: &[Row; 2]) -> i64 {
        let mut lanes = [0; LANES];
        for (neurons, weights) in neurons.into_iter().zip(weights) {
            let (neurons, weights) = (neurons.0.as_chunks().0, weights.0.as_chunks().0);
            for (neurons, weights) in neurons.iter().zip(weights) {
                let (neurons, weights): (&[i16; 2 * LANES], &[i16; 2 * LANES]) = (neurons, weights);
                let term = |index: usize| {
                    let clamped = neurons[index].clamp(0, QA as i16);
                    i32::from(clamped) * i32::from(clamped.wrapping_mul(weights[index]))
                };
                for (index, lane) in lanes.iter_mut().enumerate() {
                    *lane += term(2 * index) + term(2 * index + 1);
                }
            }
        }
        lanes.into_iter().map(i64::from).sum()
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{HIDDEN, INPUTS, QA, Row, Switches};
    use std::arch::x86_64::*;

    /// A row as the processor takes it, 16 neurons at once.
    type Vectors = [__m256i; HIDDEN / 16];
    /// Vectors at a time: half of the registers.
    const TILE: usize = 8;

    const _: () = assert!(size_of::<Row>() == size_of::<Vectors>());
    const _: () = assert!(align_of::<Row>() >= align_of::<Vectors>());
    const _: () = assert!((HIDDEN / 16).is_multiple_of(TILE));

    #[inline]
    const fn vectors(row: &Row) -> &Vectors {
        // SAFETY: of one size and aligned, as asserted above, and any bits are a vector.
        unsafe { &*std::ptr::from_ref(row).cast() }
    }

    #[inline]
    const fn vectors_mut(row: &mut Row) -> &mut Vectors {
        // SAFETY: as in `vectors`, and any bits are neurons.
        unsafe { &mut *std::ptr::from_mut(row).cast() }
    }

    #[inline]
    const fn tiles(row: &Row) -> &[[__m256i; TILE]] {
        vectors(row).as_chunks().0
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn switch(
        source: Option<&Row>,
        target: &mut Row,
        weights: &[Row; INPUTS],
        switches: &Switches,
    ) {
        for tile in 0..HIDDEN / (16 * TILE) {
            let mut sums = tiles(source.unwrap_or(target))[tile];
            for &input in &switches.off {
                let weights = &tiles(&weights[usize::from(input)])[tile];
                for (index, sum) in sums.iter_mut().enumerate() {
                    *sum = _mm256_sub_epi16(*sum, weights[index]);
                }
            }
            for &input in &switches.on {
                let weights = &tiles(&weights[usize::from(input)])[tile];
                for (index, sum) in sums.iter_mut().enumerate() {
                    *sum = _mm256_add_epi16(*sum, weights[index]);
                }
            }
            vectors_mut(target).as_chunks_mut().0[tile] = sums;
        }
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn replace<const OFF: usize>(
        source: &Row,
        target: &mut Row,
        off: [&Row; OFF],
        on: &Row,
    ) {
        let (source, on, off) = (vectors(source), vectors(on), off.map(vectors));
        for (index, target) in vectors_mut(target).iter_mut().enumerate() {
            let start = _mm256_add_epi16(source[index], on[index]);
            *target = off.iter().fold(start, |sum, row| _mm256_sub_epi16(sum, row[index]));
        }
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn output(neurons: [&Row; 2], weights: &[Row; 2]) -> i64 {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA as i16));
        let mut lanes = [zero; 2];
        for side in 0..2 {
            let weights = vectors(&weights[side]);
            for (index, &neurons) in vectors(neurons[side]).iter().enumerate() {
                let clamped = _mm256_min_epi16(_mm256_max_epi16(neurons, zero), one);
                let weighted = _mm256_mullo_epi16(clamped, weights[index]);
                let products = _mm256_madd_epi16(clamped, weighted);
                lanes[side] = _mm256_add_epi32(lanes[side], products);
            }
        }
        let lanes = _mm256_add_epi32(lanes[0], lanes[1]);
        // Together they may leave 32 bits.
        let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(lanes));
        let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(lanes));
        let sums = _mm256_add_epi64(low, high);
        let sums = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
        _mm_cvtsi128_si64(sums) + _mm_extract_epi64::<1>(sums)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::Net;
    use proptest::prelude::*;
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};

    fn row(random: &mut SmallRng, limit: i16) -> Row {
        Row(std::array::from_fn(|_| random.random_range(-limit..=limit)))
    }

    proptest! {
        /// Whatever the numbers, also those that no training gives.
        #[test]
        fn every_way_gives_the_same_bits(
            seed: u64,
            limit in prop_oneof![Just(40_i16), Just(400), Just(i16::MAX)],
            off in prop::collection::vec(0..INPUTS as u16, 0..6),
            on in prop::collection::vec(0..INPUTS as u16, 0..33),
            in_place: bool,
        ) {
            let mut random = SmallRng::seed_from_u64(seed);
            let mut net = Net::zero();
            for input in off.iter().chain(&on) {
                net.feature_weights[usize::from(*input)] = row(&mut random, limit);
            }
            let switches =
                Switches { off: off.into_iter().collect(), on: on.into_iter().collect() };
            let source = row(&mut random, limit);
            let target = row(&mut random, limit);
            let weights = [row(&mut random, limit), row(&mut random, limit)];
            let run = |simd: Simd| {
                let mut target = target.clone();
                let from = (!in_place).then_some(&source);
                simd.switch(from, &mut target, &net.feature_weights, &switches);
                let mut moved = [target.clone(), target.clone()];
                let [quiet, capture] = &mut moved;
                simd.replace(&source, quiet, [&weights[0]], &weights[1]);
                simd.replace(&source, capture, [&weights[0], &target], &weights[1]);
                let output = simd.output([&target, &source], &weights);
                (target, moved, output)
            };
            prop_assert_eq!(run(Simd::detect()), run(Simd::PORTABLE));
        }
    }
}
