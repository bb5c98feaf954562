//! What can be wrong with notation: each fault by its own name, saying what and where.

use crate::position::SetupError;
use crate::types::{Color, Move, Piece, Square};
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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    #[error("cannot read the move '{found}'")]
    Unreadable { found: String },
    #[error("there is no man on {square}")]
    EmptySquare { square: Square },
    #[error("the man on {square} is the opponent's")]
    OpponentsMan { square: Square },
    #[error("illegal move {mv:?}: {color}'s own man stands on {}", .mv.to())]
    OwnMan { mv: Move, color: Color },
    #[error("illegal move {mv:?}: the {} on {} does not reach {}", .piece.name(), .mv.from(), .mv.to())]
    OutOfReach { mv: Move, piece: Piece },
    #[error("illegal move {mv:?}: it leaves {color}'s khun in check")]
    LeavesKhunInCheck { mv: Move, color: Color },
    #[error("illegal move {mv:?}: in Makpong the khun may not move out of check")]
    KhunMayNotFlee { mv: Move },
    #[error("wrong promotion '{letter}' of {mv:?}: a bia becomes a bia ngai, written m", letter = .letter.escape_debug())]
    WrongPromotion { mv: Move, letter: char },
    #[error("{mv:?} promotes nothing")]
    PromotesNothing { mv: Move },
    #[error("'{found}' is ambiguous: the men on {} can go there", list(.candidates))]
    Ambiguous { found: String, candidates: Vec<Square> },
    #[error("no {} can go to {to}", .piece.map_or("man", Piece::name))]
    NobodyCan { piece: Option<Piece>, to: Square },
}

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

fn list(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    names.join(" and ")
}
