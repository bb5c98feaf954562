//! FENs in links of sites, and those whose blanks were replaced for a link.

use super::error::FenError;
use std::borrow::Cow;

/// The FEN in a link, or the text itself, with blanks between its fields.
///
/// # Errors
/// A link does not hold a FEN, or what it holds is not UTF-8.
pub(super) fn plain(text: &str) -> Result<Cow<'_, str>, FenError> {
    let text = text.trim();
    let is_link = text.contains("://") || text.starts_with("www.");
    let fen = if is_link {
        Cow::Owned(decoded(parameter(text).ok_or(FenError::NoFenInLink)?)?)
    } else {
        Cow::Borrowed(text)
    };
    // A FEN has no other use for the sign.
    Ok(if fen.contains('_') { Cow::Owned(fen.replace('_', " ")) } else { fen })
}

/// The value of `fen` after the `?` or `#` of a link.
fn parameter(link: &str) -> Option<&str> {
    let parameters = link.split(['?', '#', '&']).skip(1);
    parameters.filter_map(|pair| pair.split_once('=')).find_map(|(name, value)| {
        name.eq_ignore_ascii_case("fen").then_some(value).filter(|value| !value.is_empty())
    })
}

/// Replaces `%20` and the like, and the `+` that stands for a blank. After a met it is the mark of a bia
/// ngai.
fn decoded(value: &str) -> Result<String, FenError> {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let [first, after @ ..] = rest {
        let is_in_board = !bytes.contains(&b' ') && matches!(bytes.last(), Some(b'M' | b'm'));
        let (byte, after) = match (first, after) {
            (b'%', [high, low, after @ ..]) => match (hex(*high), hex(*low)) {
                (Some(high), Some(low)) => (16 * high + low, after),
                _ => return Err(FenError::NoFenInLink),
            },
            (b'%', _) => return Err(FenError::NoFenInLink),
            (b'+', after) if !is_in_board => (b' ', after),
            (&byte, after) => (byte, after),
        };
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8(bytes).map_err(|_| FenError::NoFenInLink)
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}
