//! Tags: `[Name "Value"]`.

use crate::notation::terminal_text::{blanked, is_unsafe};

/// Whether a tag begins here.
pub(super) fn is_tag(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    name_before_value(line).is_some_and(|(name, _)| begins_with_letter(name))
}

fn begins_with_letter(name: &str) -> bool {
    name.starts_with(char::is_alphabetic)
}

/// Whether a tag of this name, once written, is read as one again.
pub(in crate::notation::pgn) fn is_tag_name(name: &str) -> bool {
    let is_mark = |letter: char| {
        letter.is_whitespace() || is_unsafe(letter) || matches!(letter, '[' | ']' | '"' | '\\')
    };
    begins_with_letter(name) && !name.contains(is_mark)
}

/// The name of a tag that begins here, and where its value begins, after the quotation mark.
pub(super) fn name_before_value(text: &str) -> Option<(&str, usize)> {
    let (name, rest) = text.strip_prefix('[')?.trim_start().split_once(char::is_whitespace)?;
    let value = rest.trim_start().strip_prefix('"')?;
    Some((name, text.len() - value.len()))
}

/// The value of a tag, without its quotation mark; `None` unless there is one, which is not escaped.
pub(super) fn closed_value(text: &str) -> Option<&str> {
    let value = text.trim_end().strip_suffix('"')?;
    let backslashes = value.len() - value.trim_end_matches('\\').len();
    (backslashes % 2 == 0).then_some(value)
}

/// A tag's value with escapes resolved and unsafe characters replaced.
pub(super) fn unescaped(value: &str) -> String {
    let value = blanked(value);
    let mut letters = value.chars().peekable();
    let mut text = String::with_capacity(value.len());
    while let Some(letter) = letters.next() {
        let escaped = (letter == '\\').then(|| letters.next_if(|next| matches!(next, '"' | '\\')));
        text.push(escaped.flatten().unwrap_or(letter));
    }
    text
}
