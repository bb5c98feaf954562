//! Numbering the placements of an ending.
//!
//! A placement is the strong khun's square and those of all men but the weak khun. For each, one
//! row of 64 bytes holds a value for every square of the weak khun, so that its moves stay within
//! a row and a set of its squares is one [`Bitboard`]. Left–right mirror images are one: the
//! strong khun is on the files a–d. No file is its own image, so every class has exactly two
//! members. Men of one kind are a combination, not a sequence. Bia are only on the ranks that play
//! can bring them to, 3–5 of their side.

use super::ending::{Ending, MAX_OTHERS};
use arrayvec::ArrayVec;
use makruk::position::Man;
use makruk::types::{Bitboard, Color, Piece, Square};
use std::cmp::Reverse;
use std::sync::LazyLock;

/// Squares of the strong khun: files a–d.
const KING_SQUARES: usize = 32;
/// Number of squares of a bia before it promotes: three ranks.
const PAWN_SQUARES: usize = 24;

/// The squares of all men except the weak khun. Men are in the order of the name of the ending, and
/// equal men by ascending square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Square of the strong khun.
    pub king: Square,
    /// Squares of the other men.
    pub squares: ArrayVec<Square, MAX_OTHERS>,
}

impl Placement {
    /// Every occupied square.
    pub fn occupied(&self) -> Bitboard {
        self.squares.iter().fold(self.king.bitboard(), |set, square| set | square.bitboard())
    }

    /// The mirror image, left to right.
    pub fn flip_files(&self) -> Self {
        Self {
            king: self.king.flip_files(),
            squares: self.squares.iter().map(|square| square.flip_files()).collect(),
        }
    }
}

/// What captures or promotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// The strong side's khun.
    StrongKing,
    /// The weak side's khun, which is no part of a placement.
    WeakKing,
    /// A man by its number, and the kind that it has after the move.
    Man {
        /// Its number.
        number: usize,
        /// Its kind after the move.
        becomes: Piece,
    },
}

/// A set mirrored left to right.
pub fn flip_files(set: Bitboard) -> Bitboard {
    Bitboard(set.0.swap_bytes().reverse_bits())
}

/// Men of one side and kind in the number of a placement.
#[derive(Clone, Debug)]
struct Group {
    /// First and one past the last of its men among all.
    range: std::ops::Range<usize>,
    /// Number of the first square that its men can be on, and how many follow it.
    base: usize,
    squares: usize,
    /// Ways to place its men.
    ways: usize,
    stride: usize,
}

/// The numbering of one ending.
#[derive(Clone, Debug)]
pub struct Layout {
    ending: Ending,
    men: ArrayVec<Man, MAX_OTHERS>,
    groups: ArrayVec<Group, MAX_OTHERS>,
    // [man]: its group
    group_of: ArrayVec<usize, MAX_OTHERS>,
    placements: usize,
}

// Squares of two or three like men, in colexicographic order: ascending by the highest square
// first, so that the combinations of the lowest n squares come first for any n.
static PAIRS: LazyLock<Vec<[u8; 2]>> =
    LazyLock::new(|| (0..64).flat_map(|b| (0..b).map(move |a| [a, b])).collect());
static TRIPLES: LazyLock<Vec<[u8; 3]>> = LazyLock::new(|| {
    (0..64).flat_map(|c| (0..c).flat_map(move |b| (0..b).map(move |a| [a, b, c]))).collect()
});

/// The number of combinations of `taken` out of `n`.
const fn choose(n: usize, taken: usize) -> usize {
    match taken {
        1 => n,
        2 => n * n.saturating_sub(1) / 2,
        3 => n * n.saturating_sub(1) * n.saturating_sub(2) / 6,
        _ => 1,
    }
}

impl Layout {
    /// The numbering of an ending.
    pub fn new(ending: Ending) -> Self {
        let mut men = ArrayVec::new();
        let mut groups = ArrayVec::new();
        let mut group_of = ArrayVec::new();
        for (side, piece, count) in ending.groups() {
            let first = men.len();
            for _ in 0..count {
                men.push(Man::new(side, piece));
                group_of.push(groups.len());
            }
            let (base, squares) = match (piece, side) {
                (Piece::Pawn, Color::White) => (16, PAWN_SQUARES),
                (Piece::Pawn, Color::Black) => (24, PAWN_SQUARES),
                _ => (0, Square::COUNT),
            };
            let ways = choose(squares, usize::from(count));
            groups.push(Group { range: first..men.len(), base, squares, ways, stride: 0 });
        }
        let mut placements = 1;
        for group in groups.iter_mut().rev() {
            group.stride = placements;
            placements *= group.ways;
        }
        Self { ending, men, groups, group_of, placements: placements * KING_SQUARES }
    }

    /// The ending.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The men but the khuns, in the order of [`Placement::squares`].
    pub fn men(&self) -> &[Man] {
        &self.men
    }

    /// The numbers of the weak side's men.
    pub fn weak_men(&self) -> std::ops::Range<usize> {
        usize::from(self.ending.side(Color::White))..self.men.len()
    }

    /// The placement after man number `mover` has moved to `to`, has become `becomes`, and has
    /// captured the man numbered `taken`: in the order of the ending that this leads to.
    pub fn after_conversion(
        &self,
        placement: &Placement,
        mover: Mover,
        to: Square,
        taken: Option<usize>,
    ) -> Placement {
        let mut men: ArrayVec<(Man, Square), MAX_OTHERS> =
            std::iter::zip(self.men.iter().copied(), placement.squares.iter().copied()).collect();
        let mut king = placement.king;
        match mover {
            Mover::StrongKing => king = to,
            Mover::WeakKing => {}
            Mover::Man { number, becomes } => {
                men[number] = (Man::new(men[number].0.color, becomes), to);
            }
        }
        if let Some(taken) = taken {
            men.remove(taken);
        }
        // The order of a name: the strong side first, then from ruea down to bia.
        men.sort_by_key(|(man, _)| (man.color.index(), Reverse(man.piece.index())));
        Placement { king, squares: men.iter().map(|&(_, square)| square).collect() }
    }

