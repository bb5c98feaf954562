//! Standard output, shared by the loop and the search.

use makruk::notation::terminal_text::blanked;
use sakdi_i18n::Language;
use std::fmt::Display;
use std::io::{self, Write};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

/// The destination of the protocol's output. Clones share it, and write whole lines at a time.
#[derive(Clone)]
pub(super) struct Output {
    sink: Arc<Mutex<dyn Write + Send>>,
}

impl Output {
    pub(super) fn new(sink: impl Write + Send + 'static) -> Self {
        Self { sink: Arc::new(Mutex::new(sink)) }
    }

    /// Writes complete lines, with their line ends, without interleaving other output.
    ///
    /// When the client has closed the output, or the output is full, nobody can receive an answer: the
    /// process exits at once, whatever its threads are doing.
    pub(super) fn text(&self, text: &str) {
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = sink.write_all(text.as_bytes()).and_then(|()| sink.flush()) {
            if error.kind() == io::ErrorKind::BrokenPipe {
                process::exit(0);
            }
            // Nobody may read that either.
            let _ = writeln!(io::stderr(), "sakdi: {}", Language::English.io_error(&error));
            process::exit(1);
        }
    }

    pub(super) fn line(&self, line: impl Display) {
        self.text(&format!("{line}\n"));
    }

    /// Writes a message for the user.
    pub(super) fn info_string(&self, message: impl Display) {
        self.text(&info_string(message));
    }
}

/// The `info string` lines of a message: one per clause if a single line would be too long.
pub(super) fn info_string(message: impl Display) -> String {
    let message = message.to_string();
    let (mut first, mut clauses) = (message.as_str(), Vec::new());
    while first.len() > MAX_BYTES
        && let Some((before, last)) = first.rsplit_once("; ")
    {
        clauses.push(last);
        first = before;
    }
    let lines = std::iter::once(first).chain(clauses.into_iter().rev()).take(MAX_LINES);
    lines.map(|line| format!("info string {}\n", sanitized(line))).collect()
}

/// Most lines of a message: what the client sent, which a message may quote, can have any number of
/// clauses.
const MAX_LINES: usize = 8;

/// Longest message: the buffer of uci2wb holds lines of less than 250 bytes, including `info
/// string`.
const MAX_BYTES: usize = 220;

/// A message on one line of limited length, without the words that clients look for anywhere in a
/// line: a message may quote what the client sent.
fn sanitized(message: &str) -> String {
    let line = blanked(message);
    // The second time because a longer word may have been cut to one of them.
    (0..2).fold(line, |line, _| {
        let mut line: String = line.split_inclusive(' ').map(without_keywords).collect();
        let end = (0..=MAX_BYTES.min(line.len())).rev().find(|&end| line.is_char_boundary(end));
        line.truncate(end.unwrap_or_default());
        line
    })
}

/// Text without blanks, in which a hyphen makes another word of each keyword. Letters of a longer word
/// are no keyword, and a path stays as it is: its reader wants to find the file.
fn without_keywords(text: &str) -> String {
    const KEYWORDS: [(&str, &str); 4] =
        [("bestmove", "best-move"), ("readyok", "ready-ok"), ("uciok", "uci-ok"), ("pv", "p-v")];
    if text.contains(['/', '\\']) {
        return text.to_owned();
    }
    let ends_word = |c: char| !c.is_alphanumeric() && !['_', '-', '.'].contains(&c);
    let words = text.split_inclusive(ends_word).map(|part| {
        let word = part.trim_end_matches(ends_word);
        let keyword = KEYWORDS.iter().find(|(keyword, _)| *keyword == word);
        keyword.map_or(part.to_owned(), |(keyword, instead)| part.replace(keyword, instead))
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::{info_string, sanitized};

    #[test]
    fn messages_hold_no_words_of_the_protocol() {
        for (message, expected) in [
            ("unknown 'bestmove e3e4'\n pv", "unknown 'best-move e3e4'  p-v"),
            ("pv", "p-v"),
            ("uciok,pv;(readyok)\tpv:", "uci-ok,p-v;(ready-ok) p-v:"),
        ] {
            assert_eq!(sanitized(message), expected);
        }
        assert!(sanitized(&"pv ".repeat(1000)).len() <= 220);
        assert!(sanitized(&"ก".repeat(1000)).len() <= 220);
        // Cut in the middle of a word, which leaves another one.
        let cut = sanitized(&("x".repeat(214) + " uciokay"));
        assert!(cut.ends_with(" uci-o") && cut.len() <= 220, "{cut}");
    }

    #[test]
    fn other_words_and_paths_stay_as_they_are() {
        for text in [
            "EvalFile /tmp/.tmpva2U3q/pv/bestmove: No such file or directory",
            r"EvalFile C:\pv\uciok.net: it is none",
            "unknown command 'xpvx'; unknown option 'pvs' value 'MultiPV'",
            "BookFile pv.book: it is none; my-pv_1 uciokay",
        ] {
            assert_eq!(sanitized(text), text);
        }
    }

    #[test]
    fn a_long_message_has_a_line_for_each_clause() {
        let (long, short) = ("a".repeat(200), "short");
        let lines = |message: &str| info_string(message).lines().map(str::len).collect::<Vec<_>>();
        assert_eq!(lines(&format!("{short}; {short}")), [12 + 12]);
        assert_eq!(lines(&format!("{long}; {short}; {long}")), [12 + 207, 12 + 200]);
        assert_eq!(lines(&"a; ".repeat(100_000)).len(), 8);
    }
}
