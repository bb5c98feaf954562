//! Moves in standard algebraic notation as Fairy-Stockfish writes it: `Sc2`, `Nbd6+`, `exd6=M`,
//! `Rh8#`. A bia ngai is an M like any met.

use super::coordinate::check_legal;
use super::error::{MoveError, Origin, excerpt};
use super::{check_promotion, coordinate};
use crate::movegen::{has_legal_move, is_legal, legal_moves};
use crate::position::Position;
use crate::types::{Bitboard, Move, Piece, Square};
use std::fmt::Write;

/// Writes a legal move.
///
/// ```
/// use makruk::notation::{fen, san};
/// let text = "k7/8/1K6/8/8/8/8/7R w - 32 31 60";
/// let position = fen::parse(text, Default::default(), Default::default())?;
/// let mate = san::parse(&position, "Rh8")?;
/// assert_eq!(san::format(&position, mate), "Rh8#");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn format(position: &Position, mv: Move) -> String {
    let (from, to) = (mv.from(), mv.to());
    let Some(piece) = position.piece_at(from) else {
        // Not a legal move: its squares still identify it.
        return coordinate::format(position, mv);
    };
    let captures = position.captured(mv).is_some();
    let mut text = String::with_capacity(8);
    if piece == Piece::Pawn {
        if captures {
            text.push(file_letter(from));
        }
    } else {
        text.push(piece.letter());
        let origin = Disambiguation::of(position, piece, mv);
        text.extend(origin.file.then(|| file_letter(from)));
        text.extend(origin.rank.then(|| char::from(b'1' + from.rank())));
    }
    if captures {
        text.push('x');
    }
    // Writing to a string does not fail.
    let _ = write!(text, "{to}");
    if position.promotes(mv) {
        text.push_str("=M");
    }
    text.extend(check_mark(position, mv));
    text
}

/// `+` for a move that gives check, `#` for one that mates.
pub(super) fn check_mark(position: &Position, mv: Move) -> Option<char> {
    let next = position.play_unchecked(mv);
    next.in_check().then(|| if has_legal_move(&next) { '+' } else { '#' })
}

/// The parts of the origin that a move needs to be unambiguous.
pub(super) struct Disambiguation {
    /// Whether it needs the file.
    pub file: bool,
    /// Whether it needs the rank.
    pub rank: bool,
}

impl Disambiguation {
    /// The parts that distinguish this man from others that can move there: its file, or else its
    /// rank, or else both.
    pub(super) fn of(position: &Position, piece: Piece, mv: Move) -> Self {
        let (from, to) = (mv.from(), mv.to());
        let alike = position.men(position.to_move(), piece) & !from.bitboard();
        let rivals: Bitboard = alike
            .filter(|&other| Move::new(other, to).is_some_and(|rival| is_legal(position, rival)))
            .collect();
        let file_shared = (rivals & Bitboard::file(from.file())).any();
        let rank_shared = (rivals & Bitboard::rank(from.rank())).any();
        Self { file: rivals.any() && (!file_shared || rank_shared), rank: file_shared }
    }
}

fn file_letter(square: Square) -> char {
    char::from(b'a' + square.file())
}

/// Parses a legal move. Marks of check and comment (`+`, `#`, `!`, `?`) and the `x` of a capture may
/// be missing or superfluous, and the `=M` of a promotion may be missing. The origin may be more
/// precise than necessary, up to the whole square (`e2-e3`). A bia may be P, a bia ngai `M~`.
///
/// # Errors
/// [`MoveError`]: the text is invalid, it matches no legal move or more than one, or it says of a move
/// without a promotion that it promotes.
pub fn parse(position: &Position, text: &str) -> Result<Move, MoveError> {
    let san =
        ParsedSan::read(text).ok_or_else(|| MoveError::Unreadable { found: excerpt(text) })?;
    let moves = legal_moves(position);
    let mut fitting = moves.iter().copied().filter(|&mv| san.partial.matches(position, mv));
    let Some(mv) = fitting.next() else {
        return Err(san.partial.explain_no_match(position));
    };
    let others: Vec<Move> = fitting.collect();
    if !others.is_empty() {
        let candidates = std::iter::once(mv).chain(others).map(|mv| mv.from()).collect();
        return Err(MoveError::Ambiguous { found: excerpt(text), candidates });
    }
    check_promotion(position, mv, san.promotion)?;
    Ok(mv)
}

/// The parts of a move in SAN.
struct ParsedSan {
    partial: PartialMove,
    promotion: Option<char>,
}

/// A move as far as its text determines it.
pub(super) struct PartialMove {
    /// `None` when only the squares are given.
    pub piece: Option<Piece>,
    /// The squares that it may come from.
    pub from: Bitboard,
    /// The destination.
    pub to: Square,
}

impl ParsedSan {
    fn read(text: &str) -> Option<Self> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let (text, promotion) = match text.strip_suffix(|last: char| last.is_ascii_alphabetic()) {
            Some(rest) => (rest.strip_suffix('=').unwrap_or(rest), text.chars().next_back()),
            None => (text, None),
        };
        let (text, to) = text.split_at_checked(text.len().checked_sub(2)?)?;
        let &[file, rank] = to.as_bytes() else {
            return None;
        };
        let to = Square::from_chars(file, rank)?;
        let text = text.strip_suffix(['x', ':', '-']).unwrap_or(text);
        let letter = text.chars().next().and_then(Piece::from_letter);
        let origin = match letter {
            Some(Piece::Met) => text.get(1..)?.trim_start_matches('~'),
            Some(_) => text.get(1..)?,
            None => text,
        };
        let from = match *origin.as_bytes() {
            [] => Bitboard::ALL,
            [file @ b'a'..=b'h'] => Bitboard::file(file - b'a'),
            [rank @ b'1'..=b'8'] => Bitboard::rank(rank - b'1'),
            [file, rank] => Square::from_chars(file, rank)?.bitboard(),
            _ => return None,
        };
        let from_is_whole = origin.len() == 2;
        let piece = letter.or((!from_is_whole).then_some(Piece::Pawn));
        Some(Self { partial: PartialMove { piece, from, to }, promotion })
    }
}

impl PartialMove {
    /// Whether a move matches the text.
    pub(super) fn matches(&self, position: &Position, mv: Move) -> bool {
        let kind_fits = || self.piece.is_none() || self.piece == position.piece_at(mv.from());
        mv.to() == self.to && self.from.contains(mv.from()) && kind_fits()
    }

    /// Why no legal move matches. If only one man can be meant, or only one reaches the destination,
    /// the error says why that man cannot move there.
    pub(super) fn explain_no_match(&self, position: &Position) -> MoveError {
        let men = self.piece.map_or(Bitboard::ALL, |piece| position.men(position.to_move(), piece));
        let meant = men & self.from;
        let mut faults: Vec<MoveError> = meant
            .filter_map(|from| check_legal(position, Move::new(from, self.to)?).err())
            .collect();
        if meant.many() {
            faults.retain(|fault| !matches!(fault, MoveError::OutOfReach { .. }));
        }
        match (faults.pop(), faults.is_empty()) {
            (Some(fault), true) => fault,
            _ => self.nobody_can(),
        }
    }

    /// That no man can move there, at least none of those that the text names.
    fn nobody_can(&self) -> MoveError {
        let Self { piece, from, to } = *self;
        match Origin::of(from) {
            Some(origin) => MoveError::NobodyFromThere { piece, origin, to },
            None => MoveError::NobodyCan { piece, to },
        }
    }
}
