//! The geometry of a table: which positions are legal, where moves come from, and where captures
//! and promotions lead. Sets are sets of squares of the weak khun.

use super::ending::{MAX_OTHERS, PROMOTED, Successor};
use super::index::{Layout, Mover, Placement};
use arrayvec::ArrayVec;
use makruk::attacks;
use makruk::position::Man;
use makruk::types::{Bitboard, Color, Piece, Square};

/// Every square next to one of a set.
pub fn king_set(set: Bitboard) -> Bitboard {
    let sides = set.shift(-1, 0) | set.shift(1, 0);
    let row = sides | set;
    sides | row.forward(Color::White) | row.forward(Color::Black)
}

/// The legal squares of the weak khun for one placement of the other men.
pub struct LegalSquares {
    /// With the strong side to move: not in check.
    pub strong_to_move: Bitboard,
    /// With the weak side to move: the strong khun not in check.
    pub weak_to_move: Bitboard,
    /// The flight squares of the weak khun: empty squares that are not attacked, and strong men
    /// that are not protected.
    pub flights: Bitboard,
}

/// A capture or promotion of the strong side.
pub struct Conversion {
    /// The ending after the move.
    pub successor: Successor,
    /// The men after the move.
    pub after: Placement,
    /// Squares of the weak khun that make the move impossible.
    pub barred: Bitboard,
}

/// A move of one of the weak side's men.
pub struct WeakMove {
    /// The destination.
    pub to: Square,
    /// The number of the man that it captures.
    pub takes: Option<usize>,
    /// Whether it promotes.
    pub promotes: bool,
    /// Squares of the weak khun that make the move impossible.
    pub barred: Bitboard,
}

/// The men of a layout, to generate their moves.
pub struct Geometry {
    men: ArrayVec<Man, MAX_OTHERS>,
}

impl Geometry {
    /// The men of `layout`.
    pub fn new(layout: &Layout) -> Self {
        Self { men: layout.men().iter().copied().collect() }
    }

