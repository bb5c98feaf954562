//! Sentences for people, in English and Thai.
//!
//! All modules below this one speak in typed values, whose English is their `Display`. Here they
//! get their Thai: [`Localized`] matches on the value, so that a new variant does not compile until
//! it has its sentence. Modules above implement [`Localized`] for their own errors: `uci::thai`
//! does for those of commands and options. Sentences of commands and pages are in one table,
//! [`Phrase`].

#![deny(missing_docs)]

mod count;
mod endings;
mod evaluation;
mod files;
mod formations;
mod notation_errors;
mod phrase;
#[cfg(test)]
mod tests;

pub use files::by_system;
pub use formations::{find_formation, formation_names, formations_in_both_languages};
pub use phrase::Phrase;

use makruk::notation::Notation;
use makruk::rules::Variant;
use makruk::types::{Color, Piece, Square, named_enum};
use sakdi_platform::files::IoReason;
use std::fmt::Display;
use std::io;

/// How texts for people are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// Language of the sentences.
    pub language: Language,
    /// Notation of the moves; those of a PGN are always in SAN.
    pub notation: Notation,
}

impl TextStyle {
    /// Whether squares are written in Thai.
    pub fn writes_thai(self) -> bool {
        self.notation.is_thai()
    }

    /// The name of a square.
    pub fn square(self, square: Square) -> String {
        self.notation.square(square)
    }

    /// The letter of a file, for the edge of a board.
    pub fn file(self, file: u8) -> String {
        self.square(Square::new(file, 0)).chars().take(1).collect()
    }

    /// The number of a rank, for the edge of a board.
    pub fn rank(self, rank: u8) -> String {
        self.square(Square::new(0, rank)).chars().skip(1).collect()
    }
}

/// A typed value as a sentence or a part of one.
///
/// ```
/// use sakdi_i18n::{Language, Localized};
/// use makruk::rules::{Outcome, DrawReason};
/// let draw = Outcome::Draw(DrawReason::Stalemate);
/// assert_eq!(draw.say(Language::English), "draw by stalemate");
/// assert_eq!(draw.say(Language::Thai), "เสมอเพราะอับ");
/// ```
pub trait Localized: Display {
    /// The value in Thai.
    fn thai(&self) -> String;

    /// The value in this language.
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Thai => self.thai(),
        }
    }
}

/// Adds a noun after its number, in the plural unless it `is_one`; nothing without a noun.
fn push_noun(sentence: &mut String, noun: &str, is_one: bool) {
    let (stem, ending) = match noun.strip_suffix('y') {
        _ if noun.is_empty() => return,
        Some(stem) if !is_one => (stem, "ies"),
        _ => (noun, if is_one { "" } else { "s" }),
    };
    sentence.extend([" ", stem, ending]);
}

/// A language for sentences. The protocol itself does not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Thai.
    Thai,
}

// The names are those of ISO 639-1.
named_enum!(Language, "language": English = "en", Thai = "th");

impl Language {
    /// A sentence with its placeholders filled in. `{0:game}` is a number with its noun: one game, two games.
    ///
    /// ```
    /// use sakdi_i18n::{Language, Phrase};
    /// let black = Language::English.side(makruk::types::Color::Black);
    /// assert_eq!(Language::English.say(Phrase::EndResigned, &[&black]), "Black resigns");
    /// assert_eq!(Language::English.say(Phrase::GamesFound, &[&1]), "1 game found");
    /// assert_eq!(Language::English.say(Phrase::GamesMoves, &[&2]), "2 plies");
    /// ```
    pub fn say(self, phrase: Phrase, gaps: &[&dyn Display]) -> String {
        let mut sentence = String::new();
        let mut rest = phrase.text(self);
        while let Some((before, after)) = rest.split_once('{') {
            sentence.push_str(before);
            let (placeholder, after) = after.split_once('}').unwrap_or((after, ""));
            let (number, noun) = placeholder.split_once(':').unwrap_or((placeholder, ""));
            let gap = number.parse().ok().and_then(|number: usize| gaps.get(number));
            if let Some(gap) = gap {
                let gap = gap.to_string();
                sentence.push_str(&gap);
                push_noun(&mut sentence, noun, gap == "1");
            }
            rest = after;
        }
        sentence + rest
    }

    /// A sentence without placeholders.
    pub const fn text(self, phrase: Phrase) -> &'static str {
        phrase.text(self)
    }

    /// The name of a side.
    pub const fn side(self, color: Color) -> &'static str {
        self.text(match color {
            Color::White => Phrase::White,
            Color::Black => Phrase::Black,
        })
    }

    /// The name of a kind of man.
    pub const fn man(self, piece: Piece) -> &'static str {
        self.text(match piece {
            Piece::Pawn => Phrase::Bia,
            Piece::Met => Phrase::Met,
            Piece::Khon => Phrase::Khon,
            Piece::Knight => Phrase::Ma,
            Piece::Rook => Phrase::Ruea,
            Piece::King => Phrase::Khun,
        })
    }

    /// This number of moves, in words.
    pub fn moves(self, number: u16) -> String {
        self.say(Phrase::Moves, &[&number])
    }

    /// A complete sentence from a clause: with a capital and a full stop, except in Thai.
    pub fn sentence(self, text: &str) -> String {
        match self {
            Self::English => capitalised(text) + ".",
            Self::Thai => text.to_owned(),
        }
    }

    /// The name of a variant.
    pub const fn variant(self, variant: Variant) -> &'static str {
        self.text(match variant {
            Variant::Makruk => Phrase::Makruk,
            Variant::Makpong => Phrase::Makpong,
        })
    }

    /// A list of alternatives: "a, b or c".
    pub fn choices(self, names: &[&str]) -> String {
        match names {
            [] => String::new(),
            [only] => (*only).to_owned(),
            [rest @ .., last] => self.say(Phrase::Or, &[&rest.join(", "), last]),
        }
    }

    /// Why the operating system refused something.
    pub fn io_error(self, error: &io::Error) -> String {
        IoReason::from(error).say(self)
    }

    /// How people who read this language write moves.
    pub const fn notation(self) -> Notation {
        match self {
            Self::English => Notation::San,
            Self::Thai => Notation::Thai,
        }
    }
}

/// The text with a capital first letter, if its script has capitals.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Columns that a text takes on a terminal: the marks above and below Thai letters take none.
pub fn width(text: &str) -> usize {
    let is_mark =
        |letter: char| matches!(letter, '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}');
    text.chars().filter(|&letter| !is_mark(letter)).count()
}

/// The text padded on the right to this many columns.
pub fn pad_right(text: &str, columns: usize) -> String {
    text.to_owned() + &" ".repeat(columns.saturating_sub(width(text)))
}

/// The text padded on the left to this many columns.
pub fn pad_left(text: &str, columns: usize) -> String {
    " ".repeat(columns.saturating_sub(width(text))) + text
}
