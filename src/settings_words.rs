//! Arguments of an option that is made of settings, `name=value`.

use sakdi_matches::settings;

/// Joins arguments to one text and restores the quotation marks that the shell removed. A single
/// argument can hold several settings. It is one setting if there are other arguments, if it is an
/// option of an engine, whose name may contain blanks, or if it is a file name.
pub(crate) fn join<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<_> = words.collect();
    let quoted = |word: &&str| {
        let count = word.matches('=').count();
        let one = count == 0 || count == 1 && (words.len() > 1 || word.starts_with("option."));
        match one && word.contains(char::is_whitespace) && !settings::is_quoted(word) {
            true => settings::quoted(word),
            false => (*word).to_owned(),
        }
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// Joins the arguments of an option to one text.
pub(crate) fn joined(words: &[String]) -> String {
    join(words.iter().map(String::as_str))
}
