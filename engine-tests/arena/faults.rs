//! Faults of engines: each has its own cause and affects no other game.

use super::{Arena, SELF, openings, result_line, result_line_after, text};
use crate::client::{PATIENCE, interrupt, wait_until};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Expects an engine with a fault to lose two games by that fault.
#[track_caller]
fn expect_fault(on_ready: &str, on_go: &str, cause: &str, words: &str) {
    expect_fault_within("20", on_ready, on_go, cause, words);
}

/// The same with a given time per move, in seconds. It is short only where it has to run out,
/// because the machine may be busy.
#[track_caller]
fn expect_fault_within(time: &str, on_ready: &str, on_go: &str, cause: &str, words: &str) {
    let arena = Arena::new();
    let bad = format!("{} st={time} timemargin=0", arena.engine(on_ready, on_go));
    let engines = ["--engine", SELF, "--engine", &bad, "--pgn", "x.pgn"];
    // Both games at once: a match waits long for some faults.
    let output = arena.play(&[&engines[..], &["--games", "2", "--concurrency", "2"]].concat());
    let line = result_line(&output);
    assert!(line.starts_with("result +2 =0 -0 score 2/2 elo inf"), "{line}");
    assert!(line.ends_with("faults 2"), "{line}");
    for game in arena.games("x.pgn") {
        assert_eq!(game.tag("Ending"), Some(cause));
        let last = game.moves.last().map_or(&game.comments, |mv| &mv.comments);
        let comment = last.join(" ");
        assert!(comment.contains(words), "{comment}");
    }
}

#[test]
fn a_crash_is_reported_with_its_exit_status() {
    expect_fault(":", "exit 3", "crash", "crashes: exit status: 3");
}

/// A process that the engine started, and that outlives it, has its input and output open.
#[test]
fn a_crash_is_noticed_while_a_child_of_the_engine_runs() {
    let on_go = "exec 3<&0; sleep 300 <&3 & exit 3";
    expect_fault(":", on_go, "crash", "crashes: exit status: 3");
    expect_fault_within("0.2", ":", on_go, "crash", "crashes: exit status: 3");
}

#[test]
fn a_killed_engine_has_crashed() {
    expect_fault(":", "kill -9 $$", "crash", "crashes: signal: 9");
}

/// The match waits ten seconds for each of these, so they wait together.
#[test]
fn engines_that_do_not_answer_are_noticed() {
    std::thread::scope(|scope| {
        scope.spawn(a_hanging_engine_stalls_and_leaves_no_process);
        scope.spawn(garbage_instead_of_an_answer_stalls);
        scope.spawn(a_program_that_is_no_engine_is_reported_soon);
    });
}

fn a_hanging_engine_stalls_and_leaves_no_process() {
    // `sleep` is a child of the script and must end with it.
    let sleep = sleep_for_ever();
    expect_fault_within("0.2", ":", &sleep, "stall", "stalls");
    wait_until("the engine's child has ended", || processes(&sleep) == 0);
}

/// A command that runs longer than a test. Its argument is unique to this test process.
pub fn sleep_for_ever() -> String {
    format!("sleep 300.{}", std::process::id())
}

/// Number of processes with this command line.
pub fn processes(command: &str) -> usize {
    let processes = Command::new("ps").args(["-eo", "args"]).output().expect("ps runs");
    text(&processes.stdout).lines().filter(|line| *line == command).count()
}

#[test]
fn a_late_answer_loses_on_time() {
    expect_fault_within(
        "0.2",
        ":",
        "sleep 0.5; echo bestmove e3e4",
        "time-forfeit",
        "loses on time: ",
    );
}

/// A machine that is busy with other things makes engines late.
#[test]
fn the_first_loss_on_time_has_a_hint_at_the_margin() {
    let arena = Arena::new();
    let late =
        format!("{} st=0.1 timemargin=0", arena.engine(":", "sleep 0.3; echo bestmove a1a1"));
    let output = arena.play(&["--engine", SELF, "--engine", &late, "--games", "4"]);
    assert!(text(&output.stdout).contains("time-forfeit 4"), "{}", text(&output.stdout));
    assert_eq!(text(&output.stderr).matches("timemargin=").count(), 1, "{output:?}");
}

#[test]
fn an_illegal_move_is_reported() {
    expect_fault(":", "echo bestmove e3e5", "illegal-move", "illegal move: e3e5");
}

#[test]
fn an_unreadable_move_is_reported() {
    expect_fault(":", "echo 'bestmove x}{y'", "unreadable-move", "no readable move: xy");
}

#[test]
fn an_empty_move_is_unreadable() {
    expect_fault(":", "echo bestmove", "unreadable-move", "no readable move");
}

fn garbage_instead_of_an_answer_stalls() {
    expect_fault_within("0.2", ":", "head -c 100000 /dev/urandom", "stall", "stalls");
}

#[test]
fn a_flood_of_lines_is_stopped() {
    expect_fault(":", "yes info string flood", "flood", "floods its output");
}

