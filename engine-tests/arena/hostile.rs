//! Odd and hostile engines, files and pipes: the match handles them or reports what is wrong.

use super::faults::{processes, sleep_for_ever, wait_for_file};
use super::{Arena, SELF, essences, result_line, text, two};
use crate::client::wait_until;
use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

/// An engine that plays the first move of either side. `say` is the shell command that sends it.
fn first_mover(arena: &Arena, id: &str, say: &str) -> String {
    let script = format!(
        "mv=e3e4\nwhile read -r line; do case \"$line\" in\n\
         uci) printf '{id}'; echo uciok;;\n\
         isready) echo readyok;;\n\
         'position startpos') mv=e3e4;;\n\
         position*) mv=e6e5;;\n\
         go*) {say};;\n\
         quit) exit 0;;\n\
         esac; done\n"
    );
    arena.script("first.sh", &script) + " st=20"
}

/// UCI allows any white space, and the text after `string` is not a score.
#[test]
fn replies_may_have_white_space_and_strings() {
    let arena = Arena::new();
    let say = "printf ' \\tinfo depth 1  score\\tcp 7\\ninfo string final score cp -900\\n\
               bestmovee3e5\\n  bestmove\\t %s  \\r\\n' $mv";
    let odd = first_mover(&arena, "id name Odd\\n", say);
    let args = ["--engine", SELF, "--engine", &odd, "--games", "2", "--max-moves", "1"];
    let resign = ["--resign", "movecount=1", "score=500", "--pgn", "x.pgn"];
    let output = arena.play(&[&args[..], &resign].concat());
    assert!(result_line(&output).starts_with("result +0 =2 -0 "), "{}", text(&output.stdout));
    for game in arena.games("x.pgn") {
        assert_eq!(game.tag("Ending"), Some("move-limit"));
        let odd = game.moves.iter().flat_map(|mv| &mv.comments).find(|c| c.starts_with("+0.07/1 "));
        assert!(odd.is_some(), "{game:?}");
    }
}

/// An engine without the option counts by its own rule, which is that of Fairy-Stockfish.
#[test]
fn an_engine_that_counts_by_another_rule_causes_a_warning() {
    let arena = Arena::new();
    let other = first_mover(&arena, "id name Other\\n", "echo bestmove $mv");
    let args = ["--engine", SELF, "--engine", &other, "--max-moves", "1", "--counting"];
    let warning = "sakdi: warning: Other offers no option CountingRule\n";
    for (rule, warned) in [("makruk", false), ("thai", true)] {
        let said = text(&arena.play(&[&args[..], &[rule]].concat()).stderr);
        assert_eq!(said.contains(warning), warned, "{said}");
        assert_eq!(said.matches("warning").count(), usize::from(warned), "{said}");
    }
}

/// A warning shows the line of an option as the engine wrote it, but without escape sequences.
#[test]
fn a_hostile_option_is_cleaned() {
    let arena = Arena::new();
    let id = r"option name Depth type spin default 1 min 1 max 9 \033[2J\033]0;title\007\n";
    let odd = first_mover(&arena, id, "echo bestmove $mv") + " option.Depth=10";
    let output = arena.play(&["--engine", SELF, "--engine", &odd, "--max-moves", "1"]);
    result_line(&output);
    let said = text(&output.stderr);
    let line = "option name Depth type spin default 1 min 1 max 9 [2J ]0;title\n";
    assert!(said.contains(line) && !said.contains(['\x1b', '\x07']), "{said:?}");
}

/// Names are printed, written to the PGN and read back: without escape sequences, on one line.
#[test]
fn a_hostile_name_is_cleaned() {
    let arena = Arena::new();
    let id = r#"id name \033[2JOdd\t"] \\\\ {[Event "x"]}  \n"#;
    let odd = first_mover(&arena, id, "echo bestmove $mv");
    let args = ["--engine", SELF, "--engine", &odd, "--max-moves", "1", "--pgn", "x.pgn"];
    let output = arena.play(&args);
    result_line(&output);
    let said = text(&output.stdout);
    let name = r#"[2JOdd "] \\ {[Event "x"]}"#;
    assert!(!said.contains('\x1b') && said.contains(&format!("Good v {name} ")), "{said}");
    assert_eq!(arena.games("x.pgn")[0].tag("Black"), Some(name));
    let pgn = fs::read_to_string(arena.path("x.pgn")).expect("a PGN file");
    let first = arena.games("x.pgn")[0].span.end;
    fs::write(arena.path("x.pgn"), &pgn[..first + 40]).expect("room");
    let resumed = arena.play(&[&args[..], &["--resume"]].concat());
    assert_eq!(result_line(&resumed), result_line(&output));
}

