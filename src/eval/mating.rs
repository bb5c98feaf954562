//! What a position with a bare khun is worth: whether the men that are left can mate, how many
//! moves they need for it, and whether the count leaves them as many. Neither net nor terms come
//! in: mate is far too far for the search to see, and the way there must not be lost in their
//! noise.
//!
//! The moves needed are estimated, linearly in a few distances. The numbers are least squares over
//! 3,000 to 4,000 won positions each of KMMMvK, KNMMvK, KSMMvK, KNSMvK, KSSMvK, KRMMvK and the
//! endings of four men, drawn at random and along best play from there. Root mean square errors are
//! 2 to 3 moves without khon, 4 to 5 with one, 2 with a ruea.

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

/// Moves that some force needs to mate, in hundredths of a move.
struct Drive {
    /// To begin with, by the men beside the khun, from one on.
    base: [i32; 4],
    /// For each step of the bare khun from the middle of the board, files and ranks added.
    edge: i32,
    /// For each step of the longer of the two.
    edge_far: i32,
    /// For each rank of the bare khun, as the strong side counts them: a khon steps forward only.
    rank: i32,
    /// For each step that the other khun is away, as a khun goes …
    king: i32,
    /// … and for each file and rank.
    king_steps: i32,
    /// For each step that one of the men (of the nearest three) is away, ruea left aside …
    man: i32,
    /// … and the farthest of these once more.
    farthest: i32,
    /// Moves by which the estimate may well be off.
    doubt: i32,
}

const WITH_ROOK: Drive = Drive {
    base: [903, 700, 640, 540],
    edge: -75,
    edge_far: -150,
    rank: 0,
    king: 62,
    king_steps: 43,
    man: 17,
    farthest: 0,
    doubt: 3,
};
const KHON_AND_ONE: Drive = Drive {
    base: [2_100, 2_100, 2_100, 2_100],
    edge: -250,
    edge_far: -176,
    rank: -179,
    king: 130,
    king_steps: 73,
    man: 100,
    farthest: 46,
    doubt: 6,
};
const WITH_KHON: Drive = Drive {
    base: [1_650, 1_650, 1_650, 1_500],
    edge: -222,
    edge_far: -122,
    rank: -109,
    king: 81,
    king_steps: 84,
    man: -10,
    farthest: 190,
    doubt: 6,
};
const METS_AND_KNIGHTS: Drive = Drive {
    base: [900, 900, 900, 750],
    edge: -266,
    edge_far: -162,
    rank: -10,
    king: 146,
    king_steps: 59,
    man: 112,
    farthest: 36,
    doubt: 6,
};

/// Men that the drives look at beside the khun: more do not come into each other's way, but are
/// not needed either.
const HUNTERS: usize = 3;

/// The value of a position in which the other side is bare for `stronger`, in centipawns.
pub(super) fn value(position: &Position, stronger: Color) -> Score {
    let of = |piece| position.men(stronger, piece);
    let pawns = of(Piece::Pawn);
    let spare = SPARE_PAWN * pawns.len() as Score;
    if let Some(drive) = drive(position, stronger, Bitboard::EMPTY) {
        return spare + drive.value(position, stronger, Bitboard::EMPTY);
    }
    match drive(position, stronger, pawns) {
        Some(drive) => drive.value(position, stronger, pawns) * BY_PROMOTION / 16,
        None => HARMLESS + spare / 4,
    }
}

/// How the men of `stronger` mate, its `pawns` taken for mets; `None` when they cannot.
fn drive(position: &Position, stronger: Color, pawns: Bitboard) -> Option<&'static Drive> {
    let of = |piece| position.men(stronger, piece);
    let (knights, khons) = (of(Piece::Knight), of(Piece::Khon));
    let mets = of(Piece::Met).len() + pawns.len();
    let others = mets + knights.len();
    if of(Piece::Rook).any() {
        return Some(&WITH_ROOK);
    }
    match khons.len() + others {
        0 | 1 => None,
        2 if khons.any() => Some(&KHON_AND_ONE),
        2 => None,
        _ if khons.any() => Some(&WITH_KHON),
        // Mets of one colour leave half the board alone.
        _ if knights.any() || mets_on_both_colours(of(Piece::Met), pawns, stronger) => {
            Some(&METS_AND_KNIGHTS)
        }
        _ => None,
    }
}

