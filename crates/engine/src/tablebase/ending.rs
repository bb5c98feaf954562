//! Endings: their men, their names, and the endings that captures and promotions lead to.
//!
//! An ending has a strong side, which tries to win, and a weak side. In a table the strong side is
//! White and moves up the board.

use makruk::rules::counting::CountStart;
use makruk::rules::{CountingRule, Material};
use makruk::types::{Color, Piece};
use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

/// Largest number of men in a table, both khuns included.
pub const MAX_MEN: u8 = 5;
/// Largest number of men in a table except the khuns.
pub const MAX_OTHERS: usize = MAX_MEN as usize - 2;

/// The kinds of men except the khun, in the order of the names of tables.
pub const NAME_ORDER: [Piece; 5] =
    [Piece::Rook, Piece::Knight, Piece::Khon, Piece::Met, Piece::Pawn];

/// The men of an ending: at most three besides the khuns, at least one of them the strong side's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ending {
    // [strong, weak][kind, in name order]
    men: [[u8; NAME_ORDER.len()]; 2],
}

/// Why a name is not that of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndingError {
    /// The text is not the name of an ending.
    #[error("'{name}' is not an ending: expected a name such as KRMvK or KRvKN")]
    Syntax {
        /// The text.
        name: String,
    },
    /// Tables cannot hold the ending.
    #[error("'{name}': no table holds it; {why}")]
    Unsupported {
        /// Its name.
        name: String,
        /// The reason.
        why: &'static str,
    },
}

/// How the value before a capture or promotion follows from the value after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transition {
    /// No count starts: the distance continues.
    Continues,
    /// A count starts, so the distance before the move ends here. The move wins if the distance
    /// after it is at most the moves left.
    StartsCount {
        /// The moves that the new count leaves.
        moves_left: u8,
    },
    /// The strong side cannot win any more.
    Draws,
}

/// An ending reached by a capture or a promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor {
    /// `None` when the strong side is left without a man.
    pub ending: Option<Ending>,
    /// How the value before the move follows from that of the ending.
    pub transition: Transition,
}

impl Ending {
    /// The ending with these men, if tables can hold it.
    pub fn new(men: [[u8; NAME_ORDER.len()]; 2]) -> Option<Self> {
        let ending = Self { men };
        ending.unsupported().is_none().then_some(ending)
    }

