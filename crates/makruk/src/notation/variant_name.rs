//! The names that programs, sites and people give the variants.

use crate::rules::Variant;
use crate::types::UnknownName;

/// Names without blanks and punctuation, in small letters.
const MAKRUK: [&str; 9] = [
    "makruk",
    "makrukthai",
    "thaichess",
    "thai",
    "makrukthaichess",
    "thaichessmakruk",
    "หมากรุก",
    "หมากรุกไทย",
    "หมากรุกไทยแบบมาตรฐาน",
];
const MAKPONG: [&str; 5] = ["makpong", "makpongchess", "หมากป้อง", "หมากรุกป้อง", "หมากรุกไทยหมากป้อง"];

/// The variant that a name means, in English or Thai, in any case and with any blanks.
///
/// ```
/// use makruk::notation::variant_of;
/// use makruk::rules::Variant;
/// for name in ["Makruk", "Thai chess", "Makruk Thai", "หมากรุกไทย"] {
///     assert_eq!(variant_of(name), Ok(Variant::Makruk));
/// }
/// assert_eq!(variant_of("หมากป้อง"), Ok(Variant::Makpong));
/// assert!(variant_of("Standard").is_err());
/// ```
///
/// # Errors
/// Nobody calls one of them so.
pub fn variant_of(name: &str) -> Result<Variant, UnknownName> {
    let is_mark = |letter: &char| letter.is_whitespace() || letter.is_ascii_punctuation();
    let plain: String = name.chars().filter(|letter| !is_mark(letter)).collect();
    let plain = plain.to_lowercase();
    if MAKRUK.contains(&plain.as_str()) {
        return Ok(Variant::Makruk);
    }
    if MAKPONG.contains(&plain.as_str()) {
        return Ok(Variant::Makpong);
    }
    // Its error lists the names of the program.
    name.parse()
}
