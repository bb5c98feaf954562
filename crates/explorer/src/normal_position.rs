//! Positions up to mirror images.

use makruk::position::Position;
use makruk::rules::Variant;
use makruk::types::{Bitboard, Color, Move, Piece, Square};
use std::fmt;
use xxhash_rust::xxh3::xxh3_64;

/// The key of a position up to mirror images: a hash of the men, the side to move and the variant. It does
/// not depend on the count, nor on which mets are bia ngai. Files hold it, so it never changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionKey(pub u64);

impl fmt::Debug for PositionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// A position as it is seen from the side to move, in that one of its two mirror images by files that comes
/// first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NormalPosition {
    key: PositionKey,
    swaps_sides: bool,
    flips_files: bool,
}

/// The men, `[mover, other side][kind]`.
type Men = [[Bitboard; Piece::COUNT]; 2];

impl NormalPosition {
    /// The normal form of a position.
    ///
    /// ```
    /// use makruk::{notation::{coordinate, san}, position::Position};
    /// use sakdi_explorer::NormalPosition;
    /// let start = Position::start(Default::default(), Default::default());
    /// let after = start.play_unchecked(san::parse(&start, "e4")?);
    /// // Black sees the board after e3e4 as White does after d6d5: d6d5 is e3e4 turned by half.
    /// assert_ne!(NormalPosition::of(&start).key(), NormalPosition::of(&after).key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(position: &Position) -> Self {
        let mover = position.to_move();
        let swaps_sides = mover == Color::Black;
        let seen = |men: Bitboard| if swaps_sides { men.flip_ranks() } else { men };
        let men: Men =
            [mover, !mover].map(|color| Piece::ALL.map(|piece| seen(position.men(color, piece))));
        let mirrored: Men = men.map(|side| side.map(flip_files));
        let raw = |men: &Men| men.map(|side| side.map(|men| men.0));
        let (straight, reversed) = (raw(&men), raw(&mirrored));
        let flips_files = reversed < straight;
        Self {
            key: key(if flips_files { &reversed } else { &straight }, position.variant()),
            swaps_sides,
            flips_files,
        }
    }

    /// Its key.
    pub const fn key(&self) -> PositionKey {
        self.key
    }

    /// A move of the position as it is in the normal form, and the other way round: each reflection is its
    /// own inverse, and they commute.
    ///
    /// No position is its own mirror image, since a khun stands on one of eight files. So no two moves become
    /// one.
    pub fn reflected(&self, mv: Move) -> Move {
        let map = |square: Square| {
            let square = if self.swaps_sides { square.flip_ranks() } else { square };
            if self.flips_files { square.flip_files() } else { square }
        };
        Move::new(map(mv.from()), map(mv.to()))
            .unwrap_or_else(|| unreachable!("different squares stay different"))
    }
}

fn flip_files(men: Bitboard) -> Bitboard {
    // A turn by half and a reflection of the ranks.
    Bitboard(men.0.reverse_bits()).flip_ranks()
}

fn key(men: &[[u64; Piece::COUNT]; 2], variant: Variant) -> PositionKey {
    let mut bytes = [0; 2 * Piece::COUNT * 8 + 1];
    let boards = men.iter().flatten().flat_map(|men| men.to_le_bytes());
    bytes.iter_mut().zip(boards).for_each(|(byte, value)| *byte = value);
    bytes[2 * Piece::COUNT * 8] = match variant {
        Variant::Makruk => 0,
        Variant::Makpong => 1,
    };
    PositionKey(xxh3_64(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::movegen::legal_moves;
    use makruk::notation::fen;

    fn position(text: &str) -> Position {
        fen::parse(text, Variant::Makruk, Default::default()).expect("a FEN")
    }

    /// A lone ruea in the four ways in which it is the same.
    const IMAGES: [&str; 4] = [
        "4k3/8/8/8/8/8/1R6/3K4 w - - 0 1",
        "3k4/8/8/8/8/8/6R1/4K3 w - - 0 1",
        "3k4/1r6/8/8/8/8/8/4K3 b - - 0 1",
        "4k3/6r1/8/8/8/8/8/3K4 b - - 0 1",
    ];

    #[test]
    fn mirror_images_are_the_same() {
        let keys = IMAGES.map(|text| NormalPosition::of(&position(text)).key());
        assert!(keys.iter().all(|&key| key == keys[0]), "{keys:?}");
        for other in [
            "4k3/8/8/8/8/8/1R6/3K4 b - - 0 1",
            "4k3/8/8/8/8/8/1r6/3K4 w - - 0 1",
            "4k3/8/8/8/8/1R6/8/3K4 w - - 0 1",
        ] {
            assert_ne!(NormalPosition::of(&position(other)).key(), keys[0], "{other}");
        }
        let makpong = fen::parse(IMAGES[0], Variant::Makpong, Default::default()).expect("a FEN");
        assert_ne!(NormalPosition::of(&makpong).key(), keys[0]);
    }

    #[test]
    fn a_move_goes_to_the_normal_form_and_back() {
        let mut normal_moves = Vec::new();
        for text in IMAGES {
            let position = position(text);
            let normal = NormalPosition::of(&position);
            let moves = legal_moves(&position);
            let mut seen: Vec<Move> = moves.iter().map(|&mv| normal.reflected(mv)).collect();
            assert!(moves.iter().zip(&seen).all(|(&mv, &seen)| normal.reflected(seen) == mv));
            seen.sort();
            normal_moves.push(seen);
        }
        assert!(normal_moves.iter().all(|moves| *moves == normal_moves[0]));
    }

    /// Files hold the keys.
    #[test]
    fn keys_never_change() {
        let start = Position::start(Variant::Makruk, Default::default());
        assert_eq!(format!("{:?}", NormalPosition::of(&start).key()), "88a652b633db318c");
    }
}
