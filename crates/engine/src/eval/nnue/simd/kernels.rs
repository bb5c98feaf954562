//! The kernels of a vector unit, written once. A unit's file imports its intrinsics and defines
//!
//! | item | meaning |
//! |---|---|
//! | `Vector` | a register of i16 |
//! | `Narrow` | as many i8, from which `widen` makes a `Vector` |
//! | `Sums` | a register of i32, half as many lanes |
//! | `add`, `sub` | i16 by i16, wrapping |
//! | `zero_sums` | no sums |
//! | `add_products` | sums + Σ over pairs of neighbours of `c · (c · w)`, with `c` the value clamped to 0 … [`QA`](super::super::arch::QA) and `c · w` wrapping at 16 bits |
//! | `total` | the sum of all lanes in 64 bits |
//!
//! each a function with the `#[target_feature]` of the unit. A new unit is one such file, a
//! variant of [`VectorUnit`](super::VectorUnit) and its line in the `dispatch!` macro.

/// Defines the kernels of the unit whose file calls it, compiled for the target feature given.
macro_rules! kernels {
    ($feature:literal) => {
        use crate::eval::nnue::arch::{HIDDEN, MAN_INPUTS, Perspective, QA};
        use crate::eval::nnue::net::{Net, Row, SmallRow};
        use crate::eval::nnue::simd::FeatureDelta;
        use zerocopy::{transmute_mut, transmute_ref};

        /// Values of i16 in a register.
        const LANES: usize = size_of::<Vector>() / size_of::<i16>();
        /// Registers that hold sums at the same time: half of the fewest that a unit has.
        const TILE: usize = 8;

        type Vectors = [Vector; HIDDEN / LANES];

        const _: () = assert!((HIDDEN / LANES).is_multiple_of(TILE));
        // The sum of all products in one lane, of both sides, fits into 32 bits.
        const _: () =
            assert!((2 * HIDDEN / (LANES / 2)) as i64 * QA as i64 * 32_768 <= i32::MAX as i64);

        #[inline]
        fn vectors(row: &Row) -> &Vectors {
            transmute_ref!(row)
        }

        #[inline]
        fn tiles(row: &Row) -> &[[Vector; TILE]] {
            vectors(row).as_chunks().0
        }

        #[inline]
        fn narrow_tiles(row: &SmallRow) -> &[[Narrow; TILE]] {
            let row: &[Narrow; HIDDEN / LANES] = transmute_ref!(row);
            row.as_chunks().0
        }

        #[inline]
        #[target_feature(enable = $feature)]
        pub(super) fn apply(
            source: Option<&Row>,
            target: &mut Row,
            net: &Net,
            perspective: Perspective,
            delta: &FeatureDelta,
        ) {
            for tile in 0..HIDDEN / (LANES * TILE) {
                let mut sums = tiles(source.unwrap_or(target))[tile];
                let of_man = |man| &tiles(&net.man_weights[perspective.man_input(man)])[tile];
                let of_attacked = |man| {
                    let row = perspective.attacked_input(man) - MAN_INPUTS;
                    &narrow_tiles(&net.attacked_weights[row])[tile]
                };
                for &man in delta.men.removed.as_slice() {
                    let weights = of_man(man);
                    for (index, sum) in sums.iter_mut().enumerate() {
                        *sum = sub(*sum, weights[index]);
                    }
                }
                for &man in delta.men.added.as_slice() {
                    let weights = of_man(man);
                    for (index, sum) in sums.iter_mut().enumerate() {
                        *sum = add(*sum, weights[index]);
                    }
                }
                for &man in delta.attacked.removed.as_slice() {
                    let weights = of_attacked(man);
                    for (index, sum) in sums.iter_mut().enumerate() {
                        *sum = sub(*sum, widen(weights[index]));
                    }
                }
                for &man in delta.attacked.added.as_slice() {
                    let weights = of_attacked(man);
                    for (index, sum) in sums.iter_mut().enumerate() {
                        *sum = add(*sum, widen(weights[index]));
                    }
                }
                let target: &mut Vectors = transmute_mut!(target);
                target.as_chunks_mut().0[tile] = sums;
            }
        }

        #[target_feature(enable = $feature)]
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

        #[target_feature(enable = $feature)]
        pub(super) fn output(accumulators: [&Row; 2], weights: &[Row; 2]) -> i64 {
            // Each side has its own register of sums, so that the additions of the two can overlap.
            let mut sums = [zero_sums(); 2];
            for side in 0..2 {
                let (values, weights) = (vectors(accumulators[side]), vectors(&weights[side]));
                for (&value, &weight) in values.iter().zip(weights) {
                    sums[side] = add_products(sums[side], value, weight);
                }
            }
            total(sums[0]) + total(sums[1])
        }
    };
}

pub(super) use kernels;
