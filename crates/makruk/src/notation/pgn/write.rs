//! Writes games as PGN.

use super::MoveNumber;
use crate::notation::terminal_text::{blanked, is_unsafe};
use crate::position::Position;
use std::fmt::Write;

/// Writes one game, part by part, in the export format of the standard: the tags, an empty line, and the
/// moves with their numbers in lines of at most 80 columns.
///
/// ```
/// use makruk::notation::{coordinate, pgn::PgnWriter, san};
/// let start = makruk::position::Position::start(Default::default(), Default::default());
/// let mut pgn = PgnWriter::new();
/// pgn.tag("White", "Som");
/// pgn.mv(&start, &san::format(&start, coordinate::parse(&start, "b1d2")?));
/// pgn.comment("a ma");
/// pgn.result("*");
/// assert_eq!(pgn.finish(), "[White \"Som\"]\n\n1. Nd2 {a ma} *\n\n");
/// # Ok::<(), makruk::notation::MoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PgnWriter {
    tags: String,
    words: Vec<String>,
    // Whether the next move begins a line or follows a comment or a variation.
    is_interrupted: bool,
}

impl PgnWriter {
    /// A game without tags and moves.
    pub const fn new() -> Self {
        Self { tags: String::new(), words: Vec::new(), is_interrupted: true }
    }

    /// Adds the tag `[Name "value"]`. The name is one that was read, or that
    /// [`GameTree::set_tag`](super::GameTree::set_tag) accepts: others could not be read again.
    pub fn tag(&mut self, name: &str, value: &str) {
        let value = blanked(value).replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string does not fail.
        let _ = writeln!(self.tags, "[{name} \"{value}\"]");
    }

    /// Adds a move, as text, after its number where it needs one. `before` is the position before it.
    pub fn mv(&mut self, before: &Position, text: &str) {
        let number = MoveNumber::in_line(before, self.is_interrupted);
        self.words.extend(number.map(|number| number.to_string()));
        self.words.push(text.to_owned());
        self.is_interrupted = false;
    }

    /// Adds numeric annotation glyphs of the last move.
    pub fn nags(&mut self, nags: impl IntoIterator<Item = u8>) {
        self.words.extend(nags.into_iter().map(|nag| format!("${nag}")));
    }

    /// Adds a comment, on one line.
    pub fn comment(&mut self, text: &str) {
        // It cannot hold its closing brace.
        self.words.push(format!("{{{}}}", one_line(text).replace('}', ")")));
        self.is_interrupted = true;
    }

    /// Adds a variation of the last move: the text between its parentheses, such as the
    /// [`movetext`](Self::movetext) of another writer.
    pub fn variation(&mut self, text: &str) {
        self.words.push(format!("({})", blanked(text)));
        self.is_interrupted = true;
    }

    /// Adds the result.
    pub fn result(&mut self, result: &str) {
        self.words.push(result.to_owned());
    }

    /// The moves with what stands between them, on one line.
    pub fn movetext(&self) -> String {
        self.words.join(" ")
    }

    /// The game, followed by an empty line.
    pub fn finish(mut self) -> String {
        let movetext = self.movetext();
        self.tags.push('\n');
        push_wrapped(&mut self.tags, &movetext);
        self.tags.push('\n');
        self.tags
    }
}

impl Default for PgnWriter {
    fn default() -> Self {
        Self::new()
    }
}

/// The tags that [`start_tags`] writes.
pub(super) const START_TAGS: [&str; 4] = ["Variant", "CountingRule", "SetUp", "FEN"];

/// The tags of the rules and the first position, which is left out if it is the start position. `fen` writes
/// it.
pub fn start_tags(
    start: &Position,
    fen: impl Fn(&Position) -> String,
) -> Vec<(&'static str, String)> {
    let (variant, rule) = (start.variant(), start.counting_rule());
    // Programs that read it may have another default of the counting rule.
    let mut tags = vec![("Variant", variant.title().into()), ("CountingRule", rule.name().into())];
    if *start != Position::start(variant, rule) {
        tags.extend([("SetUp", "1".into()), ("FEN", fen(start))]);
    }
    tags
}

/// A comment on one line, without characters that change how others are shown.
pub(super) fn one_line(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || is_unsafe(letter));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Adds a text in lines of at most 80 columns, as in the export format of the standard.
fn push_wrapped(pgn: &mut String, text: &str) {
    let mut column = 0;
    let mut words = text.split(' ').peekable();
    while let Some(first) = words.next() {
        // At the beginning of a line a bracket is read as a tag, and a percent sign as an escape.
        let mut unit = first.to_owned();
        while let Some(word) = words.next_if(|word| word.starts_with(['[', '%'])) {
            unit.push(' ');
            unit.push_str(word);
        }
        let width = unit.chars().count();
        if column > 0 && column + 1 + width > 80 {
            pgn.push('\n');
            column = 0;
        }
        if column > 0 {
            pgn.push(' ');
            column += 1;
        }
        pgn.push_str(&unit);
        column += width;
    }
    pgn.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::Reader;

    #[test]
    fn long_lines_are_wrapped() {
        let mut pgn = String::new();
        push_wrapped(&mut pgn, &"abcdefg ".repeat(40));
        assert!(pgn.lines().all(|line| line.len() <= 80) && pgn.lines().count() == 4);
        // A word longer than a line has a line of its own, the first one too.
        let (mut wide, word) = (String::new(), "x".repeat(90));
        push_wrapped(&mut wide, &format!("{word} y {word}"));
        assert_eq!(wide, format!("{word}\ny\n{word}\n"));
    }

    #[test]
    fn no_line_begins_like_a_tag_or_an_escape() {
        let mut pgn = String::new();
        push_wrapped(&mut pgn, &"abcde [%csl Ge4] 5 % [x] [y] ".repeat(40));
        assert!(pgn.lines().all(|line| line.len() <= 80 && !line.starts_with(['[', '%'])), "{pgn}");
    }

    /// As a comment that a program has made from several lines.
    #[test]
    fn a_comment_stays_a_comment() {
        let start = Position::start(Default::default(), Default::default());
        let mut pgn = PgnWriter::new();
        pgn.tag("Event", "x");
        pgn.mv(&start, "e4");
        pgn.comment("see\n\n[Event \"old\"]\n% escape {brace}");
        pgn.result("*");
        let text = pgn.finish();
        let games: Vec<_> = Reader::new(&text).collect();
        let [Ok(game)] = &games[..] else { panic!("{text}: {games:?}") };
        assert_eq!(game.moves[0].comments, ["see [Event \"old\"] % escape {brace)"]);
    }

    #[test]
    fn a_tag_stays_on_its_line() {
        let mut pgn = PgnWriter::new();
        pgn.tag("Event", "a \"b\"\n\\c");
        assert!(pgn.finish().starts_with("[Event \"a \\\"b\\\" \\\\c\"]\n"));
    }
}
