//! What differs between systems: the clock, memory, threads, files and random numbers. All modules
//! above use this one, and are the same on every system, including the browser.
//!
//! With the feature `cli`, memory comes from memory maps, and rayon shares work among threads.
//! Without it, safe replacements use only the standard library.

#[cfg(feature = "cli")]
pub mod atomic_file;
pub mod compression;
pub mod files;
pub mod memory;
pub mod parallel;
pub mod random;

/// A clock that only goes forward; that of the page where there is no system.
pub use web_time::Instant;

/// Largest number of search threads. WebAssembly has only the one that it runs on.
pub const MAX_THREADS: usize = if cfg!(target_family = "wasm") { 1 } else { 256 };

/// Largest transposition table, in MiB: with 32 bits a quarter of all that can be addressed.
pub const MAX_TABLE_MIB: usize = if cfg!(target_pointer_width = "32") { 1024 } else { 65_536 };
