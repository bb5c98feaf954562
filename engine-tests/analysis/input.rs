//! Where the games come from, and what happens to games that cannot be read.

use super::{COUNTS, Folder, games, last_line};
use crate::client::PROGRAM;
use makruk::notation::pgn::Reader;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn a_bad_game_is_named_and_the_rest_analysed_and_continued() {
    let folder = Folder::new();
    let bad = "[Event \"Bad\"]\n[White \"C\"]\n[Black \"D\"]\n\n1. d4 d5\n2. Qd3 *\n\n";
    let first = "[Event \"First\"]\n\n1. d4 d5 2. Nd2 *\n\n";
    fs::write(folder.path("in.pgn"), [first, bad, COUNTS].join("\n")).expect("room");
    let args = ["in.pgn", "--nodes", "200", "--out", "out.pgn", "--threads", "2"];
    let output = folder.run(&args);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        stderr,
        "sakdi: in.pgn, game 2 (C – D): line 11: move 2. 'Qd3': cannot read the move 'Qd3'; skipped\n"
    );
    assert_eq!(last_line(&output), "analysed 2 kept 0 skipped 1");
    assert_eq!(games(&folder.path("out.pgn")), 2);

    let whole = fs::read_to_string(folder.path("out.pgn")).expect("a file");
    let half = Reader::new(&whole).next().expect("a game").expect("readable").span.end;
    fs::write(folder.path("out.pgn"), &whole[..half]).expect("room");
    let output = folder.run(&[&args[..], &["--resume"]].concat());
    assert_eq!(last_line(&output), "analysed 1 kept 1 skipped 1");
    assert_eq!(fs::read_to_string(folder.path("out.pgn")).expect("a file"), whole);
    let output = folder.run(&[&args[..], &["--resume"]].concat());
    assert_eq!(last_line(&output), "analysed 0 kept 2 skipped 1");
    assert_eq!(fs::read_to_string(folder.path("out.pgn")).expect("a file"), whole);
    // No incomplete file is left.
    assert_eq!(fs::read_dir(folder.0.path()).expect("a folder").count(), 2);
}

#[test]
fn games_are_read_from_standard_input_and_searched_for_a_time() {
    let mut child = Command::new(PROGRAM)
        .args(["analyse", "-", "--movetime", "200"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let began = Instant::now();
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"[White \"C\"]\n[Black \"D\"]\n\n1. d4 d5 *\n").expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    // Three positions, each for the whole time.
    assert!(began.elapsed() >= Duration::from_millis(600), "{:?}", began.elapsed());
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.starts_with("game 1: C – D, *"), "{said}");
    assert_eq!(last_line(&output), "analysed 1 kept 0 skipped 0");
}

#[test]
fn bytes_that_are_no_text_are_warned_of() {
    let folder = Folder::new();
    let spoilt = ["[White \"สมชาย\"]\n[Black \"".as_bytes(), b"\xe0\xb8", b"\"]\n\n1. d4 *\n"];
    fs::write(folder.path("in.pgn"), spoilt.concat()).expect("room");
    let output = folder.run(&["in.pgn", "--nodes", "10"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let warning = "sakdi: in.pgn, line 2: bytes that are not text were replaced\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), warning);
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("game 1: สมชาย – \u{fffd}, "));
}

#[test]
fn what_cannot_be_used_is_named() {
    let folder = Folder::new();
    fs::write(folder.path("none.pgn"), "\n% nothing\n").expect("room");
    for name in ["in.pgn", "other.pgn"] {
        fs::write(folder.path(name), "1. d4 *\n").expect("room");
    }
    for (args, fault) in [
        (&["missing.pgn"][..], "cannot read missing.pgn"),
        (&["none.pgn"], "no games in it"),
        (&["--fen", "8/8 w"], "illegal FEN"),
        (&["in.pgn", "--out", "other.pgn", "--resume"], "line 1: a game without its analysis"),
        (&["in.pgn", "--out", "no/such.pgn"], "no/such.pgn: No such file or directory\n"),
        (&["in.pgn", "--html", "no/such.html"], "no/such.html: No such file or directory\n"),
        (&["in.pgn", "--out", "."], ".: Is a directory\n"),
    ] {
        let output = folder.run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains(fault) && stderr.lines().count() == 1, "{args:?}: {stderr}");
        assert!(output.stdout.is_empty(), "{args:?}: nothing is searched first");
    }
}

