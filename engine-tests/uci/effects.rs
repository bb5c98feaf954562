//! What clocks and options change: whose clock counts, and what an option that takes a number does
//! with it.

use crate::client::{Client, Info, facts, wait_until};
use std::time::{Duration, Instant};

/// Time in which a move on a clock of 200 ms is made, also on a busy machine. A search by a clock of
/// a hundred hours takes longer.
const SOON: Duration = Duration::from_secs(60);

#[test]
fn a_side_plays_by_its_own_clock() {
    let mut client = Client::start();
    for (position, go) in [
        ("startpos", "wtime 200 btime 360000000"),
        ("startpos", "wtime 30000 btime 30000 winc 0 binc 36000000"),
        ("startpos moves e3e4", "wtime 360000000 btime 200"),
        ("startpos moves e3e4", "wtime 30000 btime 30000 winc 36000000 binc 0"),
    ] {
        client.send("ucinewgame");
        client.send(&format!("position {position}"));
        let start = Instant::now();
        client.go(&format!("go {go}"));
        assert!(start.elapsed() < SOON, "{position}, {go}: {:?}", start.elapsed());
    }
}

#[test]
fn a_time_for_the_move_is_used_to_the_end() {
    let mut client = Client::start();
    client.ask("position startpos");
    let start = Instant::now();
    client.go("go movetime 500");
    let elapsed = start.elapsed();
    assert!((Duration::from_millis(450)..SOON).contains(&elapsed), "{elapsed:?}");
}

#[test]
fn the_overhead_is_left_on_the_clock() {
    let mut client = Client::start();
    client.ask("setoption name Move Overhead value 10000");
    // Nothing is left for the last move before a new time control, which may take nearly all the time.
    let lines = client.go("go wtime 10000 btime 10000 movestogo 1");
    let depths = lines.iter().filter_map(|line| line.strip_prefix("info depth "));
    let deepest = depths.filter_map(|rest| rest.split(' ').next()?.parse().ok()).max();
    assert!(deepest.is_some_and(|depth: u32| depth <= 2), "{lines:#?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_search_has_the_number_of_threads_that_is_set() {
    let mut client = Client::start();
    let tasks = format!("/proc/{}/task", client.id());
    let tasks = || std::fs::read_dir(&tasks).expect("a process").count();
    let mut alone = None;
    for threads in [1, 4, 2, 1] {
        client.ask(&format!("setoption name Threads value {threads}"));
        client.send("go infinite");
        client.lines_until(|line| line.starts_with("info depth 5 "));
        let expected = *alone.get_or_insert_with(tasks) + threads - 1;
        // Those of the search before need a moment to end.
        wait_until(&format!("{threads} threads"), || tasks() == expected);
        client.send("stop");
        client.lines_until(crate::client::is_answer);
    }
}

#[test]
fn a_larger_table_is_filled_less() {
    let mut client = Client::start();
    let mut filled = |mebibytes: u32| {
        client.ask(&format!("setoption name Hash value {mebibytes}"));
        let lines = facts(client.go("go nodes 100000"));
        Info::parse(&lines[lines.len() - 2]).numbers["hashfull"]
    };
    let (small, large) = (filled(1), filled(64));
    assert!(small > 10 * large && large < 50, "{small} and {large} per mille");
}
