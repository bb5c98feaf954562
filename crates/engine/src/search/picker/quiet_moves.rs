//! The quiet moves of a position, listed with their scores.

use super::listing::Listing;
use crate::search::history::{ManHistories, QuietHistories};
use crate::search::threats::Threats;
use crate::search::{params, see};
use makruk::movegen::{self, MoveSink};
use makruk::position::{CheckSquares, KeysAfter};
use makruk::types::{Bitboard, Piece, Square};

/// Scores the quiet moves of a position as they are generated. What all moves of a man have in
/// common is looked up once.
pub(super) struct QuietMoves<'a> {
    pub list: Listing<'a>,
    pub histories: QuietHistories<'a>,
    pub checks: &'a CheckSquares,
    pub threats: Threats,
    /// Moves that give no check are left out, and their scores do not matter.
    pub checks_only: bool,
}

/// What the moves of a man have in common.
#[derive(Clone, Copy)]
struct Mover<'a> {
    from: Square,
    keys: KeysAfter,
    histories: ManHistories<'a>,
    /// Squares on which it gives check.
    checking: Bitboard,
    /// Squares on which a cheaper piece attacks it.
    threats: Bitboard,
    /// For leaving a threatened square.
    escape: i32,
}

impl<'a> QuietMoves<'a> {
    #[inline]
    fn man(&self, piece: Piece, from: Square) -> Mover<'a> {
        let (checking, threats) = (self.checks.of_man(piece, from), self.threats.to(piece));
        let escape = params::picker_escape_bonus() * i32::from(threats.contains(from));
        let keys = self.list.position.keys_after_quiets(piece, from);
        Mover {
            from,
            keys,
            histories: self.histories.of_man(piece, from),
            checking,
            threats,
            escape,
        }
    }

    #[inline(always)]
    fn push(&mut self, man: &Mover, to: Square) {
        let &Mover { from, keys, histories, checking, threats, escape } = man;
        let Some(mv) = self.list.listed(from, to) else { return };
        self.list.entries.prefetch(keys.to(to));
        let checks = checking.contains(to);
        let mut score = 0;
        if !self.checks_only {
            let threatened = i32::from(threats.contains(to));
            score = histories.score(to) + escape - params::picker_threat_malus() * threatened;
            if checks && see::wins_at_least(self.list.position, mv, 0) {
                score += params::picker_check_bonus();
            }
        }
        self.list.moves.push(mv, score, checks);
    }
}

impl MoveSink for QuietMoves<'_> {
    #[inline]
    fn piece(&mut self, piece: Piece, from: Square, targets: Bitboard) {
        let man = self.man(piece, from);
        for to in if self.checks_only { targets & man.checking } else { targets } {
            self.push(&man, to);
        }
    }

    #[inline]
    fn pawns(&mut self, files: i8, ranks: i8, targets: Bitboard) {
        for to in targets {
            let man = self.man(Piece::Pawn, movegen::pawn_origin(to, files, ranks));
            if !self.checks_only || man.checking.contains(to) {
                self.push(&man, to);
            }
        }
    }
}
