//! Attacks of all men except ruea: from tables for a single square, by shifts for a set.

use crate::types::{Bitboard, Color, Square};

type Steps = &'static [(i8, i8)];

const DIAGONAL_STEPS: Steps = &[(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KING_STEPS: Steps = &[(1, 1), (1, 0), (1, -1), (0, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];
const KNIGHT_STEPS: Steps =
    &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
// [color]
const KHON_STEPS: [Steps; 2] =
    [&[(1, 1), (1, -1), (-1, 1), (-1, -1), (0, 1)], &[(1, 1), (1, -1), (-1, 1), (-1, -1), (0, -1)]];
// [color]
const PAWN_STEPS: [Steps; 2] = [&[(1, 1), (-1, 1)], &[(1, -1), (-1, -1)]];

// All [square], or [color][square].
static MET: [Bitboard; 64] = table(DIAGONAL_STEPS);
static KING: [Bitboard; 64] = table(KING_STEPS);
static KNIGHT: [Bitboard; 64] = table(KNIGHT_STEPS);
static KHON: [[Bitboard; 64]; 2] = [table(KHON_STEPS[0]), table(KHON_STEPS[1])];
static PAWN: [[Bitboard; 64]; 2] = [table(PAWN_STEPS[0]), table(PAWN_STEPS[1])];

const fn table(steps: Steps) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let mut step = 0;
        while step < steps.len() {
            let (files, ranks) = steps[step];
            if let Some(to) = Square::from_index(index as u8).offset(files, ranks) {
                table[index].0 |= to.bitboard().0;
            }
            step += 1;
        }
        index += 1;
    }
    table
}

/// Squares that a bia of `color` on `square` attacks: diagonally forward.
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Squares that a met on `square` attacks: one step diagonally.
#[inline]
pub fn met(square: Square) -> Bitboard {
    MET[square.index()]
}

/// Squares that a khon of `color` on `square` attacks: as a met, and one step straight forward. The
/// squares *from which* a khon of `color` attacks `square` are `khon(!color, square)`.
#[inline]
pub fn khon(color: Color, square: Square) -> Bitboard {
    KHON[color.index()][square.index()]
}

/// Squares that a ma on `square` attacks.
#[inline]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Squares that a khun on `square` attacks.
#[inline]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Squares attacked by any bia of `color` among `pawns`.
#[inline]
pub const fn pawn_set(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    Bitboard(ahead.shift(-1, 0).0 | ahead.shift(1, 0).0)
}

/// Squares attacked by any of `mets`.
#[inline]
pub const fn met_set(mets: Bitboard) -> Bitboard {
    let sides = mets.shift(-1, 0).0 | mets.shift(1, 0).0;
    Bitboard(sides << 8 | sides >> 8)
}

/// Squares attacked by any khon of `color` among `khons`.
#[inline]
pub const fn khon_set(color: Color, khons: Bitboard) -> Bitboard {
    Bitboard(met_set(khons).0 | khons.forward(color).0)
}

/// Squares attacked by any of `knights`.
#[inline]
pub const fn knight_set(knights: Bitboard) -> Bitboard {
    let one = knights.shift(-1, 0).0 | knights.shift(1, 0).0;
    let two = knights.shift(-1, 0).shift(-1, 0).0 | knights.shift(1, 0).shift(1, 0).0;
    Bitboard(one << 16 | one >> 16 | two << 8 | two >> 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_agree_with_single_squares() {
        for square in Square::all() {
            let alone = square.bitboard();
            assert_eq!(met_set(alone), met(square));
            assert_eq!(knight_set(alone), knight(square));
            for color in Color::ALL {
                assert_eq!(pawn_set(color, alone), pawn(color, square));
                assert_eq!(khon_set(color, alone), khon(color, square));
            }
        }
    }

    #[test]
    fn a_khon_is_attacked_from_where_the_other_colours_khon_would_attack() {
        for from in Square::all() {
            for to in Square::all() {
                let attacks = khon(Color::White, from).contains(to);
                assert_eq!(attacks, khon(Color::Black, to).contains(from));
            }
        }
    }
}