    fn unsupported(&self) -> Option<&'static str> {
        if self.side(Color::White) == 0 {
            Some("the first side needs a man besides its khun")
        } else if self.men() > MAX_MEN {
            Some("tables go up to five men")
        } else {
            None
        }
    }

    /// The ending with as many men of each kind as `count` says, the strong side first.
    pub fn from_counts(sides: [Color; 2], count: impl Fn(Color, Piece) -> u8) -> Option<Self> {
        Self::new(sides.map(|side| NAME_ORDER.map(|piece| count(side, piece))))
    }

    /// A number below [`Ending::KEYS`] that no other ending has.
    pub fn key(&self) -> usize {
        let [strong, weak] = &self.men;
        let strong = strong.iter().fold(0, |key, &count| key << 2 | usize::from(count));
        // At most two men, each a digit in base six. 0 is no man.
        let weak = std::iter::zip(1.., weak).fold(0, |key, (digit, &count)| match count {
            0 => key,
            1 => 6 * key + digit,
            _ => 7 * digit,
        });
        strong * 36 + weak
    }

    /// The number of keys: two bits for each kind of man of the strong side, two digits in base six
    /// for the weak side's men.
    pub const KEYS: usize = 36 << (2 * NAME_ORDER.len());

    /// Men of one side other than its khun; White is the strong side.
    pub fn side(&self, side: Color) -> u8 {
        self.men[side.index()].iter().sum()
    }

    /// All men, both khuns included.
    pub fn men(&self) -> u8 {
        2 + self.side(Color::White) + self.side(Color::Black)
    }

    /// Groups of men of one kind and side, in the order of the name: side, kind, number.
    pub fn groups(&self) -> impl Iterator<Item = (Color, Piece, u8)> + '_ {
        Color::ALL.into_iter().flat_map(move |side| {
            std::iter::zip(NAME_ORDER, self.men[side.index()])
                .filter(|&(_, count)| count > 0)
                .map(move |(piece, count)| (side, piece, count))
        })
    }

    /// Whether an unpromoted bia of either side is on the board.
    pub fn has_pawns(&self) -> bool {
        // Bia come last in a name.
        self.men.iter().any(|army| army[NAME_ORDER.len() - 1] > 0)
    }

    /// Whether the weak side has nothing but its khun.
    pub fn is_bare(&self) -> bool {
        self.side(Color::Black) == 0
    }

    fn material(&self) -> Material {
        let mut material = Material::default();
        for color in Color::ALL {
            material.counts[color.index()][Piece::King.index()] = 1;
        }
        for (side, piece, count) in self.groups() {
            material.counts[side.index()][piece.index()] = count;
        }
        material
    }

    /// The numbers of the count that the weak side begins under the rule of the tables, `makruk`, once no
    /// bia are left.
    pub fn count_start(&self) -> CountStart {
        CountStart::of(CountingRule::MAKRUK, &self.material(), Color::Black)
    }

    /// The limit of the count under the rule of the tables, `makruk`; 0 while bia keep the count
    /// from starting.
    pub fn limit(&self) -> u16 {
        if self.has_pawns() { 0 } else { self.count_start().last }
    }

    /// Moves left to the strong side when the count has just started and the other side is to move;
    /// 0 while bia keep the count from starting.
    pub fn initial_moves_left(&self) -> u8 {
        if self.has_pawns() { 0 } else { self.count_start().moves_left() as u8 }
    }

    /// The ending after `side` has lost a man of one kind and won one of another.
    fn with(&self, side: Color, loses: Piece, wins: Option<Piece>) -> Option<Self> {
        let mut men = self.men;
        for (kind, count) in std::iter::zip(NAME_ORDER, &mut men[side.index()]) {
            if kind == loses {
                *count = count.checked_sub(1)?;
            }
            if Some(kind) == wins {
                *count += 1;
            }
        }
        Self::new(men)
    }

    /// The ending after one of `side`'s bia promotes.
    fn promoted(&self, side: Color) -> Option<Self> {
        self.with(side, Piece::Pawn, Some(PROMOTED))
    }

    /// The ending after the weak side captures a man of the strong side with its khun or a man that
    /// stays what it is, or with a bia that promotes by the capture.
    pub fn weak_takes(&self, piece: Piece, promoting: bool) -> Successor {
        let taken = self.with(Color::White, piece, None);
        let after = if promoting { taken.and_then(|it| it.promoted(Color::Black)) } else { taken };
        self.successor_after(Color::Black, after)
    }

    /// The ending after the strong side captures a man of the weak side, with a bia that promotes by
    /// the capture or with any other man.
    pub fn strong_takes(&self, piece: Piece, promoting: bool) -> Successor {
        let taken = self.with(Color::Black, piece, None);
        let after = if promoting { taken.and_then(|it| it.promoted(Color::White)) } else { taken };
        self.successor_after(Color::White, after)
    }

    /// The ending after a bia of `side` promotes without a capture.
    pub fn promotes(&self, side: Color) -> Successor {
        self.successor_after(side, self.promoted(side))
    }

    /// `after` and how the values follow, when `mover` has captured or promoted.
    fn successor_after(&self, mover: Color, after: Option<Self>) -> Successor {
        let transition = match after {
            None => Transition::Draws,
            Some(after) if after.has_pawns() => Transition::Continues,
            // The last bia is gone, or the weak khun has just been bared.
            Some(after) if self.has_pawns() || after.is_bare() && !self.is_bare() => {
                // After a move of the weak side the strong side has one move more: it is the one to
                // count, from ply 0, or the bare khun's own capture stands for the first number.
                let first = u8::from(mover == Color::Black);
                Transition::StartsCount { moves_left: after.initial_moves_left() + first }
            }
            Some(_) => Transition::Continues,
        };
        Successor { ending: after, transition }
    }

    /// Every ending a capture or a promotion leads to and that can still be won.
    pub fn successors(&self) -> Vec<Self> {
        let bia = |side: Color| self.men[side.index()][NAME_ORDER.len() - 1] > 0;
        let mut reached = Vec::new();
        for (side, piece, _) in self.groups() {
            let taken = |promoting| match side {
                Color::White => self.weak_takes(piece, promoting),
                Color::Black => self.strong_takes(piece, promoting),
            };
            reached.push(taken(false));
            if bia(!side) {
                reached.push(taken(true));
            }
            if piece == Piece::Pawn {
                reached.push(self.promotes(side));
            }
        }
        let mut all: Vec<Self> = reached.iter().filter_map(|successor| successor.ending).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The ending with a met in the place of each bia. No capture or promotion leaves the endings of
    /// as many men that have the same.
    pub fn family(&self) -> Self {
        let mut family = *self;
        for army in &mut family.men {
            let [.., mets, bia] = army;
            *mets += std::mem::take(bia);
        }
        family
    }

    /// All endings with `men` men, each after those that it leads to.
    pub fn all(men: u8) -> Vec<Self> {
        let others = usize::from(men.saturating_sub(2));
        let mut endings = Vec::new();
        for strong in (1..=others).rev() {
            for army in armies_of(strong) {
                endings.extend(armies_of(others - strong).map(|weak| Self { men: [army, weak] }));
            }
        }
        let bia = |ending: &Self| ending.men.iter().map(|army| army[NAME_ORDER.len() - 1]).sum();
        // A promotion leads to an ending of the same family with a bia less.
        endings.sort_by_cached_key(|ending| {
            let bia: u8 = bia(ending);
            (ending.side(Color::Black), Reverse(ending.family()), bia)
        });
        endings.into_iter().filter(|ending| ending.unsupported().is_none()).collect()
    }
}

