//! Pipes and devices in place of files: no option or command waits for them or fills the memory
//! with them.
#![cfg(unix)]

use crate::client::{self, Client, PROGRAM};
use crate::harness::START;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder with a pipe that nobody writes to or reads from.
struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let pipe = folder.path().join("KRMMvK.skt");
        let mode = rustix::fs::Mode::from_raw_mode(0o600);
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, mode).expect("a pipe");
        Self { folder }
    }

    fn pipe(&self) -> PathBuf {
        self.folder.path().join("KRMMvK.skt")
    }
}

#[test]
fn options_that_name_no_file_never_keep_the_engine_from_being_ready() {
    let folder = Folder::new();
    let pipe = folder.pipe();
    let mut client = Client::start();
    for option in ["EvalFile", "BookFile"] {
        for path in [pipe.as_path(), Path::new("/dev/zero"), Path::new("/dev/full")] {
            let lines = client.ask(&format!("setoption name {option} value {}", path.display()));
            let text = lines.join("\n");
            assert!(text.contains("Not a regular file"), "{option} {}: {text}", path.display());
        }
    }
    let tables = folder.folder.path().display();
    let lines = client.ask(&format!("setoption name TablePath value {tables}")).join("\n");
    assert!(lines.contains("Not a regular file") && lines.contains("0 tables"), "{lines}");
    for path in [pipe.as_path(), Path::new("/dev/zero")] {
        let lines = client.ask(&format!("setoption name TablePath value {}", path.display()));
        assert!(lines.join("\n").contains("Not a directory"), "{lines:?}");
    }
    client.ask("setoption name Language value th");
    let lines = client.ask("setoption name EvalFile value /dev/zero").join("\n");
    assert!(lines.contains("ไม่ใช่ไฟล์ธรรมดา"), "{lines}");
}

/// Runs the program, which must end in time. Returns its exit status and standard error.
#[track_caller]
fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let mut child = Command::new(PROGRAM)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let status = client::wait(&mut child);
    let mut stderr = String::new();
    let pipe = child.stderr.as_mut().expect("a pipe");
    pipe.read_to_string(&mut stderr).expect("stderr is text");
    (status.code(), stderr)
}

#[test]
fn commands_read_regular_files_alone() {
    let folder = Folder::new();
    let pipe = folder.pipe();
    let pipe = pipe.to_str().expect("a name in UTF-8");
    let out = folder.folder.path().join("out");
    let out = out.to_str().expect("a name in UTF-8");
    for file in [pipe, "/dev/zero", "/dev/full"] {
        for arguments in [
            &["analyse", file][..],
            &["analyse", "--fen", START, "--resume", "--out", file],
            &["epd", file],
            &["perft", "--suite", file],
            &["book", "build", file, "--out", out],
            &["book", "show", file],
            &["tune", file, "--out", out],
            &["tune", "missing", "--weights", file, "--out", out],
            &["train", file, "--out", out],
            &["selfplay", "--games", "1", "--resume", "--out", file],
            &["match", "--merge", file],
            &[
                "match",
                "--engine",
                "cmd=self name=a st=1",
                "--engine",
                "cmd=self name=b st=1",
                "--openings",
                file,
            ],
        ] {
            let (status, stderr) = run(arguments);
            assert!(status.is_some_and(|status| status != 0), "{arguments:?}: {stderr}");
            assert!(stderr.contains("Not a regular file"), "{arguments:?}: {stderr}");
        }
    }
}

/// The shortest of matches.
const MATCH: &[&str] = &[
    "match",
    "--engine",
    "cmd=self name=a nodes=10",
    "--engine",
    "cmd=self name=b nodes=10",
    "--games",
    "2",
    "--max-moves",
    "2",
];

/// The games and the log of a match may go to devices, but not to a pipe that nobody reads.
#[test]
fn what_a_match_writes_is_not_read_back_from_a_device() {
    let folder = Folder::new();
    let pipe = folder.pipe();
    let pipe = pipe.to_str().expect("a name in UTF-8");
    let play = |more: &[&str]| {
        let mut arguments = MATCH.to_vec();
        arguments.extend(more);
        run(&arguments)
    };
    for more in [
        &["--pgn", "/dev/null"][..],
        &["--pgn", "/dev/null", "--resume"],
        &["--pgn", "/dev/stdout"],
        &["--log", "/dev/null"],
    ] {
        let (status, stderr) = play(more);
        assert_eq!(status, Some(0), "{more:?}: {stderr}");
    }
    for option in ["--pgn", "--log"] {
        let (status, stderr) = play(&[option, "/dev/full"]);
        assert!(status == Some(1) && stderr.contains("No space left"), "{option}: {stderr}");
    }
    for more in [["--pgn", pipe], ["--log", pipe]] {
        let (status, stderr) = play(&more);
        assert_eq!(status, Some(2), "{more:?}: {stderr}");
    }
}

/// `--pgn /dev/stdout` writes the games to standard output.
#[test]
fn games_go_to_standard_output() {
    let output = Command::new(PROGRAM)
        .args(MATCH)
        .args(["--pgn", "/dev/stdout"])
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(text.matches("[Event ").count(), 2, "{text}");
}
