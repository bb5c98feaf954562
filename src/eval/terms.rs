//! What the evaluation is made of: a flat list of terms, each a pair of weights (middlegame and
//! endgame), grouped by idea. One walk over the position ([`super::handcrafted::visit`]) says how
//! often each term applies; whoever listens makes a value, an explanation or a gradient of it.

use crate::types::{Color, Piece, Square};

/// A weight: middlegame in the upper half, endgame in the lower, so that both are summed at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Weight(pub i32);

/// The weight of a pair, in centipawns.
pub(super) const fn w(middlegame: i16, endgame: i16) -> Weight {
    Weight(((middlegame as i32) << 16) + endgame as i32)
}

impl Weight {
    pub(super) const fn middlegame(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }

    pub(super) const fn endgame(self) -> i32 {
        self.0 as i16 as i32
    }
}

/// A group of terms with one idea: where it begins in the list, and its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) start: usize,
    pub(super) len: usize,
    pub(super) name: &'static str,
}

macro_rules! groups {
    (@consts $start:expr;) => {
        /// Number of terms.
        pub(super) const COUNT: usize = $start;
    };
    (@consts $start:expr; $id:ident $len:expr, $name:literal; $($rest:tt)*) => {
        pub(super) const $id: Group = Group { start: $start, len: $len, name: $name };
        groups!(@consts $id.start + $id.len; $($rest)*);
    };
    ($($id:ident $len:expr, $name:literal;)*) => {
        groups!(@consts 0; $($id $len, $name;)*);
        /// Every group, in the order of the list.
        pub(super) const GROUPS: &[Group] = &[$($id),*];
    };
}

groups! {
    MATERIAL 5, "material";
    // [piece][rank][file a–d]
    PLACEMENT 6 * 32, "placement";
    // [squares]
    MET_MOBILITY 5, "met mobility";
    KHON_MOBILITY 6, "khon mobility";
    KNIGHT_MOBILITY 9, "ma mobility";
    ROOK_MOBILITY 15, "ruea mobility";
    TO_MOVE 1, "to move";
}

/// The term for a man of `color` standing on `square`. The board is folded left to right, which
/// the rules allow exactly.
#[inline]
pub(super) const fn placement(color: Color, piece: Piece, square: Square) -> usize {
    let file = if square.file() < 4 { square.file() } else { 7 - square.file() };
    let rank = square.relative_rank(color);
    PLACEMENT.start + piece.index() * 32 + rank as usize * 4 + file as usize
}

/// Who listens to the walk: `color` has the term numbered `term`.
pub(super) trait Listener {
    fn add(&mut self, color: Color, term: usize);
}