#[test]
fn games_are_not_lost_by_their_analysis() {
    let folder = Folder::new();
    let bad = "1. Qd3 *\n";
    fs::write(folder.path("in.pgn"), COUNTS).expect("room");
    fs::write(folder.path("old.pgn"), COUNTS).expect("room");
    fs::write(folder.path("bad.pgn"), bad).expect("room");
    for (args, fault) in [
        (["--out", "in.pgn"], "in.pgn is read by this command, and cannot be written over\n"),
        (["--out", "./in.pgn"], "./in.pgn is read by this command, and cannot be written over\n"),
        (["--html", "in.pgn"], "in.pgn is read by this command, and cannot be written over\n"),
        (["--out", "old.pgn"], "old.pgn already exists: give --resume to continue it\n"),
        (["--html", "old.pgn"], "old.pgn already exists\n"),
    ] {
        let output = folder.run(&[&["in.pgn", "--nodes", "10"][..], &args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("sakdi: {fault}"));
    }
    for name in ["in.pgn", "old.pgn"] {
        assert_eq!(fs::read_to_string(folder.path(name)).expect("a file"), COUNTS);
    }
    let output = folder.run(&["in.pgn", "--nodes", "10", "--out", "same", "--html", "./same"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    // Without games no file is written.
    let output = folder.run(&["bad.pgn", "--out", "new.pgn", "--html", "new.html"]);
    assert_eq!(last_line(&output), "analysed 0 kept 0 skipped 1");
    assert!(!folder.path("new.pgn").exists() && !folder.path("new.html").exists());
    // An empty file may be overwritten.
    fs::write(folder.path("new.pgn"), "").expect("room");
    let output = folder.run(&["in.pgn", "--nodes", "10", "--out", "new.pgn"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(games(&folder.path("new.pgn")), 1);
}

#[test]
fn a_position_alone_is_analysed_too() {
    let folder = Folder::new();
    let fen = "7k/8/6K1/8/8/8/8/R7 w - 32 31 60";
    let output = folder.run(&["--fen", fen, "--nodes", "500", "--multipv", "2"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(text.starts_with("position, makruk, White to move\n  Pieces' honour runs: "), "{text}");
    assert!(text.contains("White has 1 move to mate, and needs 1.\n"), "{text}");
    assert!(text.contains("\n  #1 depth "), "{text}");
    assert!(text.contains("60. Ra8#\n"), "{text}");
    assert!(!text.contains("stops"), "{text}");
    let output = folder.run(&["--fen", "k6R/8/1K6/8/8/8/8/8 b - - 0 60", "--nodes", "500"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("\n  White mates\n"), "{text}");
    // Score and chances are both White's, also with Black to move.
    let output = folder.run(&["--fen", "r7/8/8/8/8/2k5/8/2K5 b - - 0 60", "--nodes", "500"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("\n  #-1 depth "), "{text}");
    assert!(text.contains(" wdl 0 0 1000 60... Ra1#\n"), "{text}");
    // The count ends before any mate.
    let output = folder.run(&["--fen", "7k/8/8/8/8/8/1K6/R7 w - 32 31 60", "--nodes", "500"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(" wdl 0 1000 0 60. "), "{text}");
}

#[test]
fn a_folder_without_games_is_named() {
    let folder = Folder::new();
    fs::create_dir(folder.path("empty")).expect("a folder");
    let output = folder.run(&["empty"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "sakdi: empty: no files in it whose names end with .pgn\n"
    );
}
