//! What a position with a bare khun is worth: whether the men that are left can mate, how many
//! moves they need for it, and whether the count leaves them as many. Neither net nor terms come
//! in: mate is far too far for the search to see, and the way there must not be lost in their
//! noise.
//!
//! The moves needed are estimated, linearly in a few distances, by least squares over won positions
//! of the endgame tables: `cargo test --release fit_the_moves -- --ignored --nocapture` fits them
//! anew, and says how.

use crate::position::Position;
use crate::types::score::DRAW;
use crate::types::{Bitboard, Color, Piece, Score, Square};

/// Value of an ending that the count allows to be won.
const WON: Score = 900;
/// Value of a move nearer to mate.
const MOVE: Score = 12;
/// Moves from which on nearness is worth nothing.
const FAR: Score = 60;
/// Value of men that cannot mate.
const HARMLESS: Score = 20;
/// Value of a bia kept where the other men suffice: it keeps the count from starting.
const SPARE_PAWN: Score = 40;
/// Where the bia must become mets to mate, what is left of the value, in sixteenths: they can be
/// lost on the way.
const BY_PROMOTION: Score = 12;
/// Men that are looked at beside the khun and ruea, the nearest: more do not come into each
/// other's way, but are not needed either.
const HUNTERS: usize = 3;

/// Men that mate much in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    /// One ruea, with others or alone.
    Rook,
    TwoRooks,
    /// A khon and one other man: KSMvK, KSSvK, KNSvK.
    KhonAndOne,
    /// A khon and more men, but no ruea.
    Khon,
    MetsAndKnights,
}

/// Distances that the moves to mate are estimated from, in this order:
///
/// 1. steps of the bare khun from the middle of the board, files and ranks added, and
/// 2. the more of the two;
/// 3. its rank, as the strong side counts: a khon steps forward only;
/// 4. steps of the other khun to it, and
/// 5. files and ranks between them;
/// 6. steps of the other men to it, ruea left aside, and
/// 7. of the farthest of these.
pub const DISTANCES: usize = 7;

/// A bare khun and those after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chase {
    pub force: Force,
    /// Men of the strong side but the khun.
    pub men: usize,
    pub distances: [i32; DISTANCES],
}

/// Moves that a force needs, in hundredths of a move.
struct Drive {
    /// By the men, from one on.
    base: [i32; 4],
    /// Of the distances.
    weights: [i32; DISTANCES],
    /// Moves by which the estimate may well be off.
    doubt: i32,
}

impl Force {
    /// What `stronger` has to mate with, its `pawns` taken for mets; `None` when that cannot.
    fn of(position: &Position, stronger: Color, pawns: Bitboard) -> Option<Self> {
        let of = |piece| position.men(stronger, piece);
        let (knights, khons) = (of(Piece::Knight), of(Piece::Khon));
        let mets = of(Piece::Met).len() + pawns.len();
        match of(Piece::Rook).len() {
            0 => {}
            1 => return Some(Self::Rook),
            _ => return Some(Self::TwoRooks),
        }
        match khons.len() + knights.len() + mets {
            0 | 1 => None,
            2 => khons.any().then_some(Self::KhonAndOne),
            _ if khons.any() => Some(Self::Khon),
            // Mets of one colour leave half the board alone.
            _ if knights.any() || mets_on_both_colours(of(Piece::Met), pawns, stronger) => {
                Some(Self::MetsAndKnights)
            }
            _ => None,
        }
    }

    /// Root mean square errors, in moves: 1.5, 1.1, 4.7, 2.9, 2.6. The bases for four men are
    /// guessed.
    const fn drive(self) -> &'static Drive {
        match self {
            Self::Rook => &Drive {
                base: [914, 640, 414, 314],
                weights: [-86, -157, 1, 88, 32, 39, 5],
                doubt: 3,
            },
            Self::TwoRooks => {
                &Drive { base: [336; 4], weights: [-15, -64, 2, 7, 11, 0, 0], doubt: 3 }
            }
            Self::KhonAndOne => {
                &Drive { base: [2_136; 4], weights: [-253, -191, -168, 124, 77, 94, 44], doubt: 6 }
            }
            Self::Khon => &Drive {
                base: [967, 967, 967, 867],
                weights: [-205, -187, -73, 112, 65, 102, -5],
                doubt: 6,
            },
            Self::MetsAndKnights => &Drive {
                base: [959, 959, 959, 859],
                weights: [-269, -150, -7, 138, 66, 115, 2],
                doubt: 6,
            },
        }
    }
}

impl Chase {
    /// Those of `stronger` after the other side's bare khun; `None` when they cannot mate.
    pub fn of(position: &Position, stronger: Color) -> Option<Self> {
        Self::with_pawns(position, stronger, Bitboard::EMPTY)
    }

