//! The transposition table (TT), shared by all threads without locks. An entry is two words: the
//! data, and the key XORed with the data, so that a torn entry matches no key (Hyatt and Mann 2002).

use super::contempt::Contempt;
use super::observer::Bound;
use super::params;
use crate::score::{DECIDED_BOUND, Score};
use makruk::position::Position;
use makruk::rules::counting::Count;
use makruk::types::Move;
use sakdi_platform::memory::{Zeroable, ZeroedSlice};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Entries of a bucket, which is one cache line.
const BUCKET: usize = 4;
/// Number of searches after which the age of an entry wraps.
const AGES: u8 = 32;

/// The result of an earlier search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, if one was found.
    pub mv: Option<Move>,
    /// From the side to move. Mate scores count the plies from the root of the search that probes.
    pub score: Score,
    /// Static evaluation before correction; `None` in check.
    pub eval: Option<Score>,
    /// Depth of the search, in plies; 0 for quiescence.
    pub depth: i32,
    /// How `score` relates to the true score.
    pub bound: Bound,
    /// Whether the node was searched with an open window. Quiescence and ProbCut forget earlier windows; to keep
    /// them gains nothing (docs/ledger.jsonl).
    pub pv: bool,
}

#[derive(Debug, Default)]
struct Slot {
    data: AtomicU64,
    check: AtomicU64,
}

/// One cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

const _: () = assert!(size_of::<Bucket>() == 64);

// SAFETY: integers alone, zero by default.
unsafe impl Zeroable for Bucket {}

/// A hash table of search results by position.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: ZeroedSlice<Bucket>,
    age: u8,
    /// XORed to all keys: searches with another contempt have entries of their own.
    contempt_key: u64,
}

/// The data word of an empty slot.
const EMPTY: u64 = 0;

/// Static evaluation of a node in check.
const NO_EVAL: i16 = i16::MIN;

// Layout of the data word: move 0–15, score 16–31, eval 32–47, depth 48–55, age 56–60, bound
// 61–62 (0 for an empty slot), pv 63.
fn pack(entry: &Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
    u64::from(entry.mv.map_or(0, Move::bits))
        | u64::from(entry.score as i16 as u16) << 16
        | u64::from(eval as u16) << 32
        | u64::from(entry.depth as u8) << 48
        | u64::from(age) << 56
        | bound << 61
        | u64::from(entry.pv) << 63
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 61 & 3 {
        0 => return None,
        1 => Bound::Exact,
        2 => Bound::Lower,
        _ => Bound::Upper,
    };
    let eval = (data >> 32) as i16;
    Some(Entry {
        mv: Move::from_bits(data as u16),
        score: Score::from((data >> 16) as i16),
        eval: (eval != NO_EVAL).then_some(Score::from(eval)),
        depth: depth_of(data),
        bound,
        pv: data >> 63 != 0,
    })
}

const fn depth_of(data: u64) -> i32 {
    (data >> 48) as u8 as i32
}

const fn age_of(data: u64) -> u8 {
    (data >> 56) as u8 & (AGES - 1)
}

impl TranspositionTable {
    /// An empty table of `mib` MiB, at least 1.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(mib: usize) -> io::Result<Self> {
        // More bytes than there are addresses on this machine.
        let bytes = mib.max(1).checked_mul(1 << 20).ok_or(io::ErrorKind::OutOfMemory)?;
        let buckets = ZeroedSlice::new(bytes / size_of::<Bucket>())?;
        Ok(Self { buckets, age: 0, contempt_key: 0 })
    }

    /// The size in MiB.
    pub fn mib(&self) -> usize {
        size_of_val(self.buckets()) >> 20
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.age = 0;
        self.buckets.clear();
    }

    #[inline]
    fn buckets(&self) -> &[Bucket] {
        self.buckets.as_slice()
    }

    /// Begins a search: entries of earlier searches are replaced first, and those of searches with
    /// another contempt are not found.
    pub(super) fn new_search(&mut self, contempt: Contempt) {
        self.age = (self.age + 1) % AGES;
        self.contempt_key = (contempt.id() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    /// The bucket of a key, to which the key of the contempt has been XORed.
    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        bucket(self.buckets(), key)
    }

    /// Fetches buckets of keys that have a part in common: each is XORed with `common`.
    #[inline]
    pub(super) fn prefetcher(&self, common: u64) -> Prefetcher<'_> {
        Prefetcher { buckets: self.buckets(), common: common ^ self.contempt_key }
    }

    /// Fetches the bucket of a key into the cache, for a probe that follows soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        self.prefetcher(0).prefetch(key);
    }

    /// The entry of the position with this key, `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let key = key ^ self.contempt_key;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                let mut entry = unpack(data)?;
                entry.score = from_tt(entry.score, ply);
                return Some(entry);
            }
        }
        None
    }

    /// Stores an entry in place of the same position's entry, or of the least valuable one of its
    /// bucket.
    pub fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let key = key ^ self.contempt_key;
        let mut victim = None;
        let mut lowest = i32::MAX;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                if entry.mv.is_none() {
                    entry.mv = Move::from_bits(data as u16);
                }
                // A much deeper bound of this search is worth more than a shallow one.
                let current = age_of(data) == self.age;
                let much_deeper = entry.depth + params::tt_depth_margin() < depth_of(data);
                if current && entry.bound != Bound::Exact && much_deeper {
                    return;
                }
                victim = Some(slot);
                break;
            }
            let staleness = (AGES + self.age - age_of(data)) % AGES;
            let worth = match data {
                EMPTY => i32::MIN,
                _ => depth_of(data) - params::tt_age_weight() * i32::from(staleness),
            };
            if worth < lowest {
                lowest = worth;
                victim = Some(slot);
            }
        }
        if let Some(slot) = victim {
            entry.score = to_tt(entry.score, ply);
            let data = pack(&entry, self.age);
            slot.data.store(data, Relaxed);
            slot.check.store(key ^ data, Relaxed);
        }
    }

    /// The share of slots filled by the current search, in thousandths, from a sample.
    pub fn hashfull(&self) -> u32 {
        let sample = self.buckets().len().min(250);
        let slots = self.buckets()[..sample].iter().flat_map(|bucket| &bucket.0);
        let used = slots.filter(|slot| {
            let data = slot.data.load(Relaxed);
            unpack(data).is_some() && age_of(data) == self.age
        });
        (used.count() * 1000 / (sample * BUCKET)) as u32
    }
}

