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
    // Readers may have another default.
    assert!(!text.contains("[Variant ") && text.contains("[CountingRule \"thai\"]"), "{text}");
    let text = annotated(given, &["--counting", "claim", "--count-limit", "highest"]);
    assert!(text.contains("[CountingRule \"claim+highest\"]"), "{text}");
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

/// Comments and variations of people and of other programs, some in the form of an analysis.
#[test]
fn a_second_analysis_keeps_what_others_wrote() {
    let given = "[Event \"pychess\"]\n[Result \"1-0\"]\n\n\
        1. e4 {[%eval 0.17] [%clk 0:02:59]} 1... d5 {[%eval 0.19,20] [%clk 0:02:58]} {[%eval 0.2,9]} \
        (1... d6 {[%eval 0.4] my own line}) (1... e5 {[%eval 0.3,12]} 2. d4) \
        2. exd5 $2 {[%clk 0:02:50] mine} 1-0 {Black lost on time} ; on move 2";
    let theirs = [
        "{[%eval 0.17] [%clk 0:02:59]}",
        "{[%eval 0.19,20] [%clk 0:02:58]} {[%eval 0.2,9]}",
        "(1... d6 {[%eval 0.4] my own line}) (1... e5 {[%eval 0.3,12]} 2. d4)",
        "2. exd5 $2 ",
        "{[%clk 0:02:50] mine}",
        "1-0 {Black lost on time} {on move 2}",
    ];
    let first = annotated(given, &["--language", "th"]);
    let second = annotated(&first, &[]);
    for text in [&first, &second] {
        for part in theirs {
            assert_eq!(text.matches(part).count(), 1, "{part}: {text}");
        }
        // One of each position.
        assert_eq!(text.matches("[%sakdi ").count(), 4, "{text}");
    }
    assert_eq!(annotated(&second, &[]), second);
}

/// A comment or line of an analysis that was edited, or joined with another by a program, is kept like
/// any other text of the user.
#[test]
fn a_changed_comment_of_an_analysis_is_kept() {
    let blunder = "[FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 31 60\"]\n\n60. Ra7 Kg8 *";
    let first = annotated(blunder, &[]);
    assert!(first.contains("Loses 50 %.}") && first.contains("(60. Ra8# {[%eval #1,"), "{first}");
    for (from, to) in
        [("Loses 50 %.}", "Loses 50 %. So it was.}"), ("(60. Ra8# {", "(60. Ra8# {now ")]
    {
        assert!(first.contains(from), "{first}");
        let changed = first.replace(from, to);
        let again = annotated(&changed, &[]);
        let kept = to.trim_end_matches(['}', ' ']);
        assert!(again.contains(kept), "{kept}: {again}");
        // That of the new analysis is beside it.
        assert_eq!(again.matches("[%sakdi ").count(), 5, "{again}");
        assert_eq!(annotated(&again, &[]), again);
    }
}

/// A line began with the command, which readers take for a tag.
#[test]
fn a_command_outside_braces_is_read_again() {
    let words = "ab ".repeat(23);
    let line = "2. d4 e5 3. dxe5 dxe5 4. Nd2 Nd7 5. f4 f5 6. exf5 exf5 [%csl Ge4] 7. Ne2 [x] Ne7";
    for shift in 0..12 {
        let words = format!("{words}{}", "x".repeat(shift));
        let game = format!("[Event \"x\"]\n\n1. e4 d5 (1... d6 {{{words}}} {line}) 2. exd5 *\n\n");
        let folder = folder(&format!("{game}[Event \"y\"]\n\n1. e4 *"));
        assert_eq!(analyse(&folder, &[]), "analysed 2 kept 0 skipped 0");
        let text = fs::read_to_string(folder.path().join("out.pgn")).expect("a file");
        let moves = text.lines().filter(|line| !line.ends_with("\"]"));
        assert!(moves.clone().all(|line| !line.starts_with(['[', '%'])), "{text}");
        assert!(moves.clone().all(|line| line.chars().count() <= 80), "{text}");
        let flat = text.replace('\n', " ");
        assert!(flat.contains("exf5 {[%csl Ge4]} 7. Ne2 [x] Ne7)"), "{text}");
        assert_eq!(analyse(&folder, &["--resume"]), "analysed 0 kept 2 skipped 0");
    }
}

#[test]
fn comments_after_the_result_stay_with_their_game() {
    let given = "[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 d5 1-0 {Black lost on time}\n\n\
        [Event \"B\"]\n[Result \"*\"]\n\n1. d4 d5 * ; last words\n";
    let folder = folder(given);
    analyse(&folder, &[]);
    let text = fs::read_to_string(folder.path().join("out.pgn")).expect("a file");
    let flat = text.replace('\n', " ");
    let (first, second) = flat.split_once("[Event \"B\"]").expect("two games");
    assert!(first.ends_with(" 1-0 {Black lost on time}  "), "{text}");
    assert!(second.ends_with(" * {last words}  ") && !second.contains("on time"), "{text}");
    assert_eq!(analyse(&folder, &["--resume"]), "analysed 0 kept 2 skipped 0");
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
fn a_count_is_marked_where_it_would_have_been_complete() {
    let start = "[FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 31 60\"]\n\n";
    let text = annotated(&format!("{start}60. Ra7 Kg8 61. Ra8# *"), &[]);
    let (before, after) = text.split_once("Kg8").expect("the move");
    assert!(
        !before.contains("complete") && after.contains("the count would have been complete"),
        "{text}"
    );
    // Nobody counts afterwards.
    assert!(!text.contains("Mate at"), "{text}");
    let text = annotated(&format!("{start}60. Ra7 Kg8 *"), &[]);
    assert!(text.contains("The count is complete"), "{text}");
}

#[test]
fn no_mate_is_promised_where_none_can_be_forced() {
    let khon = "[FEN \"4k3/8/8/8/8/4K3/4S3/8 w - 88 7 60\"]\n\n60. Sd3 Kd7 *";
    let text = annotated(khon, &[]);
    assert!(text.contains("and cannot force mate in time."), "{text}");
}
