//! The captures and promotions of a position, listed with their scores.

use super::listing::Listing;
use crate::Score;
use crate::search::history::TacticalHistories;
use crate::search::{params, see};
use makruk::movegen::{self, MoveSink};
use makruk::position::MoveDetails;
use makruk::types::{Bitboard, Piece, Square};

/// Scores the captures and promotions of a position as they are generated.
pub(super) struct TacticalMoves<'a> {
    pub list: Listing<'a>,
    pub histories: TacticalHistories<'a>,
    /// Moves that gain less are left out.
    pub least_gain: Score,
    /// The highest gain of those; [`MIN_GAIN`] without any.
    pub left_out: Score,
}

/// Less than the gain of any move.
pub(in crate::search) const MIN_GAIN: Score = Score::MIN;

impl TacticalMoves<'_> {
    #[inline]
    fn push(&mut self, from: Square, to: Square, details: MoveDetails) {
        let gain = see::gain(details);
        if gain < self.least_gain {
            self.left_out = self.left_out.max(gain);
            return;
        }
        let Some(mv) = self.list.listed(from, to) else { return };
        self.list.entries.prefetch(self.list.position.key_after(mv, details));
        let history = self.histories.score(details, to) * params::picker_history_share();
        self.list.moves.push(mv, params::picker_gain_weight() * gain + history / 100, false);
    }
}

impl MoveSink for TacticalMoves<'_> {
    #[inline]
    fn piece(&mut self, moved: Piece, from: Square, targets: Bitboard) {
        for to in targets {
            let captured = self.list.position.piece_at(to);
            self.push(from, to, MoveDetails { moved, captured, promotes: false });
        }
    }

    #[inline]
    fn pawns(&mut self, files: i8, ranks: i8, targets: Bitboard) {
        let position = self.list.position;
        let promoting = Bitboard::promotion_zone(position.to_move());
        for to in targets {
            let from = movegen::pawn_origin(to, files, ranks);
            let captured = position.piece_at(to);
            let promotes = promoting.contains(to);
            self.push(from, to, MoveDetails { moved: Piece::Pawn, captured, promotes });
        }
    }
}
