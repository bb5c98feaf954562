//! Correction history: the average error of the static evaluation in similar positions: those with
//! the same bia, the same minor pieces, or the same pieces of one side.
//!
//! It learns from the error that the corrected evaluation still has. So it never corrects all of a constant
//! error: with a weight of 100, two thirds.

use super::params;
use crate::Score;
use makruk::position::Position;
use makruk::types::{Bitboard, Color, Piece};
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

/// Entries for each side and feature, for each thread. More would not fit into the L1 cache.
const SIZE: usize = 2_048;
/// Stored corrections are centipawns times this.
const GRAIN: i32 = 128;
/// Number of features of a position that select a correction.
const FEATURES: usize = 4;
/// Stored corrections are moving averages: `(old · (FULL_RATE − rate) + error · rate) / FULL_RATE`.
const FULL_RATE: i32 = 256;

/// The correction history of all threads: each learns from the positions of the others. It grows with
/// the number of threads, which fill it faster. An update that another thread overwrites is lost.
#[derive(Debug)]
pub(super) struct CorrectionHistory {
    // [side to move][feature][hash of the feature]
    entries: Box<[AtomicI16]>,
    // Number of bits of the hash.
    bits: u32,
}

impl CorrectionHistory {
    /// A history without corrections for this number of threads, at least one.
    pub(super) fn new(threads: usize) -> Self {
        let size = SIZE * threads.next_power_of_two();
        let zeros = std::iter::repeat_with(AtomicI16::default).take(2 * FEATURES * size);
        Self { entries: zeros.collect(), bits: size.ilog2() }
    }

    /// Forgets all corrections.
    pub(super) fn clear(&mut self) {
        self.entries.fill_with(AtomicI16::default);
    }

    /// The correction to add to the static evaluation, in centipawns.
    #[inline]
    pub(super) fn of(&self, position: &Position) -> Score {
        let sum: i32 =
            self.entries(position).map(|entry| i32::from(entry.load(Relaxed))).iter().sum();
        sum * params::correction_weight() / (100 * GRAIN * 2)
    }

    /// Adds an observation: a search of this depth returned `error` centipawns more than the corrected
    /// static evaluation.
    pub(super) fn update(&self, position: &Position, depth: i32, error: Score) {
        let rate = (depth + 1).min(params::correction_max_rate());
        let limit = params::correction_max() * GRAIN;
        let target = (error * GRAIN).clamp(-limit, limit);
        for entry in self.entries(position) {
            let old = i32::from(entry.load(Relaxed));
            entry.store(((old * (FULL_RATE - rate) + target * rate) / FULL_RATE) as i16, Relaxed);
        }
    }

    /// The entries of the features of a position.
    #[inline]
    fn entries(&self, position: &Position) -> [&AtomicI16; FEATURES] {
        let first = position.to_move().index() * FEATURES;
        let hashes = hashes(position);
        std::array::from_fn(|feature| {
            let slot = (hashes[feature] >> (u64::BITS - self.bits)) as usize;
            &self.entries[((first + feature) << self.bits) + slot]
        })
    }
}

/// Hashes of the features of a position; their upper bits are the best.
#[inline]
fn hashes(position: &Position) -> [u64; FEATURES] {
    let side = |color: Color| {
        let of = |piece| position.men(color, piece);
        hash([
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
        hash([pawns & white, pawns & black]),
        hash([minors & white, minors & black, knights & white, knights & black]),
        side(Color::White),
        side(Color::Black),
    ]
}

/// Odd numbers without a pattern: the first 64 bits of the golden ratio and of the roots of
/// 2, 3 and 5, the last digit set.
const FACTORS: [u64; 4] =
    [0x9E37_79B9_7F4A_7C15, 0xB504_F333_F9DE_6485, 0xDDB3_D742_C265_539D, 0x8F1B_BCDC_BFA5_3E0B];

/// A hash of at most four sets of squares.
#[inline]
fn hash<const N: usize>(sets: [Bitboard; N]) -> u64 {
    // Products that do not wait for each other; their upper bits depend on every square.
    let products = sets.iter().zip(FACTORS).map(|(set, factor)| set.0.wrapping_mul(factor));
    products.fold(0, u64::wrapping_add)
}