#[inline]
fn bucket(buckets: &[Bucket], key: u64) -> &Bucket {
    &buckets[high_product(key, buckets.len())]
}

/// The upper 64 bits of the product.
#[inline]
fn high_product(key: u64, len: usize) -> usize {
    // WebAssembly has no wide product.
    if cfg!(target_pointer_width = "32") {
        high_product_by_parts(key, len as u32) as usize
    } else {
        ((u128::from(key) * len as u128) >> 64) as usize
    }
}

#[inline]
fn high_product_by_parts(key: u64, len: u32) -> u32 {
    let (high, low, len) = (key >> 32, key & 0xFFFF_FFFF, u64::from(len));
    ((high * len + ((low * len) >> 32)) >> 32) as u32
}

/// Fetches buckets of a table into the cache.
#[derive(Clone, Copy)]
pub(super) struct Prefetcher<'a> {
    buckets: &'a [Bucket],
    // XORed to all keys.
    common: u64,
}

impl Prefetcher<'_> {
    /// Fetches the bucket of a key, for a probe that follows soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        let key = key ^ self.common;
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = std::ptr::from_ref(bucket(self.buckets, key));
            // SAFETY: prefetching only hints, and the address is that of a live bucket.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(target_arch = "aarch64")]
        {
            let bucket = std::ptr::from_ref(bucket(self.buckets, key));
            // SAFETY: prefetching only hints, and the address is that of a live bucket.
            unsafe {
                std::arch::asm!(
                    "prfm pldl1keep, [{bucket}]",
                    bucket = in(reg) bucket,
                    options(nostack, preserves_flags, readonly),
                );
            }
        }
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        let _ = (self.buckets, key);
    }
}

/// Mate and tablebase scores count plies: from the root in the search, from the node in the table.
const fn to_tt(score: Score, ply: usize) -> Score {
    if score >= DECIDED_BOUND {
        score + ply as Score
    } else if score <= -DECIDED_BOUND {
        score - ply as Score
    } else {
        score
    }
}

const fn from_tt(score: Score, ply: usize) -> Score {
    if score >= DECIDED_BOUND {
        score - ply as Score
    } else if score <= -DECIDED_BOUND {
        score + ply as Score
    } else {
        score
    }
}

/// Plies left of board's honour from which on each ply of the count has its own entries. In pieces'
/// honour each ply always has.
const EXACT_FROM: u16 = 40;
/// Plies of an early board's honour that share entries.
const SHARED_PLIES: u16 = 16;

/// The key of a position in the table: that of the position and the count. A score from early in
/// the count does not hold near its end.
#[inline]
pub fn key(position: &Position) -> u64 {
    position.key() ^ count_key(position.count(), position.has_bare_side())
}

/// The key after a legal move, without making the move. It is wrong where the move starts or ends
/// a count, bares a side, or where the count runs out: good enough to prefetch by.
#[inline]
pub(super) fn key_after(position: &Position, mv: Move) -> u64 {
    position.key_after(mv, position.details(mv)) ^ count_key_after(position)
}

