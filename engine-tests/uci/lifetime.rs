//! How the process ends.

use crate::client::{Client, PROGRAM, is_answer, wait};
use std::process::{Command, Stdio};

/// Commands after which the engine has to end, although they take longer than anybody waits.
const STATES: [&str; 5] = [
    "isready",
    "go infinite",
    "go ponder wtime 1000 btime 1000",
    "go movetime 1000000",
    "go perft 12",
];

#[test]
fn quit_ends_the_process_at_any_time() {
    for state in STATES {
        let mut client = Client::start();
        client.send(state);
        client.ask("");
        client.send("quit");
        let (status, stderr) = client.wait();
        assert_eq!((status.code(), stderr.as_str()), (Some(0), ""), "{state}");
    }
}

#[test]
fn the_end_of_input_ends_the_process_at_any_time() {
    for state in STATES {
        let mut client = Client::start();
        client.send(state);
        client.ask("");
        client.close_input();
        let (status, stderr) = client.wait();
        assert_eq!((status.code(), stderr.as_str()), (Some(0), ""), "{state}");
    }
}

#[test]
fn a_last_line_without_its_end_is_obeyed() {
    let mut client = Client::start();
    client.send_bytes(b"go depth 1000000\nuci");
    client.close_input();
    let lines = client.lines_until(is_answer);
    assert!(lines.iter().any(|line| line == "uciok"));
    assert_eq!(client.wait().0.code(), Some(0));
}

#[test]
fn perft_may_be_piped_in() {
    let mut client = Client::start();
    client.send("go perft 3\nquit");
    client.lines_until(|line| line == "Nodes searched: 12012");
    assert_eq!(client.wait().0.code(), Some(0));
}

#[test]
fn the_state_of_the_count_does_not_end_a_search() {
    let mut client = Client::start();
    client.send("go infinite");
    let lines = client.ask("count status");
    assert!(lines.iter().any(|line| line.starts_with("info string no count runs")), "{lines:#?}");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:#?}");
    client.send("stop");
    client.lines_until(|line| line.starts_with("bestmove"));
}

#[test]
fn a_closed_output_ends_the_process() {
    for command in ["go infinite", "uci", "d"] {
        let mut child = Command::new(PROGRAM)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // The reader closes its pipe; the writer stays open.
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("a pipe");
        std::io::Write::write_all(&mut stdin, format!("{command}\n").as_bytes()).expect("a reader");
        assert_eq!(wait(&mut child).code(), Some(0), "{command}");
        drop(stdin);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_a_failure() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
    let mut child = Command::new(PROGRAM)
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut stdin, b"uci\n").expect("a reader");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stderr, b"sakdi: No space left on device\n");
}

#[cfg(unix)]
#[test]
fn a_termination_signal_ends_the_process_quietly() {
    use std::os::unix::process::ExitStatusExt;
    for state in STATES {
        let mut client = Client::start();
        client.send(state);
        client.ask("");
        let kill = Command::new("kill").arg(client.id().to_string()).status().expect("kill");
        assert!(kill.success());
        let (status, stderr) = client.wait();
        assert_eq!((status.signal(), stderr.as_str()), (Some(15), ""), "{state}");
    }
}
