//! Helpers to write PGN.

use crate::notation::terminal_text::blanked;
use crate::position::Position;
use std::fmt::Write;

/// Adds the line `[Name "value"]`.
pub fn push_tag(pgn: &mut String, name: &str, value: &str) {
    let value = blanked(value).replace('\\', "\\\\").replace('"', "\\\"");
    // Writing to a string does not fail.
    let _ = writeln!(pgn, "[{name} \"{value}\"]");
}

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

/// Adds a text in lines of at most 80 columns, as in the export format of the standard.
pub fn push_wrapped(pgn: &mut String, text: &str) {
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

    #[test]
    fn long_lines_are_wrapped() {
        let mut pgn = String::new();
        push_wrapped(&mut pgn, &"abcdefg ".repeat(40));
        assert!(pgn.lines().all(|line| line.len() <= 80) && pgn.lines().count() == 4);
    }

    #[test]
    fn no_line_begins_like_a_tag_or_an_escape() {
        let mut pgn = String::new();
        push_wrapped(&mut pgn, &"abcde [%csl Ge4] 5 % [x] [y] ".repeat(40));
        assert!(pgn.lines().all(|line| line.len() <= 80 && !line.starts_with(['[', '%'])), "{pgn}");
    }

    #[test]
    fn a_tag_stays_on_its_line() {
        let mut pgn = String::new();
        push_tag(&mut pgn, "Event", "a \"b\"\n\\c");
        assert_eq!(pgn, "[Event \"a \\\"b\\\" \\\\c\"]\n");
    }
}
