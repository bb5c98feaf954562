//! Names from outside cannot control the terminal: neither those of files, nor those in them.
#![cfg(unix)]

use crate::client::PROGRAM;
use std::fs;
use std::process::{Command, Output, Stdio};

/// Red letters, a title for the window, and letters from right to left.
const NAME: &str = "x\u{1b}[31m\u{1b}]0;title\u{7}\u{9b}2J\u{202e}\r.pgn";

/// The characters of `NAME` that must not be shown.
fn is_unsafe(letter: char) -> bool {
    letter.is_control() && letter != '\n' || letter == '\u{202e}'
}

#[track_caller]
fn check(what: &[&str], output: &Output) -> String {
    let said = [&output.stdout[..], &output.stderr[..]].concat();
    let said = String::from_utf8(said).expect("text");
    assert!(!said.contains(is_unsafe), "{what:?}: {said:?}");
    said
}

fn run(folder: &tempfile::TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    command.output().expect("the program starts")
}

#[test]
fn names_of_files_are_escaped() {
    let folder = tempfile::tempdir().expect("a folder");
    let there = format!("there-{NAME}");
    fs::write(folder.path().join(&there), "nothing of use").expect("room");
    let tables = format!("tables-{NAME}");
    fs::create_dir(folder.path().join(&tables)).expect("room");
    fs::write(folder.path().join(&tables).join("KRvKN.skt"), "no table").expect("room");
    let engine = format!("cmd='{NAME}' nodes=1");
    let good = "cmd=self nodes=1";
    for file in [NAME, there.as_str()] {
        for arguments in [
            &["analyse", file][..],
            &["analyse", file, "--language", "th"],
            &["analyse", "--fen", file],
            &["analyse", "-", "--out", file],
            &["epd", file],
            &["perft", "--suite", file],
            &["puzzles", "verify", file],
            &["puzzles", "solve", file],
            &["puzzles", "mine", file, "--out", file],
            &["ledger", file],
            &["book", "build", file, "--out", "x"],
            &["book", "show", file],
            &["selfplay", "--games", "0", "--out", file],
            &["shards", "merge", file, "--out", "x"],
            &["openings", "--from", file, "--max-cp", "9"],
            &["openings", "--to-pgn", file],
            &["tune", "--weights", file, "--out", "x", file],
            &["train", file, "--out", "x"],
            &["loss", "--net", file, file],
            &["play", "--pgn", &there],
            &["match", "--merge", file],
            &["match", "--engine", good, "--engine", good, "--openings", &format!("'{file}'")],
            &["match", "--engine", good, "--engine", &engine],
            &["match", "--engine", good, "--engine", file],
            &["match", "--engine", good, "--engine", good, "--resign", file],
            &["tables", "build", "KRvKN", "--dir", &tables],
            &["tables", "probe", "--dir", &tables, "--fen", file],
            &["tables", "verify", "--dir", file, "KRvK"],
            // Faults that the parser of the command line finds.
            &["perft", file],
            &[file],
            &["board", "--variant", file],
        ] {
            let output = run(&folder, arguments);
            assert_ne!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
            let said = check(arguments, &output);
            assert!(said.contains(r"\u{1b}") || !said.contains("[31m"), "{arguments:?}: {said}");
        }
    }
}

#[test]
fn names_in_files_are_cleaned() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = NAME.replace('\u{7}', "");
    let game = format!("[White \"{name}\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. d4 d5 1-0\n");
    fs::write(folder.path().join("game.pgn"), game).expect("room");
    let arguments = ["analyse", "game.pgn", "--nodes", "10", "--csv", "game.csv"];
    let said = check(&arguments, &run(&folder, &arguments));
    assert!(said.contains("x [31m ]0;title 2J"), "{said}");

    // A line of a ledger, as JSON writes such names.
    let ledger = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/ledger.jsonl");
    let ledger = fs::read_to_string(ledger).expect("a ledger");
    let line = ledger.lines().next().expect("a line");
    let escapes = r#""change":"\u001b[31m\u001b]0;t\u0007 \u202e"#;
    let line = line.replacen("\"change\":\"", escapes, 1);
    fs::write(folder.path().join("ledger.jsonl"), line + "\n").expect("room");
    let output = run(&folder, &["ledger", "ledger.jsonl"]);
    assert!(output.status.success(), "{output:?}");
    check(&["ledger"], &output);

    // An engine that names itself so.
    let script = format!(
        "while read -r line; do case \"$line\" in\n\
         uci) printf 'id name {name}\\nuciok\\n';;\nisready) echo readyok;;\ngo*) echo bestmove none;;\nquit) exit;;\nesac; done\n"
    );
    fs::write(folder.path().join("engine.sh"), script).expect("room");
    let engine = "cmd=/bin/sh arg=engine.sh st=1";
    let arguments = [
        "match",
        "--engine",
        engine,
        "--engine",
        "cmd=self nodes=1",
        "--games",
        "2",
        "--max-moves",
        "1",
    ];
    let said = check(&arguments, &run(&folder, &arguments));
    assert!(said.contains("x [31m ]0;title"), "{said}");
}

/// Spreadsheets compute what begins like a formula.
#[test]
fn names_of_files_are_no_formulas() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["=1+1.pgn", "+1.pgn", "@x.pgn"] {
        fs::write(folder.path().join(name), "1. d4 d5 *\n").expect("room");
        let arguments = ["analyse", name, "--nodes", "10", "--csv", "games.csv"];
        let output = run(&folder, &arguments);
        assert!(output.status.success(), "{output:?}");
        let table = fs::read_to_string(folder.path().join("games.csv")).expect("a table");
        let row = table.lines().nth(1).expect("a row");
        assert!(row.starts_with(&format!("'{name},1,1,white,")), "{row}");
        fs::remove_file(folder.path().join("games.csv")).expect("it is there");
    }
}
