//! Text from outside that is shown to people: names of files and players, headers, options. On a terminal
//! a control character can begin a sequence that moves the cursor or changes the title of the window,
//! and a bidirectional control can make a name look like another one (Unicode Technical Report 36).

use std::borrow::Cow;
use std::path::Path;

/// Whether a character has no shape of its own, but changes how others are shown. The joiners and the
/// space without width, which Thai needs, do not.
pub fn is_unsafe(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            // Marks, embeddings, overrides and isolates of the bidirectional algorithm, line and
            // paragraph separators, deprecated format characters.
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}'
            // Annotations and tags.
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        )
}

/// The text with a blank for each unsafe character: a name that is kept as it is shown.
pub fn blanked(text: &str) -> String {
    text.replace(is_unsafe, " ")
}

/// The text with unsafe characters as in a string of Rust, such as `\u{1b}`: a name that is shown, but
/// has to be found again.
pub fn escaped(text: &str) -> Cow<'_, str> {
    escaped_if(text, is_unsafe)
}

/// As [`escaped`], for a text of several lines.
pub fn escaped_lines(text: &str) -> Cow<'_, str> {
    escaped_if(text, |letter| is_unsafe(letter) && letter != '\n')
}

/// The name of a file as it is shown.
pub fn shown(path: &Path) -> String {
    escaped(&path.to_string_lossy()).into_owned()
}

fn escaped_if(text: &str, is_unsafe: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if is_unsafe(letter) {
            escaped.extend(letter.escape_default());
        } else {
            escaped.push(letter);
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_the_terminal_is_not_shown() {
        let name = "a\u{1b}[31mb\u{9b}c\u{7}\u{7f}\u{202e}gnp\u{2066}\u{200f}\n";
        assert_eq!(escaped(name), r"a\u{1b}[31mb\u{9b}c\u{7}\u{7f}\u{202e}gnp\u{2066}\u{200f}\n");
        assert_eq!(escaped_lines("a\nb\r\n"), "a\nb\\r\n");
        assert_eq!(blanked("a\u{1b}[31mb\u{202e}c\td"), "a [31mb c d");
        assert_eq!(shown(Path::new("x\u{1b}]0;t\u{7}.pgn")), r"x\u{1b}]0;t\u{7}.pgn");
        for good in ["ม้าผูก เรือ.pgn", "naïve – ½", "שלום", "ไทย\u{200b}คำ", "👨\u{200d}👩"]
        {
            assert_eq!(escaped(good), good);
            assert_eq!(blanked(good), good);
        }
    }
}
