//! Suites of positions whose answers are known.

use crate::client::PROGRAM;
use makruk::rules::{CountingRule, Variant};
use sakdi_analysis::suite::EpdCase;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

fn run(suite: &str, args: &[&str]) -> Output {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("suite.epd"), suite).expect("room");
    Command::new(PROGRAM)
        .args(["epd", "suite.epd"])
        .args(args)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .env_remove("RUST_LOG")
        .output()
        .expect("the program runs")
}

/// One easy position of each kind, and a draw by the count.
const EASY: &str = "# A suite\n\
    7k/8/6K1/8/8/8/8/R7 w - 32 31 60 dm 1; id \"one move left\";\n\
    \n\
    7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#; am Ra7 a1a6; id \"mate; at once\"\n\
    8/k7/8/2K5/8/8/8/7R w - 32 29 60 result draw; c0 \"mate in three, two moves left\";\n\
    makpong: 7k/8/6K1/8/8/8/8/R7 w - 32 31 60 dm 1;\n";

#[test]
fn what_is_solved_is_told_line_by_line() {
    for threads in ["1", "3"] {
        let output = run(EASY, &["--nodes", "20000", "--threads", threads]);
        let text = String::from_utf8_lossy(&output.stdout);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(lines.len(), 6, "{text}");
        let words: Vec<&str> = lines[1].split_whitespace().take(9).collect();
        assert_eq!(words, ["2", "one", "move", "left", "dm", "1", "Ra8#", "mate", "1"], "{text}");
        assert!(lines[1].contains(" depth "), "{text}");
        assert!(lines[2].contains("mate; at once") && lines[2].contains("bm Ra8#, am Ra7 Ra6"));
        assert!(lines[3].starts_with("   5 -  ") && lines[3].contains(" draw "), "{text}");
        assert_eq!(lines[5], "solved 4 of 4");
    }
}

#[test]
fn the_mark_at_the_head_of_a_file_is_no_part_of_it() {
    let output = run("\u{feff}7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#;\n", &["--nodes", "200"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn what_is_not_solved_fails() {
    let wrong = "7k/8/6K1/8/8/8/8/R7 w - - am Ra8#;\n7k/8/6K1/8/8/8/8/R7 w - - result draw;\n\
                 7k/8/6K1/8/8/8/8/R7 w - - dm -1;\n7k/8/6K1/8/8/8/8/R7 w - - dm 1\n";
    let output = run(wrong, &["--nodes", "2000"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    let (all, failed) = text.split_once("\nnot solved:\n").expect("a list of what failed");
    for part in [all, failed] {
        assert_eq!(part.lines().filter(|line| line.ends_with(" no")).count(), 3, "{text}");
    }
    assert!(!failed.contains(" depth "), "{text}");
    assert_eq!(text.lines().last(), Some("solved 1 of 4"));
}

#[test]
fn faults_are_named_with_their_line() {
    let board = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    for (line, fault) in [
        ("8/8 w - - bm e4;".to_owned(), "line 2: illegal FEN"),
        (format!("{board} bm Qd3;"), "line 2: bm: cannot read the move 'Qd3'"),
        (format!("{board} am Rb2;"), "line 2: am: "),
        (format!("{board} bm;"), "line 2: bm cannot be ''"),
        (format!("{board} dm 0;"), "line 2: dm cannot be '0'"),
        (format!("{board} dm soon;"), "line 2: dm cannot be 'soon'"),
        (format!("{board} result 1-0;"), "line 2: result cannot be '1-0'"),
        (format!("{board} id \"nothing\";"), "line 2: nothing to find"),
        (format!("{board} id \"open;"), "line 2: the quotation"),
        (format!("{board} 7 8;"), "line 2: '7' is not an opcode"),
        ("7k/R7/7K/8/8/8/8/6R1 b - - 0 1 bm Kg8;".to_owned(), "line 2: bm: "),
        ("R6k/8/6K1/8/8/8/8/8 b - - 0 1 dm 1;".to_owned(), "line 2: there is no legal move"),
        (String::new(), "no positions in it"),
    ] {
        let output = run(&format!("# title\n{line}\n"), &[]);
        assert_eq!(output.status.code(), Some(2), "{line}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains(fault) && stderr.lines().count() == 1, "{line}: {stderr}");
    }
}

/// Every line of the project's own suites can be read.
#[test]
fn the_projects_own_suites_are_sound() {
    for (file, positions) in [("mates.epd", 209), ("long-counts.epd", 100)] {
        let cases = cases(file);
        assert_eq!(cases.len(), positions, "{file}");
        assert!(cases.iter().all(|case| case.id.is_some()), "{file}");
    }
}

/// In the long problems a count against a bare khun ends after 20 moves or more.
#[test]
fn long_counts_are_long() {
    for case in cases("long-counts.epd") {
        let left = case.position.moves_left();
        assert!(left.is_some_and(|left| left >= 20) && case.position.has_bare_side(), "{case:?}");
    }
}

/// The mop-up evaluation leads the strong side through long counts, and the weak side out of them.
#[test]
fn long_counts_are_solved() {
    let suite = crate::harness::positions_file("long-counts.epd");
    let output = run(&suite, &["--nodes", "200000"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().expect("a result");
    let solved = last.strip_prefix("solved ").and_then(|rest| rest.strip_suffix(" of 100"));
    let solved: u32 = solved.and_then(|solved| solved.parse().ok()).expect("a number");
    assert!(solved >= 90, "{solved}");
}

fn cases(file: &str) -> Vec<EpdCase> {
    let text = crate::harness::positions_file(file);
    EpdCase::read_all(&text, Variant::Makruk, CountingRule::MAKRUK)
        .unwrap_or_else(|(line, error)| panic!("{file}, line {line}: {error}"))
}

/// cutechess takes a dash in place of the count's limit to mean the 50-move rule of chess, so positions
/// for matches have a 0 there.
#[test]
fn positions_for_matches_name_the_limit_of_no_count() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions");
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "epd") {
            expect_limits(&fs::read_to_string(&path).expect("text"));
            files += 1;
        }
    }
    assert!(files >= 5, "only {files} files");
    let made = Command::new(PROGRAM)
        .args(["openings", "--count", "5", "--plies", "6"])
        .output()
        .expect("the program starts");
    expect_limits(&String::from_utf8(made.stdout).expect("text"));
}

#[track_caller]
fn expect_limits(text: &str) {
    let lines = text.lines().map(|line| line.trim_start_matches("# makpong: "));
    let mut positions = 0;
    for line in lines.filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.trim_start_matches("makpong: ").split(' ').collect();
        assert_eq!(fields[2], "-", "{line}");
        assert!(fields[3].parse::<u16>().is_ok(), "{line}");
        positions += 1;
    }
    assert!(positions > 0, "no positions in {text}");
}
