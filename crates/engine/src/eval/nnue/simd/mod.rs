//! The arithmetic of the net with the widest vector instructions of the processor, which are detected
//! at run time. Every unit gives exactly the results of the scalar code. All `unsafe` code of the net
//! is here.

mod kernels;
mod scalar;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse41;

use super::arch::Perspective;
use super::delta::FeatureDelta;
use super::net::{Net, Row};
use std::env;
use std::ffi::OsString;
use std::fmt;
use std::sync::LazyLock;

/// Vector instructions of this processor. A value of this type proves that the processor has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VectorUnit(InstructionSet);

// Only `VectorUnit::available` creates sets other than `Scalar`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InstructionSet {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Sse41,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

/// An environment variable names a vector unit that this processor does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {found:?} is none of {}", VectorUnit::VARIABLE, names(available))]
pub struct UnitError {
    /// The value of the variable.
    pub found: OsString,
    /// The valid values on this processor.
    pub available: Vec<VectorUnit>,
}

fn names(units: &[VectorUnit]) -> String {
    let names: Vec<&str> = units.iter().map(|unit| unit.name()).collect();
    names.join(", ")
}

/// Calls a kernel of a unit.
macro_rules! dispatch {
    ($unit:expr, $kernel:ident($($argument:expr),*)) => {
        // SAFETY: the processor has the instructions of every unit but the scalar one, whose
        // call needs no proof: `available` found them, and nothing else makes such units.
        #[allow(unused_unsafe, reason = "some targets have no other unit")]
        unsafe {
            match $unit.0 {
                InstructionSet::Scalar => scalar::$kernel($($argument),*),
                #[cfg(target_arch = "x86_64")]
                InstructionSet::Sse41 => sse41::$kernel($($argument),*),
                #[cfg(target_arch = "x86_64")]
                InstructionSet::Avx2 => avx2::$kernel($($argument),*),
                #[cfg(target_arch = "x86_64")]
                InstructionSet::Avx512 => avx512::$kernel($($argument),*),
                #[cfg(target_arch = "aarch64")]
                InstructionSet::Neon => neon::$kernel($($argument),*),
                #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                InstructionSet::Simd128 => simd128::$kernel($($argument),*),
            }
        }
    };
}

impl VectorUnit {
    /// No vector instructions: the reference for all others.
    pub const SCALAR: Self = Self(InstructionSet::Scalar);

    /// The environment variable that selects a unit by its name, for tests and comparisons.
    pub const VARIABLE: &'static str = "SAKDI_VECTOR_UNIT";

    /// The units of this processor, from the narrowest to the widest.
    pub fn available() -> Vec<Self> {
        let mut sets = vec![InstructionSet::Scalar];
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected;
            if is_x86_feature_detected!("sse4.1") {
                sets.push(InstructionSet::Sse41);
            }
            if is_x86_feature_detected!("avx2") {
                sets.push(InstructionSet::Avx2);
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                sets.push(InstructionSet::Avx512);
            }
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            sets.push(InstructionSet::Neon);
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        sets.push(InstructionSet::Simd128);
        sets.into_iter().map(Self).collect()
    }

    /// The unit that [`Self::VARIABLE`] names; without it, or where it is empty, the fastest one.
    ///
    /// # Errors
    /// The variable names none that this processor has.
    pub fn from_environment() -> Result<Self, UnitError> {
        let available = Self::available();
        match env::var_os(Self::VARIABLE).filter(|name| !name.is_empty()) {
            None => Ok(Self::fastest()),
            Some(found) => match available.iter().find(|unit| found == unit.name()) {
                Some(&unit) => Ok(unit),
                None => Err(UnitError { found, available }),
            },
        }
    }

    /// The unit that nets are evaluated with: [`Self::from_environment`], once for all; the
    /// fastest one where that fails.
    pub fn active() -> Self {
        static ACTIVE: LazyLock<VectorUnit> = LazyLock::new(|| {
            VectorUnit::from_environment().unwrap_or_else(|_| VectorUnit::fastest())
        });
        *ACTIVE
    }

    fn fastest() -> Self {
        let fastest = Self::available().into_iter().rfind(|unit| unit.is_fast());
        fastest.unwrap_or(Self::SCALAR)
    }

    fn is_fast(self) -> bool {
        match self.0 {
            // The first processors with AVX-512 slow down as a whole while they multiply wide
            // vectors. VBMI came with the ones that do not (Intel's Ice Lake, AMD's Zen 4).
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => std::arch::is_x86_feature_detected!("avx512vbmi"),
            _ => true,
        }
    }

