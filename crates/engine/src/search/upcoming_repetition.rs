//! Detection of upcoming repetitions: whether a side can repeat a position with its next move. The
//! difference between the keys of two positions is looked up among the keys of all reversible moves
//! (M. N. J. van Kervinck, "A new algorithm to detect upcoming repetitions", 2014).

use super::repetition::Path;
use makruk::attacks;
use makruk::movegen;
use makruk::position::Position;
use makruk::types::{Bitboard, Color, Move, Piece, Square};
use std::sync::LazyLock;

const SIZE: usize = 8192;

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    from: u8,
    to: u8,
}

/// A cuckoo table: each key lies in one of its two slots.
struct CuckooTable {
    slots: Vec<Slot>,
    // One bit for each value of some bits of a key: set if the table has such a key. Few
    // other keys pass, and unlike the slots the filter stays in the L1 cache.
    filter: Vec<u64>,
}

/// Number of bits of the filter: 8 KiB, of which 3 % are set.
const FILTER_BITS: usize = 1 << 16;

/// The word of a key in the filter, and its bit.
const fn filter_place(key: u64) -> (usize, u64) {
    let bit = (key >> 32) as usize % FILTER_BITS;
    (bit / 64, 1 << (bit % 64))
}

const fn first_index(key: u64) -> usize {
    key as usize % SIZE
}

const fn second_index(key: u64) -> usize {
    (key >> 16) as usize % SIZE
}

static CUCKOO: LazyLock<CuckooTable> = LazyLock::new(|| {
    let mut table =
        CuckooTable { slots: vec![Slot::default(); SIZE], filter: vec![0; FILTER_BITS / 64] };
    for color in Color::ALL {
        for piece in [Piece::Met, Piece::Khon, Piece::Knight, Piece::Rook, Piece::King] {
            for from in Square::all() {
                let reached = attacks::attacks(piece, color, from, Bitboard::EMPTY);
                // A khon cannot take a step forward back.
                let back = attacks::attacks(piece, !color, from, Bitboard::EMPTY);
                for to in (reached & back).filter(|&to| to > from) {
                    let key = Position::quiet_move_key(color, piece, from, to);
                    table.insert(Slot { key, from: from.index() as u8, to: to.index() as u8 });
                }
            }
        }
    }
    table
});

impl CuckooTable {
    fn insert(&mut self, mut slot: Slot) {
        let (word, bit) = filter_place(slot.key);
        self.filter[word] |= bit;
        let mut index = first_index(slot.key);
        while slot.key != 0 {
            std::mem::swap(&mut self.slots[index], &mut slot);
            index = if index == first_index(slot.key) {
                second_index(slot.key)
            } else {
                first_index(slot.key)
            };
        }
    }

    #[inline]
    fn find(&self, key: u64) -> Option<(Square, Square)> {
        let (word, bit) = filter_place(key);
        if self.filter[word] & bit == 0 {
            return None;
        }
        let slot = [first_index(key), second_index(key)].map(|index| self.slots[index]);
        let slot = slot.into_iter().find(|slot| slot.key == key)?;
        Some((Square::from_index(slot.from), Square::from_index(slot.to)))
    }
}

/// Whether the side to move has a move to a position that occurred since the root, or twice
/// before it.
pub(super) fn is_upcoming(position: &Position, path: &Path) -> bool {
    let key = position.key();
    let cuckoo = &*CUCKOO;
    path.drawing_keys(position).any(|earlier| {
        let Some((from, to)) = cuckoo.find(key ^ earlier) else { return false };
        // The piece is on one of the two squares. The move may be illegal: in Makpong a khun may
        // not move out of check.
        let is_legal =
            |from, to| Move::new(from, to).is_some_and(|mv| movegen::is_legal(position, mv));
        is_legal(from, to) || is_legal(to, from)
    })
}
