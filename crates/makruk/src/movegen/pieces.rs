//! Generates the moves of each kind of man.

use super::MoveSink;
use crate::attacks;
use crate::position::Position;
use crate::rules::Variant;
use crate::types::{Bitboard, Color, Piece, Square};

/// Sends the legal moves to `sink`: captures and promotions if `TACTICAL`, the others if `QUIET`.
#[inline]
pub(super) fn generate<S: MoveSink, const TACTICAL: bool, const QUIET: bool>(
    position: &Position,
    sink: &mut S,
) {
    match position.to_move() {
        _ if !S::PER_SIDE => Generator::<S, TACTICAL, QUIET, EITHER>::new(position, sink).all(),
        Color::White => Generator::<S, TACTICAL, QUIET, WHITE>::new(position, sink).all(),
        Color::Black => Generator::<S, TACTICAL, QUIET, BLACK>::new(position, sink).all(),
    }
}

// The sides that a generator is compiled for.
const WHITE: u8 = 0;
const BLACK: u8 = 1;
const EITHER: u8 = 2;

/// Generates the moves of the side to move. The kinds of moves are type parameters, so that they cost no
/// branch at run time, and so is the side unless it is `EITHER`.
struct Generator<'a, S, const TACTICAL: bool, const QUIET: bool, const SIDE: u8> {
    position: &'a Position,
    sink: &'a mut S,
    ours: Bitboard,
    theirs: Bitboard,
    king: Square,
}

impl<'a, S: MoveSink, const TACTICAL: bool, const QUIET: bool, const SIDE: u8>
    Generator<'a, S, TACTICAL, QUIET, SIDE>
{
    #[inline]
    fn new(position: &'a Position, sink: &'a mut S) -> Self {
        let us = position.to_move();
        let (ours, theirs, king) = (position.color(us), position.color(!us), position.king(us));
        Self { position, sink, ours, theirs, king }
    }

    /// The side to move.
    #[inline]
    fn us(&self) -> Color {
        match SIDE {
            WHITE => Color::White,
            BLACK => Color::Black,
            _ => self.position.to_move(),
        }
    }

    #[inline]
    fn all(&mut self) {
        let checkers = self.position.checkers();
        if checkers.is_empty() {
            self.king_moves(Bitboard::ALL);
            self.other_moves(Bitboard::ALL);
            return;
        }
        self.evasions(checkers);
    }

    /// Moves out of check: by the khun or, with one checker, by capturing it or blocking the line.
    fn evasions(&mut self, checkers: Bitboard) {
        let sole_checker = checkers.first().filter(|_| !checkers.many());
        // In Makpong the khun may not leave check, but it may capture a single checker.
        match (self.position.variant(), sole_checker) {
            (Variant::Makruk, _) => self.king_moves(Bitboard::ALL),
            (Variant::Makpong, Some(_)) => self.king_moves(checkers),
            (Variant::Makpong, None) => {}
        }
        if let Some(checker) = sole_checker {
            self.other_moves(attacks::between(self.king, checker) | checkers);
        }
    }

    /// Destinations of men other than bia, by the kinds of moves that are generated.
    #[inline]
    fn destinations(&self) -> Bitboard {
        match (TACTICAL, QUIET) {
            (true, true) => !self.ours,
            (true, false) => self.theirs,
            (false, _) => !(self.ours | self.theirs),
        }
    }

    #[inline]
    fn king_moves(&mut self, mask: Bitboard) {
        let targets = attacks::king(self.king) & self.destinations() & mask;
        if targets.is_empty() {
            return;
        }
        // A ruea also attacks the squares behind the khun.
        let occupied = (self.ours | self.theirs) & !self.king.bitboard();
        let safe = targets & !self.position.attacked_by(!self.us(), occupied);
        self.sink.piece(Piece::King, self.king, safe);
    }

    #[inline]
    fn other_moves(&mut self, mask: Bitboard) {
        if self.sink.is_satisfied() {
            return;
        }
        let pinned = self.position.pinned();
        self.pawn_moves(self.men(Piece::Pawn) & !pinned, mask);
        let targets = mask & self.destinations();
        self.piece_moves(Piece::Met, !pinned, targets);
        self.piece_moves(Piece::Khon, !pinned, targets);
        self.piece_moves(Piece::Knight, !pinned, targets);
        self.piece_moves(Piece::Rook, !pinned, targets);
        if pinned.any() {
            self.pinned_moves(mask);
        }
    }

    /// Moves of pinned men along the line of the pin, which mets and ma cannot make.
    #[cold]
    fn pinned_moves(&mut self, mask: Bitboard) {
        for from in self.position.pinned() {
            let alone = from.bitboard();
            let mask = mask & attacks::line(self.king, from);
            self.pawn_moves(self.men(Piece::Pawn) & alone, mask);
            self.piece_moves(Piece::Khon, alone, mask & self.destinations());
            self.piece_moves(Piece::Rook, alone, mask & self.destinations());
        }
    }

    #[inline]
    fn men(&self, piece: Piece) -> Bitboard {
        self.ours & self.position.piece(piece)
    }

    #[inline]
    fn piece_moves(&mut self, piece: Piece, among: Bitboard, targets: Bitboard) {
        if self.sink.is_satisfied() {
            return;
        }
        let occupied = self.ours | self.theirs;
        for from in self.men(piece) & among {
            let attacks = attacks::attacks(piece, self.us(), from, occupied);
            self.sink.piece(piece, from, attacks & targets);
        }
    }

    #[inline]
    fn pawn_moves(&mut self, pawns: Bitboard, mask: Bitboard) {
        let us = self.us();
        let up = if us == Color::White { 1 } else { -1 };
        let ahead = pawns.forward(us);
        let promoting = Bitboard::promotion_zone(us);
        let pushes = ahead & !(self.ours | self.theirs) & mask;
        match (TACTICAL, QUIET) {
            (true, true) => self.sink.pawns(0, up, pushes),
            (true, false) => self.sink.pawns(0, up, pushes & promoting),
            (false, _) => self.sink.pawns(0, up, pushes & !promoting),
        }
        if TACTICAL {
            let targets = self.theirs & mask;
            self.sink.pawns(-1, up, ahead.shift(-1, 0) & targets);
            self.sink.pawns(1, up, ahead.shift(1, 0) & targets);
        }
    }
}
