//! The differences between systems: clock, memory, threads, files, terminals and random numbers. All modules
//! above are the same on every system, including the browser.
//!
//! With the feature `cli`, memory comes from memory maps, and rayon shares work among threads.
//! Without it, safe replacements use only the standard library.

#[cfg(feature = "cli")]
pub mod atomic_file;
pub mod compression;
pub mod files;
pub mod memory;
#[cfg(feature = "cli")]
pub mod output_lock;
pub mod parallel;
pub mod random;
pub mod sha256;
pub mod terminal_text;
#[cfg(feature = "cli")]
pub mod workers;

/// A monotonic clock, also in browsers.
pub use web_time::Instant;

/// Largest number of search threads. WebAssembly has only one thread.
pub const MAX_THREADS: usize = if cfg!(target_family = "wasm") { 1 } else { 256 };

/// Largest transposition table, in MiB: on 32-bit systems a quarter of the address space.
pub const MAX_TABLE_MIB: usize = if cfg!(target_pointer_width = "32") { 1024 } else { 65_536 };