/// The part of [`key_after`] that is the same for all moves.
#[inline]
pub(super) fn count_key_after(position: &Position) -> u64 {
    let mut count = position.count();
    count.ply = count.ply.saturating_add(u16::from(count.is_running()));
    count_key(count, position.has_bare_side())
}

/// Whether other plies of the count have the same key.
#[inline]
pub(super) fn is_count_shared(position: &Position) -> bool {
    is_shared(position.count(), position.has_bare_side())
}

#[inline]
const fn is_shared(count: Count, pieces_honour: bool) -> bool {
    count.is_running() && !pieces_honour && count.limit.saturating_sub(count.ply) > EXACT_FROM
}

/// The key of a count; 0 if none is running.
fn count_key(count: Count, pieces_honour: bool) -> u64 {
    if !count.is_running() {
        return 0;
    }
    // The parity tells which side counts.
    let ply = if is_shared(count, pieces_honour) {
        count.ply / SHARED_PLIES * SHARED_PLIES + count.ply % 2
    } else {
        count.ply
    };
    let counted = u64::from(count.limit) << 16 | u64::from(ply);
    (counted + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
}

#[cfg(test)]
mod tests {
    use super::super::limits::Limits;
    use super::*;
    use crate::score::mate_in;
    use makruk::movegen;
    use makruk::notation::fen;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn entry(score: Score, depth: i32, bound: Bound) -> Entry {
        Entry { mv: Move::from_bits(0x123), score, eval: Some(-77), depth, bound, pv: true }
    }

    #[test]
    fn products_by_parts_are_those_of_wide_numbers() {
        let mut rng = StdRng::seed_from_u64(1);
        for (key, len) in (0..10_000).map(|_| rng.random()).chain([(u64::MAX, u32::MAX), (0, 0)]) {
            let wide = high_product(key, len as usize);
            assert_eq!(high_product_by_parts(key, len) as usize, wide, "{key} {len}");
        }
    }

    #[test]
    fn what_is_stored_comes_back() {
        let table = TranspositionTable::new(1).expect("memory");
        let stored = entry(-31, 200, Bound::Upper);
        table.store(42, 3, stored);
        assert_eq!(table.probe(42, 3), Some(stored));
        assert_eq!(table.probe(43, 3), None);
        let in_check = Entry { eval: None, mv: None, ..stored };
        table.store(44, 0, in_check);
        assert_eq!(table.probe(44, 0), Some(in_check));
    }

    #[test]
    fn searches_with_another_contempt_have_their_own_entries() {
        let mut table = TranspositionTable::new(1).expect("memory");
        let stored = entry(-50, 9, Bound::Exact);
        let root = Position::start(Default::default(), Default::default());
        let contempt = |contempt| Contempt::new(&Limits { contempt, ..Limits::default() }, &root);
        table.new_search(contempt(50));
        table.store(42, 3, stored);
        for other in [0, -50, 49] {
            table.new_search(contempt(other));
            assert_eq!(table.probe(42, 3), None, "{other}");
        }
        table.new_search(contempt(50));
        assert_eq!(table.probe(42, 3), Some(stored));
    }

    #[test]
    fn mates_are_counted_from_the_node() {
        let table = TranspositionTable::new(1).expect("memory");
        table.store(7, 4, entry(mate_in(9), 5, Bound::Exact));
        assert_eq!(table.probe(7, 2).map(|entry| entry.score), Some(mate_in(7)));
        table.store(8, 4, entry(-mate_in(9), 5, Bound::Exact));
        assert_eq!(table.probe(8, 2).map(|entry| entry.score), Some(-mate_in(7)));
        // Wins by tables count the plies to their conversion.
        table.store(9, 4, entry(29_990, 5, Bound::Exact));
        assert_eq!(table.probe(9, 2).map(|entry| entry.score), Some(29_992));
    }

    #[test]
    fn the_key_after_a_move_is_that_of_the_position_after_it() {
        for text in [
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
            "4k3/8/2n1p3/1P2P3/8/8/3K4/4R3 w - - 0 30",
            "8/2k5/8/3n4/8/1R1K4/8/3S4 w - 128 13 1",
            "8/2k5/8/3n4/8/1R1K4/8/3S4 b - 128 104 1",
            "8/2k5/8/8/8/1R1K4/8/3S4 w - 44 9 1",
        ] {
            let position = fen::parse(text, Default::default(), Default::default());
            let position = position.expect("a FEN");
            for mv in movegen::legal_moves(&position) {
                assert_eq!(key_after(&position, mv), key(&position.play_unchecked(mv)), "{text}");
            }
        }
    }

    #[test]
    fn an_empty_table_knows_nothing_even_of_key_zero() {
        assert_eq!(TranspositionTable::new(1).expect("memory").probe(0, 0), None);
    }
}
