//! A hash table of subtrees that were counted before.

use crate::position::Position;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Leaf counts by position and depth, shared by all threads. A new entry replaces the one in its
/// place.
#[derive(Debug)]
pub struct PerftTable {
    entries: Box<[Entry]>,
}

/// Two words that are written without a lock. The first is the key XOR the second, which detects
/// words from different writers (Hyatt and Mann, "A lock-less transposition table implementation for
/// parallel search", 2002).
#[derive(Debug, Default)]
struct Entry {
    check: AtomicU64,
    leaves: AtomicU64,
}

impl PerftTable {
    /// Largest table, in MiB.
    pub const MAX_MIB: usize = if cfg!(target_pointer_width = "32") { 1024 } else { 65_536 };

    /// An empty table of at most `mib` MiB and at least one entry; `None` when the memory cannot be
    /// allocated.
    pub fn new(mib: usize) -> Option<Self> {
        let bytes = mib.min(Self::MAX_MIB) << 20;
        let len = (bytes / size_of::<Entry>()).max(1);
        let mut entries = Vec::new();
        entries.try_reserve_exact(len).ok()?;
        entries.resize_with(len, Entry::default);
        Some(Self { entries: entries.into_boxed_slice() })
    }

    /// The number of leaves `depth` plies below `position`, if the table holds it.
    pub fn get(&self, position: &Position, depth: u32) -> Option<u64> {
        let (key, entry) = self.entry(position, depth);
        let leaves = entry.leaves.load(Relaxed);
        (entry.check.load(Relaxed) ^ leaves == key).then_some(leaves)
    }

    /// Stores the number of leaves `depth` plies below `position`.
    pub fn put(&self, position: &Position, depth: u32, leaves: u64) {
        let (key, entry) = self.entry(position, depth);
        entry.leaves.store(leaves, Relaxed);
        entry.check.store(key ^ leaves, Relaxed);
    }

    fn entry(&self, position: &Position, depth: u32) -> (u64, &Entry) {
        // The key of a position holds neither its variant nor the depth.
        let kind = 2 * u64::from(depth) + position.variant() as u64;
        let key = position.key() ^ kind.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        // The high half of the product distributes keys evenly over any number of entries.
        let index = (u128::from(key) * self.entries.len() as u128) >> 64;
        (key, &self.entries[index as usize])
    }
}
