//! What the arena asks of the operating system beyond the standard library: children that end with
//! their parent, pipes that do not block, groups of processes.

#[cfg(not(unix))]
pub(crate) use other::*;
#[cfg(unix)]
pub(crate) use unix::*;

#[cfg(unix)]
mod unix {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use std::io;
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::process::CommandExt;
    use std::path::{Path, PathBuf};
    use std::process::{Child, ChildStdin, Command};
    use std::time::Duration;

    /// Starts a child in a group of its own, which keeps the terminal's Ctrl-C from it: the match
    /// ends it in order. Where the system can, the child ends when this process does.
    pub fn spawn(mut command: Command) -> io::Result<Child> {
        command.process_group(0);
        #[cfg(target_os = "linux")]
        let child = linux::spawn(command);
        #[cfg(not(target_os = "linux"))]
        let child = command.spawn();
        child
    }

    /// The file of this program. Where Linux still holds one that has been replaced or deleted, as
    /// by a build during a match, it is that one: engines that start late are those that began.
    pub fn own_program() -> io::Result<PathBuf> {
        let program = std::env::current_exe()?;
        let id = |path: &Path| std::fs::metadata(path).map(|file| (file.dev(), file.ino())).ok();
        let running = Path::new("/proc/self/exe");
        let is_replaced = id(running).is_some_and(|held| id(&program) != Some(held));
        Ok(if is_replaced { running.into() } else { program })
    }

    /// Makes writing to a child fail rather than wait when it does not read.
    pub fn never_block(stdin: &ChildStdin) -> io::Result<()> {
        Ok(fcntl_setfl(stdin, fcntl_getfl(stdin)? | OFlags::NONBLOCK)?)
    }

    /// Waits until a full pipe has room again; false if it has none for so long.
    pub fn wait_for_room(stdin: &ChildStdin, patience: Duration) -> io::Result<bool> {
        let timeout = Timespec::try_from(patience).map_err(io::Error::other)?;
        Ok(poll(&mut [PollFd::new(stdin, PollFlags::OUT)], Some(&timeout))? > 0)
    }

    /// Whether the child has ended. It stays unreaped, so that its id and group stay its own.
    pub fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(Pid::from_child(child)), options) {
            Ok(status) => status.is_some(),
            // Already reaped.
            Err(_) => true,
        }
    }

    /// Ends the child and what it has started.
    pub fn kill_group(child: &mut Child) {
        // Fails only when there is nobody left.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }

    #[cfg(target_os = "linux")]
    mod linux {
        use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};
        use std::io;
        use std::os::unix::process::CommandExt;
        use std::process::{Child, Command};
        use std::sync::LazyLock;
        use std::sync::mpsc::{self, Sender, SyncSender};
        use std::thread;

        type Order = (Command, SyncSender<io::Result<Child>>);

        /// A thread that lives as long as the process. The parent-death signal comes when the
        /// *thread* that started a child ends, and games are played by threads that end with their
        /// match, or hand an engine on. `None` if the system gave no thread.
        static STARTER: LazyLock<Option<Sender<Order>>> = LazyLock::new(|| {
            let (orders, received) = mpsc::channel::<Order>();
            let starter = move || {
                for (mut command, answer) in received {
                    // Whoever has gone meanwhile takes no child: it ends by being dropped there.
                    let _ = answer.send(command.spawn());
                }
            };
            thread::Builder::new().name("engine starter".into()).spawn(starter).ok()?;
            Some(orders)
        });

        /// Starts a child that is killed when this process ends, by whatever cause.
        pub fn spawn(mut command: Command) -> io::Result<Child> {
            let parent = getpid();
            let end_with_parent = move || {
                set_parent_process_death_signal(Some(Signal::KILL))?;
                // The parent may have ended before the signal was set.
                if getppid() == Some(parent) {
                    Ok(())
                } else {
                    Err(io::ErrorKind::NotConnected.into())
                }
            };
            // SAFETY: between fork and exec the closure makes two system calls, allocates nothing
            // and takes no lock.
            unsafe { command.pre_exec(end_with_parent) };
            let Some(starter) = &*STARTER else { return command.spawn() };
            let (answer, child) = mpsc::sync_channel(1);
            let gone = |_| io::Error::other("the thread that starts engines has ended");
            starter.send((command, answer)).map_err(|_| gone(mpsc::RecvError))?;
            child.recv().map_err(gone)?
        }
    }
}

#[cfg(not(unix))]
mod other {
    use std::io;
    use std::path::PathBuf;
    use std::process::{Child, ChildStdin, Command};
    use std::time::Duration;

    /// Starts a child.
    pub fn spawn(mut command: Command) -> io::Result<Child> {
        command.spawn()
    }

    /// The file of this program.
    pub fn own_program() -> io::Result<PathBuf> {
        std::env::current_exe()
    }

    /// Writing to a child may wait for it here.
    pub fn never_block(_: &ChildStdin) -> io::Result<()> {
        Ok(())
    }

    /// Writing waits by itself.
    pub fn wait_for_room(_: &ChildStdin, _: Duration) -> io::Result<bool> {
        Ok(false)
    }

    /// Whether the child has ended.
    pub fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    /// Ends the child.
    pub fn kill_group(child: &mut Child) {
        let _ = child.kill();
    }
}