/// A pondering engine can write much without blocking on a full pipe.
#[test]
fn a_verbose_engine_can_ponder() {
    let arena = Arena::new();
    let talker = "while read -r line; do case \"$line\" in\n\
         uci) echo 'id name Talker'; echo 'option name Ponder type check default false'; echo uciok;;\n\
         isready) echo readyok;;\n\
         'go ponder'*) i=0; while [ $i -lt 4000 ]; do\n\
             echo \"info depth $i score cp 1 string aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"\n\
             i=$((i + 1)); done; echo > pondered;;\n\
         ponderhit|stop) echo bestmove f3f4;;\n\
         go*) echo 'bestmove e3e4 ponder e6e5';;\n\
         quit) exit 0;;\n\
         esac; done\n";
    let talker = arena.script("talker.sh", talker) + " st=30 ponder=true";
    // Moves when the other engine has written everything.
    let waiter = "until [ -e pondered ]; do sleep 0.02; done; echo bestmove e6e5";
    let waiter = arena.engine(":", waiter);
    let args = ["--engine", &talker, "--engine", &waiter, "--no-repeat", "--max-moves", "2"];
    let output = arena.play(&[&args[..], &["--stall", "20", "--pgn", "x.pgn"]].concat());
    result_line(&output);
    let moves: Vec<_> = arena.games("x.pgn")[0].moves.iter().map(|mv| mv.san.clone()).collect();
    assert_eq!(moves[..3], ["e4", "e5", "f4"], "{}", text(&output.stdout));
}

/// It would search for a move, and take the time of the opponent for its own.
#[test]
fn an_engine_that_cannot_ponder_is_not_told_to() {
    let arena = Arena::new();
    let go = "case \"$line\" in *ponder*) echo > pondered;; esac; echo 'bestmove e3e4 ponder e6e5'";
    let bad = arena.engine(":", go) + " ponder=true";
    let args = ["--engine", &bad, "--engine", SELF, "--no-repeat", "--max-moves", "2"];
    let output = arena.play(&[&args[..], &["--pgn", "x.pgn"]].concat());
    let said = text(&output.stderr);
    assert!(said.contains("sakdi: warning: Bad offers no option Ponder\n"), "{said}");
    assert!(!arena.path("pondered").exists());
    assert_eq!(arena.games("x.pgn")[0].tag("WhiteOptions"), Some("-"));
}

/// A full disk ends a match with its results; a device is not read back.
#[test]
fn a_device_is_written_and_not_read() {
    let arena = Arena::new();
    let full = arena.play(&two(&["--max-moves", "2", "--pgn", "/dev/full"]));
    assert_eq!(full.status.code(), Some(1), "{full:?}");
    let error = text(&full.stderr);
    assert!(error.to_lowercase().contains("no space left"), "{error}");
    assert!(text(&full.stdout).lines().last().is_some_and(|line| line.starts_with("result ")));
    let shown = arena.play(&two(&["--max-moves", "2", "--pgn", "/dev/stdout"]));
    assert!(text(&shown.stdout).contains("[Ending \"move-limit\"]"), "{shown:?}");
    result_line(&shown);
}

