//! Linux, macOS and other Unix systems.

use super::watcher::{self, Watcher};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, getrlimit, kill_process_group, setrlimit,
    waitid,
};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus};
use std::time::Duration;

/// A child in a process group of its own, so that Ctrl-C in the terminal does not reach it: the match
/// ends its engines itself. The group is killed when this process ends.
#[derive(Debug)]
pub struct ChildGroup {
    child: Child,
    /// Kills the group when this process ends. `None` when it is killed already.
    watcher: Option<Watcher>,
}

impl ChildGroup {
    /// Starts a child.
    pub fn spawn(mut command: Command) -> io::Result<Self> {
        command.process_group(0);
        let (child, watcher) = watcher::spawn(command)?;
        Ok(Self { child, watcher: Some(watcher) })
    }

    /// The child.
    pub const fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Whether the child has ended. Does not reap it, so that its id cannot be reused yet.
    pub fn has_ended(&mut self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(Pid::from_child(&self.child)), options) {
            Ok(status) => status.is_some(),
            // It was reaped already.
            Err(_) => true,
        }
    }

    /// Kills the child and all processes of its group. Returns how the child ended. Only to be
    /// called once: afterwards the id of the group may be another's.
    pub fn kill(&mut self) -> io::Result<ExitStatus> {
        // Fails only if none is left.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        drop(self.watcher.take());
        self.child.wait()
    }
}

/// The path of this program. If the file was replaced or deleted since the start, for example by
/// a build during a match, this is the link by which Linux still reaches the old file, so that
/// all engines of a match are the same program.
pub fn own_program() -> io::Result<PathBuf> {
    let program = std::env::current_exe()?;
    let id = |path: &Path| std::fs::metadata(path).map(|file| (file.dev(), file.ino())).ok();
    let running = Path::new("/proc/self/exe");
    let is_replaced = id(running).is_some_and(|held| id(&program) != Some(held));
    Ok(if is_replaced { running.into() } else { program })
}

/// Whether the system has no more files, processes or memory.
pub fn is_resource_shortage(error: &io::Error) -> bool {
    let shortages = [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM];
    shortages.iter().any(|errno| error.raw_os_error() == Some(errno.raw_os_error()))
}

/// Raises the limit of open files of this process to `files`, as far as the system allows it.
pub fn raise_file_limit(files: u64) {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = maximum.map_or(files, |maximum| files.min(maximum));
    if current.is_some_and(|current| current < wanted) {
        // Without it engines may fail to start, which is reported then.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum });
    }
}

/// Makes writing to a full pipe fail instead of block.
pub fn never_block(stdin: &ChildStdin) -> io::Result<()> {
    Ok(fcntl_setfl(stdin, fcntl_getfl(stdin)? | OFlags::NONBLOCK)?)
}

/// Waits until a full pipe has room. Returns false after the timeout.
pub fn wait_for_room(stdin: &ChildStdin, timeout: Duration) -> io::Result<bool> {
    let timeout = Timespec::try_from(timeout).map_err(io::Error::other)?;
    Ok(poll(&mut [PollFd::new(stdin, PollFlags::OUT)], Some(&timeout))? > 0)
}
