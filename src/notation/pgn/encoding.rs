//! The letters of a file, whatever program of the last thirty years wrote it.

use std::borrow::Cow;

/// A file's text. UTF-8, and UTF-16 that says so by its mark, are taken for what they are. Other
/// bytes are TIS-620, the Thai standard, where three letters beyond ASCII follow each other, else
/// Latin-1, the encoding of the PGN standard.
///
/// ```
/// use sakdi::notation::pgn::decode;
/// assert_eq!(decode("ขุน".as_bytes()), "ขุน");
/// assert_eq!(decode(b"\xa2\xd8\xb9"), "ขุน");
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
    let thai = bytes.windows(3).any(|letters| letters.iter().all(|&letter| thai(letter).is_some()));
    let letter = |&byte: &u8| thai_if(thai, byte).unwrap_or(char::from(byte));
    bytes.iter().map(letter).collect::<String>().into()
}

fn thai_if(wanted: bool, byte: u8) -> Option<char> {
    thai(byte).filter(|_| wanted)
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
