//! Text files from the user: games, positions. Reads any encoding, and reports invalid bytes.

use super::Failure;
use makruk::notation::pgn::{Decoded, decode};
use makruk::notation::terminal_text::shown;
use sakdi_i18n::{Language, Phrase};
use sakdi_platform::files;
use std::io::{self, Read};
use std::path::Path;

/// Reads a file, or standard input for `-`. A warning on standard error lists the lines on which
/// invalid bytes were replaced.
pub(super) fn read(path: &Path, language: Language) -> Result<String, Failure> {
    let bytes = bytes(path).map_err(|error| Failure::cannot_read(path, &error, language))?;
    let Decoded { text, replaced } = decode(&bytes);
    warn_of_replaced(path, &replaced, language);
    Ok(text.into_owned())
}

/// Says on standard error on which lines of a file invalid bytes were replaced, if there are any.
pub(super) fn warn_of_replaced(path: &Path, lines: &[usize], language: Language) {
    if let Some(lines) = listed(lines, language) {
        let warning = language.say(Phrase::BytesReplaced, &[&shown(path), &lines]);
        error_line!("sakdi: {warning}");
    }
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    files::read(path)
}

/// The first few line numbers of a list, and the count of the others.
fn listed(lines: &[usize], language: Language) -> Option<String> {
    const SHOWN: usize = 5;
    let shown: Vec<String> = lines.iter().take(SHOWN).map(usize::to_string).collect();
    let more = lines.len().saturating_sub(SHOWN);
    match shown.as_slice() {
        [] => None,
        _ if more > 0 => Some(language.say(Phrase::AndMore, &[&shown.join(", "), &more])),
        [only] => Some(only.clone()),
        [rest @ .., last] => Some(language.say(Phrase::And, &[&rest.join(", "), last])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_is_cut_short() {
        let english = |lines: &[usize]| listed(lines, Language::English);
        assert_eq!(english(&[]), None);
        assert_eq!(english(&[7]).as_deref(), Some("7"));
        assert_eq!(english(&[7, 8, 9]).as_deref(), Some("7, 8 and 9"));
        let many: Vec<usize> = (1..=1_000).collect();
        assert_eq!(english(&many).as_deref(), Some("1, 2, 3, 4, 5 and 995 more"));
        assert_eq!(listed(&many, Language::Thai).as_deref(), Some("1, 2, 3, 4, 5 และอีก 995 บรรทัด"));
    }
}
