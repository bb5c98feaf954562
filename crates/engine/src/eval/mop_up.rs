//! Mop-up evaluation: the value of a position in which one side has only its khun. It answers
//! whether the strong side's men can mate, how many moves that takes, and whether the count leaves
//! enough moves. Neither the net nor the handcrafted terms are used: the mate is far beyond the
//! reach of the search, and the progress towards it must not be lost in their noise.
//!
//! The moves to mate with three men other than ruea are estimated by a net ([`super::mating_net`]),
//! with other men by a linear function of a few distances, fitted by least squares to won positions
//! of the endgame tables: `cargo run --release --example fit_mop_up -- TABLES` fits them again.

use super::mating_net::{self, MatingNet};
use makruk::position::Position;
use makruk::types::score::DRAW;
use makruk::types::{Bitboard, Color, Piece, Score, Square};

/// Value of a win that the count leaves time for, in centipawns like all values here.
const WON: Score = 900;
/// Bonus for each move that the mate is nearer than [`MAX_MOVES`].
const BONUS_PER_MOVE: Score = 12;
/// There is no bonus when mate is estimated to take this many moves or more.
const MAX_MOVES: Score = 60;
/// Value of men that cannot mate.
const CANNOT_MATE: Score = 20;
/// Bonus for each bia that is not needed to mate: it keeps the count from starting.
const SPARE_PAWN: Score = 40;
/// Share of the value that is kept where bia must promote before mate is possible, in 16ths: they
/// can be lost on the way.
const NEEDS_PROMOTION_SCALE: Score = 12;
/// How many of the strong side's men, khun and ruea left aside, are measured: those nearest to the
/// weak khun. More are not needed for the mate.
const NEAREST_MEN: usize = 3;

/// By how many moves the estimate of the net is often wrong.
const NET_MARGIN: i32 = 3;

/// Kinds of mating material that need a similar number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatingMaterial {
    /// One ruea, alone or with other men.
    Rook,
    /// Two ruea or more, alone or with other men.
    TwoRooks,
    /// A khon and one other man: KSMvK, KSSvK, KNSvK.
    KhonAndOne,
    /// A khon and more men, but no ruea.
    Khon,
    /// Mets and ma that can mate without a khon or a ruea.
    MetsAndKnights,
}

/// Number of distances that the moves to mate are estimated from:
///
/// 1. steps of the weak khun from the middle of the board, files and ranks added,
/// 2. the greater of the two,
/// 3. rank of the weak khun, from the strong side: a khon steps forward only,
/// 4. steps between the khuns,
/// 5. files and ranks between the khuns, added,
/// 6. steps of the nearest men to the weak khun, added (ruea left aside; at most three men),
/// 7. steps of the farthest of these.
pub const DISTANCES: usize = 7;

/// What the moves to mate are estimated from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MopUp {
    /// The kind of mating material.
    pub material: MatingMaterial,
    /// Number of men of the strong side, its khun left aside.
    pub men: usize,
    /// In the order described at [`DISTANCES`].
    pub distances: [i32; DISTANCES],
}

/// A linear estimate of the moves to mate, in hundredths of a move.
struct LinearEstimate {
    /// The constant term by the number of men, from one on.
    base: [i32; 4],
    /// The factor of each distance.
    weights: [i32; DISTANCES],
    /// By how many moves the estimate is often wrong.
    margin: i32,
}

impl MatingMaterial {
    /// The material of `strong`, with its `pawns` as mets; `None` where it cannot mate.
    fn of(position: &Position, strong: Color, pawns: Bitboard) -> Option<Self> {
        let of = |piece| position.men(strong, piece);
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
            // Mets on squares of one colour never attack half of the board.
            _ if knights.any() || mets_on_both_colours(of(Piece::Met), pawns, strong) => {
                Some(Self::MetsAndKnights)
            }
            _ => None,
        }
    }

    /// The fitted estimates. Their root mean square errors are 1.5, 1.1, 4.7, 2.9 and 2.6 moves. The
    /// base for four men is a guess.
    const fn linear_estimate(self) -> &'static LinearEstimate {
        match self {
            Self::Rook => &LinearEstimate {
                base: [914, 640, 414, 314],
                weights: [-86, -157, 1, 88, 32, 39, 5],
                margin: 3,
            },
            Self::TwoRooks => {
                &LinearEstimate { base: [336; 4], weights: [-15, -64, 2, 7, 11, 0, 0], margin: 3 }
            }
            Self::KhonAndOne => &LinearEstimate {
                base: [2_136; 4],
                weights: [-253, -191, -168, 124, 77, 94, 44],
                margin: 6,
            },
            Self::Khon => &LinearEstimate {
                base: [967, 967, 967, 867],
                weights: [-205, -187, -73, 112, 65, 102, -5],
                margin: 6,
            },
            Self::MetsAndKnights => &LinearEstimate {
                base: [959, 959, 959, 859],
                weights: [-269, -150, -7, 138, 66, 115, 2],
                margin: 6,
            },
        }
    }
}