    /// Number of rows.
    pub fn placements(&self) -> usize {
        self.placements
    }

    /// Number of rows that share a square of the strong khun. They follow each other.
    pub fn rows_per_king(&self) -> usize {
        self.placements / KING_SQUARES
    }

    /// The placement numbered `row`. Men of different groups may share a square, and the khun's:
    /// such rows hold no position.
    pub fn placement(&self, row: usize) -> Placement {
        let king = row / self.rows_per_king();
        let mut squares = ArrayVec::new();
        for group in &self.groups {
            let way = row / group.stride % group.ways;
            let mut push = |square: u8| {
                squares.push(Square::from_index(square + group.base as u8));
            };
            match group.range.len() {
                1 => push(way as u8),
                2 => PAIRS[way].into_iter().for_each(&mut push),
                _ => TRIPLES[way].into_iter().for_each(&mut push),
            }
        }
        Placement { king: Square::new((king % 4) as u8, (king / 4) as u8), squares }
    }

    /// The row of a placement whose khun is on the files a–d and whose bia are on possible squares;
    /// `None` for others. Men may be in any order within a group.
    pub fn row(&self, placement: &Placement) -> Option<usize> {
        let (king, squares) = (placement.king, &placement.squares);
        if king.file() > 3 || squares.len() != self.men.len() {
            return None;
        }
        let king = usize::from(king.rank()) * 4 + usize::from(king.file());
        let mut row = king * self.rows_per_king();
        for group in &self.groups {
            row += group.way(&squares[group.range.clone()])? * group.stride;
        }
        Some(row)
    }

    /// The row of a placement or of its mirror image, and whether it is the image.
    pub fn row_or_image(&self, placement: &Placement) -> Option<(usize, bool)> {
        if placement.king.file() > 3 {
            Some((self.row(&placement.flip_files())?, true))
        } else {
            Some((self.row(placement)?, false))
        }
    }

    /// The row after a man moves to `to`. `row` and `placement` are those before, `man` is the
    /// number of the man.
    #[inline]
    pub fn row_with(
        &self,
        row: usize,
        placement: &Placement,
        man: usize,
        to: Square,
    ) -> Option<usize> {
        let group = &self.groups[self.group_of[man]];
        let squares = &placement.squares[group.range.clone()];
        let without = row - group.way(squares)? * group.stride;
        let way = if squares.len() == 1 {
            group.way(&[to])?
        } else {
            let mut moved: ArrayVec<Square, MAX_OTHERS> = squares.iter().copied().collect();
            moved[man - group.range.start] = to;
            group.way(&moved)?
        };
        Some(without + way * group.stride)
    }
}

impl Group {
    /// The number of this combination of squares, given in any order.
    #[inline]
    fn way(&self, squares: &[Square]) -> Option<usize> {
        let number = |square: &Square| {
            let number = square.index().wrapping_sub(self.base);
            (number < self.squares).then_some(number)
        };
        match squares {
            [only] => number(only),
            [a, b] => {
                let (a, b) = (number(a)?, number(b)?);
                Some(choose(a.max(b), 2) + a.min(b))
            }
            _ => {
                let mut numbers: ArrayVec<usize, MAX_OTHERS> =
                    squares.iter().map(number).collect::<Option<_>>()?;
                numbers.sort_unstable();
                Some(numbers.iter().zip(1..).map(|(&number, taken)| choose(number, taken)).sum())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_its_placements() {
        for name in ["KRvK", "KMMvK", "KSMvK", "KRPvK", "KPPvK", "KPvKP", "KRvKN"] {
            let layout = Layout::new(name.parse().expect("an ending"));
            for row in 0..layout.placements() {
                let placement = layout.placement(row);
                assert_eq!(layout.row(&placement), Some(row), "{name} {placement:?}");
                let image = placement.flip_files();
                assert_eq!(layout.row(&image), None, "{name}: the khun is on the files e-h");
                assert_eq!(layout.row_or_image(&image), Some((row, true)), "{name}");
            }
        }
    }

    #[test]
    fn three_like_men_are_a_combination() {
        let layout = Layout::new("KMMMvK".parse().expect("an ending"));
        assert_eq!(layout.placements(), 32 * 41_664);
        for row in (0..layout.placements()).step_by(997) {
            let mut placement = layout.placement(row);
            placement.squares.swap(0, 2);
            assert_eq!(layout.row(&placement), Some(row));
        }
    }

    #[test]
    fn a_man_that_moves_finds_its_row() {
        let layout = Layout::new("KSMMvK".parse().expect("an ending"));
        for row in (0..layout.placements()).step_by(9_973) {
            let placement = layout.placement(row);
            for man in 0..placement.squares.len() {
                for to in !placement.occupied() {
                    let mut moved = placement.clone();
                    moved.squares[man] = to;
                    assert_eq!(layout.row_with(row, &placement, man, to), layout.row(&moved));
                }
            }
        }
    }

    #[test]
    fn bia_stand_only_where_play_can_put_them() {
        let layout = Layout::new("KPvKP".parse().expect("an ending"));
        let mut placement = layout.placement(0);
        assert_eq!(placement.squares[0].rank(), 2);
        assert_eq!(placement.squares[1].rank(), 3);
        placement.squares[0] = Square::new(0, 5);
        assert_eq!(layout.row(&placement), None);
    }
}
