//! The differences between systems: clock, memory, threads, files and random numbers. All crates above
//! are the same on every system, including the browser.
//!
//! Memory comes from memory maps, and rayon keeps the threads of a search. In WebAssembly safe
//! replacements use only the standard library.

#![deny(missing_docs)]

#[cfg(not(target_family = "wasm"))]
pub mod atomic_file;
pub mod compression;
pub mod files;
pub mod memory;
#[cfg(not(target_family = "wasm"))]
pub mod output_lock;
pub mod parallel;
mod parallel_map;
pub mod random;
mod rounded;
pub mod sha256;
#[cfg(not(target_family = "wasm"))]
pub mod workers;

pub use parallel_map::parallel_map;
pub use rounded::rounded;

/// A monotonic clock, also in browsers.
pub use web_time::Instant;

/// Largest number of search threads. WebAssembly has only one thread, unless the target is WASI with threads: there each of them is a
/// worker of the page.
pub const MAX_THREADS: usize = match () {
    () if cfg!(not(target_family = "wasm")) => 256,
    () if cfg!(target_os = "wasi") => 8,
    () => 1,
};

/// Largest transposition table, in MiB: on 32-bit systems a quarter of the address space.
pub const MAX_TABLE_MIB: usize = if cfg!(target_pointer_width = "32") { 1024 } else { 65_536 };
