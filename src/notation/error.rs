//! Errors in notation, each with its values.

use super::thai;
use crate::position::SetupError;
use crate::types::{Color, Move, Piece, Square};
use crate::words::{Language, Phrase};
use std::fmt;

/// Why a text is not the FEN of a legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.say(Language::English))]
pub enum FenError {
    /// The text is empty.
    Empty,
    /// The board does not have eight ranks.
    Ranks {
        /// Number of ranks.
        found: usize,
    },
    /// A rank does not have eight files.
    Files {
        /// The rank, from 1.
        rank: u8,
        /// Number of files.
        found: u32,
    },
    /// A letter stands for no man.
    UnknownLetter {
        /// The letter.
        letter: char,
        /// The rank, from 1.
        rank: u8,
    },
    /// A tilde does not follow a met.
    StrayTilde {
        /// The rank, from 1.
        rank: u8,
    },
    /// The side to move is neither `w` nor `b`.
    UnknownSide {
        /// The beginning of the field.
        found: String,
    },
    /// The castling field is not `-`.
    UnknownCastling {
        /// The beginning of the field.
        found: String,
    },
    /// A number is negative.
    NegativeCounter {
        /// The number.
        counter: Counter,
        /// The field.
        found: String,
    },
    /// A number does not fit into 16 bits.
    CounterTooLarge {
        /// The number.
        counter: Counter,
        /// The field.
        found: String,
    },
    /// A number cannot be parsed.
    UnreadableCounter {
        /// The number.
        counter: Counter,
        /// The field.
        found: String,
    },
    /// There is text after the last field.
    TooManyFields {
        /// The beginning of that text.
        found: String,
    },
    /// The position is not legal.
    Setup(#[from] SetupError),
}

/// A number in a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// Twice the number to be counted.
    CountLimit,
    /// Plies counted.
    CountPly,
    /// Plies since the last capture or bia move.
    HalfmoveClock,
    /// Number of the next move.
    MoveNumber,
}

impl Counter {
    const fn name(self, language: Language) -> &'static str {
        language.text(match self {
            Self::CountLimit => Phrase::CounterLimit,
            Self::CountPly => Phrase::CounterPly,
            Self::HalfmoveClock => Phrase::CounterHalfmove,
            Self::MoveNumber => Phrase::CounterMove,
        })
    }
}

impl FenError {
    /// The error as a sentence in this language.
    pub fn say(&self, language: Language) -> String {
        let say = |phrase, gaps: &[&dyn fmt::Display]| language.say(phrase, gaps);
        match self {
            Self::Empty => say(Phrase::FenEmpty, &[]),
            Self::Ranks { found: 1 } => say(Phrase::FenRank, &[&1]),
            Self::Ranks { found } => say(Phrase::FenRanks, &[found]),
            Self::Files { rank, found: 1 } => say(Phrase::FenFile, &[rank, &1]),
            Self::Files { rank, found } => say(Phrase::FenFiles, &[rank, found]),
            Self::UnknownLetter { letter, rank } => {
                say(Phrase::FenLetter, &[&letter.escape_debug(), rank])
            }
            Self::StrayTilde { rank } => say(Phrase::FenTilde, &[rank]),
            Self::UnknownSide { found } => say(Phrase::FenSide, &[found]),
            Self::UnknownCastling { found } => say(Phrase::FenCastling, &[found]),
            Self::NegativeCounter { counter, found } => {
                say(Phrase::FenNegative, &[&counter.name(language), found])
            }
            Self::CounterTooLarge { counter, found } => {
                say(Phrase::FenTooLarge, &[&counter.name(language), found, &u16::MAX])
            }
            Self::UnreadableCounter { counter, found } => {
                say(Phrase::FenUnreadable, &[&counter.name(language), found])
            }
            Self::TooManyFields { found } => say(Phrase::FenTooLong, &[found]),
            Self::Setup(error) => error.say(language),
        }
    }
}