impl MopUp {
    /// The distances between the men of `strong` and the bare khun of the other side; `None` where
    /// these men, bia left aside, cannot mate.
    pub fn of(position: &Position, strong: Color) -> Option<Self> {
        let material = MatingMaterial::of(position, strong, Bitboard::EMPTY)?;
        Some(Self::with_pawns(position, strong, material, Bitboard::EMPTY))
    }

    /// The same with `pawns` as mets on their promotion squares.
    fn with_pawns(
        position: &Position,
        strong: Color,
        material: MatingMaterial,
        pawns: Bitboard,
    ) -> Self {
        let weak_king = position.king(!strong);
        let king = position.king(strong);
        let men =
            position.color(strong) & !position.piece(Piece::King) & !position.piece(Piece::Pawn);
        let steppers = men & !position.piece(Piece::Rook);
        let promoted = pawns.into_iter().map(|pawn| promotion_square(pawn, strong));
        // [steps to the weak khun]
        let mut men_at = [0_u32; 8];
        steppers
            .into_iter()
            .chain(promoted)
            .for_each(|man| men_at[usize::from(man.distance(weak_king))] += 1);
        let steps = (0..).zip(men_at).flat_map(|(steps, men)| (0..men).map(move |_| steps));
        let nearest = steps.take(NEAREST_MEN);
        let from_middle = |line: u8| i32::from(if line < 4 { 3 - line } else { line - 4 });
        let (file, rank) = (from_middle(weak_king.file()), from_middle(weak_king.rank()));
        let apart = |a: u8, b: u8| i32::from(a.abs_diff(b));
        Self {
            material,
            men: (men.len() + pawns.len()) as usize,
            distances: [
                file + rank,
                file.max(rank),
                i32::from(weak_king.relative_to(strong).rank()),
                i32::from(king.distance(weak_king)),
                apart(king.file(), weak_king.file()) + apart(king.rank(), weak_king.rank()),
                nearest.clone().sum(),
                nearest.last().unwrap_or(0),
            ],
        }
    }

    /// The linear estimate.
    fn moves_to_mate(&self) -> MovesToMate {
        let LinearEstimate { base, weights, margin } = self.material.linear_estimate();
        let distances = std::iter::zip(weights, self.distances);
        let base = base[self.men.clamp(1, base.len()) - 1];
        let hundredths = base + distances.map(|(weight, distance)| weight * distance).sum::<i32>();
        MovesToMate { hundredths, margin: *margin }
    }
}

/// An estimate of the moves to mate.
struct MovesToMate {
    /// In hundredths of a move: whole moves would hide small progress.
    hundredths: i32,
    /// By how many moves the estimate is often wrong.
    margin: i32,
}

impl MovesToMate {
    /// The estimate for `strong`, with its `pawns` as mets on their promotion squares; `None` where
    /// its men cannot mate.
    fn of(position: &Position, strong: Color, pawns: Bitboard) -> Option<Self> {
        let material = MatingMaterial::of(position, strong, pawns)?;
        let men = position.color(strong) & !position.men(strong, Piece::Pawn);
        if men.len() + pawns.len() != mating_net::MEN || position.men(strong, Piece::Rook).any() {
            return Some(MopUp::with_pawns(position, strong, material, pawns).moves_to_mate());
        }
        let men = men.into_iter().filter_map(|man| Some((position.piece_at(man)?, man)));
        let promoted = pawns.into_iter().map(|pawn| (Piece::Met, promotion_square(pawn, strong)));
        let weak_king = position.king(!strong);
        let inputs = mating_net::inputs(strong, position.to_move(), weak_king, men.chain(promoted));
        Some(Self { hundredths: MatingNet::embedded().moves(&inputs), margin: NET_MARGIN })
    }

