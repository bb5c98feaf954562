//! PGN as it is found: tags, moves, comments, variations, glyphs, escapes, missing results.
//!
//! Reading comes in two steps. [`Reader`] takes the text apart without knowing the game; what the
//! moves mean is found by [`PgnGame::start`] and [`PgnGame::resolve`]. Variations are skipped.
//! Standard: S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994.

use super::error::{FenError, MoveError, excerpt};
use super::{coordinate, fen, san};
use crate::position::Position;
use crate::rules::{CountingRule, ParseRuleError, Variant};
use crate::types::Move;
use std::ops::Range;

/// Why a text is no PGN, or its moves are no game. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnError {
    #[error("line {line}: the tag has no end")]
    OpenTag { line: usize },
    #[error("line {line}: unreadable tag '{found}'")]
    BadTag { line: usize, found: String },
    #[error("line {line}: the comment that begins here has no end")]
    OpenComment { line: usize },
    #[error("line {line}: the variation that begins here has no end")]
    OpenVariation { line: usize },
    #[error("line {line}: ')' without a variation")]
    StrayParenthesis { line: usize },
    #[error("line {line}: {error}")]
    Variant { line: usize, error: ParseRuleError },
    #[error("line {line}: {error}")]
    Fen { line: usize, error: FenError },
    #[error("line {line}: move '{san}': {error}")]
    Move { line: usize, san: String, error: MoveError },
}