    /// The same, some `pawns` among them as the mets that they will be.
    fn with_pawns(position: &Position, stronger: Color, pawns: Bitboard) -> Option<Self> {
        let force = Force::of(position, stronger, pawns)?;
        let prey = position.king(!stronger);
        let king = position.king(stronger);
        let men =
            position.color(stronger) & !position.piece(Piece::King) & !position.piece(Piece::Pawn);
        let hunters = men & !position.piece(Piece::Rook);
        let promoted = pawns.into_iter().map(|pawn| promotion_square(pawn, stronger));
        // How many of the men are so many steps away.
        let mut at = [0_u32; 8];
        hunters
            .into_iter()
            .chain(promoted)
            .for_each(|man| at[usize::from(man.distance(prey))] += 1);
        let steps = (0..).zip(at).flat_map(|(steps, men)| (0..men).map(move |_| steps));
        let nearest = steps.take(HUNTERS);
        let outward = |line: u8| i32::from(if line < 4 { 3 - line } else { line - 4 });
        let (file, rank) = (outward(prey.file()), outward(prey.rank()));
        let apart = |a: u8, b: u8| i32::from(a.abs_diff(b));
        Some(Self {
            force,
            men: (men.len() + pawns.len()) as usize,
            distances: [
                file + rank,
                file.max(rank),
                i32::from(prey.relative_to(stronger).rank()),
                i32::from(king.distance(prey)),
                apart(king.file(), prey.file()) + apart(king.rank(), prey.rank()),
                nearest.clone().sum(),
                nearest.last().unwrap_or(0),
            ],
        })
    }

    /// Moves to mate, in hundredths.
    fn moves(&self) -> i32 {
        let Drive { base, weights, .. } = self.force.drive();
        let distances = std::iter::zip(weights, self.distances);
        base[self.men.clamp(1, base.len()) - 1]
            + distances.map(|(weight, distance)| weight * distance).sum::<i32>()
    }

    /// What they come to, when they need `delay` moves more than estimated.
    fn value(&self, position: &Position, delay: i32) -> Score {
        let doubt = self.force.drive().doubt;
        let needed = (self.moves() / 100).max(1) + delay;
        let nearness = MOVE * (FAR - needed).max(0);
        let value = WON + nearness;
        match position.count().moves_left() {
            None => value,
            Some(0) => DRAW,
            // As much of it as it is likely that the moves suffice.
            Some(left) => {
                let likely = (i32::from(left) - needed + doubt).clamp(0, 2 * doubt);
                value * likely / (2 * doubt) + nearness / 8
            }
        }
    }
}

/// The value of a position in which the other side is bare for `stronger`, in centipawns.
pub(super) fn value(position: &Position, stronger: Color) -> Score {
    let pawns = position.men(stronger, Piece::Pawn);
    let spare = SPARE_PAWN * pawns.len() as Score;
    if let Some(chase) = Chase::of(position, stronger) {
        return spare + chase.value(position, 0);
    }
    match Chase::with_pawns(position, stronger, pawns) {
        Some(chase) => {
            let steps = |pawn: Square| pawn.distance(promotion_square(pawn, stronger));
            let promotion = pawns.map(|pawn| i32::from(steps(pawn))).sum();
            chase.value(position, promotion) * BY_PROMOTION / 16
        }
        None => HARMLESS + spare / 4,
    }
}

/// Whether there are mets on light and on dark squares once the bia are mets.
fn mets_on_both_colours(mets: Bitboard, pawns: Bitboard, color: Color) -> bool {
    let promoted = pawns.map(|pawn| promotion_square(pawn, color));
    let mut seen = [false; 2];
    for square in mets.into_iter().chain(promoted) {
        seen[usize::from((square.file() + square.rank()) % 2)] = true;
    }
    seen == [true; 2]
}

/// Where a bia becomes a met if it takes nothing.
fn promotion_square(pawn: Square, color: Color) -> Square {
    let rank = if color == Color::White { 5 } else { 2 };
    Square::new(pawn.file(), rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    fn value_of(text: &str) -> Score {
        let position = fen::parse(text, Default::default(), Default::default()).expect("a FEN");
        value(&position, Color::White)
    }

    #[test]
    fn the_edge_and_near_men_are_worth_something() {
        let middle = value_of("8/8/8/4k3/8/3MKS2/4M3/8 w - 88 11 60");
        let edge = value_of("4k3/8/3MKS2/4M3/8/8/8/8 w - 88 11 60");
        let men_away = value_of("4k3/8/4K3/8/8/8/8/1SMM4 w - 88 11 60");
        assert!(edge > middle && edge > men_away, "{edge} {middle} {men_away}");
    }

    #[test]
    fn what_cannot_mate_is_worth_next_to_nothing() {
        let mates = value_of("4k3/8/4K3/8/8/8/8/MMM5 w - 128 11 60");
        let one_colour = value_of("4k3/8/4K3/8/8/8/8/M1M1M3 w - 128 11 60");
        assert!(mates > WON && one_colour < 100, "{mates} {one_colour}");
        // A bia on c4 becomes a met on the other colour.
        let with_pawn = value_of("4k3/8/4K3/8/2P5/8/8/M1M5 w - - 0 60");
        let wrong_pawn = value_of("4k3/8/4K3/8/1P6/8/8/M1M5 w - - 0 60");
        assert!(with_pawn > WON / 2 && wrong_pawn < 100, "{with_pawn} {wrong_pawn}");
    }

    #[test]
    fn what_the_count_does_not_allow_is_not_believed_in() {
        let fresh = value_of("8/8/8/4k3/8/8/8/KSMM4 w - 88 11 60");
        let late = value_of("8/8/8/4k3/8/8/8/KSMM4 w - 88 71 60");
        assert!(fresh > WON && late < WON / 4, "{fresh} {late}");
    }
}
