//! `load` of `sakdi play`: what others wrote about a game that goes on.

use crate::client::PROGRAM;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Plays these lines after loading `in.pgn`, which holds `text`. Returns the game in `out.pgn`, without
/// line breaks in its moves.
#[track_caller]
fn played(text: &str, args: &[&str], lines: &str) -> String {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("in.pgn"), text).expect("room");
    let mut child = Command::new(PROGRAM)
        .args(["play", "--time", "0.01", "--level", "0", "--men", "ascii"])
        .args(args)
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let input = format!("load in.pgn\n{lines}\nsave out.pgn\nquit\n");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert_eq!(fs::read_to_string(folder.path().join("in.pgn")).expect("a file"), text);
    let saved = fs::read_to_string(folder.path().join("out.pgn")).expect("a file");
    let (tags, moves) = saved.split_once("\n\n").expect("tags and moves");
    format!("{tags}\n\n{}", moves.trim_end().replace('\n', " "))
}

/// White mates with Rh8, and Black's move there is the only one.
const END: &str = "[Event \"Club\"]\n[Date \"2026.01.02\"]\n[White \"Som\"]\n[Black \"Chai\"]\n\
    [WhiteElo \"1500\"]\n[Variant \"Makruk\"]\n[CountingRule \"thai\"]\n[SetUp \"1\"]\n\
    [FEN \"k7/8/1K6/8/8/8/8/7R w - 32 21 60\"]\n";

#[test]
fn what_others_wrote_stays() {
    let moves = "{first} 60. Rg1! {[%clk 0:01:00] quiet} (60. Rh8# {mates} (60. Kc7 $6) 1-0) Kb8 $2 {forced}";
    let game =
        format!("{END}[Annotator \"Nid\"]\n[Result \"1/2-1/2\"]\n\n{moves} 1/2-1/2 {{agreed}}\n");
    let written = "{first} 60. Rg1 $1 {[%clk 0:01:00] quiet} (60. Rh8# {mates} (60. Kc7 $6) 1-0) 60... Kb8 $2 {forced}";
    // The same game.
    let text = played(&game, &[], "fen");
    let expected =
        format!("{END}[Annotator \"Nid\"]\n[Result \"1/2-1/2\"]\n\n{written} 1/2-1/2 {{agreed}}");
    assert_eq!(text, expected);
    // Another end. Nothing tells any more how the recorded one came about.
    let text = played(&game, &[], "g1g8");
    // Tags that every game has are added.
    let tags =
        format!("{END}[Annotator \"Nid\"]\n[Result \"1-0\"]\n[Site \"?\"]\n[Round \"-\"]\n\n");
    let expected = format!(
        "{tags}{written} {{agreed}} {{from here on Black is Sakdi, level 0}} 61. Rg8# {{White mates}} 1-0"
    );
    assert_eq!(text, expected);
    // A move that is taken back loses what was said of it, and has it again when it is played again.
    let text = played(&game, &[], "undo\nresign");
    let remark = "{first} {White resigns} 0-1";
    assert!(text.ends_with(&format!("[Round \"-\"]\n\n{remark}")), "{text}");
    let text = played(&game, &[], "undo\nh1g1\nresign");
    assert!(text.contains(&written[..written.find(" 60... ").expect("a move")]), "{text}");
    assert!(text.ends_with("{White resigns} 0-1"), "{text}");
}

#[test]
fn only_the_comment_on_a_past_end_goes() {
    let game = format!(
        "{END}[Termination \"normal\"]\n[PlyCount \"2\"]\n[Result \"0-1\"]\n\n\
         60. Rg1 {{White resigns}} Kb8 {{good}} {{ฝ่ายขาวยอมแพ้}} 0-1\n"
    );
    let text = played(&game, &["--language", "th"], "g1g8");
    assert!(!text.contains("Termination") && !text.contains("PlyCount"), "{text}");
    let expected = "60. Rg1 {White resigns} 60... Kb8 {good} {ตั้งแต่ตานี้ ฝ่ายดำคือ ศักดิ์ ระดับ 0} 61. Rg8# \
        {ฝ่ายขาวรุกจน ฝ่ายขาวชนะ} 1-0";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn claims_on_record_and_new_ones_are_written_once() {
    let game = "[CountingRule \"claimed\"]\n[FEN \"7k/8/8/8/8/4K3/3R4/8 b - - 0 60\"]\n\n\
        {[%count start 4] now} 60... Kg7 61. Rd3 {well [%count stop] done} *\n";
    let text = played(game, &["--color", "black"], "count\nresign");
    let expected = "{[%count start 4] now} 60... Kg7 61. Rd3 {well [%count stop] done} {[%count start 4]} \
        {Black resigns} 1-0";
    assert!(text.ends_with(expected), "{text}");
    // The file names nobody: the engine has a name here, and the player has none.
    assert!(text.contains("[White \"Sakdi, level 0\"]\n[Black \"?\"]\n"), "{text}");
}

#[test]
fn variations_of_another_dialect_are_converted() {
    let game = "[Site \"PlayOK\"]\n\n1. Be2 (1. Bb2 {khon}) Ne7 2. f4 *\n";
    let text = played(game, &["--color", "black"], "resign");
    assert!(text.contains("1. Se2 (1. Sb2 {khon}) 1... Ne7 2. f4 {"), "{text}");
    assert!(text.contains("[Site \"PlayOK\"]\n"), "{text}");
    // And read back so.
    let again = played(&format!("{text}\n"), &["--color", "black"], "fen");
    assert!(again.contains("1. Se2 (1. Sb2 {khon}) 1... Ne7 2. f4 {Black resigns} 1-0"), "{again}");
}
