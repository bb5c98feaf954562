//! Whether a side can repeat a position with its next move. After Kervinck's "A new algorithm to
//! detect upcoming repetitions" (2014): the difference between two position keys, looked up among
//! the keys of all moves that can be undone by one.

use super::draws::Path;
use crate::attacks;
use crate::position::Position;
use crate::types::{Bitboard, Color, Piece, Square};
use std::sync::LazyLock;

const SIZE: usize = 8192;

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    from: u8,
    to: u8,
}

/// A cuckoo table: each key lies in one of its two slots.
struct Reversible {
    slots: Vec<Slot>,
}

const fn first(key: u64) -> usize {
    key as usize % SIZE
}

const fn second(key: u64) -> usize {
    (key >> 16) as usize % SIZE
}

static REVERSIBLE: LazyLock<Reversible> = LazyLock::new(|| {
    let mut table = Reversible { slots: vec![Slot::default(); SIZE] };
    for color in Color::ALL {
        for piece in [Piece::Met, Piece::Khon, Piece::Knight, Piece::Rook, Piece::King] {
            for from in Square::all() {
                let reached = attacks::attacks(piece, color, from, Bitboard::EMPTY);
                // A khon's straight step cannot be taken back.
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

impl Reversible {
    fn insert(&mut self, mut slot: Slot) {
        let mut index = first(slot.key);
        while slot.key != 0 {
            std::mem::swap(&mut self.slots[index], &mut slot);
            index = if index == first(slot.key) { second(slot.key) } else { first(slot.key) };
        }
    }

    #[inline]
    fn find(&self, key: u64) -> Option<(Square, Square)> {
        let slot = [first(key), second(key)].map(|index| self.slots[index]);
        let slot = slot.into_iter().find(|slot| slot.key == key)?;
        Some((Square::from_index(slot.from), Square::from_index(slot.to)))
    }
}

/// Whether the side to move has a move to a position that occurred since the root, or twice
/// before it.
pub(super) fn is_upcoming(position: &Position, path: &Path) -> bool {
    let reversible = path.reversible(position);
    if reversible < 3 {
        return false;
    }
    let occupied = position.occupied();
    let key = position.key();
    (3..=reversible).step_by(2).any(|back| {
        let Some((from, to)) = REVERSIBLE.find(key ^ path.key_back(back)) else { return false };
        let ours = position.color(position.to_move());
        (attacks::between(from, to) & occupied).is_empty()
            && (ours.contains(from) || ours.contains(to))
            && path.counts_as_draw(back)
    })
}