    /// The men of one side: number, kind and square.
    fn side<'a>(
        &'a self,
        side: Color,
        placement: &'a Placement,
    ) -> impl Iterator<Item = (usize, Piece, Square)> + 'a {
        std::iter::zip(&self.men, &placement.squares)
            .enumerate()
            .filter(move |(_, (man, _))| man.color == side)
            .map(|(number, (man, &square))| (number, man.piece, square))
    }

    fn squares(&self, side: Color, placement: &Placement) -> Bitboard {
        self.side(side, placement)
            .fold(Bitboard::EMPTY, |set, (.., square)| set | square.bitboard())
    }

    /// All squares but the weak khun's that are occupied.
    pub fn occupied(&self, placement: &Placement) -> Bitboard {
        placement.occupied()
    }

    /// Squares the strong side attacks. The weak khun does not block a ruea here: it cannot hide
    /// behind itself when it flees along the line.
    pub fn attacked(&self, placement: &Placement) -> Bitboard {
        let occupied = placement.occupied();
        self.side(Color::White, placement)
            .fold(attacks::king(placement.king), |set, (_, piece, square)| {
                set | attacks::attacks(piece, Color::White, square, occupied)
            })
    }

    /// The legal squares of the weak khun; `None` when two men share a square.
    pub fn legal(&self, placement: &Placement) -> Option<LegalSquares> {
        let occupied = placement.occupied();
        if occupied.len() as usize != 1 + placement.squares.len() {
            return None;
        }
        let attacked = self.attacked(placement);
        let own = self.squares(Color::Black, placement);
        let mut weak_to_move = !(occupied | attacks::king(placement.king));
        for (_, piece, square) in self.side(Color::Black, placement) {
            weak_to_move &= !self.in_check_with(piece, square, placement, occupied);
        }
        Some(LegalSquares {
            strong_to_move: !(occupied | attacked),
            weak_to_move,
            flights: !(attacked | own | placement.king.bitboard()),
        })
    }

    /// The weak khun's squares that leave the strong khun in check from the weak man.
    fn in_check_with(
        &self,
        piece: Piece,
        square: Square,
        placement: &Placement,
        occupied: Bitboard,
    ) -> Bitboard {
        let attacks = attacks::attacks(piece, Color::Black, square, occupied);
        if !attacks.contains(placement.king) {
            Bitboard::EMPTY
        } else {
            // The weak khun may block its own ruea.
            !self.passed_squares(piece, square, placement.king)
        }
    }

    /// Squares between origin and destination, for a ruea.
    #[inline]
    pub fn passed_squares(&self, piece: Piece, from: Square, to: Square) -> Bitboard {
        if piece == Piece::Rook { attacks::between(from, to) } else { Bitboard::EMPTY }
    }

    /// The squares that a man of the strong side on `to` can have come from without a capture.
    #[inline]
    pub fn origins(&self, piece: Piece, to: Square, occupied: Bitboard) -> Bitboard {
        let from = match piece {
            Piece::Pawn => to.bitboard().forward(Color::Black),
            // A khon attacks a square from the squares that a khon of the other colour attacks from
            // it.
            piece => attacks::attacks(piece, Color::Black, to, occupied),
        };
        from & !occupied
    }

    /// Every capture and promotion of the strong side.
    pub fn strong_conversions(
        &self,
        layout: &Layout,
        placement: &Placement,
        take: &mut dyn FnMut(Conversion),
    ) {
        let ending = layout.ending();
        let occupied = placement.occupied();
        let zone = Bitboard::promotion_zone(Color::White);
        for (number, piece, from) in self.side(Color::White, placement) {
            if piece == Piece::Pawn
                && let Some(to) = (from.bitboard().forward(Color::White) & zone & !occupied).first()
            {
                let mover = Mover::Man { number, becomes: PROMOTED };
                take(Conversion {
                    successor: ending.promotes(Color::White),
                    after: layout.after_conversion(placement, mover, to, None),
                    barred: from.bitboard(),
                });
            }
        }
        for (weak, taken, at) in self.side(Color::Black, placement) {
            for (number, piece, from) in self.side(Color::White, placement) {
                if attacks::attacks(piece, Color::White, from, occupied).contains(at) {
                    let promotes = piece == Piece::Pawn && zone.contains(at);
                    let becomes = if promotes { PROMOTED } else { piece };
                    let mover = Mover::Man { number, becomes };
                    take(Conversion {
                        successor: ending.strong_takes(taken, promotes),
                        after: layout.after_conversion(placement, mover, at, Some(weak)),
                        barred: from.bitboard() | self.passed_squares(piece, from, at),
                    });
                }
            }
            if attacks::king(placement.king).contains(at) {
                take(Conversion {
                    successor: ending.strong_takes(taken, false),
                    after: layout.after_conversion(placement, Mover::StrongKing, at, Some(weak)),
                    barred: placement.king.bitboard(),
                });
            }
        }
    }

    /// Every move of one of the weak side's men, even if it leaves its khun in check: such positions
    /// are illegal in the table.
    pub fn weak_man_moves(
        &self,
        placement: &Placement,
        man: usize,
        take: &mut dyn FnMut(WeakMove),
    ) {
        let occupied = placement.occupied();
        let (piece, from) = (self.men[man].piece, placement.squares[man]);
        let attacked = attacks::attacks(piece, Color::Black, from, occupied);
        let strong = self.squares(Color::White, placement);
        let targets = match piece {
            Piece::Pawn => attacked & strong | from.bitboard().forward(Color::Black) & !occupied,
            _ => attacked & (strong | !occupied),
        };
        let zone = Bitboard::promotion_zone(Color::Black);
        for to in targets {
            let takes = self.side(Color::White, placement).find(|&(.., square)| square == to);
            let promotes = piece == Piece::Pawn && zone.contains(to);
            let barred = to.bitboard() | self.passed_squares(piece, from, to);
            take(WeakMove { to, takes: takes.map(|(number, ..)| number), promotes, barred });
        }
    }
}
