//! Making moves by copy.

use super::Position;
use super::zobrist::{self, KeysAfter};
use crate::rules::counting::{self, MoveFacts};
use crate::types::{Bitboard, Color, Move, Piece, Square};

/// What a move does to the men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveDetails {
    /// The man that moves, before a promotion.
    pub moved: Piece,
    /// The man that it captures, if any.
    pub captured: Option<Piece>,
    /// Whether it promotes.
    pub promotes: bool,
}

impl Position {
    /// What a legal move does.
    #[inline]
    pub fn details(&self, mv: Move) -> MoveDetails {
        let moved = self.placement.piece_on_occupied(mv.from());
        let promotes =
            moved == Piece::Pawn && Bitboard::promotion_zone(self.to_move).contains(mv.to());
        MoveDetails { moved, captured: self.captured(mv), promotes }
    }

    /// The position after a legal move. An illegal move gives a meaningless position, but no undefined
    /// behaviour; `Game::play` checks the move.
    ///
    /// # Panics
    /// In a build with debug assertions, where the move is illegal and the position shows it.
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Self {
        let mut next = *self;
        next.make_unchecked(mv);
        next
    }

    /// Makes a legal move in this position, as [`Self::play_unchecked`] does in a copy. Where every node
    /// counts it saves a second copy, which returning a position may cost.
    ///
    /// # Panics
    /// As [`Self::play_unchecked`].
    #[inline]
    pub fn make_unchecked(&mut self, mv: Move) {
        let (us, from, to) = (self.to_move, mv.from(), mv.to());
        let MoveDetails { moved, captured, promotes } = self.details(mv);
        if let Some(captured) = captured {
            self.placement.toggle(!us, captured, to);
        }
        let becomes = if promotes { Piece::Met } else { moved };
        self.placement.toggle(us, moved, from);
        self.placement.toggle(us, becomes, to);
        if (self.placement.promoted() & (from.bitboard() | to.bitboard())).any() || promotes {
            let promoted = promotes || self.placement.promoted().contains(from);
            self.placement.set_promoted(from, false);
            self.placement.set_promoted(to, promoted);
        }
        let facts = MoveFacts { mover: us, captured, promoted: promotes };
        let irreversible = captured.is_some() || moved == Piece::Pawn;
        self.halfmove_clock = if irreversible { 0 } else { self.halfmove_clock.saturating_add(1) };
        self.pass_turn(facts);
    }

    /// The keys ([`Position::key`]) after the legal moves of a man that neither capture nor promote.
    #[inline]
    pub fn keys_after_quiets(&self, moved: Piece, from: Square) -> KeysAfter {
        zobrist::quiet_moves(self.key(), self.to_move, moved, from)
    }

    /// The key ([`Position::key`]) after a legal move with these details, without making it.
    #[inline]
    pub fn key_after(&self, mv: Move, details: MoveDetails) -> u64 {
        let (us, to) = (self.to_move, mv.to());
        let MoveDetails { moved, captured, promotes } = details;
        let mut key = self.keys_after_quiets(moved, mv.from()).to(to);
        if let Some(captured) = captured {
            key ^= zobrist::man(!us, captured, to);
        }
        if promotes {
            key ^= zobrist::man(us, moved, to) ^ zobrist::man(us, Piece::Met, to);
        }
        key
    }

    /// The position after a null move, which must not be made in check. The count advances, and
    /// repetitions are not looked for across it.
    ///
    /// # Panics
    /// In check, in a build with debug assertions.
    #[must_use]
    pub fn play_null(&self) -> Self {
        let mut next = *self;
        next.halfmove_clock = 0;
        next.pass_turn(MoveFacts { mover: self.to_move, captured: None, promoted: false });
        next
    }

    /// Updates everything but the men after a move. Without forced inlining, perft is a quarter slower.
    #[inline(always)]
    fn pass_turn(&mut self, facts: MoveFacts) {
        self.to_move = !facts.mover;
        self.fullmove_number =
            self.fullmove_number.saturating_add(u16::from(facts.mover == Color::Black));
        let pawns_remain = self.has_pawns();
        self.count =
            counting::step(self.counting_rule, self.count, facts, pawns_remain, || self.material());
        self.refresh_checks();
        #[cfg(debug_assertions)]
        if let Err(error) = self.validate() {
            panic!("after a move: {error}: {self:?}");
        }
    }

    /// The kind of man that a move captures, if any.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        self.color(!self.to_move)
            .contains(mv.to())
            .then(|| self.placement.piece_on_occupied(mv.to()))
    }

    /// Whether a move promotes a bia.
    #[inline]
    pub fn promotes(&self, mv: Move) -> bool {
        self.piece(Piece::Pawn).contains(mv.from())
            && Bitboard::promotion_zone(self.to_move).contains(mv.to())
    }
}
