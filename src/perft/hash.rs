//! A table of subtrees already counted.

use crate::platform;
use crate::position::Position;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Leaf counts by position and depth, shared by all threads. Every entry is replaced by the next
/// that wants its place.
#[derive(Debug)]
pub struct PerftTable {
    entries: Box<[Entry]>,
}

/// Two words written without a lock: the check is the key mixed with the count, so that halves
/// from two writers do not pass for an entry (Hyatt and Mann, "A lock-less transposition table
/// implementation for parallel search", 2002).
#[derive(Debug, Default)]
struct Entry {
    check: AtomicU64,
    leaves: AtomicU64,
}

impl PerftTable {
    /// Largest table, in MiB.
    pub const MAX_MIB: usize = platform::MAX_TABLE_MIB;

    /// An empty table of at most `mib` MiB, but at least one entry. `None` when there is no such
    /// memory.
    pub fn new(mib: usize) -> Option<Self> {
        let bytes = mib.min(Self::MAX_MIB) << 20;
        let len = (bytes / size_of::<Entry>()).max(1);
        let mut entries = Vec::new();
        entries.try_reserve_exact(len).ok()?;
        entries.resize_with(len, Entry::default);
        Some(Self { entries: entries.into_boxed_slice() })
    }

    /// The leaves `depth` plies below `position`, if they are known.
    pub fn get(&self, position: &Position, depth: u32) -> Option<u64> {
        let (key, entry) = self.entry(position, depth);
        let leaves = entry.leaves.load(Relaxed);
        (entry.check.load(Relaxed) ^ leaves == key).then_some(leaves)
    }

    /// Remembers the leaves `depth` plies below `position`.
    pub fn put(&self, position: &Position, depth: u32, leaves: u64) {
        let (key, entry) = self.entry(position, depth);
        entry.leaves.store(leaves, Relaxed);
        entry.check.store(key ^ leaves, Relaxed);
    }

    fn entry(&self, position: &Position, depth: u32) -> (u64, &Entry) {
        // The same men have other moves in the other game, other leaves at another depth.
        let kind = 2 * u64::from(depth) + position.variant() as u64;
        let key = position.key() ^ kind.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        // The high half of the product spreads keys evenly over any number of entries.
        let index = (u128::from(key) * self.entries.len() as u128) >> 64;
        (key, &self.entries[index as usize])
    }
}
