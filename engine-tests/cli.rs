//! The program on the command line.

use crate::client::{Client, PROGRAM, wait_until};
use crate::harness::START;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str]) -> Output {
    Command::new(PROGRAM)
        .args(arguments)
        .stdin(Stdio::null())
        .env_remove("RUST_LOG")
        .output()
        .expect("the program starts")
}

#[track_caller]
fn lines(arguments: &[&str]) -> Vec<String> {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

/// The number of leaves on the last line, which has the same form in every run.
#[track_caller]
fn nodes(lines: &[String]) -> u64 {
    let last = lines.last().expect("a last line");
    let words: Vec<&str> = last.split(' ').collect();
    let ["nodes", nodes, "time_ms", time, "nps", nps] = words.as_slice() else {
        panic!("{last}");
    };
    assert!(time.parse::<u64>().is_ok() && nps.parse::<u64>().is_ok(), "{last}");
    nodes.parse().expect("a number")
}

#[test]
fn perft_counts_leaves() {
    for (depth, leaves) in [("0", 1), ("1", 23), ("2", 529), ("3", 12_012), ("4", 273_026)] {
        assert_eq!(nodes(&lines(&["perft", depth])), leaves, "depth {depth}");
    }
    let makpong = "4rsnr/1s3k2/1pnpMm1p/p1p3p1/2P5/PP1PSPPP/R1S1N3/3KMN1R b - - 0 13";
    assert_eq!(nodes(&lines(&["perft", "4", "--fen", makpong])), 133_894);
    assert_eq!(nodes(&lines(&["perft", "4", "--fen", makpong, "--variant", "makpong"])), 48_089);
}

#[test]
fn threads_and_tables_change_no_count() {
    let fen = "6r1/R2s1k2/4R2p/3n1P2/3p1P2/2Mn3m/5S2/S2K4 b - - 0 33";
    for extra in [
        &["--threads", "2"][..],
        &["--hash", "1"],
        &["--hash", "16", "--threads", "3"],
        &["--threads", "64"],
    ] {
        let arguments = [&["perft", "5", "--fen", fen], extra].concat();
        assert_eq!(nodes(&lines(&arguments)), 38_825_377, "{extra:?}");
    }
}

#[test]
fn divide_shows_every_move() {
    let lines = lines(&["perft", "3", "--divide", "--fen", START]);
    assert_eq!(nodes(&lines), 12_012);
    assert_eq!(lines.len(), 23 + 1);
    let below = lines.iter().filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok());
    assert_eq!(below.sum::<u64>(), 12_012);
    let promotion = "4k3/8/8/P7/8/8/8/4K3 w - - 0 1";
    let lines = self::lines(&["perft", "1", "--divide", "--fen", promotion]);
    assert!(lines.contains(&"a5a6m: 1".to_owned()), "{lines:#?}");
}

fn suite(text: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(text.as_bytes()).expect("room for it");
    file
}

#[test]
fn a_suite_passes_or_fails_line_by_line() {
    let text = format!("# title\n{START};D1 23;D2 529\n# makpong: {START};D3 12012\n");
    let good = suite(&text);
    let path = good.path().to_str().expect("a path");
    let output = lines(&["perft", "--suite", path]);
    assert_eq!(nodes(&output), 23 + 529 + 12_012);
    assert_eq!(output[0], format!("pass makruk {START}"));
    assert_eq!(output[1], format!("pass makpong {START}"));
    assert_eq!(output.len(), 3);
    let output = lines(&["perft", "--suite", path, "--max-nodes", "529"]);
    assert_eq!(nodes(&output), 23 + 529);

    // Some editors write a byte order mark.
    let marked = suite(&format!("\u{feff}{START};D1 23\n"));
    assert_eq!(nodes(&lines(&["perft", "--suite", marked.path().to_str().expect("a path")])), 23);

    let bad = suite(&format!("{START};D1 23;D2 530\n{START};D1 23\n"));
    let output = run(&["perft", "--suite", bad.path().to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.starts_with(&format!("FAIL makruk {START}: depth 2 has 529 leaves, not 530\n")));
    assert!(text.contains(&format!("\npass makruk {START}\n")));
    // What cannot be counted is named before anything is counted.
    for (line, fault) in [
        (format!("{START};D99 1"), "line 2: perft of 99 plies: at most 64 are counted"),
        ("8/8 w - - 0 1;D1 1".to_owned(), "line 2: illegal FEN"),
    ] {
        let bad = suite(&format!("{START};D1 23\n{line}\n"));
        let path = bad.path().to_str().expect("a path");
        let output = run(&["perft", "--suite", path]);
        assert_eq!((output.status.code(), &output.stdout[..]), (Some(2), &b""[..]), "{output:?}");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.starts_with(&format!("sakdi: {path}: {fault}")), "{error}");
    }
}

#[test]
fn the_projects_own_suite_passes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/perft.epd");
    let output = lines(&["perft", "--suite", path, "--max-nodes", "1000000"]);
    assert_eq!(output.len(), 22 + 1);
}