    /// The value in centipawns for the strong side, which needs `extra_moves` more than estimated.
    fn value(&self, position: &Position, extra_moves: i32) -> Score {
        let margin = 100 * self.margin;
        let needed = self.hundredths.max(100) + 100 * extra_moves;
        let bonus = BONUS_PER_MOVE * (100 * MAX_MOVES - needed).max(0) / 100;
        let value = WON + bonus;
        match position.moves_left() {
            None => value,
            Some(0) => DRAW,
            // In proportion to the chance that the moves left suffice.
            Some(left) => {
                let likely = (100 * i32::from(left) - needed + margin).clamp(0, 2 * margin);
                value * likely / (2 * margin) + bonus / 8
            }
        }
    }
}

/// The value of a position for `strong`, in centipawns. The other side has only its khun.
pub(super) fn value(position: &Position, strong: Color) -> Score {
    let pawns = position.men(strong, Piece::Pawn);
    let spare = SPARE_PAWN * pawns.len() as Score;
    if let Some(moves_to_mate) = MovesToMate::of(position, strong, Bitboard::EMPTY) {
        return spare + moves_to_mate.value(position, 0);
    }
    match MovesToMate::of(position, strong, pawns) {
        Some(moves_to_mate) => {
            let steps = |pawn: Square| pawn.distance(promotion_square(pawn, strong));
            let promotion = pawns.map(|pawn| i32::from(steps(pawn))).sum();
            moves_to_mate.value(position, promotion) * NEEDS_PROMOTION_SCALE / 16
        }
        None => CANNOT_MATE + spare / 4,
    }
}

/// Whether there are mets on light and on dark squares once `pawns` have promoted.
fn mets_on_both_colours(mets: Bitboard, pawns: Bitboard, color: Color) -> bool {
    let promoted = pawns.map(|pawn| promotion_square(pawn, color));
    promoted.fold(mets, |all, square| all | square.bitboard()).is_on_both_colours()
}

/// Where a bia promotes if it captures nothing on its way.
fn promotion_square(pawn: Square, color: Color) -> Square {
    Square::new(pawn.file(), color.promotion_rank())
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::fen;

    fn value_of(text: &str) -> Score {
        let position = fen::parse(text, Default::default(), Default::default()).expect("a FEN");
        value(&position, Color::White)
    }

    #[test]
    fn a_khun_at_the_edge_and_near_men_are_a_bonus() {
        let middle = value_of("8/8/8/4k3/8/3MKS2/4M3/8 w - 88 11 60");
        let edge = value_of("4k3/8/3MKS2/4M3/8/8/8/8 w - 88 11 60");
        let men_away = value_of("4k3/8/4K3/8/8/8/8/1SMM4 w - 88 11 60");
        assert!(edge > middle && edge > men_away, "{edge} {middle} {men_away}");
    }

    #[test]
    fn men_that_cannot_mate_have_a_small_value() {
        let mates = value_of("4k3/8/4K3/8/8/8/8/MMM5 w - 128 11 60");
        let one_colour = value_of("4k3/8/4K3/8/8/8/8/M1M1M3 w - 128 11 60");
        assert!(mates > WON && one_colour < 100, "{mates} {one_colour}");
        // A bia on c4 becomes a met on a square of the other colour.
        let with_pawn = value_of("4k3/8/4K3/8/2P5/8/8/M1M5 w - - 0 60");
        let wrong_pawn = value_of("4k3/8/4K3/8/1P6/8/8/M1M5 w - - 0 60");
        assert!(with_pawn > WON / 2 && wrong_pawn < 100, "{with_pawn} {wrong_pawn}");
    }

    #[test]
    fn a_win_that_the_count_does_not_allow_has_a_small_value() {
        let fresh = value_of("8/8/8/4k3/8/8/8/KSMM4 w - 88 11 60");
        let late = value_of("8/8/8/4k3/8/8/8/KSMM4 w - 88 71 60");
        assert!(fresh > WON && late < WON / 4, "{fresh} {late}");
    }
}
