//! A child process that is spoken to in lines and trusted with nothing: it may crash, hang, flood
//! its output or ignore its input, and costs bounded memory and time.

use super::os;
use super::settings::{EngineSettings, SELF};
use crate::platform::files;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Longer lines come in pieces.
const MAX_LINE: u64 = 16 * 1024;
/// Bytes that may wait to be read, so that an engine that ponders need not wait for a reader. Beyond
/// it the child itself has to wait.
const MAX_PENDING: usize = 4 * 1024 * 1024;
/// How often a reader with so much pending looks whether there is room again.
const ROOM_INTERVAL: Duration = Duration::from_millis(1);
/// How long a child may take to leave after `quit`, or to read what it is sent.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often a wait looks whether the match is to stop.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// A line that the child wrote, without its end.
#[derive(Debug)]
pub(super) struct Line {
    pub text: String,
    /// When it came.
    pub at: Instant,
}

impl Line {
    /// Bytes of memory that it takes, roughly.
    const fn size(&self) -> usize {
        self.text.len() + size_of::<Self>()
    }
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoLine {
    Timeout,
    /// The child closed its output, by ending as a rule.
    Closed,
    /// The match is to stop.
    Stopped,
}

/// A running child. Dropping it ends the child, with all that the child started.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    // Taken away to close it.
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    pending: Arc<Pending>,
}

/// What has been read from a child and not been asked for yet.
#[derive(Debug, Default)]
struct Pending {
    bytes: AtomicUsize,
    /// Nobody will ask for it.
    abandoned: AtomicBool,
}

impl Process {
    /// Starts an engine's program.
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
        let mut child = os::spawn(command)?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take();
        let (sender, lines) = mpsc::channel();
        let pending = Arc::new(Pending::default());
        let process = Self { child, stdin, lines, pending: Arc::clone(&pending) };
        if let Some(stdin) = &process.stdin {
            os::never_block(stdin)?;
        }
        if let Some(stdout) = stdout {
            // Ends with the child, or when nobody listens any more.
            thread::Builder::new()
                .name("engine output".into())
                .spawn(move || read_lines(stdout, &sender, &pending))?;
        }
        Ok(process)
    }

    /// Sends a line. Fails when the child does not read for [`PATIENCE`], with as much unread as a
    /// pipe holds.
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
                    if !os::wait_for_room(stdin, PATIENCE)? {
                        return Err(error);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The next line, waited for until `deadline`, or for ever without.
    pub fn line(&self, deadline: Option<Instant>, stop: &AtomicBool) -> Result<Line, NoLine> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(NoLine::Stopped);
            }
            let left = deadline.map_or(STOP_INTERVAL, |deadline| {
                deadline.saturating_duration_since(Instant::now())
            });
            match self.lines.recv_timeout(left.min(STOP_INTERVAL)) {
                Ok(line) => return Ok(self.taken(line)),
                Err(RecvTimeoutError::Disconnected) => return Err(NoLine::Closed),
                Err(RecvTimeoutError::Timeout) if left <= STOP_INTERVAL && deadline.is_some() => {
                    return Err(NoLine::Timeout);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// A line that is there already.
    pub fn waiting_line(&self) -> Option<Line> {
        self.lines.try_recv().ok().map(|line| self.taken(line))
    }

    /// Makes room for as much as was taken.
    fn taken(&self, line: Line) -> Line {
        self.pending.bytes.fetch_sub(line.size(), Ordering::Relaxed);
        line
    }

    /// How the child ended, if it did or does soon.
    pub fn exit_status(&mut self) -> Option<String> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A child that has gone, or does not listen, needs no farewell.
        let _ = self.send("quit");
        self.stdin = None;
        let deadline = Instant::now() + PATIENCE;
        while !os::has_ended(&mut self.child) && Instant::now() < deadline {
            // Not to read would keep a talkative child from leaving.
            while self.waiting_line().is_some() && Instant::now() < deadline {}
            thread::sleep(Duration::from_millis(1));
        }
        os::kill_group(&mut self.child);
        let _ = self.child.wait();
        self.pending.abandoned.store(true, Ordering::Relaxed);
    }
}

/// The path of an engine's program: relative ones are looked for in its folder, then in ours;
/// bare names on the PATH.
fn program(settings: &EngineSettings) -> io::Result<PathBuf> {
    if settings.command == SELF {
        return os::own_program();
    }
    let command = Path::new(&settings.command);
    if command.is_absolute() || command.components().count() < 2 && !settings.command.contains('/')
    {
        return Ok(command.into());
    }
    let inside = settings.folder.as_ref().map(|folder| folder.join(command));
    std::path::absolute(inside.filter(|path| path.exists()).unwrap_or_else(|| command.into()))
}

fn read_lines(stdout: impl Read, lines: &Sender<Line>, pending: &Pending) {
    let mut reader = BufReader::with_capacity(64 * 1024, stdout);
    loop {
        let mut bytes = Vec::new();
        match reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        let line = Line { text, at };
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

    fn shell(script: &str) -> Process {
        let settings = EngineSettings {
            command: "/bin/sh".into(),
            arguments: vec!["-c".into(), script.into()],
            ..EngineSettings::default()
        };
        Process::start(&settings).unwrap()
    }

    /// Longer than a pipe is wide.
    fn long_line() -> String {
        "x".repeat(300_000)
    }

    #[test]
    fn long_lines_reach_a_child_that_reads() {
        let mut child = shell("sleep 0.1; read -r line; echo ${#line}");
        child.send(&long_line()).unwrap();
        let deadline = Some(Instant::now() + Duration::from_secs(20));
        let answer = child.line(deadline, &AtomicBool::new(false)).unwrap();
        assert_eq!(answer.text, "300000");
    }

    #[test]
    fn nobody_waits_for_a_child_that_does_not_read() {
        let mut child = shell("sleep 20");
        let began = Instant::now();
        let error = child.send(&long_line()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        drop(child);
        assert!(began.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn endless_lines_come_in_pieces() {
        let child = shell("head -c 50000 /dev/zero | tr '\\0' x; echo; echo end");
        let deadline = Some(Instant::now() + Duration::from_secs(20));
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
        assert_eq!(child.line(deadline, &stop).unwrap_err(), NoLine::Closed);
        assert_eq!(child.line(None, &AtomicBool::new(true)).unwrap_err(), NoLine::Stopped);
    }
}
