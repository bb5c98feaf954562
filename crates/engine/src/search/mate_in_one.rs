//! Mate in one, found without a search. Pruning by the static evaluation tests for it first, because
//! the evaluation does not recognize mates.

use makruk::attacks;
use makruk::movegen::{self, MoveSink};
use makruk::position::{CheckSquares, Position};
use makruk::types::{Bitboard, Color, Move, Piece, Square};

/// Whether the side to move can mate with its next move.
#[inline]
pub(super) fn can_mate(position: &Position) -> bool {
    can_check(position, position.to_move()) && has_mating_move(position)
}

/// Whether the opponent could mate if the side to move, which is not in check, passed.
#[inline]
pub(super) fn is_mate_threatened(position: &Position) -> bool {
    can_check(position, !position.to_move()) && has_mating_move(&position.play_null())
}

fn has_mating_move(position: &Position) -> bool {
    let checks = position.check_squares();
    let mut mates = MatingMoves { position, checks, found: false };
    movegen::generate_all(position, &mut mates);
    mates.found
}

/// Looks for a mate among the moves that give check.
struct MatingMoves<'a> {
    position: &'a Position,
    checks: CheckSquares,
    found: bool,
}

impl MatingMoves<'_> {
    fn test(&mut self, mv: Option<Move>) {
        self.found = self.found
            || mv.is_some_and(|mv| movegen::is_checkmate(&self.position.play_unchecked(mv)));
    }
}

impl MoveSink for MatingMoves<'_> {
    #[inline]
    fn piece(&mut self, piece: Piece, from: Square, targets: Bitboard) {
        for to in targets & self.checks.of_man(piece, from) {
            self.test(Move::new(from, to));
        }
    }

    #[inline]
    fn pawns(&mut self, files: i8, ranks: i8, targets: Bitboard) {
        for to in targets {
            let mv = Move::new(movegen::pawn_origin(to, files, ranks), to);
            self.test(mv.filter(|&mv| self.position.gives_check(&self.checks, mv)));
        }
    }

    #[inline]
    fn is_satisfied(&self) -> bool {
        self.found
    }
}

/// Whether a side has a move that checks, ignoring pins: a cheap test, and mostly false.
fn can_check(position: &Position, us: Color) -> bool {
    let king = position.king(!us);
    let (ours, occupied) = (position.color(us), position.occupied());
    let men = |piece| position.men(us, piece);
    let mets = attacks::met_set(men(Piece::Met)) & attacks::met(king);
    let khons = attacks::khon_set(us, men(Piece::Khon)) & attacks::khon(!us, king);
    let knights = attacks::knight_set(men(Piece::Knight)) & attacks::knight(king);
    let pawns = men(Piece::Pawn);
    let pushes = pawns.forward(us) & !occupied;
    let captures = attacks::pawn_set(us, pawns) & position.color(!us);
    let promoted = Bitboard::promotion_zone(us) & attacks::met(king);
    let pawn_checks = (pushes | captures) & (attacks::pawn(!us, king) | promoted);
    if ((mets | khons | knights) & !ours | pawn_checks).any() {
        return true;
    }
    let rooks = men(Piece::Rook);
    if rooks.is_empty() {
        return false;
    }
    let lines = attacks::rook(king, occupied);
    // A piece of the same side between the khun and a ruea: a discovered check.
    let uncovered = attacks::rook(king, occupied & !(lines & ours)) & !lines & rooks;
    let mut reached = Bitboard::EMPTY;
    for rook in rooks {
        reached |= attacks::rook(rook, occupied);
    }
    (uncovered | reached & lines & !ours).any()
}
