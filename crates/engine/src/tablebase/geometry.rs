//! The geometry of a table: which positions are legal, where moves come from, and where captures
//! and promotions lead. Sets are sets of squares of the weak khun.

use super::ending::Successor;
use super::index::{Layout, Placement};
use arrayvec::ArrayVec;
use makruk::attacks;
use makruk::position::Man;
use makruk::types::{Bitboard, Color, Piece, Square};
use std::cmp::Reverse;

/// The kind of man that a bia becomes.
pub(super) const PROMOTED: Piece = Piece::Met;

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

/// A move of the weak side's only man.
pub struct WeakMove {
    /// The destination.
    pub to: Square,
    /// Whether it captures.
    pub takes: bool,
    /// Whether it promotes.
    pub promotes: bool,
    /// Squares of the weak khun that make the move impossible.
    pub barred: Bitboard,
}

/// The men of a layout, to generate their moves.
pub struct Geometry {
    men: ArrayVec<Man, 3>,
}

impl Geometry {
    /// The men of `layout`.
    pub fn new(layout: &Layout) -> Self {
        Self { men: layout.men().iter().copied().collect() }
    }

    fn strong<'a>(
        &'a self,
        placement: &'a Placement,
    ) -> impl Iterator<Item = (usize, Piece, Square)> + 'a {
        std::iter::zip(&self.men, &placement.squares)
            .enumerate()
            .filter(|(_, (man, _))| man.color == Color::White)
            .map(|(number, (man, &square))| (number, man.piece, square))
    }

    fn weak(&self, placement: &Placement) -> Option<(Piece, Square)> {
        std::iter::zip(&self.men, &placement.squares)
            .find(|(man, _)| man.color == Color::Black)
            .map(|(man, &square)| (man.piece, square))
    }

    /// All squares but the weak khun's that are occupied.
    pub fn occupied(&self, placement: &Placement) -> Bitboard {
        placement.occupied()
    }

    /// Squares the strong side attacks. The weak khun does not block a ruea here: it cannot hide
    /// behind itself when it flees along the line.
    pub fn attacked(&self, placement: &Placement) -> Bitboard {
        let occupied = placement.occupied();
        self.strong(placement).fold(attacks::king(placement.king), |set, (_, piece, square)| {
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
        let weak = self.weak(placement);
        let own = weak.map_or(Bitboard::EMPTY, |(_, square)| square.bitboard());
        let mut weak_to_move = !(occupied | attacks::king(placement.king));
        if let Some((piece, square)) = weak {
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
        let occupied = placement.occupied();
        let zone = Bitboard::promotion_zone(Color::White);
        for (number, piece, from) in self.strong(placement) {
            if piece == Piece::Pawn
                && let Some(to) = (from.bitboard().forward(Color::White) & zone & !occupied).first()
            {
                take(Conversion {
                    successor: layout.ending().strong_promotes(),
                    after: self.changed(placement, number, Some((PROMOTED, to)), None),
                    barred: from.bitboard(),
                });
            }
        }
        let Some(weak) = layout.weak_man() else { return };
        let at = placement.squares[weak];
        for (number, piece, from) in self.strong(placement) {
            if attacks::attacks(piece, Color::White, from, occupied).contains(at) {
                let promotes = piece == Piece::Pawn && zone.contains(at);
                let becomes = if promotes { PROMOTED } else { piece };
                take(Conversion {
                    successor: layout.ending().strong_takes(promotes),
                    after: self.changed(placement, number, Some((becomes, at)), Some(weak)),
                    barred: from.bitboard() | self.passed_squares(piece, from, at),
                });
            }
        }
        if attacks::king(placement.king).contains(at) {
            let mut after = self.changed(placement, weak, None, None);
            after.king = at;
            let successor = layout.ending().strong_takes(false);
            take(Conversion { successor, after, barred: placement.king.bitboard() });
        }
    }

    /// The placement with one man changed or removed and another removed, in the order of the
    /// resulting ending.
    fn changed(
        &self,
        placement: &Placement,
        number: usize,
        becomes: Option<(Piece, Square)>,
        gone: Option<usize>,
    ) -> Placement {
        let mut men: ArrayVec<(Color, Piece, Square), 3> = ArrayVec::new();
        for (other, (man, &square)) in std::iter::zip(&self.men, &placement.squares).enumerate() {
            if Some(other) == gone {
                continue;
            }
            if other != number {
                men.push((man.color, man.piece, square));
            } else if let Some((piece, square)) = becomes {
                men.push((man.color, piece, square));
            }
        }
        // The order of a name: the strong side first, then from ruea down to bia.
        men.sort_by_key(|&(side, piece, _)| (side.index(), Reverse(piece.index())));
        Placement {
            king: placement.king,
            squares: men.iter().map(|&(.., square)| square).collect(),
        }
    }

    /// Every move of the weak side's man, even if it leaves its khun in check: such positions are
    /// illegal in the table.
    pub fn weak_man_moves(
        &self,
        layout: &Layout,
        placement: &Placement,
        man: usize,
        take: &mut dyn FnMut(WeakMove),
    ) {
        let occupied = placement.occupied();
        let (piece, from) = (layout.men()[man].piece, placement.squares[man]);
        let attacked = attacks::attacks(piece, Color::Black, from, occupied);
        let strong = self
            .strong(placement)
            .fold(Bitboard::EMPTY, |set, (_, _, square)| set | square.bitboard());
        let targets = match piece {
            Piece::Pawn => attacked & strong | from.bitboard().forward(Color::Black) & !occupied,
            _ => attacked & !placement.king.bitboard(),
        };
        let zone = Bitboard::promotion_zone(Color::Black);
        for to in targets {
            let promotes = piece == Piece::Pawn && zone.contains(to);
            let barred = to.bitboard() | self.passed_squares(piece, from, to);
            take(WeakMove { to, takes: strong.contains(to), promotes, barred });
        }
    }
}