// Here and not in `position`, since the sentences contain squares in notation.
impl SetupError {
    /// The error as a sentence in this language, with squares in its notation.
    pub fn say(&self, language: Language) -> String {
        let say = |phrase, gaps: &[&dyn fmt::Display]| language.say(phrase, gaps);
        match *self {
            Self::Kings { color, found } => {
                say(Phrase::SetupKhuns, &[&language.side(color), &found])
            }
            Self::TooManyMen { found } => say(Phrase::SetupMen, &[&found]),
            Self::PawnOnLastRank { color, square } => {
                say(Phrase::SetupBia, &[&language.side(color), &name(square, language)])
            }
            Self::OpponentInCheck { color } => {
                say(Phrase::SetupCheck, &[&language.side(color), &language.side(!color)])
            }
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Language::English))
    }
}

impl std::error::Error for SetupError {}

/// A square in the notation of a language.
fn name(square: Square, language: Language) -> String {
    match language {
        Language::English => square.to_string(),
        Language::Thai => thai::square(square),
    }
}

/// Why a text is not a legal move in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.say(Language::English))]
pub enum MoveError {
    /// The text is not a move in this notation.
    Unreadable {
        /// The beginning of the text.
        found: String,
    },
    /// There is no man on the square that the move starts from.
    EmptySquare {
        /// The square.
        square: Square,
    },
    /// The man on the square that the move starts from belongs to the opponent.
    OpponentsMan {
        /// The square.
        square: Square,
    },
    /// The destination is occupied by a man of the same side.
    OwnMan {
        /// The move.
        mv: Move,
        /// The side.
        color: Color,
    },
    /// The man cannot move there.
    OutOfReach {
        /// The move.
        mv: Move,
        /// The kind of man.
        piece: Piece,
    },
    /// The own khun would be in check.
    LeavesKhunInCheck {
        /// The move.
        mv: Move,
        /// The side to move.
        color: Color,
    },
    /// In Makpong the khun may not move out of check.
    KhunMayNotFlee {
        /// The move.
        mv: Move,
    },
    /// A bia promotes to a met only.
    WrongPromotion {
        /// The move.
        mv: Move,
        /// The letter after the move.
        letter: char,
    },
    /// The move has a letter of promotion but promotes no bia.
    PromotesNothing {
        /// The move.
        mv: Move,
    },
    /// Several men can make the move.
    Ambiguous {
        /// The beginning of the text.
        found: String,
        /// The squares of these men.
        candidates: Vec<Square>,
    },
    /// No man can move there.
    NobodyCan {
        /// The kind of man, if the text names one.
        piece: Option<Piece>,
        /// The destination.
        to: Square,
    },
}

impl MoveError {
    /// The error as a sentence in this language, with squares in its notation.
    pub fn say(&self, language: Language) -> String {
        let square = |square| name(square, language);
        let written = |mv: Move| match language {
            Language::English => format!("{mv:?}"),
            Language::Thai => format!("{}-{}", square(mv.from()), square(mv.to())),
        };
        let say = |phrase, gaps: &[&dyn fmt::Display]| language.say(phrase, gaps);
        match self {
            Self::Unreadable { found } => say(Phrase::MoveUnreadable, &[found]),
            &Self::EmptySquare { square: empty } => say(Phrase::MoveFromEmpty, &[&square(empty)]),
            &Self::OpponentsMan { square: from } => say(Phrase::MoveOfOpponent, &[&square(from)]),
            &Self::OwnMan { mv, color } => {
                say(Phrase::MoveOntoOwn, &[&written(mv), &language.side(color), &square(mv.to())])
            }
            &Self::OutOfReach { mv, piece } => {
                let (from, to) = (square(mv.from()), square(mv.to()));
                say(Phrase::MoveOutOfReach, &[&written(mv), &language.man(piece), &from, &to])
            }
            &Self::LeavesKhunInCheck { mv, color } => {
                say(Phrase::MoveIntoCheck, &[&written(mv), &language.side(color)])
            }
            &Self::KhunMayNotFlee { mv } => say(Phrase::MoveFlees, &[&written(mv)]),
            &Self::WrongPromotion { mv, letter } => {
                say(Phrase::MovePromotion, &[&letter.escape_debug(), &written(mv)])
            }
            &Self::PromotesNothing { mv } => say(Phrase::MovePromotesNothing, &[&written(mv)]),
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

/// The beginning of a text from outside, escaped so that it can be quoted on one line.
pub(super) fn excerpt(text: &str) -> String {
    const LENGTH: usize = 24;
    // `escape_debug` would escape the marks above and below Thai letters.
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
