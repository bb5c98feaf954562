//! Errors in notation, each with its values.

use crate::position::SetupError;
use crate::types::{Bitboard, Color, Move, Piece, Square};
use std::fmt;

/// Why a text is not the FEN of a legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The text is empty.
    #[error("the FEN is empty")]
    Empty,
    /// The board does not have eight ranks.
    #[error("the board has {found} {}, needs 8", plural(*found, "rank"))]
    Ranks {
        /// Number of ranks.
        found: usize,
    },
    /// A rank does not have eight files.
    #[error("rank {rank} has {found} {}, needs 8", plural(*found as usize, "file"))]
    Files {
        /// The rank, from 1.
        rank: u8,
        /// Number of files.
        found: u32,
    },
    /// A letter stands for no man.
    #[error("unknown letter '{}' on rank {rank}", letter.escape_debug())]
    UnknownLetter {
        /// The letter.
        letter: char,
        /// The rank, from 1.
        rank: u8,
    },
    /// A link does not hold a FEN.
    #[error("there is no FEN in this link: expected fen= and the position")]
    NoFenInLink,
    /// A tilde or plus does not follow a met.
    #[error("a '{mark}' on rank {rank} that follows no met: it marks bia ngai only")]
    StrayMark {
        /// The mark.
        mark: char,
        /// The rank, from 1.
        rank: u8,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("unknown side to move '{found}': expected w or b")]
    UnknownSide {
        /// The beginning of the field.
        found: String,
    },
    /// The castling field is not `-`.
    #[error("unknown castling field '{found}': expected -")]
    UnknownCastling {
        /// The beginning of the field.
        found: String,
    },
    /// A number is negative.
    #[error("the {counter} is negative: '{found}'")]
    NegativeCounter {
        /// The number.
        counter: FenCounter,
        /// The field.
        found: String,
    },
    /// A number is larger than [`FenCounter::largest`].
    #[error("the {counter} '{found}' is too large, at most {} fits", counter.largest())]
    CounterTooLarge {
        /// The number.
        counter: FenCounter,
        /// The field.
        found: String,
    },
    /// A number cannot be parsed.
    #[error("cannot read the {counter} '{found}'")]
    UnreadableCounter {
        /// The number.
        counter: FenCounter,
        /// The field.
        found: String,
    },
    /// There is text after the last field.
    #[error("'{found}' follows the last field")]
    TooManyFields {
        /// The beginning of that text.
        found: String,
    },
    /// The position is not legal.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// A number in a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenCounter {
    /// Twice the number to be counted.
    CountLimit,
    /// Plies counted.
    CountPly,
    /// Plies since the last capture or bia move.
    HalfmoveClock,
    /// Number of the next move.
    MoveNumber,
}

impl FenCounter {
    /// The largest value. A count is over one ply after its limit, which must fit, too.
    pub const fn largest(self) -> u16 {
        match self {
            Self::CountLimit => u16::MAX - 1,
            Self::CountPly | Self::HalfmoveClock | Self::MoveNumber => u16::MAX,
        }
    }
}

impl fmt::Display for FenCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CountLimit => "limit of the count",
            Self::CountPly => "ply of the count",
            Self::HalfmoveClock => "half-move clock",
            Self::MoveNumber => "move number",
        })
    }
}

/// "rank", "ranks".
fn plural(number: usize, noun: &str) -> String {
    format!("{noun}{}", if number == 1 { "" } else { "s" })
}

