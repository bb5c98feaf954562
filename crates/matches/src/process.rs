//! An untrusted child process that communicates in lines. Whether it crashes, hangs, floods its
//! output or ignores its input, it uses bounded memory and time.
//! `engine.rs` decides which fault of the engine that is.

use super::os;
use super::program::program;
use super::settings::EngineSettings;
use sakdi_platform::files;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum length of a line, in bytes. Longer lines are split.
const MAX_LINE: u64 = 16 * 1024;
/// Maximum size of the lines that nobody has taken yet, in bytes. At this size the child blocks when
/// it writes. A pondering engine, whose lines nobody takes, must not get there.
const MAX_PENDING: usize = 4 * 1024 * 1024;
/// How often a blocked reader checks for room.
const ROOM_INTERVAL: Duration = Duration::from_millis(1);
/// How long a child may take to exit after `quit`, and to read a line.
pub(super) const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
/// How often a wait checks whether the match is being stopped.
pub(super) const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// A line of output, without blanks at its ends.
#[derive(Debug)]
pub(super) struct OutputLine {
    pub text: String,
    /// When it arrived.
    pub at: Instant,
}

impl OutputLine {
    /// Approximate size in memory, in bytes.
    const fn size(&self) -> usize {
        self.text.len() + size_of::<Self>()
    }
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReadError {
    Timeout,
    /// The child closed its output, usually because it ended.
    Closed,
    /// The match is being stopped.
    Stopped,
}

/// A running child process. Dropping it ends the child and all processes that the child started.
#[derive(Debug)]
pub(super) struct ChildProcess {
    group: os::ChildGroup,
    // `None` once it is closed.
    stdin: Option<ChildStdin>,
    lines: Receiver<OutputLine>,
    pending: Arc<Pending>,
    /// How the child ended. `None` until it is reaped.
    status: Option<ExitStatus>,
}

/// The state that the thread reading the output shares with the owner of the process.
#[derive(Debug, Default)]
struct Pending {
    /// Size of the lines that nobody has taken yet.
    bytes: AtomicUsize,
    /// Whether the owner is gone.
    abandoned: AtomicBool,
}

impl ChildProcess {
    /// Starts the program of an engine.
    ///
    /// # Errors
    /// The program cannot be started, or the file for its standard error cannot be opened.
    pub fn start(settings: &EngineSettings) -> io::Result<Self> {
        let mut command = Command::new(program(settings)?);
        command.args(&settings.arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(match &settings.stderr {
            Some(path) => files::append(path)?.into(),
            None => Stdio::null(),
        });
        if let Some(folder) = &settings.folder {
            command.current_dir(folder);
        }
        let mut group = os::ChildGroup::spawn(command)?;
        let stdin = group.child().stdin.take();
        let stdout = group.child().stdout.take();
        let (sender, lines) = mpsc::channel();
        let pending = Arc::new(Pending::default());
        let process = Self { group, stdin, lines, pending: Arc::clone(&pending), status: None };
        if let Some(stdin) = &process.stdin {
            os::never_block(stdin)?;
        }
        if let Some(stdout) = stdout {
            // The thread ends when the output is closed or this value is dropped.
            thread::Builder::new()
                .name("engine output".into())
                .spawn(move || read_lines(stdout, &sender, &pending))?;
        }
        Ok(process)
    }

    /// Sends a line.
    ///
    /// # Errors
    /// The child has closed its input, or the pipe stays full for [`QUIT_TIMEOUT`]; on Windows a full
    /// pipe blocks.
    pub fn send(&mut self, line: &str) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        let mut bytes = Vec::with_capacity(line.len() + 1);
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
        let mut left = bytes.as_slice();
        while !left.is_empty() {
            match stdin.write(left) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => left = &left[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if !os::wait_for_room(stdin, QUIT_TIMEOUT)? {
                        return Err(error);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Returns the next line. Waits for it until `deadline`; without one, forever.
    ///
    /// # Errors
    /// There is no line by then, the output is closed or the child has ended, or `stop` is set.
    pub fn line(
        &mut self,
        deadline: Option<Instant>,
        stop: &AtomicBool,
    ) -> Result<OutputLine, ReadError> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(ReadError::Stopped);
            }
            let left = deadline.map_or(STOP_INTERVAL, |deadline| {
                deadline.saturating_duration_since(Instant::now())
            });
            match self.lines.recv_timeout(left.min(STOP_INTERVAL)) {
                Ok(line) => return Ok(self.taken(line)),
                Err(RecvTimeoutError::Disconnected) => return Err(ReadError::Closed),
                Err(RecvTimeoutError::Timeout) if self.has_ended() => return self.last_line(),
                Err(RecvTimeoutError::Timeout) if left <= STOP_INTERVAL && deadline.is_some() => {
                    return Err(ReadError::Timeout);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Returns the next line of a child that has ended. Processes that the child started can keep
    /// the output open: they are killed, and those that left the group are not waited for.
    fn last_line(&mut self) -> Result<OutputLine, ReadError> {
        self.reap();
        let line = self.lines.recv_timeout(QUIT_TIMEOUT).map_err(|_| ReadError::Closed)?;
        Ok(self.taken(line))
    }

    /// Returns the next line if it has arrived already.
    pub fn pending_line(&self) -> Option<OutputLine> {
        self.lines.try_recv().ok().map(|line| self.taken(line))
    }

    /// Counts a line as taken.
    fn taken(&self, line: OutputLine) -> OutputLine {
        self.pending.bytes.fetch_sub(line.size(), Ordering::Relaxed);
        line
    }

    /// Returns how the child ended. Waits up to `patience` in case it is ending; `None` if it still
    /// runs.
    pub fn exit_status(&mut self, patience: Duration) -> Option<String> {
        let deadline = Instant::now() + patience;
        while !self.has_ended() {
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.reap();
        self.status.map(|status| status.to_string())
    }

    fn has_ended(&mut self) -> bool {
        self.status.is_some() || self.group.has_ended()
    }

    /// Kills the child and its group, unless that was done.
    fn reap(&mut self) {
        if self.status.is_none() {
            self.status = self.group.kill().ok();
        }
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        // Fails if the child has ended or does not read, which makes no difference.
        let _ = self.send("quit");
        self.stdin = None;
        let deadline = Instant::now() + QUIT_TIMEOUT;
        while !self.has_ended() && Instant::now() < deadline {
            // A child that blocks while writing could not exit.
            while self.pending_line().is_some() && Instant::now() < deadline {}
            thread::sleep(Duration::from_millis(1));
        }
        self.reap();
        self.pending.abandoned.store(true, Ordering::Relaxed);
    }
}

fn read_lines(stdout: impl Read, lines: &Sender<OutputLine>, pending: &Pending) {
    let mut reader = BufReader::with_capacity(64 * 1024, stdout);
    loop {
        let mut bytes = Vec::new();
        match reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        let line = OutputLine { text, at };
        while pending.bytes.load(Ordering::Relaxed) > MAX_PENDING {
            if pending.abandoned.load(Ordering::Relaxed) {
                return;
            }
            thread::sleep(ROOM_INTERVAL);
        }
        pending.bytes.fetch_add(line.size(), Ordering::Relaxed);
        if lines.send(line).is_err() {
            return;
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> ChildProcess {
        let settings = EngineSettings {
            command: "/bin/sh".into(),
            arguments: vec!["-c".into(), script.into()],
            ..EngineSettings::default()
        };
        ChildProcess::start(&settings).unwrap()
    }

    /// Far more time than needed, for slow machines that are busy.
    const PATIENCE: Duration = Duration::from_secs(120);

    /// A line longer than the capacity of a pipe.
    fn long_line() -> String {
        "x".repeat(300_000)
    }

    #[test]
    fn long_lines_reach_the_child() {
        let mut child = shell("echo ready; read -r line; echo ${#line}");
        let deadline = Some(Instant::now() + PATIENCE);
        let line =
            |child: &mut ChildProcess| child.line(deadline, &AtomicBool::new(false)).unwrap();
        assert_eq!(line(&mut child).text, "ready");
        child.send(&long_line()).unwrap();
        assert_eq!(line(&mut child).text, "300000");
    }

    #[test]
    fn sending_to_a_child_that_does_not_read_fails() {
        let mut child = shell("sleep 300");
        let began = Instant::now();
        let error = child.send(&long_line()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        drop(child);
        assert!(began.elapsed() < PATIENCE);
    }

    #[test]
    fn long_lines_are_split() {
        let mut child = shell("head -c 50000 /dev/zero | tr '\\0' x; echo; echo end");
        let deadline = Some(Instant::now() + PATIENCE);
        let stop = AtomicBool::new(false);
        let mut lengths = Vec::new();
        loop {
            match child.line(deadline, &stop) {
                Ok(line) if line.text == "end" => break,
                Ok(line) => lengths.push(line.text.len()),
                Err(reason) => panic!("{reason:?} after {lengths:?}"),
            }
        }
        assert_eq!(lengths, [16_384, 16_384, 16_384, 848]);
        assert_eq!(child.line(deadline, &stop).unwrap_err(), ReadError::Closed);
        assert_eq!(child.line(None, &AtomicBool::new(true)).unwrap_err(), ReadError::Stopped);
    }

    /// A process that the child started keeps the output open.
    #[test]
    fn the_end_of_a_child_is_noticed_after_its_last_line() {
        let mut child = shell("echo last; sleep 300 & exit 3");
        let deadline = Some(Instant::now() + Duration::from_secs(60));
        let stop = AtomicBool::new(false);
        assert_eq!(child.line(deadline, &stop).expect("a line").text, "last");
        assert_eq!(child.line(deadline, &stop).unwrap_err(), ReadError::Closed);
        assert_eq!(child.exit_status(Duration::ZERO).as_deref(), Some("exit status: 3"));
    }
}
