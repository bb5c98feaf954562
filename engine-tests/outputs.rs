//! Files that commands write: one run at a time writes a file, and no command writes over a file that it
//! reads or writes already.

use crate::client::{self, PROGRAM};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.current_dir(&self.0).args(arguments).stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program starts")
    }

    /// A run that has reserved `output`, and waits for games on its standard input.
    fn holder(&self, output: &str) -> Child {
        fs::write(self.path("empty"), "").expect("room");
        let mut command = self.command(&["analyse", "empty", "-", "--out", output]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        // It says so when it has the lock; the lock file alone is there a moment before.
        let mut said = String::new();
        let stderr = child.stderr.take().expect("a pipe");
        BufReader::new(stderr).read_line(&mut said).expect("text");
        assert_eq!(said, "sakdi: empty: no games in it\n");
        child
    }
}

fn lock_of(output: &Path) -> PathBuf {
    let name = output.file_name().expect("a name").to_string_lossy();
    output.with_file_name(format!(".{name}.lock"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const MATCH: [&str; 5] =
    ["match", "--engine", "cmd=self name=A nodes=1", "--engine", "cmd=self name=B nodes=1"];

/// Every command that works for a while refuses at once to write what another run writes.
#[test]
fn a_file_is_written_by_one_run_at_a_time() {
    let folder = Folder::new();
    fs::write(folder.path("empty"), "").expect("room");
    let shared = [&MATCH[..4], &["cmd=self name=B nodes=1 stderr=held"]].concat();
    let with = |more: &[&'static str]| [&MATCH[..], more].concat();
    let commands: Vec<Vec<&str>> = vec![
        vec!["analyse", "none", "--out", "held"],
        vec!["analyse", "none", "--out", "held", "--resume"],
        vec!["analyse", "none", "--html", "held"],
        vec!["analyse", "none", "--json", "held"],
        vec!["analyse", "none", "--csv", "held"],
        vec!["board", "--svg", "held"],
        vec!["puzzles", "mine", "none", "--out", "held"],
        vec!["puzzles", "mine", "none", "--out", "held", "--resume"],
        vec!["puzzles", "mine", "none", "--out", "x", "--pgn", "held"],
        vec!["puzzles", "mine", "none", "--out", "x", "--json", "held"],
        vec!["puzzles", "grade", "none", "--out", "held"],
        with(&["--pgn", "held"]),
        with(&["--pgn", "held", "--resume"]),
        with(&["--json", "held"]),
        with(&["--log", "held"]),
        shared,
        vec!["match", "--merge", "none", "--json", "held"],
        vec!["book", "build", "none", "--out", "held"],
        vec!["openings", "--out", "held"],
        vec!["selfplay", "--games", "1", "--out", "held"],
        vec!["selfplay", "--games", "1", "--out", "held", "--resume"],
        vec!["shards", "merge", "none", "--out", "held"],
        vec!["shards", "rescore", "empty", "--out", "held", "--count", "1", "--nodes", "1"],
        vec!["tune", "none", "--out", "held"],
        vec!["train", "none", "--out", "held"],
        vec!["train", "none", "--out", "x", "--float", "held"],
        vec!["train", "none", "--out", "x", "--checkpoint", "held"],
        vec!["train", "none", "--out", "x", "--checkpoint", "held", "--resume"],
    ];
    let mut holder = folder.holder("held");
    for arguments in &commands {
        let output = folder.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        let error = text(&output.stderr);
        assert_eq!(error, "sakdi: another run writes to held\n", "{arguments:?}");
    }
    let thai = folder.run(&["analyse", "none", "--out", "held", "--language", "th"]);
    assert_eq!(text(&thai.stderr), "sakdi: โปรแกรมอื่นกำลังเขียน held อยู่\n");
    let play = folder.run(&["play", "--pgn", "held"]);
    assert_eq!(play.status.code(), Some(2), "{play:?}");
    assert!(text(&play.stderr).contains("held: Another program uses it"), "{play:?}");
    // The lock ends with its owner, even if that is killed.
    holder.kill().expect("it runs");
    holder.wait().expect("it ends");
    let board = ["board", "--svg", "held"];
    assert!(folder.run(&board).status.success());
    assert!(!lock_of(&folder.path("held")).exists());

    let mut holder = folder.holder("other");
    // An orderly end leaves nothing.
    drop(holder.stdin.take());
    client::wait(&mut holder);
    let mut left: Vec<_> = fs::read_dir(&folder.0).expect("a folder").collect();
    left.retain(|entry| entry.as_ref().is_ok_and(|entry| entry.file_name() != "held"));
    assert_eq!(left.len(), 1, "{left:?}");
}

/// The standard error of an engine goes to no file that the match reads or writes.
#[test]
fn files_of_a_match_are_different_ones() {
    let folder = Folder::new();
    let lines = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1\n";
    fs::write(folder.path("openings.epd"), lines).expect("room");
    fs::write(folder.path("engine"), "#!/bin/sh\n").expect("room");
    for (engine, more, complaint) in [
        (
            "cmd=self stderr=openings.epd",
            &["--openings", "openings.epd"][..],
            "openings.epd is read",
        ),
        ("cmd=self stderr=./x", &["--pgn", "x"], "x is given twice"),
        ("cmd=self stderr=x", &["--json", "x"], "x is given twice"),
        ("cmd=self stderr=x", &["--log", "x"], "x is given twice"),
        ("cmd=self stderr=x", &["--ledger", "x", "--change", "y"], "x is given twice"),
        ("cmd=./engine", &["--json", "engine"], "engine is read"),
        ("cmd=./engine stderr=engine", &[], "engine is read"),
    ] {
        let engine = format!("{engine} name=C nodes=1");
        let output = folder.run(&[&MATCH[..3], &["--engine", &engine], more].concat());
        assert_eq!(output.status.code(), Some(2), "{engine} {more:?}: {output:?}");
        assert!(text(&output.stderr).contains(complaint), "{engine} {more:?}: {output:?}");
    }
    assert_eq!(fs::read_to_string(folder.path("openings.epd")).expect("text"), lines);
    // Two engines may share a file.
    let both = ["--each", "nodes=1", "stderr=errors", "--games", "2", "--max-moves", "1"];
    let output = folder.run(&[&MATCH[..], &both].concat());
    assert!(output.status.success(), "{output:?}");
}

/// What an interrupted run has found is there, and `--resume` continues it.
#[test]
fn openings_are_written_one_by_one_and_continued() {
    let folder = Folder::new();
    let settings =
        ["openings", "--plies", "6", "--count", "12", "--max-cp", "60", "--nodes", "200", "--out"];
    let run = |name: &str, more: &[&str]| folder.run(&[&settings[..], &[name], more].concat());
    let output = run("whole", &[]);
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    let whole = fs::read_to_string(folder.path("whole")).expect("openings");
    let printed = folder.run(&settings[..settings.len() - 1]);
    assert_eq!((text(&printed.stdout), &printed.stderr), (whole.clone(), &output.stderr));
    assert_eq!(whole.lines().count(), 2 + 12);
    let ends: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at + 1).collect();
    // After the head, after some openings, within a line, and at the end.
    for length in [0, ends[1], ends[2], ends[6], ends[6] + 9, ends[12] - 1, whole.len()] {
        fs::write(folder.path("part"), &whole[..length]).expect("room");
        let output = run("part", &["--resume"]);
        assert!(output.status.success(), "{length}: {output:?}");
        assert_eq!(fs::read_to_string(folder.path("part")).expect("openings"), whole, "{length}");
    }
    // Neither another file nor one of other settings is continued.
    assert_eq!(run("whole", &[]).status.code(), Some(2));
    for (found, complaint) in [
        (whole.replace("--seed 1", "--seed 2"), "a run with other settings wrote it"),
        (whole.replacen(" w ", " b ", 1), "its openings are not those of these settings"),
        (whole.replacen(" w ", " x ", 1), "line 3: "),
    ] {
        fs::write(folder.path("part"), &found).expect("room");
        let output = run("part", &["--resume"]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(text(&output.stderr).contains(&format!("part: {complaint}")), "{output:?}");
        assert_eq!(fs::read_to_string(folder.path("part")).expect("openings"), found);
    }
}

#[cfg(unix)]
#[test]
fn interrupted_openings_stay() {
    use std::io::{BufRead, BufReader, Read};
    let folder = Folder::new();
    // More than can be found.
    let endless = ["openings", "--count", "1000000", "--max-cp", "900", "--nodes", "100"];
    let mut command = folder.command(&endless);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut found = String::new();
    while found.lines().count() < 8 {
        assert!(reader.read_line(&mut found).expect("text") > 0, "{found}");
    }
    client::interrupt(&child);
    reader.read_to_string(&mut found).expect("text");
    let output = child.wait_with_output().expect("it ends");
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{error}");
    let openings = found.lines().filter(|line| !line.starts_with('#')).count();
    assert!(found.ends_with('\n') && error.starts_with(&format!("openings {openings} sha256 ")));
    assert!(
        error.contains(&format!("interrupted after {openings} of 1000000 openings")),
        "{error}"
    );
}

/// The games that were finished stay, nothing else does, and `--resume` continues them.
#[cfg(unix)]
#[test]
fn interrupted_self_play_is_continued() {
    let folder = Folder::new();
    let endless = ["selfplay", "--nodes", "50", "--out", "games", "--games", "1000000"];
    let mut command = folder.command(&endless);
    let child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let played = || fs::metadata(folder.path("games")).is_ok_and(|there| there.len() > 0);
    client::wait_until("a game is written", played);
    client::interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert_eq!(text(&output.stderr), "sakdi: interrupted, continue with --resume\n");
    let games = text(&output.stdout).split(' ').nth(1).and_then(|games| games.parse().ok());
    let games: u32 = games.expect("the number of games");
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 1);
    let more = (games + 1).to_string();
    let output = folder.run(&[&endless[..6], &[&more, "--resume"]].concat());
    assert!(text(&output.stdout).starts_with(&format!("already there: {games} games\ngames 1 ")));
}
