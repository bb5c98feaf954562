//! A UCI client for tests. It runs the program behind pipes; every wait has a time limit.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_sakdi");

/// Time limit for whatever has to happen: far more than needed, for slow machines that are busy.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Waits until something is the case.
#[track_caller]
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "not in {PATIENCE:?}: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Sends a program what Ctrl-C sends.
#[cfg(unix)]
#[track_caller]
pub fn interrupt(child: &Child) {
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.is_ok_and(|status| status.success()), "the program has ended before");
}

/// A running engine. It is killed when it goes out of scope.
pub struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Client {
    /// Starts the engine without arguments.
    pub fn start() -> Self {
        Self::run(&mut Command::new(PROGRAM))
    }

    /// Starts the engine by this command.
    pub fn run(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .env_remove("RUST_LOG")
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in stdout.lines() {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, stdin, lines }
    }

    /// Sends one line, or several.
    pub fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("standard input is open");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("the engine reads");
    }

    /// The next line.
    #[track_caller]
    pub fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line in time")
    }

    /// All lines up to the first that `is_last`, that one included.
    #[track_caller]
    pub fn lines_until(&mut self, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(error) => panic!("{error} after {lines:#?}"),
            }
            if lines.last().is_some_and(|line| is_last(line)) {
                return lines;
            }
        }
    }

    /// Sends a command and `isready`. Returns the lines before `readyok`.
    #[track_caller]
    pub fn ask(&mut self, command: &str) -> Vec<String> {
        self.send(command);
        self.send("isready");
        let mut lines = self.lines_until(|line| line == "readyok");
        lines.pop();
        lines
    }

    /// Sends a `go`. Returns the lines up to its `bestmove`.
    #[track_caller]
    pub fn go(&mut self, command: &str) -> Vec<String> {
        self.send(command);
        self.lines_until(is_answer)
    }

    /// The text of `d` after a label such as `Fen:`.
    #[track_caller]
    pub fn shown(&mut self, label: &str) -> String {
        let lines = self.ask("d");
        let line = lines.iter().find_map(|line| line.strip_prefix(label));
        line.unwrap_or_else(|| panic!("no {label} in {lines:#?}")).trim().to_owned()
    }

    /// The lines that come while the engine answers `isready` many times.
    #[track_caller]
    pub fn lines_meanwhile(&mut self) -> Vec<String> {
        (0..100).flat_map(|_| self.ask("")).collect()
    }

    /// Closes the engine's standard input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Identifier of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the process to end. Returns its exit status and standard error.
    #[track_caller]
    pub fn wait(&mut self) -> (ExitStatus, String) {
        let status = wait(&mut self.child);
        let mut stderr = String::new();
        if let Some(mut pipe) = self.child.stderr.take() {
            std::io::Read::read_to_string(&mut pipe, &mut stderr).expect("stderr is text");
        }
        (status, stderr)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Both fail if the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for a process to end.
#[track_caller]
pub fn wait(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return status;
        }
        thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    panic!("the process did not end in {PATIENCE:?}");
}

/// Whether a line answers `go`.
pub fn is_answer(line: &str) -> bool {
    line.starts_with("bestmove")
}

/// The lines without `info string`.
pub fn facts(lines: Vec<String>) -> Vec<String> {
    lines.into_iter().filter(|line| !line.starts_with("info string ")).collect()
}

/// The move of a `bestmove` line.
pub fn best_move(lines: &[String]) -> &str {
    let answer = lines.last().expect("an answer");
    answer.split(' ').nth(1).unwrap_or_else(|| panic!("no move in {answer}"))
}

/// An `info` line, parsed as the strictest client parses it.
pub struct Info {
    pub numbers: HashMap<&'static str, i64>,
    /// `cp` or `mate`, and the value.
    pub score: (String, i64),
    /// Whether the score is a lower or upper bound.
    pub bounded: bool,
    pub pv: Vec<String>,
}

impl Info {
    /// Parses a line, which may have only known words, single spaces and whole numbers.
    #[track_caller]
    pub fn parse(line: &str) -> Self {
        const NUMBERS: [&str; 9] = [
            "depth",
            "seldepth",
            "multipv",
            "nodes",
            "nps",
            "hashfull",
            "tbhits",
            "time",
            "currmovenumber",
        ];
        let (numbers, score) = (HashMap::new(), (String::new(), 0));
        let mut info = Self { numbers, score, bounded: false, pv: Vec::new() };
        let mut words = line.split(' ');
        assert_eq!(words.next(), Some("info"), "{line}");
        let number = |word: Option<&str>| -> i64 {
            word.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no number in {line}"))
        };
        while let Some(word) = words.next() {
            match word {
                "score" => {
                    let kind = words.next().unwrap_or_default();
                    assert!(["cp", "mate"].contains(&kind), "{line}");
                    info.score = (kind.to_owned(), number(words.next()));
                }
                "lowerbound" | "upperbound" => info.bounded = true,
                "wdl" => {
                    let parts = [number(words.next()), number(words.next()), number(words.next())];
                    assert_eq!(parts.iter().sum::<i64>(), 1000, "{line}");
                }
                "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
                _ => {
                    let name = NUMBERS.into_iter().find(|&name| name == word);
                    let name = name.unwrap_or_else(|| panic!("unknown word '{word}' in {line}"));
                    info.numbers.insert(name, number(words.next()));
                }
            }
        }
        info
    }
}

/// An `info string` must hold no word that clients look for anywhere in a line, except in a path, and
/// fit the smallest buffer among them.
#[track_caller]
pub fn check_remark(remark: &str) {
    for text in remark.split(' ').filter(|text| !text.contains(['/', '\\'])) {
        for word in text.split(|c: char| !c.is_alphanumeric() && !"_-.".contains(c)) {
            assert!(!["pv", "bestmove", "readyok", "uciok"].contains(&word), "{remark}");
        }
    }
    assert!(remark.len() < 250, "{remark}");
}
