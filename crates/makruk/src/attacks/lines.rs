//! Ranks and files through two squares, for pins and blocks.

use crate::types::{Bitboard, Square};

// [from][to]
static BETWEEN: [[Bitboard; 64]; 64] = between_table();

const fn between_table() -> [[Bitboard; 64]; 64] {
    const STEPS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (files, ranks) = STEPS[direction];
            let mut passed = 0;
            let mut at = Square::from_index(from as u8);
            while let Some(next) = at.offset(files, ranks) {
                table[from][next.index()] = Bitboard(passed);
                passed |= next.bitboard().0;
                at = next;
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

// [square]
static LINES: [Bitboard; 64] = lines_table();

const fn lines_table() -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::from_index(index as u8);
        let both = Bitboard::rank(square.rank()).0 | Bitboard::file(square.file()).0;
        table[index] = Bitboard(both & !square.bitboard().0);
        index += 1;
    }
    table
}

/// The other squares of the rank and the file of a square: what a ruea attacks on an empty board.
#[inline]
pub fn lines(square: Square) -> Bitboard {
    LINES[square.index()]
}

/// The squares strictly between two squares of a rank or file; empty for other pairs.
#[inline]
pub fn between(from: Square, to: Square) -> Bitboard {
    BETWEEN[from.index()][to.index()]
}

/// The whole rank or file through two different squares; empty for other pairs.
#[inline]
pub fn line(from: Square, to: Square) -> Bitboard {
    if from.rank() == to.rank() {
        Bitboard::rank(from.rank())
    } else if from.file() == to.file() {
        Bitboard::file(from.file())
    } else {
        Bitboard::EMPTY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        let name = name.as_bytes();
        Square::from_chars(name[0], name[1]).expect("a square")
    }

    #[test]
    fn a_ruea_attacks_its_lines_on_an_empty_board() {
        for square in Square::all() {
            assert_eq!(lines(square), crate::attacks::rook(square, Bitboard::EMPTY), "{square}");
        }
    }

    #[test]
    fn lines_connect_squares_of_a_rank_or_file_only() {
        let (a1, a4, d4, h8) = (square("a1"), square("a4"), square("d4"), square("h8"));
        assert_eq!(between(a1, a4), [square("a2"), square("a3")].into_iter().collect());
        assert_eq!(between(a4, d4), between(d4, a4));
        assert_eq!(between(a1, h8), Bitboard::EMPTY);
        assert_eq!(line(a1, a4), Bitboard::FILE_A);
        assert_eq!(line(a4, d4), Bitboard::rank(3));
        assert_eq!(line(a1, d4), Bitboard::EMPTY);
    }
}
