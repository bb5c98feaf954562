//! The course of a game: the board, the count, draws, clocks and the end.

use super::{MATE_IN_ONE, play};
use crate::client::{PROGRAM, wait};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

#[test]
fn black_sees_the_board_from_behind_and_the_engine_begins() {
    let said = play(&["--color", "black"], "");
    assert!(said.contains("White plays "), "{said}");
    assert!(said.contains("    h  g  f  e  d  c  b  a"), "{said}");
    assert!(said.ends_with("Black> \n"), "{said}");
}

#[test]
fn the_count_is_announced_and_a_hint_finds_the_mate() {
    let said = play(&["--fen", MATE_IN_ONE], "hint\nh1h7\nresign\n");
    assert!(said.contains("hint: Rh8# (#1)"), "{said}");
    assert!(
        said.contains("pieces' honour: Black has counted 11 of 16, White has 5 moves left"),
        "{said}"
    );
    assert!(said.ends_with("White resigns: Black wins\n"), "{said}");
}

#[test]
fn draws_are_offered() {
    // The engine declines a draw when it is a ruea up, and accepts one when it has only two weak
    // men against the player's ruea.
    let worse = play(&["--fen", "4k3/8/8/8/8/8/4r3/K3P3 w - - 0 40"], "draw\nquit\n");
    assert!(worse.contains("Black declines the draw"), "{worse}");
    let better = play(&["--fen", "4k3/8/8/8/4p3/8/R7/K7 w - - 0 40"], "draw\n");
    assert!(better.ends_with("draw by agreement\n"), "{better}");
    // In an even opening the engine declines a draw; a ruea down it accepts.
    let opening = play(&[], "draw\ne3e4\ndraw\nquit\n");
    assert_eq!(opening.matches("Black declines the draw\n").count(), 2, "{opening}");
    let lost = "1nsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 2";
    let lost = play(&["--fen", lost], "draw\n");
    assert!(lost.ends_with("draw by agreement\n"), "{lost}");
}

#[test]
fn counts_are_asked_for_over_the_board() {
    let claimed = &["--counting", "claimed", "--fen"][..];
    // The player's bare khun may count.
    let bare = [claimed, &["8/8/4k3/8/8/4K3/8/3r4 w - - 0 60"]].concat();
    let said = play(&bare, "count\ncount stop\ncount\nquit\n");
    let counting = "pieces' honour: White begins to count at 4 of 16, Black has 13 moves left";
    assert_eq!(said.matches(counting).count(), 2, "{said}");
    assert!(said.contains("no count runs, White may begin to count"), "{said}");
    // Before each prompt the player is told that it may count.
    let told = "no count runs, White may begin to count: type count\nWhite> ";
    let said = play(&bare, "e3e4\nboard\nquit\n");
    assert_eq!(said.matches(told).count(), 3, "{said}");
    let said = play(&[&bare[..], &["--language", "th"]].concat(), "ออก\n");
    assert!(said.contains("ยังไม่มีการนับศักดิ์ ฝ่ายขาวขอนับได้: พิมพ์ นับ\n"), "{said}");
    // The engine's bare khun counts automatically, and the player may not count for it.
    let engine = [claimed, &["8/8/4k3/8/8/4K3/3R4/8 w - - 0 60"]].concat();
    let said = play(&engine, "count\nd2d1\nquit\n");
    assert!(said.contains("it is Black that may count"), "{said}");
    assert!(said.contains("Black begins to count"), "{said}");
    // Where counts run automatically none can be claimed.
    let said = play(&["--fen", "8/8/4k3/8/8/4K3/8/3r4 w - 32 6 60"], "count\nquit\n");
    assert!(said.contains(counting), "{said}");
    // A forgotten number.
    let forgotten = play(&bare, "count\ne3e4\nskip\nskip\nquit\n");
    assert_eq!(forgotten.matches(counting).count(), 2, "{forgotten}");
    assert!(forgotten.contains("White has counted 4 of 16"), "{forgotten}");
    assert!(forgotten.contains("the counting side's last move counted no number"), "{forgotten}");
    let said = play(&["--counting", "claimed"], "count\nquit\n");
    assert!(said.contains("no count while bia are left on the board"), "{said}");
}

