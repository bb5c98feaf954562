//! Decodes text files of any encoding that programs use or used for PGN.

use crate::notation::thai::is_square;
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// Replaces bytes that are not text.
const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;
/// Unicode's block of Thai letters, as far as they are assigned.
const THAI: RangeInclusive<char> = '\u{e01}'..='\u{e5b}';

/// A file as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The text.
    pub text: Cow<'a, str>,
    /// Lines, from 1, on which invalid bytes were replaced by U+FFFD.
    pub replaced: Vec<usize>,
}

/// Detects the encoding of a file and decodes it: UTF-8, or UTF-16 that begins with a byte order mark or
/// with letters of ASCII. Any other file may hold games from several sources, so the encoding is detected for each game: UTF-8
/// with a few damaged bytes; TIS-620, the Thai standard, if that gives Thai words or moves;
/// otherwise Latin-1, the encoding of the PGN standard. The latter two include the additions of
/// Windows.
///
/// Line ends of the classic Macintosh become line feeds. Invisible marks are removed, such as the
/// byte order marks inside concatenated files.
///
/// ```
/// use makruk::notation::pgn::decode;
/// for (bytes, text) in [
///     ("ขุน".as_bytes(), "ขุน"),
///     (b"\xa2\xd8\xb9", "ขุน"),
///     (b"\xc1-\xa7\xf2", "ม-ง๒"),
///     (b"Ren\xe9", "René"),
///     (b"\xff\xfee\x004\x00", "e4"),
///     (b"e\x004\x00", "e4"),
///     ("\u{feff}e4".as_bytes(), "e4"),
/// ] {
///     assert_eq!(decode(bytes).text, text);
/// }
/// assert_eq!(decode(b"\xe0\xb8\x82\xe0\xb8\n\xe0\xb8\x82").replaced, [1]);
/// ```
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let text = match utf16_unit(bytes) {
        Some(unit) => utf16(bytes, unit).into(),
        None => match std::str::from_utf8(bytes) {
            // A replacement character in the file itself does not count as damage.
            Ok(text) => {
                return Decoded { text: normalized(text.into()), replaced: Vec::new() };
            }
            Err(_) => games(bytes).map(decode_game).collect::<String>().into(),
        },
    };
    let text = normalized(text);
    let lines = (1..).zip(text.split('\n'));
    let replaced = lines.filter(|(_, line)| line.contains(REPLACEMENT)).map(|(number, _)| number);
    Decoded { replaced: replaced.collect(), text }
}

/// Splits a file before the tags of each game.
fn games(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut starts = game_starts(bytes);
    starts.push(bytes.len());
    let ends = starts.clone().into_iter().skip(1);
    starts.into_iter().zip(ends).map(|(start, end)| &bytes[start..end])
}

/// Where the last game of a part of a file begins, so that the games before it are complete; 0 if the part
/// has one game only, or none that begins with tags. A file in UTF-16 cannot be divided.
///
/// ```
/// use makruk::notation::pgn::last_game_start;
/// let part = b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 d";
/// assert_eq!(&part[last_game_start(part)..], b"[Event \"b\"]\n\n1. d4 d");
/// ```
pub fn last_game_start(bytes: &[u8]) -> usize {
    match utf16_unit(bytes) {
        Some(_) => 0,
        None => game_starts(bytes).pop().unwrap_or(0),
    }
}

/// Where games begin in a file: its beginning, and the first tag of each.
fn game_starts(bytes: &[u8]) -> Vec<usize> {
    let is_tag = |line: &[u8]| match line {
        [b'[', first, rest @ ..] => first.is_ascii_alphabetic() && rest.contains(&b'"'),
        _ => false,
    };
    let mut starts = vec![0];
    let (mut at, mut in_tags) = (0, false);
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let is_tag = is_tag(line);
        if is_tag && (!in_tags || line.starts_with(b"[Event ")) {
            starts.push(at);
        }
        in_tags = is_tag || in_tags && line.trim_ascii().is_empty();
        at += line.len();
    }
    starts
}

