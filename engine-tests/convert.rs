//! `sakdi convert`: games in the notations of sites, programs and rule books.

use crate::client::PROGRAM;
use crate::harness::lines_of;
use makruk::notation::Dialect;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

fn records() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/records")
}

fn run(folder: &TempDir, args: &[&str]) -> Output {
    Command::new(PROGRAM)
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

/// Converts `in.pgn`, which holds `text`, and returns what is written to standard output.
fn converted(text: &str, args: &[&str]) -> String {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("in.pgn"), text).expect("room");
    let output = run(&folder, &[&["convert", "in.pgn", "--out", "-"], args].concat());
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn every_dialect_is_converted_into_every_other() {
    let canonical = fs::read_to_string(records().join("canonical.uci")).expect("a file");
    let canonical: Vec<&str> = canonical.lines().filter(|line| !line.starts_with('#')).collect();
    let folder = TempDir::new().expect("a temporary folder");
    for name in ["playok.txt", "schemingmind.pgn", "official-english-full.pgn", "canonical.pgn"] {
        let input = records().join(name);
        let input = input.to_str().expect("text");
        for to in Dialect::ALL {
            // In today's Thai notation a khon's captures and those of the bia of the c-file look alike.
            if to == Dialect::Thai {
                continue;
            }
            let args = ["convert", input, "--to", to.name(), "--out", "there.pgn"];
            let output = run(&folder, &args);
            assert_eq!(
                output.stdout, b"converted 5 games, skipped 0\n",
                "{name} to {to}: {output:?}"
            );
            let there = fs::read_to_string(folder.path().join("there.pgn")).expect("a file");
            assert_eq!(lines_of(&there), canonical, "{name} to {to}");
            let back = ["convert", "there.pgn", "--to", "makruk", "--out", "back.pgn"];
            assert!(run(&folder, &back).status.success(), "{name} to {to}");
            let back = fs::read_to_string(folder.path().join("back.pgn")).expect("a file");
            assert_eq!(lines_of(&back), canonical, "{name} to {to} and back");
            for file in ["there.pgn", "back.pgn"] {
                fs::remove_file(folder.path().join(file)).expect("a file");
            }
        }
    }
}

#[test]
fn tags_comments_and_variations_are_kept() {
    let text = "[Event \"Club\"]\n[WhiteElo \"1500\"]\n[Variant \"Makruk\"]\n\n{first} 1. f4! {[%clk 0:09:59] f4}\n\
                (1. d4 {mine} d5 (1... e5 $6) 2. Nd2) (a prose variation) 1... Ne7 {[%count start 5]} 2. e4 1/2-1/2 {agreed}\n";
    let written = converted(text, &["--to", "official-thai"]);
    assert_eq!(
        written.replace("\n", " ").trim_end(),
        "[Event \"Club\"] [WhiteElo \"1500\"] [Variant \"Makruk\"]  {first} 1. บฉ3-ฉ4 $1 {[%clk 0:09:59] f4} \
         (1. บง3-ง4 {mine} 1... บง6-ง5 (1... บจ6-จ5 $6) 2. มข1-ง2) {(a prose variation)} \
         1... มช8-จ7 {[%count start 5]} 2. บจ3-จ4 0.5-0.5 {agreed}"
    );
    let back = converted(&written, &["--to", "makruk"]);
    let same = "{first} 1. f4 $1 {[%clk 0:09:59] f4} {(a prose variation)} (1. d4 {mine} 1... d5 (1... e5 $6) \
                2. Nd2) 1... Ne7 {[%count start 5]} 2. e4 1/2-1/2 {agreed}";
    assert!(back.replace('\n', " ").contains(same), "{back}");
}

/// In whatever letters the game is written, the next analysis replaces what the one before it wrote, and
/// reads it back.
#[test]
fn a_converted_analysis_stays_its_own() {
    let folder = TempDir::new().expect("a temporary folder");
    // White lets a ruea go, for which a variation shows the better move.
    let text = "[FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 31 60\"]\n\n60. Ra2 (60. Kf6 {mine}) Kg8 *\n";
    let path = |name: &str| folder.path().join(name);
    fs::write(path("in.pgn"), text).expect("room");
    let analyse = |game: &str, out: &str, args: &[&str]| {
        let fixed = ["analyse", game, "--nodes", "200", "--threads", "1", "--out", out];
        let output = run(&folder, &[&fixed, args].concat());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    analyse("in.pgn", "first.pgn", &[]);
    let first = fs::read_to_string(path("first.pgn")).expect("a file");
    assert_eq!(first.matches("(60. ").count(), 2, "{first}");
    for to in ["official-thai", "playok", "uci", "makruk"] {
        let converted = converted(&first, &["--to", to]);
        let _none = fs::remove_file(path("out.pgn"));
        let _none = fs::remove_file(path("kept.pgn"));
        fs::write(path("there.pgn"), &converted).expect("room");
        analyse("there.pgn", "out.pgn", &[]);
        let again = fs::read_to_string(path("out.pgn")).expect("a file");
        assert_eq!(again.matches("(60. ").count(), 2, "{to}: {converted}\n{again}");
        assert_eq!(again.matches("[%sakdi ").count(), first.matches("[%sakdi ").count(), "{again}");
        assert_eq!(again.matches("mine").count(), 1, "{again}");
    }
}

#[test]
fn a_tag_names_the_dialect_where_the_moves_alone_do_not() {
    // M is a met here and a ma there.
    let text = "[Variant \"Makruk\"]\n\n1. Nd2 *\n";
    let english = converted(text, &["--to", "official-english-short"]);
    assert!(english.contains("[Dialect \"official-english-short\"]\n\n1. Md2 *"), "{english}");
    assert!(!converted(text, &["--to", "lan"]).contains("[Dialect"));
    assert_eq!(lines_of(&english), ["b1d2"]);
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("in.pgn"), "1. Md2 *\n").expect("room");
    let output = run(&folder, &["convert", "in.pgn", "--to", "uci", "--out", "-"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("is e1d2 in the dialect makruk and b1d2 in official-english"),
        "{message}"
    );
    for (dialect, mv) in [("makruk", "e1d2"), ("official-english", "b1d2")] {
        let text = converted("1. Md2 *\n", &["--to", "uci", "--dialect", dialect]);
        assert!(text.contains(&format!("1. {mv} *")), "{text}");
    }
}

#[test]
fn a_bad_game_loses_only_itself_and_no_file_is_overwritten() {
    let folder = TempDir::new().expect("a temporary folder");
    let text =
        "1. f4 Ne7 *\n\n[Event \"bad\"]\n\n1. f4 Qe7 2. z9 *\n\n[Event \"good\"]\n\n1. d4 *\n";
    fs::write(folder.path().join("in.pgn"), text).expect("room");
    let args = ["convert", "in.pgn", "--to", "playok", "--out", "out.pgn", "--language", "th"];
    let output = run(&folder, &args);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "แปลง 2 เกม ข้าม 1 เกม\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("เกมที่ 2"), "{output:?}");
    let written = fs::read_to_string(folder.path().join("out.pgn")).expect("a file");
    assert_eq!(written, "\n1. f4 Ne7 *\n\n[Event \"good\"]\n\n1. d4 *\n\n");
    let again = run(&folder, &args);
    assert_eq!(again.status.code(), Some(2), "{again:?}");
    assert_eq!(fs::read_to_string(folder.path().join("out.pgn")).expect("a file"), written);
}

/// The moves of an analysis are SAN; a tag for other letters and variations in them may not remain.
#[test]
fn an_analysis_of_another_dialect_can_be_read() {
    let folder = TempDir::new().expect("a temporary folder");
    let text = "[Dialect \"official-english-short\"]\n\n1. Dd2 (1. Md2 Be5) Me7 2. Bf4 *\n";
    fs::write(folder.path().join("in.pgn"), text).expect("room");
    let args = ["analyse", "in.pgn", "--nodes", "50", "--out", "out.pgn"];
    assert!(run(&folder, &args).status.success());
    let written = fs::read_to_string(folder.path().join("out.pgn")).expect("a file");
    assert!(!written.contains("official-english"), "{written}");
    assert!(written.replace('\n', " ").contains("(1. Nd2 e5)"), "{written}");
    assert_eq!(lines_of(&written).len(), 1, "{written}");
    assert!(lines_of(&written)[0].starts_with("e1d2 g8e7 "), "{written}");
}

/// Files are read in parts of eight megabytes, and a game keeps its number in the file.
#[test]
fn a_file_of_several_parts_is_converted_whole() {
    let folder = TempDir::new().expect("a temporary folder");
    let comment = "many words ".repeat(400_000);
    let game = |mv| format!("[Event \"long\"]\n\n1. {mv} {{{comment}}} *\n\n");
    let text = ["e4", "d4", "c4", "e5", "f4"].map(game).concat();
    assert!(text.len() > 16 << 20);
    fs::write(folder.path().join("in.pgn"), &text).expect("room");
    let output = run(&folder, &["convert", "in.pgn", "--to", "uci", "--out", "out.pgn"]);
    assert_eq!(output.stdout, b"converted 4 games, skipped 1\n", "{output:?}");
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.starts_with("sakdi: in.pgn, game 4: "), "{said}");
    let written = fs::read_to_string(folder.path().join("out.pgn")).expect("a file");
    assert_eq!(lines_of(&written), ["e3e4", "d3d4", "c3c4", "f3f4"]);
    assert_eq!(written.matches("words").count(), 4 * 400_000);
}