/// Whether there are mets on light and on dark squares once the bia are mets.
fn mets_on_both_colours(mets: Bitboard, pawns: Bitboard, color: Color) -> bool {
    let promoted = pawns.map(|pawn| promotion_square(pawn, color));
    let dark = |square: Square| (square.file() + square.rank()).is_multiple_of(2);
    let mut seen = [false; 2];
    mets.into_iter().chain(promoted).for_each(|square| seen[usize::from(dark(square))] = true);
    seen == [true; 2]
}

/// Where a bia becomes a met if it takes nothing.
fn promotion_square(pawn: Square, color: Color) -> Square {
    let rank = if color == Color::White { 5 } else { 2 };
    Square::new(pawn.file(), rank)
}

impl Drive {
    /// What the men come to, the `pawns` among them as the mets that they will be.
    fn value(&self, position: &Position, stronger: Color, pawns: Bitboard) -> Score {
        let needed = self.moves(position, stronger, pawns);
        let nearness = MOVE * (FAR - needed).max(0);
        let value = WON + nearness;
        match position.count().moves_left() {
            Some(0) => DRAW,
            // As much of it as it is likely that the moves suffice.
            Some(left) => {
                let likely = (i32::from(left) - needed + self.doubt).clamp(0, 2 * self.doubt);
                value * likely / (2 * self.doubt) + nearness / 8
            }
            None => value,
        }
    }

    /// Moves to mate.
    fn moves(&self, position: &Position, stronger: Color, pawns: Bitboard) -> i32 {
        let prey = position.king(!stronger);
        let king = position.king(stronger);
        let hunters = position.color(stronger)
            & !position.piece(Piece::King)
            & !position.piece(Piece::Pawn)
            & !position.piece(Piece::Rook);
        let promoted = pawns.into_iter().map(|pawn| promotion_square(pawn, stronger));
        // How many of the men are so many steps away.
        let mut at = [0_u32; 8];
        hunters
            .into_iter()
            .chain(promoted)
            .for_each(|man| at[usize::from(man.distance(prey))] += 1);
        let nearest = (0..).zip(at).flat_map(|(steps, men)| (0..men).map(move |_| steps));
        let nearest = nearest.take(HUNTERS);
        let men: i32 = nearest.clone().sum();
        let farthest: i32 = nearest.last().unwrap_or(0);

        let outward = |line: u8| i32::from(if line < 4 { 3 - line } else { line - 4 });
        let (file, rank) = (outward(prey.file()), outward(prey.rank()));
        let apart = |a: u8, b: u8| i32::from(a.abs_diff(b));
        let steps = apart(king.file(), prey.file()) + apart(king.rank(), prey.rank());
        let promoting: i32 = pawns
            .into_iter()
            .map(|pawn| 100 * apart(pawn.rank(), promotion_square(pawn, stronger).rank()))
            .sum();
        let rooks = position.men(stronger, Piece::Rook).len() as usize;
        let strength = rooks + hunters.len() as usize + pawns.len() as usize;
        let hundredths = self.base[strength.clamp(1, self.base.len()) - 1]
            + self.edge * (file + rank)
            + self.edge_far * file.max(rank)
            + self.rank * i32::from(prey.relative_to(stronger).rank())
            + self.king * i32::from(king.distance(prey))
            + self.king_steps * steps
            + self.man * men
            + self.farthest * farthest
            + promoting;
        (hundredths / 100).max(1)
    }
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
        let far = value_of("8/8/8/4k3/8/8/8/KSMM4 w - 88 11 60");
        let edge = value_of("4k3/8/8/8/8/8/8/KSMM4 w - 88 11 60");
        let near = value_of("4k3/8/4K3/8/8/8/8/1SMM4 w - 88 11 60");
        assert!(near > edge && edge > far, "{near} {edge} {far}");
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