/// The kind of man that a bia becomes.
pub const PROMOTED: Piece = Piece::Met;

/// Every way to choose this number of men, ruea first.
fn armies_of(men: usize) -> impl Iterator<Item = [u8; NAME_ORDER.len()]> {
    let radix = men + 1;
    (0..radix.pow(NAME_ORDER.len() as u32)).rev().filter_map(move |mut number| {
        let mut army = [0; NAME_ORDER.len()];
        for count in army.iter_mut().rev() {
            *count = (number % radix) as u8;
            number /= radix;
        }
        (army.iter().map(|&count| usize::from(count)).sum::<usize>() == men).then_some(army)
    })
}

/// A number of men of one kind that no table holds.
const MANY: u8 = 8;

/// Parses a name; the letters may be in any order and case.
impl FromStr for Ending {
    type Err = EndingError;

    fn from_str(name: &str) -> Result<Self, EndingError> {
        let syntax = || EndingError::Syntax { name: name.into() };
        let (strong, weak) = name.split_once(['v', 'V']).ok_or_else(syntax)?;
        let mut men = [[0; NAME_ORDER.len()]; 2];
        for (army, letters) in std::iter::zip(&mut men, [strong, weak]) {
            let letters = letters.strip_prefix(['K', 'k']).ok_or_else(syntax)?;
            for letter in letters.chars() {
                let piece = Piece::from_letter(letter.to_ascii_uppercase()).ok_or_else(syntax)?;
                let kind = NAME_ORDER.iter().position(|&kind| kind == piece);
                let count: &mut u8 = &mut army[kind.ok_or_else(syntax)?];
                // More are too many in any case, and sums of men fit into a byte.
                *count = (*count + 1).min(MANY);
            }
        }
        let ending = Self { men };
        match ending.unsupported() {
            None => Ok(ending),
            Some(why) => Err(EndingError::Unsupported { name: name.into(), why }),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in Color::ALL {
            f.write_str(if side == Color::White { "K" } else { "vK" })?;
            for (_, piece, count) in self.groups().filter(|&(of, ..)| of == side) {
                for _ in 0..count {
                    write!(f, "{}", piece.letter())?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests;
