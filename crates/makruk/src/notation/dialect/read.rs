//! Reads moves.

use super::Letters;
use crate::movegen::legal_moves;
use crate::notation::error::{MoveError, excerpt};
use crate::notation::{san, thai, with_arabic_digits};
use crate::position::Position;
use crate::types::{Bitboard, Move, Piece, Square};

/// Parses a legal move. `exact_bia_ngai` tells that the position knows which mets are bia ngai; otherwise
/// they may have each other's letter if no man fits exactly.
pub(super) fn parse(
    letters: Letters,
    position: &Position,
    text: &str,
    exact_bia_ngai: bool,
) -> Result<Move, MoveError> {
    match letters {
        Letters::Program => parse_program(position, text),
        Letters::Thai => thai::parse(position, text),
        _ => {
            let unreadable = || MoveError::Unreadable { found: excerpt(text) };
            let written = WrittenMove::read(letters, text).ok_or_else(unreadable)?;
            written.find(position, text, exact_bia_ngai)
        }
    }
}

/// Whether a position tells bia ngai from mets: the start of a game does, and a FEN that marks one, or
/// has no met that could be one.
pub(super) fn has_exact_bia_ngai(position: &Position) -> bool {
    let mets = position.piece(Piece::Met);
    let start = Position::start(position.variant(), position.counting_rule());
    position.promoted().any() || mets.is_empty() || mets == start.piece(Piece::Met)
}

/// SAN, also with both squares, and coordinates, by the letters of programs.
fn parse_program(position: &Position, text: &str) -> Result<Move, MoveError> {
    let unreadable = || MoveError::Unreadable { found: excerpt(text) };
    let plain = with_plain_signs(text);
    let (body, suffix) = split_suffix(&plain).ok_or_else(unreadable)?;
    let promotion = Promotion::read(suffix).map_err(|()| unreadable())?;
    let mv = san::parse(position, body)?;
    promotion.check(position, mv)?;
    Ok(mv)
}

/// The text without blanks, with plain signs and Arabic digits.
fn with_plain_signs(text: &str) -> String {
    let text = with_arabic_digits(text);
    let kept = text.chars().filter(|letter| !letter.is_whitespace());
    let plain = |letter: char| match letter {
        '×' | 'X' | ':' => 'x',
        '‐'..='—' | '−' | '→' => '-',
        _ => letter,
    };
    kept.map(plain).collect()
}

/// Splits after the rank of the destination.
fn split_suffix(text: &str) -> Option<(&str, &str)> {
    text.rfind(|letter| matches!(letter, '1'..='8')).map(|rank| text.split_at(rank + 1))
}

/// What follows the destination: marks, and perhaps the letter of a promotion.
struct Promotion(Option<char>);

impl Promotion {
    /// Letters that sites write for the man that a bia becomes.
    const MEN: [&'static str; 7] = ["m", "q", "f", "p", "b", "ng", "ง"];

    fn read(suffix: &str) -> Result<Self, ()> {
        // An equals sign without a letter is an offer of a draw.
        let word = suffix.trim_matches(['+', '#', '!', '?', '=', '(', ')']);
        let Some(first) = word.chars().next() else { return Ok(Self(None)) };
        let is_known = Self::MEN.iter().any(|man| word.eq_ignore_ascii_case(man)) || word == "ม็";
        if is_known {
            return Ok(Self(Some('m')));
        }
        // The letter of another man.
        let is_letter = word.len() == first.len_utf8() && first.is_alphabetic();
        if is_letter { Ok(Self(Some(first))) } else { Err(()) }
    }

    fn check(&self, position: &Position, mv: Move) -> Result<(), MoveError> {
        crate::notation::check_promotion(position, mv, self.0)
    }
}

/// A move as far as its text determines it, in letters other than those of programs.
struct WrittenMove {
    man: san::PartialMove,
    bia_ngai: BiaNgai,
    captures: bool,
    /// The captured man and whether it is a bia ngai.
    captured: Option<(Piece, bool)>,
    promotion: Promotion,
}

/// Whether a letter means a bia ngai.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BiaNgai {
    No,
    Yes,
    /// The letter means either.
    Either,
}