#[test]
fn bench_prints_the_sum_of_its_nodes() {
    let output = lines(&["bench", "5"]);
    let [positions @ .., unit, last] = output.as_slice() else { panic!("{output:#?}") };
    assert!(unit.starts_with("vector unit "), "{unit}");
    let words: Vec<&str> = last.split(' ').collect();
    let [nodes, "nodes", nps, "nps"] = words.as_slice() else { panic!("{last}") };
    assert!(nps.parse::<u64>().is_ok(), "{last}");
    let of_positions = positions.iter().map(|line| {
        let nodes = line.split(' ').nth(1).expect("number, nodes and FEN");
        nodes.parse::<u64>().expect("a number")
    });
    assert_eq!(nodes.parse(), Ok(of_positions.sum::<u64>()), "{output:#?}");
}

#[test]
fn statistics_of_tables_are_aligned_for_people() {
    let expected = [
        "ending  to move  limit  moves left  positions     won %  longest  too late",
        "KRvK    strong      16          14     87,584  100.0000       16     3,080",
        "        weak        16          13    111,972   90.0672       16    28,356",
        "KNPvK   strong       -           -  2,289,622    2.5432       21         -",
        "        weak         -           -  2,562,366    0.5575       20         -",
    ];
    assert_eq!(lines(&["tables", "stats", "KRvK", "KNPvK"]), expected);
}

#[test]
fn statistics_of_tables_are_regular_for_programs() {
    let tsv = lines(&["tables", "stats", "KSMvK", "KMvK", "--mirrors", "--format", "tsv"]);
    let cells: Vec<Vec<&str>> = tsv.iter().map(|line| line.split('\t').collect()).collect();
    assert_eq!(
        cells[0],
        [
            "ending",
            "to_move",
            "limit",
            "moves",
            "positions",
            "won",
            "won_percent",
            "longest",
            "too_late"
        ]
    );
    // The figures of Tudsuan and Thanatipanonda (KMITL, 2026).
    let published =
        ["KSMvK", "strong", "44", "41", "12170304", "10438976", "85.7742", "57", "278040"];
    assert_eq!(cells[1], published);
    assert_eq!(cells[3], ["KMvK", "strong", "64", "62", "213000", "0", "0.0000", "", "0"]);
    assert_eq!(cells.len(), 5);
    let json = lines(&["tables", "stats", "KSvK", "--format", "json"]).join("\n");
    let start =
        "[\n  {\"ending\": \"KSvK\", \"to_move\": \"strong\", \"limit\": 44, \"moves\": 42, ";
    assert!(json.starts_with(start), "{json}");
    assert!(json.contains("\"won_in\": [0, ") && json.ends_with("]}\n]"), "{json}");
}

