//! What `sakdi analyse --out` keeps of a game and says of its count, and what `--resume` takes for done.

use crate::client::PROGRAM;
use std::fs;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Analyses `in.pgn` into `out.pgn`. Returns the last line of standard output.
fn analyse(folder: &TempDir, args: &[&str]) -> String {
    let output = Command::new(PROGRAM)
        .args(["analyse", "in.pgn", "--nodes", "100", "--threads", "1", "--out", "out.pgn"])
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    let lines = String::from_utf8(output.stdout).expect("text");
    lines.lines().last().expect("a line").to_owned()
}

fn folder(pgn: &str) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("in.pgn"), pgn).expect("room");
    folder
}

/// The annotated game, without line breaks in its moves.
fn written(folder: &TempDir) -> String {
    let text = fs::read_to_string(folder.path().join("out.pgn")).expect("a file");
    let (tags, moves) = text.split_once("\n\n").expect("tags and moves");
    format!("{tags}\n\n{}", moves.trim_end().replace('\n', " "))
}

/// The game of `pgn` after an analysis.
fn annotated(pgn: &str, args: &[&str]) -> String {
    let folder = folder(pgn);
    analyse(&folder, args);
    written(&folder)
}

#[test]
fn the_tags_name_the_rules_of_the_analysis() {
    let given = "1. d4 d5 *";
    let text = annotated(given, &["--variant", "makpong", "--counting", "thai"]);
    assert!(text.contains("[Variant \"Makpong\"]\n[CountingRule \"thai\"]\n"), "{text}");
    let text = annotated(&format!("[Variant \"?\"]\n\n{given}"), &["--variant", "makpong"]);
    assert_eq!(text.matches("[Variant ").count(), 1, "{text}");
    assert!(text.contains("[Variant \"Makpong\"]"), "{text}");
    let text = annotated(given, &[]);
    assert!(!text.contains("[Variant ") && !text.contains("[CountingRule "), "{text}");
}

#[test]
fn the_tag_gives_the_result_that_is_missing_after_the_moves() {
    let text = annotated("[Result \"1-0\"]\n\n1. d4 d5", &[]);
    assert!(text.contains("[Result \"1-0\"]") && text.ends_with(" 1-0"), "{text}");
    let text = annotated("1. d4 d5", &[]);
    assert!(text.contains("[Result \"*\"]") && text.ends_with(" *"), "{text}");
}

#[test]
fn another_annotator_keeps_name_and_marks() {
    let given = "[Annotator \"Sakdi Wongchai\"]\n\n1. d4 $4 {why} d5 *";
    let first = annotated(given, &[]);
    for text in [annotated(&first, &[]), first] {
        assert!(text.contains(", after Sakdi Wongchai\"]"), "{text}");
        assert!(text.contains("1. d4 $4 {[%eval ") && text.contains("{why}"), "{text}");
        assert_eq!(text.matches("[%eval ").count(), 3, "{text}");
    }
    // Mate is let go with the last move of the count.
    let blunder =
        "[Annotator \"A. Friend\"]\n[FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 31 60\"]\n\n60. Ra7 $2 Kg8 *";
    let first = annotated(blunder, &[]);
    for text in [annotated(&first, &[]), first] {
        assert!(text.contains("60. Ra7 $2 {[%eval ") && !text.contains("Loses"), "{text}");
    }
    let own = annotated(&blunder.replace(" $2", ""), &[]);
    assert!(own.contains("60. Ra7 $4 {[%eval ") && own.contains("Loses 50 %."), "{own}");
    assert_eq!(annotated(&own, &[]), own);
}

#[test]
fn a_comment_that_looks_like_a_game_is_read_again() {
    let remark = "a game that was played long before this one in another town: \
        [Event \"Bangkok Open\"] and so on";
    let first = annotated(&format!("1. d4 {{{remark}}} d5 *"), &[]);
    assert!(first.contains(remark), "{first}");
    let folder = folder(&first);
    analyse(&folder, &[]);
    assert_eq!(analyse(&folder, &["--resume"]), "analysed 0 kept 1 skipped 0");
}

#[test]
fn a_game_under_other_rules_is_analysed_again() {
    let folder = folder("1. d4 d5 *");
    for args in [&[][..], &["--counting", "none"], &["--variant", "makpong"]] {
        analyse(&folder, args);
        let resumed = |args: &[&str]| analyse(&folder, &[args, &["--resume"]].concat());
        assert_eq!(resumed(args), "analysed 0 kept 1 skipped 0", "{args:?}");
        let other = if args.is_empty() { &["--counting", "none"][..] } else { &[] };
        assert_eq!(resumed(other), "analysed 1 kept 0 skipped 0", "{args:?}");
        fs::remove_file(folder.path().join("out.pgn")).expect("a file");
    }
}

#[test]
fn the_count_ends_where_it_is_complete() {
    let start = "[FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 31 60\"]\n\n";
    let text = annotated(&format!("{start}60. Ra7 Kg8 61. Ra8# *"), &[]);
    let (before, after) = text.split_once("Kg8").expect("the move");
    assert!(!before.contains("complete") && after.contains("The count is complete"), "{text}");
    assert!(!text.contains("Mate at"), "{text}");
}

#[test]
fn no_mate_is_promised_where_none_can_be_forced() {
    let khon = "[FEN \"4k3/8/8/8/8/4K3/4S3/8 w - 88 7 60\"]\n\n60. Sd3 Kd7 *";
    let text = annotated(khon, &[]);
    assert!(text.contains("and cannot force mate in time."), "{text}");
}
