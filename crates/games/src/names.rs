//! How names are compared.

/// A name as it is compared: in lower case, with single blanks, and with one spelling of sara am, which
/// keyboards also write as nikhahit and sara aa.
pub(crate) fn folded(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").to_lowercase().replace("\u{e4d}\u{e32}", "\u{e33}")
}