impl WrittenMove {
    fn read(letters: Letters, text: &str) -> Option<Self> {
        let is_thai = letters == Letters::OfficialThai;
        let mut plain = with_plain_signs(text).replace('.', "");
        if is_thai {
            plain = thai::with_letters_of_men(&plain);
        }
        let (body, suffix) = split_suffix(&plain)?;
        let promotion = Promotion::read(suffix).ok()?;
        let (piece, bia_ngai, rest) = man(letters, body)?;
        let mut rest: Vec<char> = rest.chars().collect();
        let to = whole_square(rest.split_off(rest.len().checked_sub(2)?).as_slice(), is_thai)?;
        let sign = rest.iter().position(|letter| matches!(letter, 'x' | '-'));
        let (origin, after) = match sign {
            Some(sign) => (&rest[..sign], &rest[sign + 1..]),
            None => (&rest[..], &[][..]),
        };
        let captures = sign.is_some_and(|sign| rest[sign] == 'x');
        let captured = match after {
            [] => None,
            _ if !captures => return None,
            _ => {
                let word: String = after.iter().collect();
                let (piece, ngai, rest) = man(letters, &word)?;
                if !rest.is_empty() {
                    return None;
                }
                Some((piece, ngai == BiaNgai::Yes))
            }
        };
        let from = squares(origin, is_thai)?;
        let man = san::PartialMove { piece: Some(piece), from, to };
        Some(Self { man, bia_ngai, captures, captured, promotion })
    }

    fn find(
        &self,
        position: &Position,
        text: &str,
        exact_bia_ngai: bool,
    ) -> Result<Move, MoveError> {
        let moves = legal_moves(position);
        let fitting = |exact: bool| -> Vec<Move> {
            moves.iter().copied().filter(|&mv| self.fits(position, mv, exact)).collect()
        };
        let mut found = fitting(true);
        if found.is_empty() && !exact_bia_ngai {
            found = fitting(false);
        }
        match found[..] {
            [mv] => {
                self.promotion.check(position, mv)?;
                if self.captures && position.captured(mv).is_none() {
                    return Err(MoveError::CapturesNothing { mv });
                }
                Ok(mv)
            }
            [] => Err(self.man.explain_no_match(position)),
            _ => Err(MoveError::Ambiguous {
                found: excerpt(text),
                candidates: found.iter().map(|mv| mv.from()).collect(),
            }),
        }
    }

    fn fits(&self, position: &Position, mv: Move, exact: bool) -> bool {
        let promoted = |square| position.promoted().contains(square);
        let is_named = match self.bia_ngai {
            BiaNgai::Either => true,
            meant => (meant == BiaNgai::Yes) == promoted(mv.from()),
        };
        let takes_named = self.captured.is_none_or(|(piece, ngai)| {
            let kind_fits = position.captured(mv) == Some(piece);
            kind_fits && (!exact || ngai == promoted(mv.to()))
        });
        self.man.matches(position, mv) && takes_named && (!exact || is_named)
    }
}

/// The man at the beginning of a text, and the rest. A bia may have no letter in some dialects.
fn man(letters: Letters, text: &str) -> Option<(Piece, BiaNgai, &str)> {
    let men = letters.men();
    let (letter, piece, ngai) = men.iter().find(|(letter, ..)| text.starts_with(letter))?;
    let meant = match (piece, ngai) {
        (Piece::Met, _) if !letters.tells_bia_ngai() => BiaNgai::Either,
        (_, true) => BiaNgai::Yes,
        (_, false) => BiaNgai::No,
    };
    Some((*piece, meant, &text[letter.len()..]))
}

/// The squares on the given file, rank, both or neither.
fn squares(origin: &[char], is_thai: bool) -> Option<Bitboard> {
    match *origin {
        [] => Some(Bitboard::ALL),
        [rank @ '1'..='8'] => Some(Bitboard::rank(rank as u8 - b'1')),
        [file] => file_of(file, is_thai).map(Bitboard::file),
        _ => whole_square(origin, is_thai).map(Square::bitboard),
    }
}

fn whole_square(letters: &[char], is_thai: bool) -> Option<Square> {
    match *letters {
        [file, rank @ '1'..='8'] => Some(Square::new(file_of(file, is_thai)?, rank as u8 - b'1')),
        _ => None,
    }
}

fn file_of(letter: char, is_thai: bool) -> Option<u8> {
    match letter {
        'a'..='h' => Some(letter as u8 - b'a'),
        _ if is_thai => thai::file_of(letter),
        _ => None,
    }
}
