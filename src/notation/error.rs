//! What can be wrong with notation: each fault by its own name, saying what and where.

use super::thai;
use crate::position::SetupError;
use crate::types::{Color, Move, Piece, Square};
use crate::words::{Language, Phrase};
use std::fmt;

/// Why a text is no FEN of a legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    #[error("the FEN is empty")]
    Empty,
    #[error("the board has {found} ranks, needs 8")]
    Ranks { found: usize },
    #[error("rank {rank} has {found} files, needs 8")]
    Files { rank: u8, found: u32 },
    #[error("unknown letter '{letter}' on rank {rank}", letter = .letter.escape_debug())]
    UnknownLetter { letter: char, rank: u8 },
    #[error("a '~' on rank {rank} that follows no met: it marks bia ngai only")]
    StrayTilde { rank: u8 },
    #[error("unknown side to move '{found}': expected w or b")]
    UnknownSide { found: String },
    #[error("unknown castling field '{found}': expected -")]
    UnknownCastling { found: String },
    #[error("the {counter} is negative: '{found}'")]
    NegativeCounter { counter: Counter, found: String },
    #[error("the {counter} '{found}' is too large, at most {max} fits", max = u16::MAX)]
    CounterTooLarge { counter: Counter, found: String },
    #[error("cannot read the {counter} '{found}'")]
    UnreadableCounter { counter: Counter, found: String },
    #[error("'{found}' follows the last field")]
    TooManyFields { found: String },
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// A number in a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// Twice the number to be spoken.
    CountLimit,
    /// Plies counted.
    CountPly,
    HalfmoveClock,
    MoveNumber,
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CountLimit => "limit of the count",
            Self::CountPly => "ply of the count",
            Self::HalfmoveClock => "half-move clock",
            Self::MoveNumber => "move number",
        })
    }
}

/// Why a text is no legal move in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    Unreadable { found: String },
    EmptySquare { square: Square },
    OpponentsMan { square: Square },
    OwnMan { mv: Move, color: Color },
    OutOfReach { mv: Move, piece: Piece },
    LeavesKhunInCheck { mv: Move, color: Color },
    KhunMayNotFlee { mv: Move },
    WrongPromotion { mv: Move, letter: char },
    PromotesNothing { mv: Move },
    Ambiguous { found: String, candidates: Vec<Square> },
    NobodyCan { piece: Option<Piece>, to: Square },
}

impl MoveError {
    /// The error in words, its squares in the notation of the language.
    pub fn say(&self, language: Language) -> String {
        let square = |square: Square| match language {
            Language::English => square.to_string(),
            Language::Thai => thai::square(square),
        };
        let name = |mv: Move| match language {
            Language::English => format!("{mv:?}"),
            Language::Thai => format!("{}-{}", square(mv.from()), square(mv.to())),
        };
        let say = |phrase, gaps: &[&dyn fmt::Display]| language.say(phrase, gaps);
        match self {
            Self::Unreadable { found } => say(Phrase::MoveUnreadable, &[found]),
            &Self::EmptySquare { square: empty } => say(Phrase::MoveFromEmpty, &[&square(empty)]),
            &Self::OpponentsMan { square: from } => say(Phrase::MoveOfOpponent, &[&square(from)]),
            &Self::OwnMan { mv, color } => {
                say(Phrase::MoveOntoOwn, &[&name(mv), &language.side(color), &square(mv.to())])
            }
            &Self::OutOfReach { mv, piece } => {
                let (from, to) = (square(mv.from()), square(mv.to()));
                say(Phrase::MoveOutOfReach, &[&name(mv), &language.man(piece), &from, &to])
            }
            &Self::LeavesKhunInCheck { mv, color } => {
                say(Phrase::MoveIntoCheck, &[&name(mv), &language.side(color)])
            }
            &Self::KhunMayNotFlee { mv } => say(Phrase::MoveFlees, &[&name(mv)]),
            &Self::WrongPromotion { mv, letter } => {
                say(Phrase::MovePromotion, &[&letter.escape_debug(), &name(mv)])
            }
            &Self::PromotesNothing { mv } => say(Phrase::MovePromotesNothing, &[&name(mv)]),
            Self::Ambiguous { found, candidates } => {
                let names = candidates.iter().map(|&from| square(from));
                let list = names.reduce(|list, next| say(Phrase::And, &[&list, &next]));
                say(Phrase::MoveAmbiguous, &[found, &list.unwrap_or_default()])
            }
            &Self::NobodyCan { piece, to } => {
                let man = piece.map_or(language.text(Phrase::Man), |piece| language.man(piece));
                say(Phrase::MoveOfNobody, &[&man, &square(to)])
            }
        }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Language::English))
    }
}

impl std::error::Error for MoveError {}

/// The start of a text that came from outside, fit to be quoted on one line.
pub(super) fn excerpt(text: &str) -> String {
    const LENGTH: usize = 24;
    // The marks above and below Thai letters are no disorder.
    let is_thai = |letter: char| ('\u{e00}'..='\u{e7f}').contains(&letter);
    let mut quoted = String::new();
    for letter in text.chars().take(LENGTH) {
        if is_thai(letter) {
            quoted.push(letter);
        } else {
            quoted.extend(letter.escape_debug());
        }
    }
    if text.chars().nth(LENGTH).is_some() {
        quoted.push('…');
    }
    quoted
}
