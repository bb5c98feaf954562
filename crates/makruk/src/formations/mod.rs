//! Opening formations (รูปการเปิดหมาก) by name. A Makruk opening is a formation, not a sequence of
//! moves: the squares of the ma give its family, those of the khon, the met and the khun its
//! variation. `definitions` has the known ones with their sources.

mod back_rank;
mod definitions;

pub use definitions::{Family, Variation};

use crate::position::Position;
use crate::types::{Color, Move};
use back_rank::{BackRankMan, Side, named};
use definitions::{FAMILIES, Mark, VARIATIONS};
use std::fmt;

/// Number of moves of each side in which a formation is built.
pub const MOVES: usize = 12;

/// The opening formation of a side. The variation is given only where it is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Formation {
    /// The family, by the ma.
    pub family: Family,
    /// The variation within the family, by the other men.
    pub variation: Option<Variation>,
}

impl Formation {
    /// The name in English: "tied knights, commander".
    pub fn name(self) -> String {
        let family = self.family.name();
        self.variation.map_or(family.to_owned(), |variation| format!("{family}, {variation}"))
    }

    /// Every formation that can be named, families without a variation among them.
    pub fn all() -> impl Iterator<Item = Self> {
        let families = FAMILIES.iter().map(|data| Self { family: data.family, variation: None });
        families.chain(
            VARIATIONS
                .iter()
                .map(|data| Self { family: data.family, variation: Some(data.variation) }),
        )
    }

    /// Whether this is `wanted`: the same variation, or any of the family if `wanted` names none.
    pub fn is(self, wanted: Self) -> bool {
        self.family == wanted.family
            && (wanted.variation.is_none() || wanted.variation == self.variation)
    }
}

/// The formations of White and Black in the first [`MOVES`] moves of a game; `None` where there is
/// none that has a name, and for both when the game does not begin at the start position.
pub fn classify(start: &Position, moves: &[Move]) -> [Option<Formation>; 2] {
    if *start != Position::start(start.variant(), start.counting_rule()) {
        return [None; 2];
    }
    let mut sides = Color::ALL.map(Side::new);
    let mut found = [None; 2];
    for (&mv, mover) in moves.iter().take(2 * MOVES).zip(Color::ALL.into_iter().cycle()) {
        for side in &mut sides {
            side.follow(mover, mv);
        }
        // The last formation counts: after it the men leave for the middlegame.
        for (found, side) in found.iter_mut().zip(&sides) {
            *found = formation(side).or(*found);
        }
    }
    found
}

impl fmt::Display for Formation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// The formations in English: "tied knights, commander v paired knights", or "tied knights by White"
/// when the other side has none; `None` when neither has.
pub fn in_english(formations: [Option<Formation>; 2]) -> Option<String> {
    joined(formations.map(|one| one.map(Formation::name)))
}

/// Joins the names of both sides' formations, in any language: "A v B", or "A by White" when only one
/// side has one; `None` when neither has.
pub fn joined(names: [Option<String>; 2]) -> Option<String> {
    match names {
        [Some(white), Some(black)] => Some(format!("{white} v {black}")),
        [Some(name), None] => Some(format!("{name} by {}", Color::White)),
        [None, Some(name)] => Some(format!("{name} by {}", Color::Black)),
        [None, None] => None,
    }
}

/// The current formation of a side.
fn formation(side: &Side) -> Option<Formation> {
    let holds = |marks: &&[Mark]| marks.iter().all(|mark| mark.holds(side));
    let family = FAMILIES.iter().find(|data| data.ways.iter().any(holds))?.family;
    let mut variations =
        VARIATIONS.iter().filter(|data| data.family == family && data.ways.iter().any(holds));
    // The first is the most specific. A variation that another mark contradicts is not certain.
    let first = variations.next();
    let certain =
        first.filter(|first| variations.all(|other| first.includes.contains(&other.variation)));
    Some(Formation { family, variation: certain.map(|data| data.variation) })
}

impl Mark {
    fn holds(&self, side: &Side) -> bool {
        let stands = |man: BackRankMan, fits: &dyn Fn(u8, u8) -> bool| {
            side.at(man).is_some_and(|square| fits(square.file(), square.rank()))
        };
        match *self {
            Self::Stands(man, square) => side.at(man).is_some() && side.at(man) == named(square),
            Self::Passed(man, square) => side.has_visited(man, square),
            Self::FirstMove(man, square) => {
                side.first_move(man).is_some() && side.first_move(man) == named(square)
            }
            Self::OnTheLeft(man) => stands(man, &|file, _| file < 3),
            Self::OnTheRight(man) => stands(man, &|file, _| file > 3),
            Self::Low(man) => stands(man, &|_, rank| rank < 2),
            Self::High(man) => stands(man, &|_, rank| rank >= 2),
            Self::DiagonallyBeside(one, other) => {
                side.at(one).zip(side.at(other)).is_some_and(|(one, other)| {
                    one.file().abs_diff(other.file()) == 1 && one.rank().abs_diff(other.rank()) == 1
                })
            }
            Self::BiaUnmoved(square) => side.has_unmoved_bia(square),
            Self::Black => side.color() == Color::Black,
        }
    }
}