#[test]
fn a_flood_without_lines_is_stopped() {
    expect_fault(":", "cat /dev/zero", "flood", "floods its output");
}

#[test]
fn closed_output_is_a_disconnection() {
    expect_fault(":", "exec >&-; sleep 20", "disconnect", "disconnects: it closed its output");
}

#[test]
fn closed_input_is_a_disconnection() {
    let on_ready = "read -r line; exec <&-; echo readyok; sleep 20";
    expect_fault(on_ready, ":", "disconnect", "disconnects: it does not read its input");
}

/// A match against an engine that crashes in two games, and removes this file in the second one.
fn match_of_two_crashes(arena: &Arena, file: &str, engine: impl Fn(String) -> String) -> Output {
    let crash =
        format!("n=$(cat n 2>/dev/null); echo x$n > n; [ \"$n\" = x ] && rm {file}; exit 1");
    let bad = engine(arena.engine(":", &crash));
    let games = ["--games", "4", "--pgn", "x.pgn", "--concurrency", "1"];
    arena.play(&[&["--engine", SELF, "--engine", &bad][..], &games].concat())
}

#[test]
fn an_engine_that_no_longer_starts_loses() {
    let arena = Arena::new();
    let output = match_of_two_crashes(&arena, "engine.sh", |engine| engine);
    assert!(result_line(&output).ends_with("faults 4"));
    let endings: Vec<_> =
        arena.games("x.pgn").iter().map(|game| game.tag("Ending").map(str::to_owned)).collect();
    let ending = |word: &str| Some(word.to_owned());
    assert_eq!(endings, [ending("crash"), ending("crash"), ending("no-start"), ending("no-start")]);
}

/// Games without one of the engines are no games.
#[test]
fn a_match_ends_when_a_program_is_gone() {
    let arena = Arena::new();
    std::os::unix::fs::symlink("/bin/sh", arena.path("shell")).expect("a link");
    let output =
        match_of_two_crashes(&arena, "shell", |engine| engine.replace("/bin/sh", "./shell"));
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = text(&output.stderr);
    assert!(said.contains("engine Bad can no longer be started: there is no such file"), "{said}");
    assert_eq!(arena.games("x.pgn").len(), 2);
}

