//! Splits a text into games.

use super::movetext::{parse_result, push_token};
use super::{PgnError, PgnGame};
use crate::notation::Dialect;
use crate::notation::error::excerpt;
use crate::notation::terminal_text::blanked;
use std::borrow::Cow;

/// Splits a text into games. After an unreadable game it continues at the next tags.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    next_brace: Ahead,
    next_game: Ahead,
    dialect: Option<Dialect>,
}

/// The next occurrence of a text. It is remembered, so that a file with many unclosed comments is
/// not searched to its end for each of them.
#[derive(Clone, Copy, Debug, Default)]
struct Ahead(usize);

impl Ahead {
    /// The next occurrence of `what` from `from` on; `usize::MAX` if there is none. `from` must not
    /// decrease.
    fn find(&mut self, what: &str, text: &str, from: usize) -> usize {
        if self.0 < from {
            self.0 = text[from..].find(what).map_or(usize::MAX, |place| from + place);
        }
        self.0
    }
}

/// Text copied from a page or a book may have other dashes, and in English notation another sign for
/// a capture.
fn with_plain_signs(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return word.into();
    }
    let word = word.replace(['‐', '‑', '–', '—', '−', '→'], "-");
    let english = word.replace('×', "x");
    if english.is_ascii() { english.into() } else { word.into() }
}

impl<'a> Reader<'a> {
    /// Reads the games of `text`.
    pub fn new(text: &'a str) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self {
            text,
            at,
            line: 1,
            next_brace: Ahead::default(),
            next_game: Ahead::default(),
            dialect: None,
        }
    }

    /// The reader of games whose moves are in this dialect, where it is known.
    pub const fn in_dialect(mut self, dialect: Option<Dialect>) -> Self {
        self.dialect = dialect;
        self
    }

    /// The reader of a text that begins on this line of its file, from 1.
    pub const fn from_line(mut self, line: usize) -> Self {
        self.line = line;
        self
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Advances by some bytes, counting lines.
    fn advance(&mut self, bytes: usize) {
        self.line += self.rest()[..bytes].matches('\n').count();
        self.at += bytes;
    }

    /// Skips blanks, and lines that begin with the escape `%`.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            // DOS ends files with a control character.
            let is_blank = |letter: char| letter.is_whitespace() || letter.is_control();
            let blanks = rest.len() - rest.trim_start_matches(is_blank).len();
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

    /// Reads `[Name "Value"]`, starting at the bracket. Quotation marks inside the value should be
    /// escaped by a backslash, but many programs do not.
    fn tag(&mut self) -> Result<(String, String), PgnError> {
        let line = self.line;
        let rest = self.rest();
        // A tag is on one line, where others may follow. Its value may contain brackets.
        let text = &rest[..rest.find('\n').unwrap_or(rest.len())];
        if let Some((name, begin)) = name_before_value(text) {
            let mut ends = text[begin..].match_indices(']').map(|(end, _)| begin + end);
            let whole = ends.find_map(|end| Some((end, closed_value(&text[begin..end])?)));
            if let Some((end, value)) = whole {
                self.advance(end + 1);
                return Ok((name.to_owned(), unescaped(value)));
            }
        }
        let end = text.rfind(']').ok_or(PgnError::OpenTag { line })?;
        Err(PgnError::BadTag { line, found: excerpt(text[1..end].trim()) })
    }

    /// A comment, if one begins here. A command that is not in braces is one, too.
    fn comment(&mut self) -> Result<Option<String>, PgnError> {
        let line = self.line;
        let text = match self.peek() {
            Some('{') => {
                let begin = self.at + 1;
                let end = self.next_brace.find("}", self.text, begin);
                // A comment that contains the beginning of a game was never closed.
                if self.next_game.find("\n[Event \"", self.text, begin) <= end {
                    return Err(PgnError::OpenComment { line });
                }
                self.advance(end + 1 - self.at);
                &self.text[begin..end]
            }
            Some(';') => {
                let rest = &self.rest()[1..];
                self.skip_line();
                rest.lines().next().unwrap_or_default()
            }
            _ => match command(self.rest()) {
                Some(command) => {
                    self.advance(command.len());
                    command
                }
                None => return Ok(None),
            },
        };
        Ok(Some(one_line(text)))
    }

    /// The text of a variation, including the variations and comments in it. All its comments are
    /// in braces.
    fn variation(&mut self) -> Result<String, PgnError> {
        let open = PgnError::OpenVariation { line: self.line };
        self.advance(1);
        let mut text = String::new();
        let mut depth = 1_usize;
        loop {
            if let Some(comment) = self.comment()? {
                text.extend(["{", &comment.replace('}', ")"), "}"]);
                continue;
            }
            let Some(letter) = self.peek() else { return Err(open) };
            // Tags belong to the next game.
            if letter == '\n' && is_tag(&self.rest()[1..]) {
                return Err(open);
            }
            self.advance(letter.len_utf8());
            match letter {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(one_line(&text));
            }
            text.push(letter);
        }
    }

    /// A token of the movetext: a move, a number, a glyph, a result.
    fn token(&mut self) -> &'a str {
        let rest = self.rest();
        let ends = |letter: char| {
            letter.is_whitespace() || letter.is_control() || "{}();[]".contains(letter)
        };
        let length = rest.find(ends).filter(|&length| length > 0);
        // Any other character is a token by itself.
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
        let mut game = PgnGame { line: self.line, dialect: self.dialect, ..PgnGame::default() };
        let mut moves_begun = false;
        loop {
            self.skip_blanks();
            let line = self.line;
            match self.peek() {
                None => break,
                // The next game begins; the result of this one is missing.
                Some('[') if moves_begun && command(self.rest()).is_none() => break,
                Some('[') if is_game(self.rest()) && game.tag("Event").is_some() => break,
                Some('[') if command(self.rest()).is_none() => {
                    let tag = self.tag()?;
                    game.tags.push(tag);
                }
                Some('{' | ';' | '[') => {
                    let comment = self.comment()?;
                    let last = game.moves.last_mut().map(|last| &mut last.comments);
                    last.unwrap_or(&mut game.comments).extend(comment);
                }
                Some('(') => {
                    let text = self.variation()?;
                    if let Some(last) = game.moves.last_mut() {
                        last.variations.push(text);
                    }
                }
                Some(')') => return Err(PgnError::StrayParenthesis { line }),
                Some('}') => return Err(PgnError::StrayBrace { line }),
                Some(_) => {
                    moves_begun = true;
                    let word = with_plain_signs(self.token());
                    if let Some(result) = parse_result(&word) {
                        game.result = Some(result);
                        game.closing_comments = self.closing_comments();
                        break;
                    }
                    push_token(&mut game.moves, &word, line);
                }
            }
        }
        self.skip_blanks();
        game.span = begins..self.at;
        let empty = game.tags.is_empty() && game.moves.is_empty() && game.result.is_none();
        Ok((!empty).then_some(game))
    }

    /// The comments after the result. Those that an empty line separates from the result, and none
    /// from the next game, are comments of that game.
    fn closing_comments(&mut self) -> Vec<String> {
        let mut comments = Vec::new();
        // After the last empty line: where it ends, and the number of comments before it.
        let mut after_gap = None;
        loop {
            // The end of a line may belong to a comment.
            let line_ends = usize::from(self.text[..self.at].ends_with('\n'));
            let gap_begins = self.at - line_ends;
            self.skip_blanks();
            if has_empty_line(&self.text[gap_begins..self.at]) {
                after_gap = Some((self.clone(), comments.len()));
            }
            let before = self.clone();
            match self.comment() {
                Ok(Some(comment)) => comments.push(comment),
                Ok(None) => break,
                // It is an error of the next game.
                Err(_) => {
                    *self = before;
                    return comments;
                }
            }
        }
        if let Some((gap_end, kept)) = after_gap.filter(|_| !self.rest().is_empty()) {
            *self = gap_end;
            comments.truncate(kept);
        }
        comments
    }

    /// Skips to the next game after an unreadable one: the next line with an Event tag, which
    /// programs write first, or else the next tags after moves.
    fn skip_game(&mut self, mut in_tags: bool) {
        loop {
            self.skip_line();
            let rest = self.rest();
            let tag = rest.starts_with('[');
            if rest.is_empty() || is_game(rest) || (tag && !in_tags) {
                return;
            }
            let line = rest.lines().next().unwrap_or_default();
            in_tags &= tag || line.trim().is_empty();
        }
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.game();
        if let Err(error) = &game {
            let in_tags = matches!(error, PgnError::OpenTag { .. } | PgnError::BadTag { .. });
            self.skip_game(in_tags);
        }
        game.transpose()
    }
}

