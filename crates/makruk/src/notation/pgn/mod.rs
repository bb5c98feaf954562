//! Reading and writing PGN: tags, moves, comments, variations, NAGs, escapes, missing results.
//!
//! Reading has two steps. [`Reader`] splits the text into games and moves without knowing the rules.
//! [`PgnGame::start`] and [`PgnGame::resolve`] find the position and the legal moves. Variations are
//! kept as text; [`GameTree`] reads them, too.
//! Standard: S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994.

mod convert;
mod count_comment;
mod encoding;
pub mod ending;
mod engine_comment;
mod error;
mod move_number;
mod movetext;
pub mod own_mark;
mod parts;
mod reader;
mod tree;
mod write;

pub use convert::{convert, push_kept_variation};
pub use count_comment::count_comment;
pub use encoding::{Decoded, decode, is_utf16, last_game_start};
pub use ending::result;
pub use engine_comment::BOOK_MOVE;
pub use engine_comment::is_engine_comment;
pub use error::{PgnError, TagError, TagNameError};
pub use move_number::{MoveNumber, numbered_line};
pub use movetext::parse_result;
pub use parts::{Part, Parts};
pub use reader::Reader;
pub use tree::{GameTree, Node, NodeId};
pub use write::{PgnWriter, start_tags};

use super::dialect::{self, Dialect, DialectError, Evidence, ReadMoves};
use super::{fen, variant_of};
use crate::position::Position;
use crate::rules::{CountingRule, Variant};
use crate::types::Move;
use std::ops::Range;

/// Variations within variations that are read. People nest a few; a hostile file would exhaust the stack.
const MAX_DEPTH: usize = 32;

/// A game as written in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves of the main line.
    pub moves: Vec<PgnMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`; `None` when the text ends without a result.
    pub result: Option<&'static str>,
    /// The comments after the result.
    pub closing_comments: Vec<String>,
    /// Number of the line of the first tag or move, from 1.
    pub line: usize,
    /// The dialect of the moves, where the reader was told.
    pub dialect: Option<Dialect>,
    /// Range of bytes of the game in the text, including white space after it.
    pub span: Range<usize>,
}

/// A move as written in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnMove {
    /// Its text: SAN, coordinates or Thai notation.
    pub san: String,
    /// Numeric annotation glyphs (NAGs); `!` and `?` among them.
    pub nags: Vec<u8>,
    /// The comments after the move.
    pub comments: Vec<String>,
    /// The variations after the move, each the text between its parentheses with
    /// its comments in braces.
    pub variations: Vec<String>,
    /// Number of its line, from 1.
    pub line: usize,
}

impl PgnGame {
    /// The value of a tag. Upper and lower case differ, as the standard says.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The tags of a copy in another dialect. Leaves out `Dialect`, and writes `Result` as the standard does.
    pub fn copied_tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().filter(|(name, _)| name != "Dialect").map(|(name, value)| {
            let result = movetext::parse_result(value).filter(|_| name == "Result");
            (name.as_str(), result.unwrap_or(value))
        })
    }

    /// The counting rule that the tag `CountingRule` names. Without one, counts are claimed if the
    /// comments say so ([`Self::claims`]); otherwise it is not known.
    ///
    /// # Errors
    /// The tag names an unknown one.
    pub fn counting_rule(&self) -> Result<Option<CountingRule>, PgnError> {
        let line = self.line;
        let unknown = |error| PgnError::CountingRule { line, error };
        let named = self.known_tag("CountingRule").map(|name| name.parse().map_err(unknown));
        let claimed = || (!self.claims().is_empty()).then_some(CountingRule::CLAIMED);
        Ok(named.transpose()?.or_else(claimed))
    }

    /// The result after the moves. If there is none, or it is unknown (`*`), the tag `Result` gives it.
    pub fn stated_result(&self) -> Option<&'static str> {
        let known = self.result.filter(|&result| result != "*");
        known.or_else(|| self.result_tag()).or(self.result)
    }

    /// The result of the tag `Result`.
    pub fn result_tag(&self) -> Option<&'static str> {
        self.tag("Result").and_then(movetext::parse_result)
    }

    /// The variant that the tag `Variant` names.
    ///
    /// # Errors
    /// It names an unknown one.
    pub fn variant(&self) -> Result<Option<Variant>, PgnError> {
        let name = self.known_tag("Variant");
        let line = self.line;
        name.map(|name| variant_of(name).map_err(|error| PgnError::Variant { line, error }))
            .transpose()
    }

    /// The value of a tag unless it is unknown, which the standard writes as a question mark.
    fn known_tag(&self, name: &str) -> Option<&str> {
        self.tag(name).map(str::trim).filter(|value| !matches!(*value, "" | "?"))
    }

    /// The first position of the game, by its tags `FEN` and `Variant`. Without them it is the start
    /// position of the variant `default`. Counts run by `rule`.
    ///
    /// # Errors
    /// A tag names an unknown variant or a position that is not legal.
    pub fn start(&self, default: Variant, rule: CountingRule) -> Result<Position, PgnError> {
        let variant = self.variant()?.unwrap_or(default);
        match self.known_tag("FEN") {
            Some(text) => fen::parse(text, variant, rule)
                .map_err(|error| PgnError::Fen { line: self.line, error }),
            None => Ok(Position::start(variant, rule)),
        }
    }

    /// Parses the moves, from the position `start`, in the dialect that [`Self::read_moves`] finds.
    ///
    /// # Errors
    /// As [`Self::read_moves`].
    pub fn resolve(&self, start: &Position) -> Result<Vec<Move>, PgnError> {
        self.read_moves(start).map(|read| read.moves)
    }

    /// Parses the moves, from the position `start`: in the dialect of [`Self::dialect`] or of the tag
    /// `Dialect`, or else in the one in which all of them are legal.
    ///
    /// # Errors
    /// The first move that cannot be parsed or is not legal; or the game reads differently in two
    /// dialects.
    pub fn read_moves(&self, start: &Position) -> Result<ReadMoves, PgnError> {
        let words: Vec<&str> = self.moves.iter().map(|played| played.san.as_str()).collect();
        let line = |ply: usize| self.moves.get(ply).map_or(self.line, |played| played.line);
        dialect::detect(start, &words, self.evidence()?).map_err(|error| match error {
            DialectError::Move { ply, number, found, error } => {
                PgnError::Move { line: line(ply), number, san: found, error }
            }
            DialectError::Differ { ply, number, found, readings } => {
                PgnError::Dialects { line: line(ply), number, san: found, readings }
            }
        })
    }

    /// What the tags say about the dialect.
    fn evidence(&self) -> Result<Evidence, PgnError> {
        let tag = |name| self.known_tag(name);
        let line = self.line;
        let unknown = |error| PgnError::UnknownDialect { line, error };
        let named = tag("Dialect").map(|name| name.parse().map_err(unknown)).transpose()?;
        let site = tag("Site").map(str::to_ascii_lowercase).unwrap_or_default();
        let sites = [("playok", Dialect::PlayOk), ("schemingmind", Dialect::SchemingMind)];
        let site = sites.iter().find(|(name, _)| site.contains(name)).map(|&(_, dialect)| dialect);
        let by_program = tag("Variant").is_some() || tag("CountingRule").is_some();
        Ok(Evidence { named: self.dialect.or(named), site, by_program })
    }
}
