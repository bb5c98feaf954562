//! Tracks the men of the back rank: formations distinguish the left and the right khon, but a
//! position does not.

use crate::types::{Bitboard, Color, Move, Square};

/// A man of the back rank, by its first square from its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum BackRankMan {
    LeftMa,
    LeftKhon,
    Khun,
    Met,
    RightKhon,
    RightMa,
}

/// The files on which the men begin, in the order of [`BackRankMan`]: b to g.
const FIRST_FILE: u8 = 1;
const MEN: usize = 6;

/// One side's men since the start. Every square is as the side sees it: Black's are turned by half.
#[derive(Clone, Debug)]
pub(super) struct Side {
    color: Color,
    // [man]; None when it was taken
    at: [Option<Square>; MEN],
    // [man]: the squares it has moved to, and the first of them
    visited: [Bitboard; MEN],
    first: [Option<Square>; MEN],
    unmoved_bia: Bitboard,
}

impl Side {
    /// The side at the start of a game.
    pub(super) fn new(color: Color) -> Self {
        let mut files = FIRST_FILE..;
        Self {
            color,
            at: [(); MEN].map(|()| files.next().map(|file| Square::new(file, 0))),
            visited: [Bitboard::EMPTY; MEN],
            first: [None; MEN],
            unmoved_bia: Bitboard::rank(2),
        }
    }

    pub(super) const fn color(&self) -> Color {
        self.color
    }

    /// Follows a move of either side.
    pub(super) fn follow(&mut self, mover: Color, mv: Move) {
        let (from, to) = (self.seen(mv.from()), self.seen(mv.to()));
        self.unmoved_bia = self.unmoved_bia & !from.bitboard() & !to.bitboard();
        for man in 0..MEN {
            if mover == self.color && self.at[man] == Some(from) {
                self.at[man] = Some(to);
                self.visited[man] |= to.bitboard();
                self.first[man].get_or_insert(to);
            } else if mover != self.color && self.at[man] == Some(to) {
                self.at[man] = None;
            }
        }
    }

    /// A square as the side sees it.
    const fn seen(&self, square: Square) -> Square {
        match self.color {
            Color::White => square,
            Color::Black => square.flip_ranks().flip_files(),
        }
    }

    pub(super) fn at(&self, man: BackRankMan) -> Option<Square> {
        self.at[man as usize]
    }

    /// The destination of the man's first move.
    pub(super) fn first_move(&self, man: BackRankMan) -> Option<Square> {
        self.first[man as usize]
    }

    pub(super) fn has_visited(&self, man: BackRankMan, square: &str) -> bool {
        named(square).is_some_and(|square| self.visited[man as usize].contains(square))
    }

    pub(super) fn has_unmoved_bia(&self, square: &str) -> bool {
        named(square).is_some_and(|square| self.unmoved_bia.contains(square))
    }
}

/// The square with this name.
pub(super) fn named(name: &str) -> Option<Square> {
    match *name.as_bytes() {
        [file, rank] => Square::from_chars(file, rank),
        _ => None,
    }
}