#[test]
fn a_fault_does_not_spread_to_other_games() {
    let arena = Arena::new();
    let bad = arena.engine(":", "exit 1");
    let third = "cmd=self name=Third nodes=50";
    let output = arena.play(&[
        "--engine",
        "cmd=self name=Good nodes=50",
        "--engine",
        &bad,
        "--engine",
        third,
        "--rounds",
        "1",
        "--pgn",
        "x.pgn",
    ]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let games = arena.games("x.pgn");
    assert_eq!(games.len(), 6);
    for game in &games {
        let bad_plays = [game.tag("White"), game.tag("Black")].contains(&Some("Bad"));
        assert_eq!(game.tag("Ending") == Some("crash"), bad_plays);
    }
}

#[test]
fn unexpected_lines_are_ignored() {
    // Lines that are unexpected or not UCI are no fault.
    let arena = Arena::new();
    let bad = arena.engine("echo bestmove a1a1; echo 'info depth x score cp'", "echo; exit 0");
    let output =
        arena.play(&["--engine", SELF, "--engine", &bad, "--games", "2", "--pgn", "x.pgn"]);
    assert!(result_line(&output).ends_with("faults 2"));
    let games = arena.games("x.pgn");
    assert!(games.iter().all(|game| game.tag("Ending") == Some("crash")), "{games:?}");
}

fn a_program_that_is_no_engine_is_reported_soon() {
    let arena = Arena::new();
    let began = Instant::now();
    let output = arena.play(&["--engine", SELF, "--engine", "cmd=sleep arg=600 nodes=1"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let error = text(&output.stderr);
    let told = "engine 'sleep' does not start: it was not ready in time, no 'uciok' within 10 s\n";
    assert!(error.ends_with(told), "{error}");
    assert!(began.elapsed() < PATIENCE, "took {:?}", began.elapsed());
}

/// An engine that ignores the end of its input and output.
const DEAF: &str = "echo $$ > pid; exec sleep 300";

/// Waits until an engine has written a line to a file, and returns it.
pub fn wait_for_file(path: &Path) -> String {
    let mut text = String::new();
    wait_until(&format!("{} appears", path.display()), || {
        text = fs::read_to_string(path).unwrap_or_default();
        text.ends_with('\n')
    });
    text.trim().to_owned()
}

fn is_alive(pid: &str) -> bool {
    let state = if cfg!(target_os = "linux") {
        // `pid (name) state`
        let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        state.rsplit(") ").next().unwrap_or_default().to_owned()
    } else {
        let state = Command::new("ps").args(["-o", "state=", "-p", pid]).output();
        text(&state.expect("ps runs").stdout).trim().to_owned()
    };
    // A zombie has ended.
    !state.is_empty() && !state.starts_with('Z')
}

#[test]
fn engines_end_when_the_match_is_killed() {
    // The second engine is started by a script.
    for engine in [DEAF, "sleep 300 & echo $! > pid; wait"] {
        expect_an_end_with_the_match(engine);
    }
}

fn expect_an_end_with_the_match(engine: &str) {
    let arena = Arena::new();
    let bad = arena.engine(":", engine);
    let engines = ["--engine", &bad, "--engine", SELF, "--games", "2"];
    let mut child = arena.start(&engines).spawn().expect("the program runs");
    let pid = wait_for_file(&arena.path("pid"));
    assert!(is_alive(&pid));
    child.kill().expect("a running match");
    child.wait().expect("a match that ends");
    wait_until(&format!("engine {pid} has ended"), || !is_alive(&pid));
}

/// A build during a match replaces the program file; `cmd=self` stays the old program.
#[cfg(target_os = "linux")]
#[test]
fn a_match_continues_when_its_program_is_replaced() {
    let arena = Arena::new();
    let program = arena.path("sakdi");
    fs::copy(env!("CARGO_BIN_EXE_sakdi"), &program).expect("room");
    // The gauntlet starts its engines anew for each encounter.
    let bad = arena.engine(":", "echo go > going; until [ -e gone ]; do sleep 0.02; done; exit 1");
    let mut command = Command::new(&program);
    command.args(["match", "--engine", SELF, "--engine", "cmd=self name=C nodes=1"]);
    command.args(["--engine", &bad, "--tournament", "gauntlet", "--max-moves", "2"]);
    command.args(["--concurrency", "1", "--rounds", "2"]).current_dir(arena.folder.path());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // A process that another test started during the copy may hold it open for writing for a moment.
    let child = loop {
        match command.spawn() {
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => {
                thread::sleep(Duration::from_millis(10));
            }
            child => break child.expect("the program runs"),
        }
    };
    wait_for_file(&arena.path("going"));
    fs::remove_file(&program).expect("a program that runs can be deleted");
    fs::write(&program, "another build").expect("room");
    fs::write(arena.path("gone"), "").expect("room");
    let output = child.wait_with_output().expect("the match ends");
    let said = text(&output.stdout);
    assert!(output.status.success() && !said.contains("does not start"), "{said}");
    assert!(said.contains("crash 4"), "{said}");
}

#[test]
fn an_interrupt_ends_a_match_with_its_results() {
    let arena = Arena::new();
    assert!(interrupted(&arena, "0.2", &["--games", "100"]) < 100);
}

#[test]
fn an_interrupt_ends_a_match_whose_engines_are_starting() {
    let arena = Arena::new();
    let slow = arena.script("slow.sh", "echo now > starting\nexec sleep 300\n") + " st=1";
    let child = arena.start(&["--engine", SELF, "--engine", &slow]).spawn();
    let child = child.expect("the program runs");
    wait_for_file(&arena.path("starting"));
    interrupt(&child);
    let output = child.wait_with_output().expect("the match ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
}

/// It leaves nothing that the same command refuses.
#[test]
fn a_match_interrupted_before_its_first_game_is_continued_by_the_same_command() {
    let arena = Arena::new();
    let engine = "cmd=self st=60";
    let files = ["--pgn", "x.pgn", "--json", "x.json", "--log", "x.log", "--resume"];
    for run in 1..=2 {
        let child = arena
            .start(&["--engine", engine, "--engine", engine, "--concurrency", "1"])
            .args(files)
            .spawn()
            .expect("the program runs");
        wait_until("a search runs", || {
            let log = fs::read_to_string(arena.path("x.log")).unwrap_or_default();
            log.matches(": go ").count() == run
        });
        interrupt(&child);
        let output = child.wait_with_output().expect("the match ends");
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        assert!(!arena.path("x.json").exists());
    }
}

/// Its number of games is not known before it is over.
#[test]
fn an_interrupt_ends_a_thai_match_with_its_results() {
    let arena = Arena::new();
    assert!(interrupted(&arena, "2", &["--format", "final"]) < 7);
}

/// Interrupts a match of short drawn games after its first one. `seconds` is the time for a move.
/// Returns the number of games played.
fn interrupted(arena: &Arena, seconds: &str, args: &[&str]) -> usize {
    let engine = &format!("cmd=self st={seconds}");
    let openings = openings();
    let child = arena
        .start(args)
        .args([
            "--engine",
            engine,
            "--engine",
            engine,
            "--pgn",
            "x.pgn",
            "--openings",
            &openings,
            "--draw",
            "movenumber=1",
            "movecount=1",
            "score=9999",
            "--concurrency",
            "1",
        ])
        .spawn()
        .expect("the program runs");
    wait_until("a game has ended", || {
        !fs::read_to_string(arena.path("x.pgn")).unwrap_or_default().is_empty()
    });
    interrupt(&child);
    let output = child.wait_with_output().expect("the match ends");
    let line = result_line_after(&output, 130);
    let games = arena.games("x.pgn");
    assert!(!games.is_empty() && games.iter().all(|game| game.result.is_some()));
    assert!(line.contains(&format!("/{} elo", games.len())), "{line}");
    games.len()
}
