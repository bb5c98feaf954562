//! Unpredictable random numbers.

use rand::SeedableRng;
use rand::rngs::StdRng;

/// A generator that begins somewhere else in every process.
#[cfg(not(target_family = "wasm"))]
pub fn generator() -> StdRng {
    StdRng::from_os_rng()
}

/// A generator that begins somewhere else in every instance.
#[cfg(target_family = "wasm")]
pub fn generator() -> StdRng {
    StdRng::seed_from_u64(js_sys::Math::random().to_bits())
}
