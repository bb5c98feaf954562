//! The handcrafted evaluation: finds the terms that apply in a position.

use super::attack_map::AttackMap;
use super::phase;
use super::terms::{self, Sink, TermGroup, Weight};
use super::weights::WEIGHTS;
use crate::Score;
use makruk::attacks;
use makruk::position::Position;
use makruk::types::{Bitboard, Color, Piece, Square};

/// Reports every term of the position to `sink`.
#[inline]
pub(super) fn visit(position: &Position, sink: &mut impl Sink) {
    let map = AttackMap::new(position);
    Side::<true>::new(position, &map).visit(sink);
    Side::<false>::new(position, &map).visit(sink);
    sink.add(position.to_move(), terms::TO_MOVE.start, 1);
}

/// One side of a position. The colour is a type parameter, so that it costs no branch at run time.
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
    fn visit(&self, sink: &mut impl Sink) {
        self.men(sink);
        self.pawns(sink);
        self.threats(sink);
        self.king_attack(sink);
        self.king_shelter(sink);
        self.pairs(sink);
    }

    #[inline]
    fn of(&self, piece: Piece) -> Bitboard {
        self.ours & self.position.piece(piece)
    }

    /// Material, piece-square terms, mobility, open files and outposts.
    #[inline]
    fn men(&self, sink: &mut impl Sink) {
        let us = Self::US;
        let occupied = self.position.occupied();
        let pawn_attacks = self.map.by(!us, Piece::Pawn);
        // Squares that count as mobility.
        let free = !(self.ours | pawn_attacks);
        for piece in Piece::ALL {
            let men = self.of(piece);
            if piece != Piece::King {
                sink.add(us, terms::MATERIAL.start + piece.index(), men.len() as i32);
            }
            for square in men {
                sink.place(us, piece, square);
                let mobility = match piece {
                    Piece::Met => terms::MET_MOBILITY,
                    Piece::Khon => terms::KHON_MOBILITY,
                    Piece::Knight => terms::KNIGHT_MOBILITY,
                    Piece::Rook => terms::ROOK_MOBILITY,
                    Piece::Pawn | Piece::King => continue,
                };
                let reach = attacks::attacks(piece, us, square, occupied) & free;
                sink.add(us, mobility.start + reach.len() as usize, 1);
            }
        }
        for rook in self.of(Piece::Rook) {
            let file = Bitboard::file(rook.file());
            if (file & self.position.piece(Piece::Pawn)).is_empty() {
                sink.add(us, terms::ROOK_OPEN_FILE.start, 1);
            } else if (file & self.of(Piece::Pawn)).is_empty() {
                sink.add(us, terms::ROOK_HALF_OPEN_FILE.start, 1);
            }
        }
        // Squares where no bia can ever attack the man.
        let safe = self.map.by(us, Piece::Pawn) & !self.map.pawn_span(!us) & enemy_half(us);
        for (index, piece) in [Piece::Khon, Piece::Knight].into_iter().enumerate() {
            let outposts = (self.of(piece) & safe).len() as i32;
            sink.add(us, terms::OUTPOSTS.start + index, outposts);
        }
    }

    /// Pawn structure.
    #[inline]
    fn pawns(&self, sink: &mut impl Sink) {
        let us = Self::US;
        let pawns = self.of(Piece::Pawn);
        let beside = pawns & (pawns.shift(1, 0) | pawns.shift(-1, 0));
        let chained = pawns & self.map.by(us, Piece::Pawn);
        // No enemy bia in front of it, and none that can capture it on its way.
        let passed = pawns & !(self.map.pawn_span(!us) | self.map.pawn_front(!us));
        let behind_men = self.position.occupied().forward(!us);
        let blocked = pawns & behind_men;
        // Bia can be on three ranks before they promote.
        for rank in 0..3 {
            let on_rank = Bitboard::rank(if WHITE { 2 + rank } else { 5 - rank });
            let mut add = |group: terms::Group, set: Bitboard| {
                let count = (set & on_rank).len() as i32;
                sink.add(us, group.start + usize::from(rank), count);
            };
            add(terms::PAWN_PHALANX, beside);
            add(terms::PAWN_CHAIN, chained);
            add(terms::PAWN_PASSED, passed);
            add(terms::PAWN_BLOCKED, blocked);
        }
        let files = fill_files(pawns);
        let alone = pawns & !(files.shift(1, 0) | files.shift(-1, 0));
        sink.add(us, terms::PAWN_ISOLATED.start, alone.len() as i32);
    }

    /// Threats by kind of attacker, men protected by bia, and hanging men.
    #[inline]
    fn threats(&self, sink: &mut impl Sink) {
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
            self.each_kind(attacks & theirs, terms::THREATS.start + 5 * index, sink);
        }
        self.each_kind(by(Piece::Pawn) & self.ours, terms::PAWN_SUPPORT.start, sink);
        let hanging = self.ours & self.map.all(!us) & !self.map.all(us);
        self.each_kind(hanging, terms::HANGING.start, sink);
    }

    /// Reports the number of `men` of each kind except khun as the terms from `start` on.
    #[inline]
    fn each_kind(&self, men: Bitboard, start: usize, sink: &mut impl Sink) {
        if men.is_empty() {
            return;
        }
        for piece in &Piece::ALL[..5] {
            let count = (men & self.position.piece(*piece)).len() as i32;
            sink.add(Self::US, start + piece.index(), count);
        }
    }

    /// Attacks on the squares around the other side's khun, and safe checks.
    #[inline]
    fn king_attack(&self, sink: &mut impl Sink) {
        let us = Self::US;
        let king = self.position.king(!us);
        let ring = attacks::king(king);
        let occupied = self.position.occupied();
        let safe = !self.ours & !self.map.all(!us);
        let mut attackers = 0;
        for piece in Piece::ALL {
            let attacks = self.map.by(us, piece);
            let squares = attacks & ring;
            sink.add(us, terms::RING_ATTACKS.start + piece.index(), squares.len() as i32);
            attackers += usize::from(squares.any());
            if piece != Piece::King {
                let checks = attacks::attacks(piece, !us, king, occupied) & attacks & safe;
                sink.add(us, terms::SAFE_CHECKS.start + piece.index(), checks.len() as i32);
            }
        }
        sink.add(us, terms::RING_ATTACKERS.start + attackers.min(5), 1);
    }

    /// Men around the own khun, and bia in front of it.
    #[inline]
    fn king_shelter(&self, sink: &mut impl Sink) {
        let us = Self::US;
        let king = self.position.king(us);
        let ring = attacks::king(king);
        for piece in Piece::ALL {
            let men = (ring & self.of(piece)).len() as i32;
            sink.add(us, terms::RING_DEFENDERS.start + piece.index(), men);
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
            sink.add(us, terms::SHELTER.start + ahead as usize, men);
        }
    }

    /// Pairs of men, and how near the khun of the side with more men is to the other.
    #[inline]
    fn pairs(&self, sink: &mut impl Sink) {
        let us = Self::US;
        let pairs = [
            (Piece::Rook, terms::ROOK_PAIR),
            (Piece::Knight, terms::KNIGHT_PAIR),
            (Piece::Khon, terms::KHON_PAIR),
        ];
        for (piece, term) in pairs {
            sink.add(us, term.start, i32::from(self.of(piece).many()));
        }
        let mets = self.of(Piece::Met);
        let one_colour = mets.many() && !mets.is_on_both_colours();
        sink.add(us, terms::METS_ONE_COLOUR.start, i32::from(one_colour));
        if self.ours.len() > self.position.color(!us).len() {
            let steps = self.position.king(us).distance(self.position.king(!us));
            sink.add(us, terms::KING_APPROACH.start + usize::from(steps), 1);
        }
    }
}

