//! Children that are killed when this process ends, with the processes that they started: the child may be a
//! script that runs the engine. Linux can kill a child by itself then, but not what the child has started.

use rustix::process::{Pid, Signal, kill_process_group};
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// Reads the number of a process that leads a group, waits for the end of its input, and kills both: a process
/// can leave its group.
const SCRIPT: &str = r#"read -r leader && { read -r _; kill -s KILL -- "-$leader" "$leader"; }"#;

/// A shell that kills a process group when this process has ended. Only this process holds the
/// other end of the shell's input, so the input ends with it.
#[derive(Debug)]
pub struct Watcher(Child);

impl Watcher {
    /// Starts one that watches nothing yet.
    fn start() -> io::Result<Self> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT]).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().map(Self).map_err(|error| {
            // It is not the engine that is missing.
            let is_missing = error.kind() == io::ErrorKind::NotFound;
            if is_missing { io::Error::other("there is no /bin/sh") } else { error }
        })
    }

    /// Watches the group of this process.
    fn watch(&mut self, leader: &Child) -> io::Result<()> {
        let Some(input) = &mut self.0.stdin else { return Ok(()) };
        input.write_all(format!("{}\n", leader.id()).as_bytes())
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        // Killed before its input is closed, it kills nothing.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a child, the leader of a process group, and its watcher.
pub fn spawn(mut command: Command) -> io::Result<(Child, Watcher)> {
    // A child that starts between the creation of a pipe and its mark close-on-exec inherits it, and
    // the input of a watcher would outlive this process.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let mut watcher = Watcher::start()?;
    let mut child = command.spawn()?;
    match watcher.watch(&child) {
        Ok(()) => Ok((child, watcher)),
        Err(error) => {
            let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
            let _ = child.wait();
            Err(error)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    fn sleeper() -> (Child, Watcher) {
        let mut command = Command::new("sleep");
        command.arg("300").process_group(0);
        spawn(command).expect("a child with its watcher")
    }

    #[test]
    fn the_group_is_killed_when_the_pipe_of_its_watcher_closes() {
        let (mut child, mut watcher) = sleeper();
        drop(watcher.0.stdin.take());
        assert_eq!(child.wait().expect("an end").signal(), Some(Signal::KILL.as_raw()));
    }

    #[test]
    fn a_watcher_that_is_dropped_kills_nothing() {
        let (mut child, watcher) = sleeper();
        drop(watcher);
        assert!(child.try_wait().expect("a child").is_none());
        child.kill().expect("a child that runs");
        child.wait().expect("an end");
    }
}
