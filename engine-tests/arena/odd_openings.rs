//! Files of openings in unusual forms, and files that are refused.

use super::{Arena, result_line, text, two};
use std::fs;

const START: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
const OTHER: &str = "rnsmksnr/8/1ppppppp/p7/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";

/// Plays a match with a file of these bytes, and returns the first position of each game.
#[track_caller]
fn begins(name: &str, bytes: &[u8], more: &str) -> Vec<Option<String>> {
    let arena = Arena::new();
    fs::write(arena.path(name), bytes).expect("room");
    let args = ["--openings", name, more, "--max-moves", "2", "--games", "4", "--pgn", "x.pgn"];
    let args: Vec<&str> = args.into_iter().filter(|arg| !arg.is_empty()).collect();
    result_line(&arena.play(&[&two(&args)[..], &["--concurrency", "1"]].concat()));
    arena.games("x.pgn").iter().map(|game| game.tag("FEN").map(str::to_owned)).collect()
}

#[test]
fn lines_are_read_in_all_encodings() {
    let both = [None, None, Some(OTHER.to_owned()), Some(OTHER.to_owned())];
    let windows = format!("\u{feff}# two\r\n\r\n  {START}\r\n\t{OTHER} \r\n");
    assert_eq!(begins("a.epd", windows.as_bytes(), ""), both);
    let operations = format!("{START} id \"one; two\"; c0 \"# no comment\";\n{OTHER} bm d3d4;\n");
    assert_eq!(begins("a.txt", operations.as_bytes(), ""), both);
    let utf16: Vec<u8> =
        format!("\u{feff}{START}\n{OTHER}\n").encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(begins("a.fen", &utf16, ""), both);
    assert_eq!(begins("b.epd", windows.as_bytes(), "start=2")[0].as_deref(), Some(OTHER));
}

#[test]
fn a_bad_file_is_refused_with_its_line() {
    for (name, bytes, told) in [
        ("a.epd", &b""[..], "a.epd: no openings in it\n"),
        ("a.epd", b"# nothing\n\n", "a.epd: no openings in it\n"),
        ("a.epd", b"\x7fELF\x02\x01\x00\x00", "a.epd, line 1: "),
        ("a.epd", b"rnsmksnr/8 w\n", "a.epd, line 1: "),
        (
            "a.epd",
            b"#\n8/8/4k3/8/8/4K3/8/8 w - - 0 1\n",
            "a.epd, line 2: the game is over there: material\n",
        ),
        ("a.pgn", b"[Event \"x\"]\n\n1. d4 d5 2. Qd3 *\n", "a.pgn, line 3: move 2. 'Qd3': "),
        ("a.pgn", b"[Event \"x\"\n", "a.pgn, line 1: the tag has no end\n"),
        ("a.pgn", b"[FEN \"8/8 w\"]\n\n*\n", "a.pgn, line 1: "),
        ("a.pgn", b"\n", "a.pgn: no openings in it\n"),
        (".", b"", ".: Is a directory\n"),
    ] {
        let arena = Arena::new();
        if name != "." {
            fs::write(arena.path(name), bytes).expect("room");
        }
        let output = arena.play(&two(&["--openings", name]));
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {error}");
        assert!(error.contains(told), "{told}: {error}");
    }
}

/// Finished games are refused as openings; their first moves are accepted.
#[test]
fn finished_games_need_plies() {
    let pgn =
        "[Event \"x\"]\n[FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 9 60\"]\n\n60. Ra7 Kg8 61. Ra8# 1-0\n";
    let arena = Arena::new();
    fs::write(arena.path("a.pgn"), pgn).expect("room");
    let refused = arena.play(&two(&["--openings", "a.pgn"]));
    let error = text(&refused.stderr);
    let told = "a.pgn, line 1: the game is over there: mate; `match --openings FILE plies=N` \
                takes only the first N plies of each game\n";
    assert!(error.ends_with(told), "{error}");
    let fens = begins("a.pgn", pgn.as_bytes(), "plies=2");
    assert_eq!(fens[0].as_deref(), Some("7k/8/6K1/8/8/8/8/R7 w - 32 9 60"));
}

/// A match with PGN openings is resumed only with the same moves: the FENs are equal.
#[test]
fn other_moves_are_another_opening() {
    let arena = Arena::new();
    fs::write(arena.path("a.pgn"), "1. d4 d5 *\n\n1. e4 e5 *\n").expect("room");
    fs::write(arena.path("b.pgn"), "1. d4 e5 *\n\n1. e4 e5 *\n").expect("room");
    let play = |openings: &str, games: &str, resume: &[&str]| {
        let args = ["--openings", openings, "--max-moves", "3", "--games", games];
        arena.play(&[&two(&args)[..], &["--pgn", "x.pgn"], resume].concat())
    };
    result_line(&play("a.pgn", "2", &[]));
    assert_eq!(arena.games("x.pgn")[1].moves[0].comments, ["book"]);
    let refused = play("b.pgn", "4", &["--resume"]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert!(text(&refused.stderr).contains("another opening"), "{refused:?}");
    assert!(result_line(&play("a.pgn", "4", &["--resume"])).contains("/4 elo"));
}
