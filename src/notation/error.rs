//! What can be wrong with notation: each fault by its own name, saying what and where.

use super::thai;
use crate::position::SetupError;
use crate::types::{Color, Move, Piece, Square};
use crate::words::{Language, Phrase};
use std::fmt;

/// Why a text is no FEN of a legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.say(Language::English))]
pub enum FenError {
    Empty,
    Ranks { found: usize },
    Files { rank: u8, found: u32 },
    UnknownLetter { letter: char, rank: u8 },
    StrayTilde { rank: u8 },
    UnknownSide { found: String },
    UnknownCastling { found: String },
    NegativeCounter { counter: Counter, found: String },
    CounterTooLarge { counter: Counter, found: String },
    UnreadableCounter { counter: Counter, found: String },
    TooManyFields { found: String },
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
    /// The error in words.
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

// The words for it name squares, which positions do not know how to write.
impl SetupError {
    /// The error in words, its squares in the notation of the language.
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

/// Why a text is no legal move in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.say(Language::English))]
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
