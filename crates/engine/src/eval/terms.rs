//! The terms of the handcrafted evaluation: a flat list, grouped by idea, with a middlegame and an
//! endgame weight for each. [`super::handcrafted::visit`] reports how often each term applies in a
//! position; a [`Sink`] makes a value, an explanation or coefficients for tuning of it.

use makruk::types::{Color, Piece, Square};
use std::fmt;

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

/// Consecutive terms with one idea, and their place in the list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) id: TermGroup,
    pub(super) start: usize,
    pub(super) len: usize,
}

macro_rules! groups {
    (@consts $start:expr;) => {
        /// Number of terms.
        pub(super) const COUNT: usize = $start;
    };
    (@consts $start:expr; $const:ident $id:ident $len:expr; $($rest:tt)*) => {
        pub(super) const $const: Group = Group { id: TermGroup::$id, start: $start, len: $len };
        groups!(@consts $const.start + $const.len; $($rest)*);
    };
    ($($const:ident $id:ident $len:expr, $name:literal;)*) => {
        groups!(@consts 0; $($const $id $len;)*);
        /// All groups, in the order of the list.
        pub(super) const GROUPS: &[Group] = &[$($const),*];

        /// A group of terms of the handcrafted evaluation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum TermGroup { $(#[doc = $name] $id,)* }

        impl TermGroup {
            /// All groups, in the order of their terms.
            pub const ALL: &[Self] = &[$(Self::$id,)*];

            /// The English name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$id => $name,)*
                }
            }
        }
    };
}

impl fmt::Display for TermGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

groups! {
    MATERIAL Material 5, "material";
    // [piece][rank][file a–d]
    PLACEMENT Placement 6 * 32, "placement";
    // [squares]
    MET_MOBILITY MetMobility 5, "met mobility";
    KHON_MOBILITY KhonMobility 6, "khon mobility";
    KNIGHT_MOBILITY KnightMobility 9, "ma mobility";
    ROOK_MOBILITY RookMobility 15, "ruea mobility";
    // [rank 3–5]
    PAWN_PHALANX PawnPhalanx 3, "bia side by side";
    PAWN_CHAIN PawnChain 3, "bia protected by bia";
    PAWN_PASSED PawnPassed 3, "bia past all others";
    PAWN_BLOCKED PawnBlocked 3, "bia blocked";
    PAWN_ISOLATED PawnIsolated 1, "bia alone";
    // [attacker: bia, met or khon, ma, ruea, khun][attacked piece]
    THREATS Threats 5 * 5, "threats";
    // [protected piece]
    PAWN_SUPPORT PawnSupport 5, "protected by bia";
    // [piece]
    HANGING Hanging 5, "unprotected and attacked";
    // [attacking piece], for each square next to the khun
    RING_ATTACKS RingAttacks 6, "attacks beside the khun";
    // [attacking men]
    RING_ATTACKERS RingAttackers 6, "men attacking beside the khun";
    // [distance in files and ranks]
    SHELTER Shelter 4, "bia before the khun";
    RING_DEFENDERS RingDefenders 6, "men beside the khun";
    SAFE_CHECKS SafeChecks 6, "safe checks";
    // [piece: khon, ma]
    OUTPOSTS Outposts 2, "outposts";
    ROOK_OPEN_FILE RookOpenFile 1, "ruea on open files";
    ROOK_HALF_OPEN_FILE RookHalfOpenFile 1, "ruea on half-open files";
    ROOK_PAIR RookPair 1, "ruea pair";
    KNIGHT_PAIR KnightPair 1, "ma pair";
    KHON_PAIR KhonPair 1, "khon pair";
    METS_ONE_COLOUR MetsOneColour 1, "mets on one colour";
    // [steps between the khuns], with more men than the other side
    KING_APPROACH KingApproach 8, "khun near khun";
    TO_MOVE ToMove 1, "to move";
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
