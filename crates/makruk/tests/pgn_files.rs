//! Files of games: where each game begins, parts of large files, and bytes of several encodings.

use makruk::notation::pgn::{Part, Parts, decode, last_game_start};
use std::io::{self, Read};

#[test]
fn a_game_begins_with_the_first_of_its_tags() {
    for (text, last) in [
        (
            "[White \"a\"]\n[Black \"b\"]\n\n1. e4 *\n\n[White \"c\"]\n[Black \"d\"]\n\n1. d4\n",
            "[White \"c\"]",
        ),
        // A game without moves ends where another event is named.
        ("[Event \"a\"]\n[White \"b\"]\n\n[Event \"c\"]\n\n1. d4\n", "[Event \"c\"]"),
        // A blank line among tags.
        ("[White \"a\"]\n\n[Black \"b\"]\n\n1. e4 *\n", "[White \"a\"]"),
        // Lines of a comment.
        ("[White \"a\"]\n\n1. e4 {\n[see above]\n[1 \"x\"]\n} *\n", "[White \"a\"]"),
    ] {
        assert!(text[last_game_start(text.as_bytes())..].starts_with(last), "{text}");
    }
}

#[test]
fn a_large_file_is_read_in_parts_of_whole_games() {
    let comment = "words ".repeat(1 << 19);
    let game = |name: usize| format!("[Event \"{name}\"]\n\n1. e4 {{{comment}}} *\n\n");
    let text: String = (0..4).map(game).collect();
    let parts: Vec<Part> =
        Parts::new(text.as_bytes(), 100).collect::<io::Result<_>>().expect("no fault");
    assert!(parts.len() > 1);
    let mut end = 100;
    for part in &parts {
        assert!(part.bytes.starts_with(b"[Event ") && part.bytes.ends_with(b"*\n\n"));
        end += part.bytes.len() as u64;
        assert_eq!(part.end, end);
    }
    let whole: Vec<u8> = parts.into_iter().flat_map(|part| part.bytes).collect();
    assert!(whole == text.as_bytes());
    // One game of several parts.
    let long = format!("[Event \"long\"]\n\n1. e4 {{{}}} *\n", comment.repeat(3));
    let sizes = Parts::new(long.as_bytes(), 0).map(|part| part.map(|part| part.bytes.len()));
    assert_eq!(sizes.collect::<io::Result<Vec<_>>>().expect("no fault"), [long.len()]);
    assert_eq!(Parts::new(&b""[..], 0).count(), 0);
}

/// A file that fails after its first bytes.
struct Failing(bool);

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if std::mem::replace(&mut self.0, true) {
            return Err(io::Error::other("the disk is gone"));
        }
        buffer[..4].copy_from_slice(b"1. e");
        Ok(4)
    }
}

#[test]
fn parts_end_after_an_error() {
    let parts: Vec<_> = Parts::new(Failing(false), 0).collect();
    assert!(matches!(&parts[..], [Err(_)]), "{parts:?}");
}

#[test]
fn the_encoding_of_most_letters_is_that_of_the_game() {
    for (bytes, text) in [
        // Valid letters of UTF-8 are also Thai ones in TIS-620, which here has no sense.
        (
            &b"[White \"Zo\xc3\xa9\xc3\xa9\"]\n\n1. d4 *\n\n[White \"Jos\xe9\"]\n"[..],
            "[White \"Zoéé\"]\n\n1. d4 *\n\n[White \"José\"]\n",
        ),
        (b"Zo\xc3\xa9\xc3\xa9 \xff", "Zoéé \u{fffd}"),
        // Thai in UTF-8 with a byte lost, which could be read byte by byte.
        (b"\xe0\xb8\xaa\xe0\xb8\xa1\xe0\xb8\xa3\xe0\xb8", "สมร\u{fffd}"),
        // TIS-620 with the signs that Windows adds.
        (b"\x93\xca\xc1\xaa\xd2\xc2\x94\xa0\xca\xc1\x85", "“สมชาย”\u{a0}สม…"),
        (b"a\r\nb\r\n\xe9", "a\r\nb\r\né"),
    ] {
        assert_eq!(decode(bytes).text, text);
    }
}