/// A game of unknown encoding.
fn decode_game(bytes: &[u8]) -> String {
    let utf8 = String::from_utf8_lossy(bytes);
    let count = |is: fn(char) -> bool| utf8.chars().filter(|&letter| is(letter)).count();
    let damaged = bytes.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count();
    // A Thai letter is three bytes of UTF-8, which hardly ever occur by chance in other encodings.
    if damaged == 0 || count(|letter| THAI.contains(&letter)) > damaged {
        return utf8.into();
    }
    let letters = |letter: fn(u8) -> Option<char>| -> String {
        bytes.iter().map(|&byte| letter(byte).unwrap_or(REPLACEMENT)).collect()
    };
    let thai = letters(tis_620);
    let is_thai = holds_thai(&thai);
    if is_thai && !thai.contains(REPLACEMENT) {
        return thai;
    }
    if count(|letter| !letter.is_ascii() && letter != REPLACEMENT) > damaged {
        return utf8.into();
    }
    if is_thai { thai } else { letters(latin_1) }
}

/// Whether a text has Thai words, three letters long or more, or squares as moves in Thai notation
/// name them: `ง๒`, or with an Arabic digit `ม-ง2` and `ข1-ง2`, since that alone is also `§2`.
fn holds_thai(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let is_thai = |letter: &char| THAI.contains(letter);
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
fn tis_620(byte: u8) -> Option<char> {
    const FIRST: u32 = 0x0e00;
    match byte {
        ..0x80 => Some(byte.into()),
        0xa0 => Some('\u{a0}'),
        0xa1..=0xda | 0xdf..=0xfb => char::from_u32(FIRST + u32::from(byte) - 0xa0),
        // Characters that Windows' code pages 874 and 1252 have in common.
        0x80 | 0x85 | 0x91..=0x97 => latin_1(byte),
        _ => None,
    }
}

fn latin_1(byte: u8) -> Option<char> {
    match byte {
        0x80..0xa0 => WINDOWS[usize::from(byte - 0x80)],
        _ => Some(byte.into()),
    }
}

/// The characters of Windows' code page 1252 from 0x80 on, where Latin-1 has none.
const WINDOWS: [Option<char>; 32] = [
    Some('€'),
    None,
    Some('‚'),
    Some('ƒ'),
    Some('„'),
    Some('…'),
    Some('†'),
    Some('‡'),
    Some('ˆ'),
    Some('‰'),
    Some('Š'),
    Some('‹'),
    Some('Œ'),
    None,
    Some('Ž'),
    None,
    None,
    Some('‘'),
    Some('’'),
    Some('“'),
    Some('”'),
    Some('•'),
    Some('–'),
    Some('—'),
    Some('˜'),
    Some('™'),
    Some('š'),
    Some('›'),
    Some('œ'),
    None,
    Some('ž'),
    Some('Ÿ'),
];

/// Converts line ends that are carriage returns only to line feeds, and removes byte order marks
/// and zero-width spaces.
fn normalized(text: Cow<'_, str>) -> Cow<'_, str> {
    const INVISIBLE: [char; 2] = ['\u{feff}', '\u{200b}'];
    let has_invisible = INVISIBLE.into_iter().any(|invisible| text.contains(invisible));
    let text = if has_invisible { text.replace(INVISIBLE, "").into() } else { text };
    if !text.contains('\n') && text.contains('\r') { text.replace('\r', "\n").into() } else { text }
}

/// Whether a text that begins with these bytes is in UTF-16.
pub const fn is_utf16(head: &[u8]) -> bool {
    utf16_unit(head).is_some()
}

/// The order of bytes of a text in UTF-16; `None` for other encodings. The byte order mark may be missing.
const fn utf16_unit(bytes: &[u8]) -> Option<fn([u8; 2]) -> u16> {
    match bytes {
        [0xff, 0xfe, ..] | [1..=0x7f, 0, 1..=0x7f, 0, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] | [0, 1..=0x7f, 0, 1..=0x7f, ..] => Some(u16::from_be_bytes),
        _ => None,
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    // A single byte at the end is dropped.
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    String::from_utf16_lossy(&units)
}