#[test]
fn a_pipe_without_a_reader_is_refused() {
    let arena = Arena::new();
    let made = Command::new("mkfifo").arg(arena.path("pipe")).status().expect("mkfifo runs");
    assert!(made.success());
    let refused = arena.play(&two(&["--pgn", "pipe"]));
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    let refused = arena.play(&["--engine", SELF, "--engine", "cmd=self stderr=pipe nodes=1"]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert!(text(&refused.stderr).contains("does not start: "), "{refused:?}");

    // With a reader it works.
    let reader = Command::new("cat").arg(arena.path("pipe")).stdout(Stdio::piped()).spawn();
    let mut reader = reader.expect("cat runs");
    result_line(&arena.play(&two(&["--max-moves", "2", "--pgn", "pipe"])));
    let mut pgn = String::new();
    reader.stdout.take().expect("a pipe").read_to_string(&mut pgn).expect("text");
    reader.wait().expect("cat ends");
    assert_eq!(pgn.matches("[Ending \"move-limit\"]").count(), 2, "{pgn}");
}

/// The games that nobody reads are not silently lost.
#[test]
fn a_pipe_that_is_closed_ends_the_match_with_an_error() {
    let arena = Arena::new();
    let made = Command::new("mkfifo").arg(arena.path("pipe")).status().expect("mkfifo runs");
    assert!(made.success());
    let reader = Command::new("head").args(["-c", "10"]).arg(arena.path("pipe")).spawn();
    let mut reader = reader.expect("head runs");
    let args = ["--games", "1000", "--max-moves", "2", "--pgn", "pipe", "--concurrency", "1"];
    let output = arena.play(&two(&args));
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(text(&output.stderr).contains("cannot write pipe: "), "{output:?}");
    reader.wait().expect("head ends");
}

/// A match that runs out of files ends with an error. It is not the engines' fault.
#[test]
fn a_shortage_of_files_is_no_fault_of_an_engine() {
    let arena = Arena::new();
    let engines = two(&["--games", "64", "--concurrency", "32", "--max-moves", "1"]);
    let limited = |limit: &str| {
        let script = format!("ulimit {limit}; exec \"$0\" match \"$@\"");
        let mut command = Command::new("/bin/sh");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_sakdi")]).args(&engines);
        command.current_dir(arena.path(".")).stdin(Stdio::null()).output().expect("sh runs")
    };
    let raised = limited("-S -n 40");
    assert!(result_line(&raised).ends_with("faults 0"), "{raised:?}");
    let short = limited("-n 40");
    assert_eq!(short.status.code(), Some(1), "{short:?}");
    let (said, error) = (text(&short.stdout), text(&short.stderr));
    assert!(said.trim_end().ends_with("faults 0"), "{said}");
    assert!(error.contains("sakdi: cannot start an engine: Too many open files\n"), "{error}");
}

/// Two matches on one file would play the same games and truncate each other's.
#[test]
fn a_file_is_used_by_one_match_at_a_time() {
    let arena = Arena::new();
    let bad = arena.engine(":", "echo > thinking; exec sleep 300");
    let args = ["--engine", SELF, "--engine", &bad, "--pgn", "x.pgn", "--resume"];
    let mut first = arena.start(&args).spawn().expect("the program runs");
    wait_for_file(&arena.path("thinking"));
    let second = arena.play(&args);
    assert_eq!(second.status.code(), Some(2), "{second:?}");
    let error = text(&second.stderr);
    assert_eq!(error, "sakdi: another run writes to x.pgn\n");
    first.kill().expect("a running match");
    first.wait().expect("a match that ends");
    // The lock ends with its owner.
    fs::remove_file(arena.path("engine.sh")).expect("a script");
    let good = arena.engine(":", "exit 1");
    let args = ["--engine", SELF, "--engine", &good, "--pgn", "x.pgn", "--resume"];
    result_line(&arena.play(&args));
}

/// The match ends engines that ignore signals, leave a child process, or are stopped.
#[test]
fn no_engine_survives_its_match() {
    // The match waits for each of them, so they wait together.
    std::thread::scope(|scope| {
        scope.spawn(|| ends_with_its_match(1, "trap '' TERM INT HUP PIPE; exec <&-; SLEEP"));
        scope.spawn(|| ends_with_its_match(2, "SLEEP & exit 0"));
        scope.spawn(|| ends_with_its_match(3, "SLEEP & kill -STOP $$"));
    });
}

/// Plays against an engine that does `deed` instead of searching, and waits until nothing of it is left. `SLEEP` in it is a command
/// that runs on; the number tells it from those of other engines.
fn ends_with_its_match(number: u8, deed: &str) {
    let sleep = format!("{}{number}", sleep_for_ever());
    let arena = Arena::new();
    let bad = arena.engine(":", &deed.replace("SLEEP", &sleep)) + " st=0.3";
    let engines = ["--engine", SELF, "--engine", &bad];
    let both = ["--games", "2", "--concurrency", "2"];
    let line = result_line(&arena.play(&[&engines[..], &both].concat()));
    assert!(line.ends_with("faults 2"), "{deed}: {line}");
    wait_until(deed, || processes(&sleep) == 0);
}

/// Wherever the file is cut off, only the last game is lost.
#[test]
fn a_match_cut_off_anywhere_is_resumed() {
    let arena = Arena::new();
    let args = two(&["--games", "4", "--max-moves", "2", "--language", "th", "--pgn", "x.pgn"]);
    let whole = result_line(&arena.play(&args));
    let pgn = fs::read(arena.path("x.pgn")).expect("a PGN file");
    let games = arena.games("x.pgn");
    let last = games[3].span.clone();
    // All kinds of places in the last game, including the middle of a character.
    let mut cuts: Vec<usize> = (last.start..last.end).step_by(37).collect();
    cuts.extend([last.start, last.end - 2, last.end - 1, last.end]);
    let letter = pgn[last.start..].windows(2).position(|two| two[0] == 0xe0).expect("Thai");
    cuts.push(last.start + letter + 1);
    for cut in cuts {
        fs::write(arena.path("x.pgn"), &pgn[..cut]).expect("a shorter file");
        let output = arena.play(&[&args[..], &["--resume"]].concat());
        assert_eq!(result_line(&output), whole, "cut at {cut} of {last:?}");
        assert_eq!(essences(&arena.games("x.pgn")), essences(&games), "cut at {cut} of {last:?}");
    }
}
