//! Correction history: how far static evaluation has been off in positions that look alike, by
//! their bia, their minor men, and each side's men but bia.

use super::params;
use crate::position::Position;
use crate::types::{Bitboard, Color, Piece, Score};

/// Entries of each table.
const SIZE: usize = 16_384;
/// Stored corrections are centipawns times this.
const GRAIN: i32 = 128;
/// Largest stored correction.
const LIMIT: i32 = 96 * GRAIN;
/// Aspects of a position that corrections go by.
const ASPECTS: usize = 4;

#[derive(Debug)]
pub(super) struct Corrections {
    // [side to move][aspect][hash of the aspect]
    tables: Vec<[[i16; SIZE]; ASPECTS]>,
}

impl Corrections {
    pub(super) fn new() -> Self {
        Self { tables: vec![[[0; SIZE]; ASPECTS]; 2] }
    }

    /// What to add to the static evaluation, in centipawns.
    #[inline]
    pub(super) fn of(&self, position: &Position) -> Score {
        let tables = &self.tables[position.to_move().index()];
        let sum: i32 = std::iter::zip(tables, slots(position))
            .map(|(table, slot)| i32::from(table[slot]))
            .sum();
        sum * params::correction_weight() / (100 * GRAIN * 2)
    }

    /// Learns that a search of this depth found `error` centipawns more than the evaluation.
    pub(super) fn learn(&mut self, position: &Position, depth: i32, error: Score) {
        let tables = &mut self.tables[position.to_move().index()];
        let weight = (depth + 1).min(16);
        let target = (error * GRAIN).clamp(-LIMIT, LIMIT);
        for (table, slot) in std::iter::zip(tables, slots(position)) {
            let old = i32::from(table[slot]);
            table[slot] = ((old * (256 - weight) + target * weight) / 256) as i16;
        }
    }
}

fn slots(position: &Position) -> [usize; ASPECTS] {
    let side = |color: Color| {
        let men = position.color(color);
        let of = |piece| men & position.piece(piece);
        slot([
            of(Piece::Met) | of(Piece::King),
            of(Piece::Khon),
            of(Piece::Knight),
            of(Piece::Rook),
        ])
    };
    let minors = position.piece(Piece::Khon) | position.piece(Piece::Met);
    let (white, black) = (position.color(Color::White), position.color(Color::Black));
    let knights = position.piece(Piece::Knight);
    let pawns = position.piece(Piece::Pawn);
    [
        slot([pawns & white, pawns & black]),
        slot([minors & white, minors & black, knights & white, knights & black]),
        side(Color::White),
        side(Color::Black),
    ]
}

/// A hash of some sets of squares.
#[inline]
fn slot<const N: usize>(sets: [Bitboard; N]) -> usize {
    let hash = sets.iter().fold(0_u64, |hash, set| {
        (hash.rotate_left(23) ^ set.0).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    });
    (hash >> 50) as usize % SIZE
}
