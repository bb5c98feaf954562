//! Unpredictable random numbers.

use rand::SeedableRng;
use rand::rngs::StdRng;

/// A generator with a different seed in every process.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub fn generator() -> StdRng {
    StdRng::from_os_rng()
}

/// A generator with a different seed in every instance.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub fn generator() -> StdRng {
    StdRng::seed_from_u64(js_sys::Math::random().to_bits())
}
