//! Writes moves.

use super::{Dialect, Letters};
use crate::movegen::is_legal;
use crate::notation::san::check_mark;
use crate::notation::{coordinate, thai};
use crate::position::Position;
use crate::types::{Bitboard, Move, Piece, Square};

/// How the squares of a dialect look.
#[derive(Clone, Copy)]
enum Squares {
    Latin,
    /// Thai letters and Arabic digits.
    Thai,
    ThaiDigits,
}

impl Squares {
    fn file(self, square: Square) -> char {
        match self {
            Self::Latin => char::from(b'a' + square.file()),
            Self::Thai | Self::ThaiDigits => thai::file(square.file()),
        }
    }

    fn rank(self, square: Square) -> char {
        match self {
            Self::Latin | Self::Thai => char::from(b'1' + square.rank()),
            Self::ThaiDigits => thai::rank(square.rank()),
        }
    }

    fn push(self, text: &mut String, square: Square) {
        text.extend([self.file(square), self.rank(square)]);
    }
}

/// Writes a legal move in a dialect with letters of its own, or with both squares.
pub(super) fn format(dialect: Dialect, position: &Position, mv: Move) -> String {
    let Some(piece) = position.piece_at(mv.from()) else {
        // Not a legal move: its squares still identify it.
        return coordinate::format(position, mv);
    };
    let bia_ngai = position.promoted().contains(mv.from());
    let man = dialect.letters().letter(piece, bia_ngai);
    match dialect {
        Dialect::OfficialThaiShort | Dialect::OfficialEnglishShort => {
            competition(dialect, position, mv, piece, man)
        }
        Dialect::PlayOk | Dialect::SchemingMind => short(dialect, position, mv, piece, man),
        _ => full(dialect, position, mv, man),
    }
}

/// Both squares.
fn full(dialect: Dialect, position: &Position, mv: Move, man: &str) -> String {
    let captures = position.captured(mv).is_some();
    let (dot, squares, [moves, takes]) = match dialect {
        Dialect::OfficialThai => ("", Squares::Thai, ["-", "X"]),
        Dialect::OfficialThaiDots => (".", Squares::ThaiDigits, [" - ", " × "]),
        Dialect::OfficialEnglish => ("", Squares::Latin, ["-", "X"]),
        _ => ("", Squares::Latin, ["-", "x"]),
    };
    let mut text = String::with_capacity(24);
    text.extend([man, dot]);
    squares.push(&mut text, mv.from());
    text.push_str(if captures { takes } else { moves });
    squares.push(&mut text, mv.to());
    if dialect == Dialect::Lan && position.promotes(mv) {
        text.push_str("=M");
    }
    text.extend(check_mark(position, mv));
    text
}

/// The form for competitions: the target, and the whole origin where several men could go there. Mate is
/// `++`.
fn competition(dialect: Dialect, position: &Position, mv: Move, piece: Piece, man: &str) -> String {
    let squares =
        if dialect == Dialect::OfficialThaiShort { Squares::Thai } else { Squares::Latin };
    let mut text = String::with_capacity(16);
    text.push_str(man);
    if rivals(dialect.letters(), position, piece, mv).any() {
        squares.push(&mut text, mv.from());
    }
    if position.captured(mv).is_some() {
        text.push('X');
    }
    squares.push(&mut text, mv.to());
    match check_mark(position, mv) {
        Some('#') => text.push_str("++"),
        mark => text.extend(mark),
    }
    text
}

/// As SAN.
fn short(dialect: Dialect, position: &Position, mv: Move, piece: Piece, man: &str) -> String {
    let (from, squares) = (mv.from(), Squares::Latin);
    let captures = position.captured(mv).is_some();
    let mut text = String::with_capacity(8);
    text.push_str(man);
    if piece == Piece::Pawn {
        text.extend(captures.then(|| squares.file(from)));
    } else {
        let rivals = rivals(dialect.letters(), position, piece, mv);
        let file_shared = (rivals & Bitboard::file(from.file())).any();
        let rank_shared = (rivals & Bitboard::rank(from.rank())).any();
        if rivals.any() && (!file_shared || rank_shared) {
            text.push(squares.file(from));
        }
        text.extend(file_shared.then(|| squares.rank(from)));
    }
    text.extend(captures.then_some('x'));
    squares.push(&mut text, mv.to());
    if dialect == Dialect::PlayOk && position.promotes(mv) {
        text.push_str("=P");
    }
    text.extend(check_mark(position, mv));
    text
}

/// The other men with the same letter that can move to the same square.
fn rivals(letters: Letters, position: &Position, piece: Piece, mv: Move) -> Bitboard {
    let (from, to) = (mv.from(), mv.to());
    let mut alike = position.men(position.to_move(), piece) & !from.bitboard();
    if piece == Piece::Met && letters.tells_bia_ngai() {
        let promoted = position.promoted();
        alike &= if promoted.contains(from) { promoted } else { !promoted };
    }
    alike
        .filter(|&other| Move::new(other, to).is_some_and(|rival| is_legal(position, rival)))
        .collect()
}
