//! The handcrafted evaluation: one walk over the men.

use super::phase;
use super::terms::{self, Listener, Weight};
use super::weights::WEIGHTS;
use crate::attacks;
use crate::position::Position;
use crate::types::{Bitboard, Color, Piece, Score};

/// Tells `listener` every term of the position.
#[inline]
pub(super) fn visit(position: &Position, listener: &mut impl Listener) {
    for color in Color::ALL {
        visit_side(position, color, listener);
    }
    listener.add(position.to_move(), terms::TO_MOVE.start);
}

fn visit_side(position: &Position, us: Color, listener: &mut impl Listener) {
    let ours = position.color(us);
    let occupied = position.occupied();
    let their_pawns = position.men(!us, Piece::Pawn);
    // Squares worth going to.
    let free = !(ours | attacks::pawn_set(!us, their_pawns));
    for piece in Piece::ALL {
        for square in ours & position.piece(piece) {
            listener.add(us, terms::placement(us, piece, square));
            if piece != Piece::King {
                listener.add(us, terms::MATERIAL.start + piece.index());
            }
            let mobility = match piece {
                Piece::Met => terms::MET_MOBILITY,
                Piece::Khon => terms::KHON_MOBILITY,
                Piece::Knight => terms::KNIGHT_MOBILITY,
                Piece::Rook => terms::ROOK_MOBILITY,
                Piece::Pawn | Piece::King => continue,
            };
            let reach: Bitboard = attacks::attacks(piece, us, square, occupied) & free;
            listener.add(us, mobility.start + reach.len() as usize);
        }
    }
}

/// Sums weights, White minus Black.
struct Value(i32);

impl Listener for Value {
    #[inline]
    fn add(&mut self, color: Color, term: usize) {
        let weight = WEIGHTS[term].0;
        match color {
            Color::White => self.0 += weight,
            Color::Black => self.0 -= weight,
        }
    }
}

/// Sums weights by group and side, for people to read.
struct ByGroup {
    // [group][color]
    sums: Vec<[Weight; 2]>,
}

impl Listener for ByGroup {
    fn add(&mut self, color: Color, term: usize) {
        let group = terms::GROUPS
            .iter()
            .position(|group| (group.start..group.start + group.len).contains(&term));
        if let Some(group) = group {
            self.sums[group][color.index()].0 += WEIGHTS[term].0;
        }
    }
}

/// A packed sum weighed by the phase, in centipawns.
#[inline]
fn taper(sum: Weight, phase: i32) -> Score {
    (sum.middlegame() * phase + sum.endgame() * (phase::FULL - phase)) / phase::FULL
}

/// The value from White's side, in centipawns, the count left out of account.
#[inline]
pub(super) fn value(position: &Position) -> Score {
    let mut sum = Value(0);
    visit(position, &mut sum);
    taper(Weight(sum.0), phase::phase(position))
}

/// The tapered sum of each group of terms, White's and Black's.
pub(super) fn by_group(position: &Position) -> Vec<(&'static str, [Score; 2])> {
    let mut listener = ByGroup { sums: vec![[Weight::default(); 2]; terms::GROUPS.len()] };
    visit(position, &mut listener);
    let phase = phase::phase(position);
    let named = std::iter::zip(terms::GROUPS, listener.sums);
    named.map(|(group, sums)| (group.name, sums.map(|sum| taper(sum, phase)))).collect()
}
