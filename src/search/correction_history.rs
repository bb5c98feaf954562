//! Correction history: the average error of the static evaluation in similar positions: those with
//! the same bia, the same minor pieces, or the same pieces of one side.

use super::params;
use crate::position::Position;
use crate::types::{Bitboard, Color, Piece, Score};

/// Entries of each table.
const SIZE: usize = 16_384;
/// Stored corrections are centipawns times this.
const GRAIN: i32 = 128;
/// Number of features of a position that select a correction.
const FEATURES: usize = 4;
/// Stored corrections are moving averages: a new error counts as much as its rate of this.
const FULL_RATE: i32 = 256;

/// The correction history of one thread.
#[derive(Debug)]
pub(super) struct CorrectionHistory {
    // [side to move][feature][hash of the feature]
    tables: Vec<[[i16; SIZE]; FEATURES]>,
}

impl CorrectionHistory {
    pub(super) fn new() -> Self {
        Self { tables: vec![[[0; SIZE]; FEATURES]; 2] }
    }

    /// The correction to add to the static evaluation, in centipawns.
    #[inline]
    pub(super) fn of(&self, position: &Position) -> Score {
        let tables = &self.tables[position.to_move().index()];
        let sum: i32 = std::iter::zip(tables, slots(position))
            .map(|(table, slot)| i32::from(table[slot]))
            .sum();
        sum * params::correction_weight() / (100 * GRAIN * 2)
    }

    /// Adds an observation: a search of this depth returned `error` centipawns more than the static
    /// evaluation.
    pub(super) fn update(&mut self, position: &Position, depth: i32, error: Score) {
        let tables = &mut self.tables[position.to_move().index()];
        let rate = (depth + 1).min(params::correction_max_rate());
        let limit = params::correction_max() * GRAIN;
        let target = (error * GRAIN).clamp(-limit, limit);
        for (table, slot) in std::iter::zip(tables, slots(position)) {
            let old = i32::from(table[slot]);
            table[slot] = ((old * (FULL_RATE - rate) + target * rate) / FULL_RATE) as i16;
        }
    }
}

fn slots(position: &Position) -> [usize; FEATURES] {
    let side = |color: Color| {
        let of = |piece| position.men(color, piece);
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

/// Odd numbers without a pattern: the first 64 binary digits of the golden ratio and of the roots of
/// 2, 3 and 5, the last digit set.
const FACTORS: [u64; 4] =
    [0x9E37_79B9_7F4A_7C15, 0xB504_F333_F9DE_6485, 0xDDB3_D742_C265_539D, 0x8F1B_BCDC_BFA5_3E0B];

/// A hash of at most four sets of squares.
#[inline]
fn slot<const N: usize>(sets: [Bitboard; N]) -> usize {
    // Products that do not wait for each other; their upper bits depend on every square.
    let products = sets.iter().zip(FACTORS).map(|(set, factor)| set.0.wrapping_mul(factor));
    let hash = products.fold(0, u64::wrapping_add);
    (hash >> (u64::BITS - SIZE.ilog2())) as usize
}
