//! The letters of a file, whatever program of the last thirty years wrote it.

use crate::notation::thai::is_square;
use std::borrow::Cow;

/// A file's text. UTF-8, and UTF-16 that says so by its mark, are taken for what they are. Other
/// bytes are TIS-620, the Thai standard, where so read they hold Thai words or moves, else Latin-1,
/// the encoding of the PGN standard.
///
/// ```
/// use sakdi::notation::pgn::decode;
/// assert_eq!(decode("ขุน".as_bytes()), "ขุน");
/// assert_eq!(decode(b"\xa2\xd8\xb9"), "ขุน");
/// assert_eq!(decode(b"\xc1-\xa7\xf2"), "ม-ง๒");
/// assert_eq!(decode(b"Ren\xe9"), "René");
/// assert_eq!(decode(b"\xff\xfee\x004\x00"), "e4");
/// assert_eq!(decode("\u{feff}e4".as_bytes()), "e4");
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    match bytes {
        [0xff, 0xfe, rest @ ..] => return utf16(rest, u16::from_le_bytes).into(),
        [0xfe, 0xff, rest @ ..] => return utf16(rest, u16::from_be_bytes).into(),
        _ => {}
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.into();
    }
    let letters: String = bytes.iter().map(|&byte| thai(byte).unwrap_or(byte.into())).collect();
    if holds_thai(&letters) {
        return letters.into();
    }
    bytes.iter().copied().map(char::from).collect::<String>().into()
}

/// Whether a text has Thai words, three letters long or more, or squares as moves in Thai notation
/// name them: `ง๒`, or with an Arabic digit `ม-ง2` and `ข1-ง2`, since that alone is also `§2`.
fn holds_thai(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let is_thai = |&letter: &char| ('\u{e01}'..='\u{e5b}').contains(&letter);
    let is_square = |file: &char, rank: &char| is_square(*file, *rank);
    letters.windows(3).any(|word| word.iter().all(is_thai))
        || letters.windows(5).any(|around| match around {
            [from_file, from_rank, '-' | 'x', file, rank] => {
                is_square(file, rank) && (is_thai(from_rank) || is_square(from_file, from_rank))
            }
            _ => false,
        })
        || letters.windows(2).any(|pair| is_thai(&pair[1]) && is_square(&pair[0], &pair[1]))
}

/// The letter of TIS-620, which has the order of Unicode's Thai block.
fn thai(byte: u8) -> Option<char> {
    const FIRST: u32 = 0x0e00;
    let place = u32::from(byte).checked_sub(0xa0)?;
    let assigned = matches!(byte, 0xa1..=0xda | 0xdf..=0xfb);
    char::from_u32(FIRST + place).filter(|_| assigned)
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    // A last byte that is half a letter is none.
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    String::from_utf16_lossy(&units)
}
