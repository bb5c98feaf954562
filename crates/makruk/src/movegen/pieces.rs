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
        Color::White => Generator::<S, TACTICAL, QUIET, true>::new(position, sink).all(),
        Color::Black => Generator::<S, TACTICAL, QUIET, false>::new(position, sink).all(),
    }
}

/// Generates the moves of one side. All choices are type parameters, so that they cost no branch at
/// run time.
struct Generator<'a, S, const TACTICAL: bool, const QUIET: bool, const WHITE: bool> {
    position: &'a Position,
    sink: &'a mut S,
    ours: Bitboard,
    theirs: Bitboard,
    king: Square,
}

impl<'a, S: MoveSink, const TACTICAL: bool, const QUIET: bool, const WHITE: bool>
    Generator<'a, S, TACTICAL, QUIET, WHITE>
{
    const US: Color = if WHITE { Color::White } else { Color::Black };

    #[inline]
    fn new(position: &'a Position, sink: &'a mut S) -> Self {
        Self {
            position,
            sink,
            ours: position.color(Self::US),
            theirs: position.color(!Self::US),
            king: position.king(Self::US),
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
        let safe = targets & !self.position.attacked_by(!Self::US, occupied);
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
            let attacks = attacks::attacks(piece, Self::US, from, occupied);
            self.sink.piece(piece, from, attacks & targets);
        }
    }

    #[inline]
    fn pawn_moves(&mut self, pawns: Bitboard, mask: Bitboard) {
        let up = if WHITE { 1 } else { -1 };
        let ahead = pawns.forward(Self::US);
        let promoting = Bitboard::promotion_zone(Self::US);
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