/// Why a text is not a legal move in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is not a move in this notation.
    #[error("cannot read the move '{found}'")]
    Unreadable {
        /// The beginning of the text.
        found: String,
    },
    /// There is no man on the square that the move starts from.
    #[error("there is no man on {square}")]
    EmptySquare {
        /// The square.
        square: Square,
    },
    /// The man on the square that the move starts from belongs to the opponent.
    #[error("the man on {square} is the opponent's")]
    OpponentsMan {
        /// The square.
        square: Square,
    },
    /// The destination is occupied by a man of the same side.
    #[error("illegal move {mv:?}: {color}'s own man stands on {}", mv.to())]
    OwnMan {
        /// The move.
        mv: Move,
        /// The side.
        color: Color,
    },
    /// The man cannot move there.
    #[error(
        "illegal move {mv:?}: the {} on {} does not reach {}",
        piece.name(), mv.from(), mv.to()
    )]
    OutOfReach {
        /// The move.
        mv: Move,
        /// The kind of man.
        piece: Piece,
    },
    /// The own khun would be in check.
    #[error("illegal move {mv:?}: it leaves {color}'s khun in check")]
    LeavesKhunInCheck {
        /// The move.
        mv: Move,
        /// The side to move.
        color: Color,
    },
    /// In Makpong the khun may not move out of check.
    #[error("illegal move {mv:?}: in Makpong the khun may not move out of check")]
    KhunMayNotFlee {
        /// The move.
        mv: Move,
    },
    /// A bia promotes to a met only.
    #[error(
        "wrong promotion '{}' of {mv:?}: a bia becomes a bia ngai, written m",
        letter.escape_debug()
    )]
    WrongPromotion {
        /// The move.
        mv: Move,
        /// The letter after the move.
        letter: char,
    },
    /// The move has a letter of promotion but promotes no bia.
    #[error("{mv:?} promotes nothing")]
    PromotesNothing {
        /// The move.
        mv: Move,
    },
    /// The move has the sign of a capture but captures nothing.
    #[error("{mv:?} captures nothing")]
    CapturesNothing {
        /// The move.
        mv: Move,
    },
    /// Several men can make the move.
    #[error("'{found}' is ambiguous: the men on {} can go there", listed(candidates))]
    Ambiguous {
        /// The beginning of the text.
        found: String,
        /// The squares of these men.
        candidates: Vec<Square>,
    },
    /// No man can move there.
    #[error("no {} can go to {to}", piece.map_or("man", Piece::name))]
    NobodyCan {
        /// The kind of man, if the text names one.
        piece: Option<Piece>,
        /// The destination.
        to: Square,
    },
    /// No man can move there from the squares that the text names; one from elsewhere may.
    #[error("no {} on {origin} can go to {to}", piece.map_or("man", Piece::name))]
    NobodyFromThere {
        /// The kind of man, if the text names one.
        piece: Option<Piece>,
        /// The squares.
        origin: Origin,
        /// The destination.
        to: Square,
    },
}

/// The squares that a move may start from, as its text names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A file, from 0.
    File(u8),
    /// A rank, from 0.
    Rank(u8),
    /// One square.
    Square(Square),
}

impl Origin {
    /// The file, rank or square that these squares are; `None` for other sets.
    pub(super) fn of(squares: Bitboard) -> Option<Self> {
        let mut all = squares;
        let first = all.next()?;
        if all.next().is_none() {
            return Some(Self::Square(first));
        }
        if squares == Bitboard::file(first.file()) {
            return Some(Self::File(first.file()));
        }
        (squares == Bitboard::rank(first.rank())).then(|| Self::Rank(first.rank()))
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::File(file) => write!(f, "the {}-file", char::from(b'a' + file)),
            Self::Rank(rank) => write!(f, "rank {}", rank + 1),
            Self::Square(square) => write!(f, "{square}"),
        }
    }
}

/// "b1 and f1".
fn listed(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    names.join(" and ")
}

/// The beginning of an untrusted text, escaped so that it can be quoted on one line.
pub(super) fn excerpt(text: &str) -> String {
    const LENGTH: usize = 24;
    // `escape_debug` would escape the marks above and below Thai letters, and quotation marks.
    let is_plain = |letter: char| letter == '"' || ('\u{e00}'..='\u{e7f}').contains(&letter);
    let mut quoted = String::new();
    for letter in text.chars().take(LENGTH) {
        if is_plain(letter) {
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