/// One game, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// The comment before the first move.
    pub comment: Option<String>,
    pub moves: Vec<PgnMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`; `None` when the text ends without.
    pub result: Option<&'static str>,
    /// Line of the first tag or move.
    pub line: usize,
    /// Bytes of the text that the game takes up, with the blanks behind it.
    pub span: Range<usize>,
}

/// One move, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnMove {
    pub san: String,
    /// Numeric annotation glyphs; `!` and `?` among them.
    pub glyphs: Vec<u8>,
    /// All comments after the move, with blanks between them.
    pub comment: Option<String>,
    pub line: usize,
}

impl PgnGame {
    /// The value of a tag. Names are compared as the standard says, capitals and all.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Where the game begins: by its FEN and Variant tags, else the start position of `default`.
    ///
    /// # Errors
    /// The tags may name an unknown variant or an impossible position.
    pub fn start(&self, default: Variant, rule: CountingRule) -> Result<Position, PgnError> {
        let line = self.line;
        let variant = match self.tag("Variant") {
            Some(name) => name.parse().map_err(|error| PgnError::Variant { line, error })?,
            None => default,
        };
        match self.tag("FEN") {
            Some(text) => {
                fen::parse(text, variant, rule).map_err(|error| PgnError::Fen { line, error })
            }
            None => Ok(Position::start(variant, rule)),
        }
    }

    /// The moves from `start` on. Coordinates are read too, where SAN is not found.
    ///
    /// # Errors
    /// The first move that is unreadable or illegal.
    pub fn resolve(&self, start: &Position) -> Result<Vec<Move>, PgnError> {
        let mut position = *start;
        let resolve = |played: &PgnMove| {
            let mv = san::parse(&position, &played.san)
                .or_else(|error| coordinate::parse(&position, &played.san).map_err(|_| error))
                .map_err(|error| PgnError::Move {
                    line: played.line,
                    san: excerpt(&played.san),
                    error,
                })?;
            position = position.play_unchecked(mv);
            Ok(mv)
        };
        self.moves.iter().map(resolve).collect()
    }
}

/// Takes a text apart into games. After an error there are no more.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, at, line: 1 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes on by some bytes, counting lines.
    fn advance(&mut self, bytes: usize) {
        self.line += self.rest()[..bytes].matches('\n').count();
        self.at += bytes;
    }

    /// What comes before `end`, which is passed over too.
    fn take_until(&mut self, end: char) -> Option<&'a str> {
        let rest = self.rest();
        let length = rest.find(end)?;
        self.advance(length + end.len_utf8());
        Some(&rest[..length])
    }

    /// Passes over blanks, and over lines that begin with the escape `%`.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start().len();
            self.advance(blanks);
            let before = self.text[..self.at].chars().next_back();
            let line_begins = before.is_none_or(|letter| letter == '\n' || letter == '\u{feff}');
            if !(line_begins && self.peek() == Some('%')) {
                return;
            }
            self.skip_line();
        }
    }

    fn skip_line(&mut self) {
        let rest = self.rest();
        self.advance(rest.find('\n').map_or(rest.len(), |end| end + 1));
    }

    /// `[Name "Value"]`, the bracket not passed over yet. Marks within the value are escaped by a
    /// backslash, though many programs forget to.
    fn tag(&mut self) -> Result<(String, String), PgnError> {
        let line = self.line;
        let rest = self.rest();
        // A tag stands on one line; its value may hold brackets.
        let end = rest.find('\n').unwrap_or(rest.len());
        let close = rest[..end].rfind(']').ok_or(PgnError::OpenTag { line })?;
        let inner = rest[1..close].trim();
        let tag = inner.split_once(char::is_whitespace).and_then(|(name, value)| {
            let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
            Some((name.to_owned(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
        });
        self.advance(close + 1);
        tag.ok_or_else(|| PgnError::BadTag { line, found: excerpt(inner) })
    }

    /// A comment, if one begins here.
    fn comment(&mut self) -> Result<Option<String>, PgnError> {
        let line = self.line;
        let text = match self.peek() {
            Some('{') => {
                self.advance(1);
                self.take_until('}').ok_or(PgnError::OpenComment { line })?
            }
            Some(';') => {
                let rest = &self.rest()[1..];
                self.skip_line();
                rest.lines().next().unwrap_or_default()
            }
            _ => return Ok(None),
        };
        Ok(Some(text.split_whitespace().collect::<Vec<_>>().join(" ")))
    }

    /// Passes over a variation, with the variations and comments in it.
    fn skip_variation(&mut self) -> Result<(), PgnError> {
        let line = self.line;
        let mut depth = 0_u32;
        loop {
            if self.comment()?.is_some() {
                continue;
            }
            let letter = self.peek().ok_or(PgnError::OpenVariation { line })?;
            self.advance(letter.len_utf8());
            match letter {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// A word of the moves: a move, a number, a glyph, a result.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let ends = |letter: char| letter.is_whitespace() || "{}();[]".contains(letter);
        let length = rest.find(ends).filter(|&length| length > 0);
        // A mark that belongs nowhere is a word of its own.
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let length =
            length.unwrap_or_else(|| if rest.starts_with(ends) { first } else { rest.len() });
        self.advance(length);
        &rest[..length]
    }

    /// Reads one game; `None` at the end of the text.
    fn game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        self.skip_blanks();
        let begins = self.at;
        let mut game = PgnGame { line: self.line, ..PgnGame::default() };
        let mut moves_begun = false;
        loop {
            self.skip_blanks();
            let line = self.line;
            match self.peek() {
                None => break,
                // The next game begins, though this one's result is missing.
                Some('[') if moves_begun => break,
                Some('[') => {
                    let tag = self.tag()?;
                    game.tags.push(tag);
                }
                Some('{' | ';') => {
                    let comment = self.comment()?;
                    let last = game.moves.last_mut().map(|last| &mut last.comment);
                    append(last.unwrap_or(&mut game.comment), comment);
                }
                Some('(') => self.skip_variation()?,
                Some(')') => return Err(PgnError::StrayParenthesis { line }),
                Some(_) => {
                    moves_begun = true;
                    let word = self.word();
                    if let Some(result) = result(word) {
                        game.result = Some(result);
                        break;
                    }
                    take_word(&mut game.moves, word, line);
                }
            }
        }
        self.skip_blanks();
        game.span = begins..self.at;
        let empty = game.tags.is_empty() && game.moves.is_empty() && game.result.is_none();
        Ok((!empty).then_some(game))
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.game();
        if game.is_err() {
            self.at = self.text.len();
        }
        game.transpose()
    }
}

fn append(comment: &mut Option<String>, more: Option<String>) {
    if let Some(more) = more {
        match comment {
            Some(comment) => {
                comment.push(' ');
                comment.push_str(&more);
            }
            None => *comment = Some(more),
        }
    }
}

fn result(word: &str) -> Option<&'static str> {
    ["1-0", "0-1", "1/2-1/2", "*"].into_iter().find(|&result| result == word)
}

/// Takes a word for what it is: a glyph for the last move, or a move, perhaps with its number
/// before it and a judgement behind.
fn take_word(moves: &mut Vec<PgnMove>, word: &str, line: usize) {
    if let Some(glyph) = word.strip_prefix('$') {
        if let (Some(last), Ok(glyph)) = (moves.last_mut(), glyph.parse()) {
            last.glyphs.push(glyph);
        }
        return;
    }
    // `12.Nd2`, `12...Nd7`; a number alone leaves nothing.
    let after_number = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let word = if after_number.starts_with('.') || after_number.is_empty() {
        after_number.trim_start_matches('.')
    } else {
        word
    };
    let san = word.trim_end_matches(['!', '?']);
    let judgement = match &word[san.len()..] {
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => None,
    };
    if !san.is_empty() {
        moves.push(PgnMove { san: san.into(), glyphs: Vec::new(), comment: None, line });
    }
    if let (Some(last), Some(judgement)) = (moves.last_mut(), judgement) {
        last.glyphs.push(judgement);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<PgnGame> {
        Reader::new(text).collect::<Result<_, _>>().unwrap()
    }

    fn error(text: &str) -> PgnError {
        Reader::new(text).find_map(Result::err).unwrap()
    }

    const WILD: &str = "\u{feff}% exported by hand\r\n\
        [Event \"A \\\"friendly\\\" [club]\"]\r\n[Variant \"Makruk\"]\r\n\r\n\
        {Opening} 1. d4 $1 d5!? {a {brace} (1... e5 (1... f5) {in) it} 2. e4) ; to the end )\r\n\
        2.Nd2 Nd7?? 3... 1/2-1/2\r\n\r\n[Event \"Next\"]\r\n1. e4 e5\r\n[Event \"Last\"]\r\n*\r\n";

    #[test]
    fn games_come_with_all_that_belongs_to_them() {
        let games = games(WILD);
        assert_eq!(games.len(), 3);
        let first = &games[0];
        assert_eq!(first.tag("Event"), Some("A \"friendly\" [club]"));
        assert_eq!((first.tag("Round"), first.comment.as_deref()), (None, Some("Opening")));
        let sans: Vec<_> = first.moves.iter().map(|mv| mv.san.as_str()).collect();
        assert_eq!(sans, ["d4", "d5", "Nd2", "Nd7"]);
        let glyphs: Vec<_> = first.moves.iter().map(|mv| mv.glyphs.clone()).collect();
        assert_eq!(glyphs, [vec![1], vec![5], vec![], vec![4]]);
        assert_eq!(first.moves[1].comment.as_deref(), Some("a {brace to the end )"));
        assert_eq!((first.result, first.line, first.moves[2].line), (Some("1/2-1/2"), 2, 6));
        assert_eq!((games[1].result, games[1].moves.len()), (None, 2));
        assert_eq!((games[2].result, games[2].moves.len()), (Some("*"), 0));
        assert_eq!(&WILD[games[1].span.clone()], "[Event \"Next\"]\r\n1. e4 e5\r\n");
    }

    #[test]
    fn nothing_is_no_game() {
        assert_eq!(games(""), []);
        assert_eq!(games(" \n% only\n ; words\n"), []);
    }

    #[test]
    fn what_is_broken_off_is_said_with_its_line() {
        assert_eq!(error("\n[Event \"x\"\n"), PgnError::OpenTag { line: 2 });
        assert_eq!(error("1. e4\n{ for"), PgnError::OpenComment { line: 2 });
        assert_eq!(error("1. e4 ( 1. d4 (\n)"), PgnError::OpenVariation { line: 1 });
        assert_eq!(error("1. e4 )"), PgnError::StrayParenthesis { line: 1 });
        assert!(matches!(error("[Event x]"), PgnError::BadTag { line: 1, .. }));
    }

    #[test]
    fn moves_mean_what_the_position_says() {
        let game = &games("1. d4 Nd7 2. e3e4 *")[0];
        let start = game.start(Variant::Makruk, CountingRule::Makruk).unwrap();
        let moves = game.resolve(&start).unwrap();
        assert_eq!(format!("{moves:?}"), "[d3d4, b8d7, e3e4]");

        let illegal = &games("1. d4\nQd7 *")[0];
        assert!(matches!(illegal.resolve(&start), Err(PgnError::Move { line: 2, .. })));
        let unknown = &games("[Variant \"Sittuyin\"] *")[0];
        assert!(matches!(
            unknown.start(Variant::Makruk, CountingRule::Makruk),
            Err(PgnError::Variant { .. })
        ));
    }
}
