//! The handcrafted evaluation: one walk over the men.

use super::attacks_map::AttackMap;
use super::phase;
use super::terms::{self, Listener, Weight};
use super::weights::WEIGHTS;
use crate::attacks;
use crate::position::Position;
use crate::types::{Bitboard, Color, Piece, Score, Square};

/// Tells `listener` every term of the position.
#[inline]
pub(super) fn visit(position: &Position, listener: &mut impl Listener) {
    let map = AttackMap::new(position);
    Side::<true>::new(position, &map).visit(listener);
    Side::<false>::new(position, &map).visit(listener);
    listener.add(position.to_move(), terms::TO_MOVE.start, 1);
}

/// One side of a position; a type for each, so that nothing asks for the colour at run time.
struct Side<'a, const WHITE: bool> {
    position: &'a Position,
    map: &'a AttackMap,
    ours: Bitboard,
}

impl<'a, const WHITE: bool> Side<'a, WHITE> {
    const US: Color = if WHITE { Color::White } else { Color::Black };

    #[inline]
    fn new(position: &'a Position, map: &'a AttackMap) -> Self {
        Self { position, map, ours: position.color(Self::US) }
    }

    #[inline]
    fn visit(&self, listener: &mut impl Listener) {
        self.men(listener);
        self.pawns(listener);
        self.threats(listener);
        self.king_attack(listener);
        self.king_shelter(listener);
        self.pairs(listener);
    }

    #[inline]
    fn of(&self, piece: Piece) -> Bitboard {
        self.ours & self.position.piece(piece)
    }

    /// What each man is worth where it stands, and its mobility.
    #[inline]
    fn men(&self, listener: &mut impl Listener) {
        let us = Self::US;
        let occupied = self.position.occupied();
        let pawn_attacks = self.map.by(!us, Piece::Pawn);
        // Squares worth going to.
        let free = !(self.ours | pawn_attacks);
        for piece in Piece::ALL {
            let men = self.of(piece);
            if piece != Piece::King {
                listener.add(us, terms::MATERIAL.start + piece.index(), men.len() as i32);
            }
            for square in men {
                listener.stand(us, piece, square);
                let mobility = match piece {
                    Piece::Met => terms::MET_MOBILITY,
                    Piece::Khon => terms::KHON_MOBILITY,
                    Piece::Knight => terms::KNIGHT_MOBILITY,
                    Piece::Rook => terms::ROOK_MOBILITY,
                    Piece::Pawn | Piece::King => continue,
                };
                let reach = attacks::attacks(piece, us, square, occupied) & free;
                listener.add(us, mobility.start + reach.len() as usize, 1);
            }
        }
        for rook in self.of(Piece::Rook) {
            let file = Bitboard::file(rook.file());
            if (file & self.position.piece(Piece::Pawn)).is_empty() {
                listener.add(us, terms::ROOK_OPEN_FILE.start, 1);
            } else if (file & self.of(Piece::Pawn)).is_empty() {
                listener.add(us, terms::ROOK_HALF_OPEN_FILE.start, 1);
            }
        }
        // Where no bia can ever drive the man away.
        let safe = self.map.by(us, Piece::Pawn) & !self.map.pawn_span(!us) & enemy_half(us);
        for (index, piece) in [Piece::Khon, Piece::Knight].into_iter().enumerate() {
            let outposts = (self.of(piece) & safe).len() as i32;
            listener.add(us, terms::OUTPOSTS.start + index, outposts);
        }
    }

    /// Bia by themselves.
    #[inline]
    fn pawns(&self, listener: &mut impl Listener) {
        let us = Self::US;
        let pawns = self.of(Piece::Pawn);
        let beside = pawns & (pawns.shift(1, 0) | pawns.shift(-1, 0));
        let chained = pawns & self.map.by(us, Piece::Pawn);
        // No bia ahead of it or able to take it on its way.
        let passed = pawns & !(self.map.pawn_span(!us) | self.map.pawn_front(!us));
        let behind_men = self.position.occupied().forward(!us);
        let blocked = pawns & behind_men;
        // Bia stand on three ranks of their own before they promote.
        for rank in 0..3 {
            let on_rank = Bitboard::rank(if WHITE { 2 + rank } else { 5 - rank });
            let mut tell = |group: terms::Group, set: Bitboard| {
                let count = (set & on_rank).len() as i32;
                listener.add(us, group.start + usize::from(rank), count);
            };
            tell(terms::PAWN_PHALANX, beside);
            tell(terms::PAWN_CHAIN, chained);
            tell(terms::PAWN_PASSED, passed);
            tell(terms::PAWN_BLOCKED, blocked);
        }
        let files = fill_files(pawns);
        let alone = pawns & !(files.shift(1, 0) | files.shift(-1, 0));
        listener.add(us, terms::PAWN_ISOLATED.start, alone.len() as i32);
    }

    /// Who attacks whom, what a bia protects, and what nothing does.
    #[inline]
    fn threats(&self, listener: &mut impl Listener) {
        let us = Self::US;
        let by = |piece| self.map.by(us, piece);
        let attackers = [
            by(Piece::Pawn),
            by(Piece::Met) | by(Piece::Khon),
            by(Piece::Knight),
            by(Piece::Rook),
            by(Piece::King),
        ];
        let theirs = self.position.color(!us);
        for (index, attacks) in attackers.into_iter().enumerate() {
            self.each_kind(attacks & theirs, terms::THREATS.start + 5 * index, listener);
        }
        self.each_kind(by(Piece::Pawn) & self.ours, terms::PAWN_SUPPORT.start, listener);
        let hanging = self.ours & self.map.all(!us) & !self.map.all(us);
        self.each_kind(hanging, terms::HANGING.start, listener);
    }

