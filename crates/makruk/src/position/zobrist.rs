//! Zobrist keys: a random number for each man on each square, computed at compile time.

use crate::types::{Color, Piece, Square};

struct Keys {
    // [color][piece][square]
    men: [[[u64; 64]; Piece::COUNT]; 2],
    black_to_move: u64,
}

static KEYS: Keys = keys();

/// SplitMix64 (Steele, Lea and Flood, 2014).
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn keys() -> Keys {
    let mut state = 0x5A6B_6469_2568;
    let mut men = [[[0; 64]; Piece::COUNT]; 2];
    let mut color = 0;
    while color < 2 {
        let mut piece = 0;
        while piece < Piece::COUNT {
            let mut square = 0;
            while square < 64 {
                men[color][piece][square] = split_mix(&mut state);
                square += 1;
            }
            piece += 1;
        }
        color += 1;
    }
    Keys { men, black_to_move: split_mix(&mut state) }
}

/// The key of a man on a square.
#[inline]
pub(super) fn man(color: Color, piece: Piece, square: Square) -> u64 {
    KEYS.men[color.index()][piece.index()][square.index()]
}

/// The keys after the moves of a man that capture nothing, by the square it moves to.
#[derive(Clone, Copy)]
pub struct KeysAfter {
    // What all of them have in common.
    common: u64,
    // [square]
    to: &'static [u64; 64],
}

impl KeysAfter {
    /// The key after the move to a square.
    #[inline]
    pub fn to(&self, square: Square) -> u64 {
        self.common ^ self.to[square.index()]
    }
}

/// The keys after the moves of a man from a square that capture nothing, where `key` is that of the
/// position.
#[inline]
pub(super) fn quiet_moves(key: u64, color: Color, piece: Piece, from: Square) -> KeysAfter {
    let to = &KEYS.men[color.index()][piece.index()];
    KeysAfter { common: key ^ to[from.index()] ^ KEYS.black_to_move, to }
}

/// The key of the side to move.
#[inline]
pub(super) const fn to_move(color: Color) -> u64 {
    match color {
        Color::White => 0,
        Color::Black => KEYS.black_to_move,
    }
}

#[cfg(test)]
mod tests {
    use super::{man, split_mix, to_move};
    use crate::position::Position;
    use crate::rules::{CountingRule, Variant};
    use crate::types::{Color, Move, Piece, Square};

    /// The first numbers of the published generator from the seed 1234567.
    #[test]
    fn the_keys_are_numbers_of_split_mix_64() {
        let mut state = 1_234_567;
        for expected in [6_457_827_717_110_365_317, 3_203_168_211_198_807_973] {
            assert_eq!(split_mix(&mut state), expected);
        }
    }

    /// Positions that differ in one man have different keys.
    #[test]
    fn every_man_on_every_square_has_a_key_of_its_own() {
        let mut keys = vec![to_move(Color::White), to_move(Color::Black)];
        for color in Color::ALL {
            for piece in Piece::ALL {
                keys.extend(Square::all().map(|square| man(color, piece, square)));
            }
        }
        keys.sort_unstable();
        let count = keys.len();
        keys.dedup();
        assert_eq!((keys.len(), count), (count, 2 + 2 * Piece::COUNT * Square::COUNT));
    }

    /// The key of a quiet move is what it changes, in both directions.
    #[test]
    fn a_quiet_move_changes_the_key_by_its_own() {
        let start = Position::start(Variant::Makruk, CountingRule::MAKRUK);
        let (b1, d2) = (Square::new(1, 0), Square::new(3, 1));
        let after = start.play_unchecked(Move::new(b1, d2).expect("two squares"));
        let change = start.key() ^ after.key();
        assert_ne!(change, 0);
        for (from, to) in [(b1, d2), (d2, b1)] {
            assert_eq!(Position::quiet_move_key(Color::White, Piece::Knight, from, to), change);
        }
        assert_eq!(start.keys_after_quiets(Piece::Knight, b1).to(d2), after.key());
    }
}
