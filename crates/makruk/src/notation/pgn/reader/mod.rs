//! Splits a text into games.

mod tag;
#[cfg(test)]
mod tests;

use super::movetext::{parse_result, push_token};
use super::{PgnError, PgnGame};
use crate::notation::Dialect;
use crate::notation::error::excerpt;
use crate::notation::with_arabic_digits;
use std::borrow::Cow;
pub(super) use tag::is_tag_name;
use tag::{closed_value, is_tag, name_before_value, unescaped};

/// Splits a text into games. After an unreadable game it continues at the next tags.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    next_brace: Ahead,
    next_game: Ahead,
    next_tags: Ahead,
    dialect: Option<Dialect>,
    /// Whether the last game was read to its end, although it has a fault.
    is_past_game: bool,
    /// Whether the last game has tags.
    has_tags: bool,
}

/// The next occurrence of something. It is remembered, so that a file with many unclosed comments is
/// not searched to its end for each of them.
#[derive(Clone, Copy, Debug, Default)]
struct Ahead(usize);

impl Ahead {
    /// The next occurrence of what `find` looks for, from `from` on; `usize::MAX` if there is none. `from`
    /// must not decrease.
    fn find(&mut self, text: &str, from: usize, find: impl Fn(&str) -> Option<usize>) -> usize {
        if self.0 < from {
            self.0 = find(&text[from..]).map_or(usize::MAX, |place| from + place);
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
            next_tags: Ahead::default(),
            dialect: None,
            is_past_game: false,
            has_tags: false,
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
                let end = self.next_brace.find(self.text, begin, |text| text.find('}'));
                let event = |text: &str| text.find("\n[Event \"");
                let game = self.next_game.find(self.text, begin, event);
                let tags = self.next_tags.find(self.text, begin, tags_after_gap);
                // A comment that contains the beginning of a game was never closed.
                if game.min(tags) <= end {
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

    /// A token of the movetext: a move, a number, a NAG, a result.
    fn token(&mut self) -> &'a str {
        let rest = self.rest();
        let ends = |letter: char| {
            letter.is_whitespace() || letter.is_control() || "{}();[]".contains(letter)
        };
        // A character that ends tokens is one by itself.
        let mut length = rest.chars().next().map_or(0, char::len_utf8);
        if !rest.starts_with(ends) {
            // NAGs may follow without a blank: `Nd2$1$10`.
            let end = rest[length..].find(|letter: char| ends(letter) || letter == '$');
            length = end.map_or(rest.len(), |end| length + end);
        }
        self.advance(length);
        &rest[..length]
    }

    /// The result that a token is, or begins: people also write `1 - 0`.
    fn result(&mut self, word: &str) -> Option<&'static str> {
        const BETWEEN: [char; 6] = ['-', ':', '‐', '‑', '–', '—'];
        if !word.starts_with(['0', '1', '½', '๐', '๑']) {
            return parse_result(word);
        }
        let mut ahead = self.clone();
        ahead.skip_blanks();
        if word.ends_with(BETWEEN) || ahead.rest().starts_with(BETWEEN) {
            let mut text = word.to_owned();
            for _ in 0..2 {
                ahead.skip_blanks();
                text += &with_plain_signs(ahead.token());
                if let Some(result) = parse_result(&text) {
                    *self = ahead;
                    return Some(result);
                }
            }
        }
        parse_result(word)
    }

    /// Reads one game; `None` at the end of the text. After an unreadable tag it reads
    /// on to the end of the game, so that the next call starts at the next game.
    fn game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        self.skip_blanks();
        let begins = self.at;
        let mut game = PgnGame { line: self.line, dialect: self.dialect, ..PgnGame::default() };
        let mut moves_begun = false;
        let mut bad_tag = None;
        loop {
            let blanks_begin = self.at;
            self.skip_blanks();
            let line = self.line;
            let has_gap = has_empty_line(&self.text[blanks_begin..self.at]);
            match self.peek() {
                None => break,
                // The next game begins; the result of this one is missing.
                Some('[') if moves_begun && command(self.rest()).is_none() => break,
                Some('[') if is_game(self.rest()) && game.tag("Event").is_some() => break,
                // So does it if this one has no moves at all.
                Some('[') if has_gap && self.repeats_tag(&game) => break,
                Some('[') if command(self.rest()).is_none() => {
                    self.has_tags = true;
                    match self.tag() {
                        Ok(tag) => game.tags.push(tag),
                        Err(error) => {
                            bad_tag = bad_tag.or(Some(error));
                            self.skip_line();
                        }
                    }
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
                    if let Some(result) = self.result(&word) {
                        game.result = Some(result);
                        game.closing_comments = self.closing_comments();
                        break;
                    }
                    push_token(&mut game.moves, &word, line);
                }
            }
        }
        self.skip_blanks();
        if let Some(error) = bad_tag {
            self.is_past_game = true;
            return Err(error);
        }
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

    /// Whether the game has a tag with the name of one of those that follow here.
    fn repeats_tag(&self, game: &PgnGame) -> bool {
        let names = self.rest().lines().map_while(name_before_value).map(|(name, _)| name);
        let mut known = names.filter(|name| game.tags.iter().any(|(known, _)| known == name));
        known.next().is_some()
    }

    /// Skips to the next game after an unreadable one: the next tags, or if that one had none, the next
    /// first move after an empty line.
    fn skip_game(&mut self) {
        loop {
            let line = self.rest().lines().next().unwrap_or_default();
            let is_gap = line.trim().is_empty();
            self.skip_line();
            // A line of a comment may begin with a bracket, too.
            let is_game =
                is_tag(self.rest()) || !self.has_tags && is_gap && is_first_move(self.rest());
            if self.rest().is_empty() || is_game {
                return;
            }
        }
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.is_past_game = false;
        self.has_tags = false;
        let game = self.game();
        if game.is_err() && !self.is_past_game {
            self.skip_game();
        }
        game.transpose()
    }
}

/// Whether a game begins here.
fn is_game(text: &str) -> bool {
    text.starts_with("[Event \"")
}

/// The command that begins here, such as `[%csl Ge4]`. It belongs into a comment.
fn command(text: &str) -> Option<&str> {
    let inside = text.strip_prefix("[%")?;
    let end = inside.find(['[', ']', '{', '}', '(', ')', '"'])?;
    inside[end..].starts_with(']').then(|| &text[..end + "[%]".len()])
}

/// DOS ends files with a control character.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control()
}

/// Whether a text begins with the number of a first move.
fn is_first_move(text: &str) -> bool {
    let begin: String = text.chars().take("  1 .".len()).collect();
    let begin = with_arabic_digits(&begin);
    begin.split_once('.').is_some_and(|(number, _)| number.trim() == "1")
}

/// Where tags follow an empty line.
fn tags_after_gap(text: &str) -> Option<usize> {
    let mut after_gap = false;
    let mut begin = 0;
    for line in text.split_inclusive('\n') {
        if after_gap && is_tag(line) {
            return Some(begin);
        }
        // The first line is the rest of one.
        after_gap = begin > 0 && line.trim().is_empty();
        begin += line.len();
    }
    None
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
