//! Mop-up evaluation: the value of a position in which one side has only its khun. It answers
//! whether the strong side's men can mate, how many moves that takes, and whether the count leaves
//! enough moves. Neither the net nor the handcrafted terms are used: the mate is far beyond the
//! reach of the search, and the progress towards it must not be lost in their noise.
//!
//! The moves to mate are estimated by a net ([`super::mating_net`]).

use super::mating_net::{self, MAX_MEN, MatingNet};
use crate::Score;
use crate::score::DRAW;
use arrayvec::ArrayVec;
use makruk::position::Position;
use makruk::types::{Bitboard, Color, Piece, Square};

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

/// By how many hundredths of a move the estimate is often wrong.
const MARGIN: i32 = 300;
/// How much sooner mate comes with each man that the net does not see, in hundredths of a move; a
/// guess.
const UNSEEN_MAN: i32 = 100;

/// The men of a side that mate, bia among them as the mets they become, with their squares. A position
/// that was set up may have all its 32 men on one side but for a khun.
struct MatingMen(ArrayVec<(Piece, Square), 32>);

impl MatingMen {
    /// The men of `strong` except bia, with `pawns` as mets on their promotion squares; `None` where
    /// these cannot mate.
    fn of(position: &Position, strong: Color, pawns: Bitboard) -> Option<Self> {
        if !can_mate(position, strong, pawns) {
            return None;
        }
        let men =
            position.color(strong) & !position.piece(Piece::King) & !position.piece(Piece::Pawn);
        let men = men.into_iter().filter_map(|man| Some((position.piece_at(man)?, man)));
        let promoted = pawns.into_iter().map(|pawn| (Piece::Met, promotion_square(pawn, strong)));
        Some(Self(men.chain(promoted).collect()))
    }

    /// Estimated moves that `strong` needs to mate with these men, in hundredths.
    fn moves_to_mate(mut self, position: &Position, strong: Color) -> i32 {
        let weak_king = position.king(!strong);
        let seen = MAX_MEN - 1;
        let unseen = self.0.len().saturating_sub(seen);
        if unseen > 0 {
            // Those of most use: the stronger, and of equal ones the nearer.
            self.0.sort_unstable_by_key(|(piece, man)| (order(*piece), man.distance(weak_king)));
        }
        let king = (Piece::King, position.king(strong));
        let men = self.0.into_iter().take(seen).chain([king]);
        let inputs = mating_net::inputs(strong, position.to_move(), weak_king, men);
        MatingNet::embedded().moves(&inputs) - UNSEEN_MAN * unseen as i32
    }
}

/// The place of a piece in the order of use for mating, the most useful first.
const fn order(piece: Piece) -> u8 {
    match piece {
        Piece::Rook => 0,
        Piece::Khon => 1,
        Piece::Knight => 2,
        Piece::King | Piece::Met | Piece::Pawn => 3,
    }
}

/// Whether the men of `strong`, with its `pawns` as mets, can mate a bare khun other than by its
/// mistakes.
fn can_mate(position: &Position, strong: Color, pawns: Bitboard) -> bool {
    let of = |piece| position.men(strong, piece);
    let (knights, khons) = (of(Piece::Knight), of(Piece::Khon));
    let mets = of(Piece::Met);
    match khons.len() + knights.len() + mets.len() + pawns.len() {
        _ if of(Piece::Rook).any() => true,
        0 | 1 => false,
        2 => khons.any(),
        // Mets on squares of one colour never attack half of the board.
        _ => khons.any() || knights.any() || mets_on_both_colours(mets, pawns, strong),
    }
}

/// An estimate of the moves to mate a bare khun.
struct EstimatedMate {
    /// In hundredths of a move: whole moves would hide small progress.
    hundredths: i32,
    /// Whether bia must promote before mate is possible.
    needs_promotion: bool,
}

impl EstimatedMate {
    /// The estimate for `strong`; `None` where its men cannot mate, bia as mets included.
    fn of(position: &Position, strong: Color) -> Option<Self> {
        if let Some(men) = MatingMen::of(position, strong, Bitboard::EMPTY) {
            let hundredths = men.moves_to_mate(position, strong);
            return Some(Self { hundredths, needs_promotion: false });
        }
        let pawns = position.men(strong, Piece::Pawn);
        let men = MatingMen::of(position, strong, pawns)?;
        let steps = |pawn: Square| pawn.distance(promotion_square(pawn, strong));
        let promotion: i32 = pawns.map(|pawn| i32::from(steps(pawn))).sum();
        let hundredths = men.moves_to_mate(position, strong) + 100 * promotion;
        Some(Self { hundredths, needs_promotion: true })
    }
}

/// Moves that the side with men needs to mate the bare khun of the other side, as estimated; `None`
/// where no side has only its khun, and where the men of the other side cannot mate.
pub fn estimated_moves_to_mate(position: &Position) -> Option<u16> {
    let mut sides = [Color::White, Color::Black].into_iter();
    let weak = sides.find(|&side| position.is_bare(side))?;
    let hundredths = EstimatedMate::of(position, !weak)?.hundredths;
    // Of many men the estimate may be below 0.
    u16::try_from(((hundredths + 50) / 100).max(1)).ok()
}

/// The value of a position for `strong`, in centipawns. The other side has only its khun.
pub(super) fn value(position: &Position, strong: Color) -> Score {
    let spare = SPARE_PAWN * position.men(strong, Piece::Pawn).len() as Score;
    let Some(mate) = EstimatedMate::of(position, strong) else { return CANNOT_MATE + spare / 4 };
    let value = value_of_win(position, mate.hundredths);
    if mate.needs_promotion { value * NEEDS_PROMOTION_SCALE / 16 } else { spare + value }
}

/// The value in centipawns for the strong side, which needs `moves` hundredths of a move to mate.
fn value_of_win(position: &Position, moves: i32) -> Score {
    let needed = moves.max(100);
    let bonus = BONUS_PER_MOVE * (100 * MAX_MOVES - needed).max(0) / 100;
    let value = WON + bonus;
    match position.moves_left() {
        None => value,
        Some(0) => DRAW,
        // In proportion to the chance that the moves left suffice.
        Some(left) => {
            let likely = (100 * i32::from(left) - needed + MARGIN).clamp(0, 2 * MARGIN);
            value * likely / (2 * MARGIN) + bonus / 8
        }
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