/// All squares of the files that hold a square of the set.
#[inline]
const fn fill_files(set: Bitboard) -> Bitboard {
    let mut fill = set.0;
    fill |= fill.rotate_left(8);
    fill |= fill.rotate_left(16);
    fill |= fill.rotate_left(32);
    Bitboard(fill)
}

/// The files next to the file of a square.
#[inline]
fn neighbour_files(square: Square) -> Bitboard {
    let file = Bitboard::file(square.file());
    file.shift(1, 0) | file.shift(-1, 0)
}

/// The half of the board on the other side.
#[inline]
const fn enemy_half(us: Color) -> Bitboard {
    match us {
        Color::White => Bitboard(0xFFFF_FFFF_0000_0000),
        Color::Black => Bitboard(0x0000_0000_FFFF_FFFF),
    }
}

/// Sums the packed weights, White's minus Black's.
struct WeightSum(i32);

/// Packed piece-square weights for every square, negative for Black.
// [color][piece][square]
static PIECE_SQUARE: [[[i32; 64]; Piece::COUNT]; 2] = {
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

impl Sink for WeightSum {
    #[inline]
    fn place(&mut self, color: Color, piece: Piece, square: Square) {
        self.0 += PIECE_SQUARE[color.index()][piece.index()][square.index()];
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

/// Sums the packed weights by group and side.
struct ByGroup {
    // [group][color]
    sums: Vec<[Weight; 2]>,
}

impl Sink for ByGroup {
    fn add(&mut self, color: Color, term: usize, times: i32) {
        let group = terms::GROUPS
            .iter()
            .position(|group| (group.start..group.start + group.len).contains(&term));
        if let Some(group) = group {
            self.sums[group][color.index()].0 += WEIGHTS[term].0 * times;
        }
    }
}

/// Interpolates a packed sum between middlegame and endgame by the phase, in centipawns.
#[inline]
fn taper(sum: Weight, phase: i32) -> Score {
    (sum.middlegame() * phase + sum.endgame() * (phase::FULL - phase)) / phase::FULL
}

/// The handcrafted value before count scaling, in centipawns from White's side.
#[inline]
pub(super) fn value(position: &Position) -> Score {
    let mut sum = WeightSum(0);
    visit(position, &mut sum);
    taper(Weight(sum.0), phase::phase(position))
}

/// Each group of terms, and White's and Black's sums in centipawns.
pub(super) fn by_group(position: &Position) -> Vec<(TermGroup, [Score; 2])> {
    let mut sink = ByGroup { sums: vec![[Weight::default(); 2]; terms::GROUPS.len()] };
    visit(position, &mut sink);
    let phase = phase::phase(position);
    let groups = std::iter::zip(TermGroup::ALL, sink.sums);
    groups.map(|(&group, sums)| (group, sums.map(|sum| taper(sum, phase)))).collect()
}