    /// The name of the unit in [`Self::VARIABLE`].
    pub const fn name(self) -> &'static str {
        match self.0 {
            InstructionSet::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Sse41 => "sse4.1",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => "avx512",
            #[cfg(target_arch = "aarch64")]
            InstructionSet::Neon => "neon",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            InstructionSet::Simd128 => "simd128",
        }
    }

    /// Sets `target` to `source` plus a delta in a perspective, or without `source` adds the delta to
    /// `target`.
    #[inline]
    pub(super) fn apply(
        self,
        source: Option<&Row>,
        target: &mut Row,
        net: &Net,
        perspective: Perspective,
        delta: &FeatureDelta,
    ) {
        dispatch!(self, apply(source, target, net, perspective, delta));
    }

    /// As [`Self::apply`] with a source, for the perspectives of both sides: all are `[side]`.
    #[inline]
    pub(super) fn apply_to_both(
        self,
        sources: &[Row; 2],
        targets: &mut [Row; 2],
        net: &Net,
        perspectives: [Perspective; 2],
        delta: &FeatureDelta,
    ) {
        dispatch!(self, apply_to_both(sources, targets, net, perspectives, delta));
    }

    /// Σ clamp(v)² · w over the accumulators of the side to move and of the other.
    #[inline]
    pub(super) fn output(self, accumulators: [&Row; 2], weights: &[Row; 2]) -> i64 {
        dispatch!(self, output(accumulators, weights))
    }
}

impl fmt::Display for VectorUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::SmallRow;
    use crate::eval::nnue::arch::{MAN_INPUTS, ManFeature};
    use crate::eval::nnue::delta::Changes;
    use makruk::types::{Color, Piece, Square};
    use proptest::prelude::*;
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};

    fn row(random: &mut SmallRng, limit: i16) -> Row {
        Row(std::array::from_fn(|_| random.random_range(-limit..=limit)))
    }

    fn changes<F: Default + fmt::Debug>(
        feature: impl Strategy<Value = F> + Clone,
    ) -> impl Strategy<Value = Changes<F>> {
        let some = |most| prop::collection::vec(feature.clone(), 0..most);
        (some(6), some(33)).prop_map(|(removed, added)| Changes {
            removed: removed.into_iter().collect(),
            added: added.into_iter().collect(),
        })
    }

    fn man() -> impl Strategy<Value = ManFeature> + Clone {
        let square = (0..64_u8).prop_map(Square::from_index);
        (prop::sample::select(&Color::ALL), prop::sample::select(&Piece::ALL), square)
            .prop_map(|(color, piece, square)| ManFeature::new(color, piece, square))
    }

    fn delta() -> impl Strategy<Value = FeatureDelta> {
        let attacked = (man(), any::<bool>()).prop_map(|(man, defended)| man.attacked(defended));
        (changes(man()), changes(attacked))
            .prop_map(|(men, attacked)| FeatureDelta { men, attacked })
    }

    #[test]
    fn the_fastest_unit_is_active() {
        assert!(VectorUnit::available().contains(&VectorUnit::active()));
        // Every processor with these architectures has more than scalar code.
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
        assert_ne!(VectorUnit::fastest(), VectorUnit::SCALAR);
    }

    proptest! {
        /// With any numbers, also those that no training gives.
        #[test]
        fn every_unit_gives_the_bits_of_the_scalar_code(
            seed: u64,
            limit in prop_oneof![Just(40_i16), Just(400), Just(i16::MAX)],
            delta in delta(),
            own_kings in [0..64_u8, 0..64_u8].prop_map(|kings| kings.map(Square::from_index)),
            in_place: bool,
        ) {
            let mut random = SmallRng::seed_from_u64(seed);
            let mut net = Net::zero();
            let perspectives = Color::ALL.map(|side| Perspective::new(side, own_kings[side.index()]));
            for perspective in perspectives {
                let Changes { removed, added } = &delta.men;
                for &man in removed.as_slice().iter().chain(added.as_slice()) {
                    net.man_weights[perspective.man_input(man)] = row(&mut random, limit);
                }
                let Changes { removed, added } = &delta.attacked;
                for &man in removed.as_slice().iter().chain(added.as_slice()) {
                    let input = perspective.attacked_input(man) - MAN_INPUTS;
                    net.attacked_weights[input] = SmallRow(random.random());
                }
            }
            let [source, target] = [row(&mut random, limit), row(&mut random, limit)];
            let sources = [source.clone(), target.clone()];
            let weights = [row(&mut random, limit), row(&mut random, limit)];
            let run = |unit: VectorUnit| {
                let mut target = target.clone();
                let from = (!in_place).then_some(&source);
                unit.apply(from, &mut target, &net, perspectives[1], &delta);
                let mut both = [Row::ZERO, Row::ZERO];
                unit.apply_to_both(&sources, &mut both, &net, perspectives, &delta);
                let output = unit.output([&target, &source], &weights);
                (target, both, output)
            };
            let expected = run(VectorUnit::SCALAR);
            for unit in VectorUnit::available() {
                prop_assert_eq!(&run(unit), &expected, "{}", unit);
            }
        }
    }
}