    /// Tells how many of `men` there are of each kind but khun, from the term `start` on.
    #[inline]
    fn each_kind(&self, men: Bitboard, start: usize, listener: &mut impl Listener) {
        if men.is_empty() {
            return;
        }
        for piece in &Piece::ALL[..5] {
            let count = (men & self.position.piece(*piece)).len() as i32;
            listener.add(Self::US, start + piece.index(), count);
        }
    }

    /// Pressure on the other side's khun.
    #[inline]
    fn king_attack(&self, listener: &mut impl Listener) {
        let us = Self::US;
        let king = self.position.king(!us);
        let ring = attacks::king(king);
        let occupied = self.position.occupied();
        let safe = !self.ours & !self.map.all(!us);
        let mut attackers = 0;
        for piece in Piece::ALL {
            let attacks = self.map.by(us, piece);
            let squares = attacks & ring;
            listener.add(us, terms::RING_ATTACKS.start + piece.index(), squares.len() as i32);
            attackers += usize::from(squares.any());
            if piece != Piece::King {
                let checks = attacks::attacks(piece, !us, king, occupied) & attacks & safe;
                listener.add(us, terms::SAFE_CHECKS.start + piece.index(), checks.len() as i32);
            }
        }
        listener.add(us, terms::RING_ATTACKERS.start + attackers.min(5), 1);
    }

    /// What stands around the own khun.
    #[inline]
    fn king_shelter(&self, listener: &mut impl Listener) {
        let us = Self::US;
        let king = self.position.king(us);
        let ring = attacks::king(king);
        for piece in Piece::ALL {
            let men = (ring & self.of(piece)).len() as i32;
            listener.add(us, terms::RING_DEFENDERS.start + piece.index(), men);
        }
        let files = Bitboard::file(king.file()) | neighbour_files(king);
        let pawns = self.of(Piece::Pawn) & files;
        for ahead in 0..4 {
            let rank = i32::from(king.relative_rank(us)) + 1 + ahead;
            if rank > 7 {
                break;
            }
            let rank = if WHITE { rank } else { 7 - rank };
            let men = (pawns & Bitboard::rank(rank as u8)).len() as i32;
            listener.add(us, terms::SHELTER.start + ahead as usize, men);
        }
    }

    /// Men that are worth more, or less, for being two; and the march of the stronger khun.
    #[inline]
    fn pairs(&self, listener: &mut impl Listener) {
        let us = Self::US;
        let pairs = [
            (Piece::Rook, terms::ROOK_PAIR),
            (Piece::Knight, terms::KNIGHT_PAIR),
            (Piece::Khon, terms::KHON_PAIR),
        ];
        for (piece, term) in pairs {
            listener.add(us, term.start, i32::from(self.of(piece).many()));
        }
        let mets = self.of(Piece::Met);
        let one_colour = mets.many()
            && ((mets & Bitboard::DARK).is_empty() || (mets & !Bitboard::DARK).is_empty());
        listener.add(us, terms::METS_ONE_COLOUR.start, i32::from(one_colour));
        if self.ours.len() > self.position.color(!us).len() {
            let steps = self.position.king(us).distance(self.position.king(!us));
            listener.add(us, terms::KING_APPROACH.start + usize::from(steps), 1);
        }
    }
}

/// All squares of the files that hold one of a set.
#[inline]
const fn fill_files(set: Bitboard) -> Bitboard {
    let mut fill = set.0;
    fill |= fill.rotate_left(8);
    fill |= fill.rotate_left(16);
    fill |= fill.rotate_left(32);
    Bitboard(fill)
}

/// The files beside a square's own.
#[inline]
fn neighbour_files(square: Square) -> Bitboard {
    let file = Bitboard::file(square.file());
    file.shift(1, 0) | file.shift(-1, 0)
}

/// The other side's half of the board.
#[inline]
const fn enemy_half(us: Color) -> Bitboard {
    match us {
        Color::White => Bitboard(0xFFFF_FFFF_0000_0000),
        Color::Black => Bitboard(0x0000_0000_FFFF_FFFF),
    }
}

/// Sums weights, White minus Black.
struct Value(i32);

/// What each man is worth on each square, from White's side: the placement weights unfolded.
// [color][piece][square]
static STAND: [[[i32; 64]; Piece::COUNT]; 2] = {
    let mut table = [[[0; 64]; Piece::COUNT]; 2];
    let mut index = 0;
    while index < 2 * Piece::COUNT * 64 {
        let color = Color::ALL[index / 64 / Piece::COUNT];
        let piece = Piece::ALL[index / 64 % Piece::COUNT];
        let square = Square::from_index((index % 64) as u8);
        let weight = WEIGHTS[terms::placement(color, piece, square)].0;
        table[color.index()][piece.index()][square.index()] = match color {
            Color::White => weight,
            Color::Black => -weight,
        };
        index += 1;
    }
    table
};

impl Listener for Value {
    #[inline]
    fn stand(&mut self, color: Color, piece: Piece, square: Square) {
        self.0 += STAND[color.index()][piece.index()][square.index()];
    }

    #[inline]
    fn add(&mut self, color: Color, term: usize, times: i32) {
        let weight = WEIGHTS[term].0 * times;
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
    fn add(&mut self, color: Color, term: usize, times: i32) {
        let group = terms::GROUPS
            .iter()
            .position(|group| (group.start..group.start + group.len).contains(&term));
        if let Some(group) = group {
            self.sums[group][color.index()].0 += WEIGHTS[term].0 * times;
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
