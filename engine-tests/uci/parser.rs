//! Arbitrary input to the UCI parser: no panic, no hang.

use crate::client::{Client, PATIENCE, PROGRAM, wait};
use proptest::prelude::*;
use sakdi_uci::{Command, serve};
use std::io::{self, Cursor, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;

/// Valid lines, which still do something when mangled a little. Searches are short and tables
/// small.
const LINES: [&str; 24] = [
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "position startpos",
    "position startpos moves e3e4 d6d5 e4d5 e6d5",
    "position fen 8/8/4k3/8/8/4K3/3R4/8 b - 32 6 60 moves e6e5 d2d1",
    "position fen r1smksn1/3n3r/1pppppp1/p7/1P2P3/P1PP1PSP/1S6/RN1KM1NR w - - 0 7",
    "position fen 4k3/8/2m~5/8/5P2/8/3M~4/4K3 w - 128 3 60 moves f4f5",
    "position fen R3k3/8/4K3/8/8/8/8/8 b - 32 8 60",
    "go depth 2",
    "go nodes 200 searchmoves e3e4 a3a4",
    "go wtime 20 btime 20 winc 1 binc 1 movestogo 2",
    "go movetime 5",
    "go infinite",
    "go ponder mate 2",
    "go perft 2",
    "setoption name UCI_Variant value makpong",
    "setoption name CountingRule value thai-strict",
    "setoption name MultiPV value 3",
    "setoption name Clear Hash",
];

/// A small change to a text.
#[derive(Clone, Debug)]
enum Damage {
    Insert(char),
    Remove,
    Truncate,
    Repeat,
    SwapWords,
}

fn damage() -> impl Strategy<Value = (Damage, prop::sample::Index)> {
    let kind = prop_oneof![
        any::<char>().prop_map(Damage::Insert),
        Just(Damage::Remove),
        Just(Damage::Truncate),
        Just(Damage::Repeat),
        Just(Damage::SwapWords),
    ];
    (kind, any::<prop::sample::Index>())
}

fn mangle(line: &str, damages: &[(Damage, prop::sample::Index)]) -> String {
    let mut letters: Vec<char> = line.chars().collect();
    for (damage, place) in damages {
        let at = place.index(letters.len() + 1);
        match damage {
            Damage::Insert(letter) => letters.insert(at, *letter),
            Damage::Remove if at < letters.len() => drop(letters.remove(at)),
            Damage::Remove => {}
            Damage::Truncate => letters.truncate(at),
            Damage::Repeat => {
                let tail = letters[at..].to_vec();
                letters.extend(tail);
            }
            Damage::SwapWords => {
                let text: String = letters.iter().collect();
                let mut words: Vec<&str> = text.split(' ').collect();
                let other = place.index(words.len());
                words.swap(0, other);
                letters = words.join(" ").chars().collect();
            }
        }
    }
    let line: String = letters.into_iter().collect();
    match sakdi_uci::parse(&line) {
        // A perft is allowed to finish; an endless one would be no error of the parser.
        Ok(Some(Command::Perft(depth))) if depth > 3 => "go perft 3".to_owned(),
        _ => line,
    }
}

fn mangled_lines() -> impl Strategy<Value = Vec<String>> {
    let line = (prop::sample::select(&LINES[..]), prop::collection::vec(damage(), 0..4))
        .prop_map(|(line, damages)| mangle(line, &damages));
    prop::collection::vec(line, 0..12)
}

/// Serves a whole input in this process and waits for the end.
fn serve_all(input: Vec<u8>) {
    let (sender, done) = mpsc::channel();
    let reader = thread::spawn(move || {
        serve(Cursor::new(input), io::sink());
        drop(sender);
    });
    let waited = done.recv_timeout(PATIENCE);
    assert_ne!(waited, Err(mpsc::RecvTimeoutError::Timeout), "the reader hangs");
    reader.join().expect("the reader did not panic");
    let _: Result<(), _> = waited;
}

/// The same with the program behind pipes.
fn run_all(input: Vec<u8>) {
    let mut child = std::process::Command::new(PROGRAM)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The program may end on a `quit` before it has read everything.
    let _ = stdin.write_all(&input);
    drop(stdin);
    assert_eq!(wait(&mut child).code(), Some(0));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..Default::default() })]

    #[test]
    fn arbitrary_bytes_do_no_harm(input in prop::collection::vec(any::<u8>(), 0..2000)) {
        serve_all(input);
    }

    #[test]
    fn mangled_lines_do_no_harm(lines in mangled_lines()) {
        serve_all(lines.join("\n").into_bytes());
    }

    #[test]
    fn parsing_never_panics(line in any::<String>()) {
        let _: Result<Option<Command>, _> = sakdi_uci::parse(&line);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..Default::default() })]

    #[test]
    fn the_program_survives_what_the_reader_does(
        lines in mangled_lines(),
        bytes in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let mut input = lines.join("\r\n").into_bytes();
        input.extend(bytes);
        run_all(input);
    }
}

#[test]
fn a_line_may_be_very_long() {
    let mut client = Client::start();
    client.send(&"x".repeat(3_000_000));
    assert!(client.line().starts_with("info string unknown command 'xxx"));
    client.send(&format!("position startpos moves {}", "zz ".repeat(500_000)));
    assert!(client.line().starts_with("info string move 1 of the list: "));
    assert_eq!(client.ask(""), [] as [&str; 0]);
}