#[test]
fn bad_input_is_named_on_one_line() {
    let broken = suite("4k3/8 w;D1 3\n");
    let broken = broken.path().to_str().expect("a path");
    let unreadable = suite("no counts here\n");
    let unreadable = unreadable.path().to_str().expect("a path");
    let empty = suite("# nothing\n");
    let empty = empty.path().to_str().expect("a path");
    let deep = suite("8/8/4k3/8/8/4K3/3R4/8 b - 32 6 60;D1200 3\n");
    let deep = deep.path().to_str().expect("a path");
    for (arguments, fault) in [
        (
            &["perft", "3", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"][..],
            "illegal FEN: White has 0 khun",
        ),
        (&["perft", "3", "--fen", ""], "illegal FEN: the FEN is empty"),
        (&["perft", "--suite", "/no/such/file"], "cannot read /no/such/file"),
        (&["perft", "--suite", broken], "line 1: illegal FEN: the board has 2 ranks"),
        (&["perft", "--suite", unreadable], "line 1: no counts"),
        (&["perft", "--suite", empty], ": no positions in it"),
        (&["perft", "2000"], "perft of 2000 plies: at most 64 are counted"),
        (&["perft", "65", "--divide"], "perft of 65 plies"),
        (&["perft", "--suite", deep], "perft of 1200 plies"),
        (
            &["puzzles", "rate", "/no/file", "--seed", "18446744073709551615", "--tries", "2"],
            "the seeds of so many tries leave 64 bits",
        ),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let stderr = String::from_utf8(output.stderr).expect("text");
        assert_eq!(stderr.lines().count(), 1, "{arguments:?}: {stderr}");
        assert!(stderr.contains(fault), "{arguments:?}: {stderr}");
    }
}

#[test]
fn bad_usage_has_its_own_status() {
    for arguments in [
        &["perft"][..],
        &["perft", "-1"],
        &["perft", "x"],
        &["perft", "3", "--threads", "0"],
        &["perft", "3", "--hash", "many"],
        &["perft", "3", "--variant", "chess"],
        &["perft", "3", "--suite", "file"],
        &["bench", "0"],
        &["tables", "verify", "KRvK", "--samples", "0"],
        &["tune", "games.skd", "--weights", "w.rs", "--out", "new.rs", "--threads", "1025"],
        &["no-such-command"],
        &["play", "--level", "21"],
        &["play", "--level", "-3"],
        &["--no-such-option"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{arguments:?}");
    }
    assert!(run(&["--help"]).status.success());
    assert!(run(&["--version"]).stdout.starts_with(b"sakdi "));
}

#[test]
fn help_is_a_command_too() {
    assert_eq!(lines(&["help"]), lines(&["--help"]));
    assert_eq!(lines(&["help", "perft"]), lines(&["perft", "--help"]));
    assert_eq!(lines(&["help", "tables", "build"]), lines(&["tables", "build", "--help"]));
}

#[test]
fn a_count_that_is_asked_for_is_for_games_with_people() {
    let fen = "8/8/4k3/8/8/4K3/3R4/8 b - 32 6 60";
    let engines = ["--engine", "cmd=self nodes=1", "--engine", "cmd=self nodes=1"];
    for arguments in [
        &["epd", "suite.epd"][..],
        &[&["match"][..], &engines].concat(),
        &["selfplay", "--out", "/no/such/shard", "--games", "1"],
        &["tables", "probe", "--fen", fen],
    ] {
        let output = run(&[arguments, &["--counting", "claimed"]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        let stderr = String::from_utf8(output.stderr).expect("text");
        let fault = "nobody asks for a count here: expected position, weaker, nobody, makruk";
        assert!(stderr.contains(fault), "{arguments:?}: {stderr}");
        for wrong in [["--counting", "loud"], ["--count-limit", "lowest"]] {
            let output = run(&[arguments, &wrong].concat());
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        }
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = Command::new(PROGRAM)
        .args(["perft", "4", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{output:?}");
}

/// Whether a check passed is not known when its output was closed before.
#[test]
fn a_check_without_a_reader_does_not_pass() {
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/mates.epd");
    for arguments in [&["epd", suite, "--nodes", "1"][..], &["tables", "verify", "KRvK"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = Command::new(PROGRAM).args(arguments).stdout(writer).output();
        let output = output.expect("the program runs");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {output:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

/// Regression: the program was killed by its own panic.
#[test]
fn remarks_that_nobody_reads_end_no_command() {
    let broken = || {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        writer
    };
    let status = Command::new(PROGRAM).args(["board", "--fen", "x"]).stderr(broken()).status();
    assert_eq!(status.expect("the program runs").code(), Some(2));
    let openings = ["openings", "--plies", "2", "--count", "1", "--nodes", "10", "--max-cp", "900"];
    let output = Command::new(PROGRAM).args(openings).stderr(broken()).output();
    let output = output.expect("the program runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(!output.stdout.is_empty());
}

/// The stacks of so many threads do not fit into the memory that the system allows.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_started_are_missed_and_not_fatal() {
    let script = "ulimit -v 1500000; exec \"$0\"";
    let mut client = Client::run(Command::new("sh").args(["-c", script, PROGRAM]));
    for threads in [256, 2, 256] {
        let said = client.ask(&format!("setoption name Threads value {threads}"));
        let is_less = said.iter().any(|line| line.ends_with(" of 256 threads"));
        assert_eq!(is_less, threads == 256, "{said:#?}");
        client.go("go nodes 3000");
        client.send("go perft 3");
        client.lines_until(|line| line == "Nodes searched: 12012");
        client.ask("ucinewgame");
        client.go("go nodes 3000");
    }
    client.send("quit");
    let (status, stderr) = client.wait();
    assert_eq!((status.code(), stderr.as_str()), (Some(0), ""));
}

/// A new transposition table does not need memory beside the old one, and one that does not fit changes nothing.
#[cfg(target_os = "linux")]
#[test]
fn a_hash_of_most_of_the_memory_can_be_resized() {
    let script = "ulimit -v 800000; exec \"$0\"";
    let mut client = Client::run(Command::new("sh").args(["-c", script, PROGRAM]));
    for mib in [400, 401, 400, 400] {
        let said = client.ask(&format!("setoption name Hash value {mib}"));
        assert!(said.is_empty(), "{mib}: {said:#?}");
    }
    let said = client.ask("setoption name Hash value 2000");
    assert!(said[0].starts_with("info string Hash stays as it was: "), "{said:#?}");
    client.go("go nodes 3000");
}

/// `nohup` ignores SIGHUP, so that a match outlives the terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_match_leaves_an_ignored_hangup_ignored() {
    let engine = ["--engine", "cmd=self", "nodes=1000000000"];
    let mut child = Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$@\"", "sh", PROGRAM, "match"])
        .args(engine.iter().chain(&engine))
        .args(["--games", "2"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let signals = |field: &str| {
        let text = std::fs::read_to_string(&status).expect("the state of a process");
        let set = text.lines().find_map(|line| line.strip_prefix(field)).expect("a set of signals");
        u64::from_str_radix(set.trim(), 16).expect("a set of signals")
    };
    const HANGUP: u64 = 1;
    const INTERRUPT: u64 = 2;
    wait_until("an interrupt is caught", || signals("SigCgt:") & INTERRUPT != 0);
    let (caught, ignored) = (signals("SigCgt:"), signals("SigIgn:"));
    child.kill().expect("the program runs");
    child.wait().expect("the program ends");
    assert_eq!((caught & HANGUP, ignored & HANGUP), (0, HANGUP));
}
