//! `sakdi play` with piped input, which is the same as typed input.

mod files;
mod game;
mod talk;

use crate::client::{PROGRAM, wait};
use std::io::{Read, Write};
use std::process::{Command, Stdio};

/// The output of the program for this input. The program must end by itself.
#[track_caller]
fn play(arguments: &[&str], input: &str) -> String {
    play_bytes(arguments, input.as_bytes())
}

#[track_caller]
fn play_bytes(arguments: &[&str], input: &[u8]) -> String {
    let mut child = Command::new(PROGRAM)
        .args(["play", "--time", "0.05", "--men", "ascii"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input).expect("it reads");
    let mut said = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut said).expect("text");
    let mut complaints = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut complaints).expect("text");
    assert!(wait(&mut child).success(), "{said}{complaints}");
    assert_eq!(complaints, "", "{said}");
    said
}

const MATE_IN_ONE: &str = "k7/8/1K6/8/8/8/8/7R w - 32 21 60";

/// Mate with the last move of the count.
const LET_GO: &str = "7k/8/6K1/8/8/8/8/R7 w - 32 31 60";
