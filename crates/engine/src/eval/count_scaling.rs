//! Count scaling: how much of an advantage is left while both sides have men, given that the count
//! may end the game before mate. Positions with a bare khun are evaluated by [`super::mop_up`].

use crate::Score;
use makruk::position::Position;
use makruk::types::{Color, Piece};

/// Number of moves left at which an advantage is halved: about the length of an easy mate.
const HALF_LIFE: i32 = 10;

/// Share of the handcrafted value that is kept, in 64ths, by the number of bia of the stronger
/// side. Bia keep the count from starting and become mets to mate with. Fitted to self-play games,
/// see docs/lab/tuning.md.
// [bia]
const SCALE_BY_PAWNS: [i32; 4] = [20, 32, 48, 64];
/// The same while board's honour is counted: no bia is left and both sides have men.
const BOARD_HONOUR_SCALE: i32 = 14;

/// Share of the handcrafted advantage of `stronger` that is kept, in 64ths.
fn scale_by_pawns(position: &Position, stronger: Color) -> i32 {
    if position.count().is_running() {
        return BOARD_HONOUR_SCALE;
    }
    let pawns = position.men(stronger, Piece::Pawn).len() as usize;
    SCALE_BY_PAWNS[pawns.min(SCALE_BY_PAWNS.len() - 1)]
}

/// Scales the handcrafted `value`, in centipawns from White's side, by the bia of the stronger side
/// and by the count.
#[inline]
pub(super) fn scale_handcrafted(position: &Position, value: Score) -> Score {
    let stronger = if value < 0 { Color::Black } else { Color::White };
    scale_by_moves_left(position, value * scale_by_pawns(position, stronger) / 64)
}

/// The factor, from 0 to 1, by which `scale_by_moves_left` scales a value with this number of moves
/// left: 1 without a count. The trainer multiplies the output of the net by it, as the evaluation
/// does.
pub fn count_scale(moves_left: Option<u16>) -> f32 {
    match moves_left {
        Some(left) => f32::from(left) / (f32::from(left) + HALF_LIFE as f32),
        None => 1.0,
    }
}

/// Scales `value`, in centipawns from either side, by the moves left of the count: to 0 when none is
/// left.
///
/// The output of a net is scaled here and not by [`scale_handcrafted`]: the net has learned from
/// results of games how few bia reduce an advantage. Of the count it knows only in which band of
/// moves left it is.
#[inline]
pub(super) fn scale_by_moves_left(position: &Position, value: Score) -> Score {
    match position.moves_left() {
        Some(left) => value * i32::from(left) / (i32::from(left) + HALF_LIFE),
        None => value,
    }
}