/// Whether a game begins here.
fn is_game(text: &str) -> bool {
    text.starts_with("[Event \"")
}

/// Whether a tag begins here.
fn is_tag(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    let name = name_before_value(line).map(|(name, _)| name);
    name.is_some_and(|name| name.starts_with(|first: char| first.is_alphabetic()))
}

/// The command that begins here, such as `[%csl Ge4]`. It belongs into a comment.
fn command(text: &str) -> Option<&str> {
    let inside = text.strip_prefix("[%")?;
    let end = inside.find(['[', ']', '{', '}', '(', ')', '"'])?;
    inside[end..].starts_with(']').then(|| &text[..end + "[%]".len()])
}

/// Whether a line between two others is empty.
fn has_empty_line(blanks: &str) -> bool {
    let mut lines = blanks.split('\n').skip(1).peekable();
    while let Some(line) = lines.next() {
        if lines.peek().is_some() && line.trim().is_empty() {
            return true;
        }
    }
    false
}

/// Joins the lines of a text, and removes control characters, which could change the terminal.
fn one_line(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The name of a tag that begins here, and where its value begins, after the quotation mark.
fn name_before_value(text: &str) -> Option<(&str, usize)> {
    let (name, rest) = text.strip_prefix('[')?.trim_start().split_once(char::is_whitespace)?;
    let value = rest.trim_start().strip_prefix('"')?;
    Some((name, text.len() - value.len()))
}

/// The value of a tag, without its quotation mark; `None` unless there is one, which is not escaped.
fn closed_value(text: &str) -> Option<&str> {
    let value = text.trim_end().strip_suffix('"')?;
    let backslashes = value.len() - value.trim_end_matches('\\').len();
    (backslashes % 2 == 0).then_some(value)
}

/// A tag's value with escapes resolved and unsafe characters replaced.
fn unescaped(value: &str) -> String {
    let value = blanked(value);
    let mut letters = value.chars().peekable();
    let mut text = String::with_capacity(value.len());
    while let Some(letter) = letters.next() {
        let escaped = (letter == '\\').then(|| letters.next_if(|next| matches!(next, '"' | '\\')));
        text.push(escaped.flatten().unwrap_or(letter));
    }
    text
}

#[cfg(test)]
mod tests;