/// The program notices when the rules end the game.
#[test]
fn a_game_ends_by_itself() {
    let said = play(&["--fen", "k7/8/1K6/8/8/8/8/7R w - 32 31 60"], "Rg1\nKc6\n");
    assert!(said.ends_with("draw: the count ran out\nthe game is over\n"), "{said}");
    let said = play(&["--fen", "7k/8/8/8/8/8/5r2/7K w - - 0 60"], "Kh2\nquit\n");
    assert!(said.contains("illegal move h1h2"), "{said}");
}

#[test]
fn the_engine_plays_from_a_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path in UTF-8").to_owned();
    let games = "[Event \"a\"]\n\n1. a4 h5 2. h4 1-0\n\n[Event \"b\"]\n\n1. a4 h5 2. h4 b5 1-0\n";
    std::fs::write(path("games.pgn"), games).expect("room");
    let built = Command::new(PROGRAM)
        .args(["book", "build", &path("games.pgn"), "--out", &path("own.book")])
        .output()
        .expect("it starts");
    assert!(built.status.success(), "{built:?}");
    let said = play(&["--book", &path("own.book"), "--color", "black"], "h6h5\nquit\n");
    assert!(said.contains("White plays a4\n") && said.contains("White plays h4\n"), "{said}");
}

#[test]
fn what_the_engine_plays_by_can_be_chosen() {
    let said = play(&["--threads", "2", "--hash", "1", "--color", "black"], "quit\n");
    assert!(said.contains("White plays "), "{said}");
    for (option, file) in [("--net", "/dev/null"), ("--book", "nowhere"), ("--pgn", "/dev/null")] {
        let output =
            Command::new(PROGRAM).args(["play", option, file]).output().expect("it starts");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(file), "{output:?}");
    }
}

#[test]
fn clocks_are_told_and_a_fallen_flag_ends_the_game() {
    let said = play(&["--tc", "5+3"], "e3e4\nquit\n");
    assert!(said.contains("\nclocks: White 5:00, Black 5:00\nWhite> "), "{said}");
    assert!(said.contains("\nclocks: White 5:03, Black 5:03\nWhite> "), "{said}");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    let mut child = Command::new(PROGRAM)
        .args([
            "play",
            "--language",
            "th",
            "--st",
            "5",
            "--level",
            "0",
            "--color",
            "black",
            "--pgn",
        ])
        .arg(&path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let clocks = "นาฬิกา: ฝ่ายขาว 0:05.0 ฝ่ายดำ 0:05.0";
    while lines.next().expect("a line").expect("text") != clocks {}
    // White, the engine, has moved. Black's time is used up, however long this takes.
    std::thread::sleep(Duration::from_millis(5_200));
    input.write_all("จ๖จ๕\n".as_bytes()).expect("it reads");
    drop(input);
    let said: String = lines.map(|line| line.expect("text") + "\n").collect();
    assert!(wait(&mut child).success(), "{said}");
    assert!(said.ends_with("ฝ่ายดำหมดเวลา ฝ่ายขาวชนะ\n"), "{said}");
    let text = std::fs::read_to_string(&path).expect("a file");
    assert!(text.contains("[TimeControl \"5/move\"]"), "{text}");
    assert!(text.ends_with("{ฝ่ายดำหมดเวลา} 1-0\n\n"), "{text}");
    for bad in [["--tc", "5+"], ["--tc", "0"], ["--st", "0"], ["--st", "-1"]] {
        let output = Command::new(PROGRAM).arg("play").args(bad).output().expect("it starts");
        assert_eq!(output.status.code(), Some(2), "{bad:?}");
    }
}
