//! The terms of the handcrafted evaluation: a flat list, grouped by idea, with a middlegame and an
//! endgame weight for each. [`super::handcrafted::visit`] reports how often each term applies in a
//! position; a [`Sink`] makes a value, an explanation or coefficients for tuning of it.

use crate::types::{Color, Piece, Square};

/// A middlegame and an endgame weight packed into the upper and lower 16 bits, so that one addition
/// sums both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Weight(pub i32);

/// Packs a weight given in centipawns.
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

/// Consecutive terms with one idea: their place in the list, and the name of the group.
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
        /// All groups, in the order of the list.
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
    // [rank 3–5]
    PAWN_PHALANX 3, "bia side by side";
    PAWN_CHAIN 3, "bia protected by bia";
    PAWN_PASSED 3, "bia past all others";
    PAWN_BLOCKED 3, "bia blocked";
    PAWN_ISOLATED 1, "bia alone";
    // [attacker: bia, met or khon, ma, ruea, khun][attacked piece]
    THREATS 5 * 5, "threats";
    // [protected piece]
    PAWN_SUPPORT 5, "protected by bia";
    // [piece]
    HANGING 5, "unprotected and attacked";
    // [attacking piece], for each square next to the khun
    RING_ATTACKS 6, "attacks beside the khun";
    // [attacking men]
    RING_ATTACKERS 6, "men attacking beside the khun";
    // [distance in files and ranks]
    SHELTER 4, "bia before the khun";
    RING_DEFENDERS 6, "men beside the khun";
    SAFE_CHECKS 6, "safe checks";
    // [piece: khon, ma]
    OUTPOSTS 2, "outposts";
    ROOK_OPEN_FILE 1, "ruea on open files";
    ROOK_HALF_OPEN_FILE 1, "ruea on half-open files";
    ROOK_PAIR 1, "ruea pair";
    KNIGHT_PAIR 1, "ma pair";
    KHON_PAIR 1, "khon pair";
    METS_ONE_COLOUR 1, "mets on one colour";
    // [steps between the khuns], with more men than the other side
    KING_APPROACH 8, "khun near khun";
    TO_MOVE 1, "to move";
}

/// The term for a man of `color` on `square`. Files a–d and e–h share terms, since the rules are
/// symmetric.
#[inline]
pub(super) const fn placement(color: Color, piece: Piece, square: Square) -> usize {
    let file = if square.file() < 4 { square.file() } else { 7 - square.file() };
    let rank = square.relative_rank(color);
    PLACEMENT.start + piece.index() * 32 + rank as usize * 4 + file as usize
}

/// Receives the terms of a position.
pub(super) trait Sink {
    /// The term with number `term` applies `times` times to `color`.
    fn add(&mut self, color: Color, term: usize, times: i32);

    /// `color` has a man of this kind on `square`.
    #[inline]
    fn place(&mut self, color: Color, piece: Piece, square: Square) {
        self.add(color, placement(color, piece, square), 1);
    }
}
