//! What a terminal shows: text that fits its width, and boards.

pub(crate) mod board;
mod board_text;
pub(crate) mod palette;
pub(crate) mod squares;

pub(crate) use board_text::{board_text, shows_board_text};

use std::io::{self, IsTerminal};
use textwrap::{Options, WordSeparator, WordSplitter};

/// Columns of a terminal that does not report its width.
pub(crate) const COLUMNS: usize = 80;

/// Columns of the terminal on standard output; `None` if it is no terminal.
pub(crate) fn columns() -> Option<usize> {
    let terminal = console::Term::stdout();
    terminal.is_term().then(|| columns_of(&terminal))
}

/// Columns of the terminal on standard error.
pub(crate) fn error_columns() -> usize {
    columns_of(&console::Term::stderr())
}

fn columns_of(terminal: &console::Term) -> usize {
    let reported = terminal.size_checked().map(|(_, columns)| usize::from(columns));
    // Some terminals report a width of 0.
    reported.filter(|&columns| columns > 0).unwrap_or(COLUMNS)
}

/// A line broken between words so that none is longer than `columns`, where the words allow it.
/// What follows the first line is indented by `indent`.
pub(crate) fn wrap(line: &str, columns: usize, indent: usize) -> String {
    fill(line, columns, indent, false)
}

/// As [`wrap`], but longer words are broken, too, where what is beyond the edge is lost.
pub(crate) fn wrap_within(line: &str, columns: usize, indent: usize) -> String {
    fill(line, columns, indent, true)
}

fn fill(line: &str, columns: usize, indent: usize, breaks_words: bool) -> String {
    let indent = " ".repeat(indent.min(columns / 2));
    let options = Options::new(columns)
        .subsequent_indent(&indent)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .break_words(breaks_words);
    textwrap::fill(line, options)
}

/// Whether a person types at a terminal that has colours and may use them.
pub(crate) fn has_colors() -> bool {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    // The terminals of Windows have no name.
    let has_name = cfg!(windows) || set("TERM").is_some_and(|term| term != "dumb");
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    is_terminal && has_name && set("NO_COLOR").is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole() {
        let wrapped = wrap("  12...Nd7  +0.35 → -1.20: สวัสดี-ชาวโลก", 20, 4);
        assert_eq!(wrapped, "  12...Nd7  +0.35 →\n    -1.20:\n    สวัสดี-ชาวโลก");
        assert_eq!(wrap("short", 80, 4), "short");
        assert_eq!(wrap("", 80, 4), "");
        assert_eq!(wrap("longer-than-that", 5, 4), "longer-than-that");
        assert_eq!(wrap_within("/a/b/c ที่นี่ที่นี่ที่", 4, 0), "/a/b\n/c\nที่นี่ที่นี่\nที่");
    }
}
