//! Endings: their men, their names, and the endings that captures and promotions lead to.
//!
//! An ending has a strong side, which tries to win, and a weak side. In a table the strong side is
//! White and moves up the board.

use super::initial_count;
use makruk::rules::{CountingRule, Material, counting};
use makruk::types::{Color, Piece};
use std::fmt;
use std::str::FromStr;

/// Largest number of men in a table, both khuns included.
pub const MAX_MEN: u8 = 5;
/// Largest number of men of the strong side except its khun.
pub const MAX_STRONG: usize = 3;

/// The kinds of men except the khun, in the order of the names of tables.
pub const NAME_ORDER: [Piece; 5] =
    [Piece::Rook, Piece::Knight, Piece::Khon, Piece::Met, Piece::Pawn];

/// The men of an ending. Either the weak khun is bare, or each side has its khun and one other man.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ending {
    // [strong, weak][kind, in name order]
    men: [[u8; NAME_ORDER.len()]; 2],
}

/// Why a name is not that of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndingError {
    /// The text is not the name of an ending.
    #[error("'{name}' is no ending: expected a name such as KRMvK or KRvKN")]
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
        let strong = self.side(Color::White);
        let weak = self.side(Color::Black);
        if strong == 0 {
            Some("the first side needs a man beside its khun")
        } else if weak > 0 && (strong > 1 || weak > 1) {
            Some("against a khun that is not bare each side may have one man")
        } else if strong as usize > MAX_STRONG {
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
        let weak = weak.iter().position(|&count| count > 0).map_or(0, |kind| kind + 1);
        strong << 3 | weak
    }

    /// The number of keys: two bits for each kind of man of the strong side, three for the weak
    /// side's man.
    pub const KEYS: usize = 1 << 13;

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

    /// The same men with the sides exchanged, if tables can hold it.
    pub fn swapped(&self) -> Option<Self> {
        Self::new([self.men[1], self.men[0]])
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

    /// The limit of the count under the rule of the tables, `makruk`; 0 while bia keep the count
    /// from starting.
    pub fn limit(&self) -> u16 {
        if self.has_pawns() {
            0
        } else if self.is_bare() {
            counting::pieces_honour(CountingRule::MAKRUK, &self.material(), Color::White)
        } else {
            counting::BOARD_HONOUR
        }
    }

    /// Moves left to the strong side when the count has just started and the other side is to move;
    /// 0 while bia keep the count from starting.
    pub fn initial_moves_left(&self) -> u8 {
        initial_count::moves_left(self.limit(), if self.is_bare() { self.men() } else { 0 })
    }

    fn with(&self, side: Color, change: &[(Piece, i8)]) -> Option<Self> {
        let mut men = self.men;
        for (kind, count) in std::iter::zip(NAME_ORDER, &mut men[side.index()]) {
            for &(piece, by) in change {
                if piece == kind {
                    *count = count.checked_add_signed(by)?;
                }
            }
        }
        Self::new(men)
    }

    /// The ending after the weak side captures one of the strong side's men.
    pub fn weak_takes(&self, piece: Piece) -> Successor {
        let ending = self.with(Color::White, &[(piece, -1)]);
        let transition = match ending {
            None => Transition::Draws,
            // A capture by the bare khun itself counts as the first number, which leaves one move
            // more.
            Some(after) if self.has_pawns() && !after.has_pawns() => {
                Transition::StartsCount { moves_left: after.initial_moves_left() + 1 }
            }
            Some(_) => Transition::Continues,
        };
        Successor { ending, transition }
    }

    /// The ending after the strong side captures the weak side's only man, with a bia that promotes
    /// by the capture or with any other man.
    pub fn strong_takes(&self, promoting: bool) -> Successor {
        let bare = Self { men: [self.men[0], [0; NAME_ORDER.len()]] };
        let ending = if promoting { bare.with(Color::White, PROMOTION) } else { Some(bare) };
        Successor { ending, transition: strong_transition(ending) }
    }

    /// The ending after a bia of the strong side promotes without a capture.
    pub fn strong_promotes(&self) -> Successor {
        let ending = self.with(Color::White, PROMOTION);
        Successor { ending, transition: strong_transition(ending) }
    }

    /// The ending after the weak side's bia promotes without a capture.
    pub fn weak_promotes(&self) -> Successor {
        let ending = self.with(Color::Black, PROMOTION);
        let transition = match ending {
            None => Transition::Draws,
            Some(after) if after.has_pawns() => Transition::Continues,
            // The strong side counts first, at ply 0.
            Some(after) => Transition::StartsCount { moves_left: after.initial_moves_left() + 1 },
        };
        Successor { ending, transition }
    }

    /// Every ending a capture or a promotion leads to and that can still be won.
    pub fn successors(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for (side, piece, _) in self.groups() {
            let reached = match (side, piece) {
                (Color::White, Piece::Pawn) => {
                    vec![self.weak_takes(piece), self.strong_promotes(), self.strong_takes(true)]
                }
                (Color::White, _) => vec![self.weak_takes(piece)],
                (Color::Black, Piece::Pawn) => vec![self.strong_takes(false), self.weak_promotes()],
                (Color::Black, _) => vec![self.strong_takes(false)],
            };
            for ending in reached.into_iter().filter_map(|successor| successor.ending) {
                if !all.contains(&ending) && ending != *self {
                    all.push(ending);
                }
            }
        }
        all
    }

    /// The endings with `men` men against a bare khun, without bia and with at most two of a kind
    /// but for mets, which bia become; for three and four men also those with bia and those with
    /// a man on each side.
    pub fn all(men: u8) -> Vec<Self> {
        let strong = usize::from(men.saturating_sub(2));
        let mut armies = Vec::new();
        armies_of(strong, 0, &mut [0; NAME_ORDER.len()], &mut armies);
        let mut endings: Vec<_> = armies
            .into_iter()
            .map(|army| [army, [0; NAME_ORDER.len()]])
            .filter(|[army, _]| army[..3].iter().all(|&count| count <= 2))
            .filter(|[army, _]| men < MAX_MEN || army[4] == 0)
            .collect();
        if men == 4 {
            let one = |kind: usize| {
                let mut army = [0; NAME_ORDER.len()];
                army[kind] = 1;
                army
            };
            let kinds = 0..NAME_ORDER.len();
            endings
                .extend(kinds.clone().flat_map(|a| kinds.clone().map(move |b| [one(a), one(b)])));
        }
        endings.into_iter().filter_map(Self::new).collect()
    }
}

const PROMOTION: &[(Piece, i8)] = &[(Piece::Pawn, -1), (Piece::Met, 1)];

/// The transition of a capture or promotion by the strong side.
fn strong_transition(after: Option<Ending>) -> Transition {
    match after {
        None => Transition::Draws,
        Some(after) if after.has_pawns() => Transition::Continues,
        Some(after) => Transition::StartsCount { moves_left: after.initial_moves_left() },
    }
}

/// Every way to choose `left` men of the kinds from `kind` on.
fn armies_of(
    left: usize,
    kind: usize,
    army: &mut [u8; NAME_ORDER.len()],
    found: &mut Vec<[u8; NAME_ORDER.len()]>,
) {
    if kind + 1 == NAME_ORDER.len() {
        army[kind] = left as u8;
        found.push(*army);
        army[kind] = 0;
        return;
    }
    for count in (0..=left).rev() {
        army[kind] = count as u8;
        armies_of(left - count, kind + 1, army, found);
    }
    army[kind] = 0;
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
