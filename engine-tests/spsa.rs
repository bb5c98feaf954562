//! Tuning the constants of the search by games. Builds without the feature `tuning` must report that
//! they have none.

use crate::client::PROGRAM;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn spsa(arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.arg("spsa").args(arguments).stdin(Stdio::null()).env_remove("RUST_LOG");
    command.output().expect("the program starts")
}

#[track_caller]
fn refused(arguments: &[&str], expected: &str) {
    let output = spsa(arguments);
    let error = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(error.contains(expected) && error.lines().count() == 1, "{arguments:?}: {error}");
}

#[cfg_attr(feature = "tuning", ignore = "this build has tunable constants")]
#[test]
fn a_build_without_tunable_constants_reports_it() {
    let expected = "sakdi: this build has no tunable options: cargo build --release --features";
    refused(&[], expected);
    refused(&["--openings", "none.epd", "--iterations", "2"], expected);
}

#[cfg_attr(not(feature = "tuning"), ignore = "needs --features tuning")]
#[test]
fn a_run_is_the_same_when_resumed_and_with_more_concurrency() {
    let folder = tempfile::tempdir().expect("a folder");
    let openings = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/uneven.epd");
    let openings = openings.to_str().expect("a path");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    let (whole, parts) = (path("whole"), path("parts"));
    let run = |state: &str, extra: &[&str]| {
        let common = ["--openings", openings, "--state", state, "--nodes", "50", "--rate", "0.1"];
        let games = ["--pairs", "2", "--max-moves", "60", "--hash", "1", "--param", "lmr_base"];
        let more = ["--param", "futility_margin=90", "--resume"];
        spsa(&[&common[..], &games, &more, extra].concat())
    };
    let text = |output: Output| {
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let read = |path: &str| std::fs::read_to_string(path).expect("a state");
    text(run(&whole, &["--iterations", "1", "--concurrency", "1"]));
    let told = text(run(&whole, &["--iterations", "3", "--concurrency", "1"]));
    for iterations in ["1", "2", "3"] {
        text(run(&parts, &["--iterations", iterations, "--concurrency", "2"]));
    }
    assert_eq!(read(&whole), read(&parts));
    assert!(told.starts_with("3 iterations, 12 games: +"), "{told}");
    let margin = told.lines().find(|line| line.starts_with("futility_margin ")).expect("a line");
    // After its default.
    assert_eq!(margin.split_whitespace().nth(2), Some("90"), "{told}");
    let last = told.lines().last().expect("a line");
    assert!(last.starts_with("    lmr_base = ") && last.ends_with(", 0, 150, 10;"), "{told}");
    // The results are printed again, and no game is played.
    assert_eq!(text(run(&whole, &["--iterations", "2"])), told);

    refused(&["--openings", openings, "--state", &whole], "give --resume");
    refused(
        &["--openings", openings, "--state", &whole, "--resume"],
        "with other settings: pairs 2",
    );
    refused(&["--openings", openings, "--param", "lmr"], "there is no such constant");
    refused(&["--openings", openings, "--param", "lmr_base=900"], "from 0 to 150");
    std::fs::write(&whole, read(&whole).replace("iterations 3", "iterations 2")).expect("written");
    refused(&["--openings", openings, "--state", &whole, "--resume"], "a damaged state");
}
