//! Operating system functions that the standard library lacks: child processes that end with their
//! parent, pipes that do not block, process groups.

#[cfg(not(unix))]
pub(super) use other::*;
#[cfg(unix)]
pub(super) use unix::*;

#[cfg(unix)]
mod unix {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    use rustix::io::Errno;
    use rustix::process::{
        Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, getrlimit, kill_process_group,
        setrlimit, waitid,
    };
    use std::io;
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::process::CommandExt;
    use std::path::{Path, PathBuf};
    use std::process::{Child, ChildStdin, Command};
    use std::time::Duration;

    /// Starts a child in a process group of its own, so that Ctrl-C in the terminal does not reach it:
    /// the match ends its engines itself. On Linux the child is killed when this process ends.
    pub fn spawn(mut command: Command) -> io::Result<Child> {
        command.process_group(0);
        #[cfg(target_os = "linux")]
        let child = linux::spawn(command);
        #[cfg(not(target_os = "linux"))]
        let child = command.spawn();
        child
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

    /// Whether the child has ended. Does not reap it, so that its id cannot be reused yet.
    pub fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(Pid::from_child(child)), options) {
            Ok(status) => status.is_some(),
            // It was reaped already.
            Err(_) => true,
        }
    }

    /// Kills the child and all processes of its group.
    pub fn kill_group(child: &mut Child) {
        // Fails only if none is left.
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

        type Request = (Command, SyncSender<io::Result<Child>>);

        /// A thread that starts children and lives as long as this process. Linux sends the
        /// parent-death signal when the *thread* that started the child ends, and a thread that
        /// plays games may end before its engines do. `None` if the thread could not be created.
        static SPAWNER: LazyLock<Option<Sender<Request>>> = LazyLock::new(|| {
            let (requests, received) = mpsc::channel::<Request>();
            let spawn_all = move || {
                for (mut command, reply) in received {
                    // The requester waits for the reply.
                    let _ = reply.send(command.spawn());
                }
            };
            thread::Builder::new().name("engine spawner".into()).spawn(spawn_all).ok()?;
            Some(requests)
        });

        /// Starts a child that is killed when this process ends for any reason.
        pub fn spawn(mut command: Command) -> io::Result<Child> {
            let parent = getpid();
            let die_with_parent = move || {
                set_parent_process_death_signal(Some(Signal::KILL))?;
                // The parent may have ended before this call.
                if getppid() == Some(parent) {
                    Ok(())
                } else {
                    Err(io::ErrorKind::NotConnected.into())
                }
            };
            // SAFETY: between fork and exec the closure makes two system calls, allocates nothing
            // and takes no lock.
            unsafe { command.pre_exec(die_with_parent) };
            let Some(spawner) = &*SPAWNER else { return command.spawn() };
            let (reply, child) = mpsc::sync_channel(1);
            let ended = || io::Error::other("the thread that starts engines has ended");
            spawner.send((command, reply)).map_err(|_| ended())?;
            child.recv().map_err(|_| ended())?
        }
    }
}

#[cfg(not(unix))]
mod other {
    use std::io;
    use std::path::PathBuf;
    use std::process::{Child, ChildStdin, Command};
    use std::time::Duration;

    /// Starts a child. Windows puts it into a group of its own, which keeps the console's Ctrl-C
    /// from it: the match ends it in order.
    pub fn spawn(mut command: Command) -> io::Result<Child> {
        #[cfg(windows)]
        {
            use std::os::windows::process::CommandExt;
            const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
            command.creation_flags(CREATE_NEW_PROCESS_GROUP);
        }
        command.spawn()
    }

    /// The path of this program.
    pub fn own_program() -> io::Result<PathBuf> {
        std::env::current_exe()
    }

    /// Whether the system has no more memory.
    pub fn is_resource_shortage(error: &io::Error) -> bool {
        error.kind() == io::ErrorKind::OutOfMemory
    }

    /// Does nothing: there is no such limit.
    pub fn raise_file_limit(_: u64) {}

    /// Does nothing: pipes always block here.
    pub fn never_block(_: &ChildStdin) -> io::Result<()> {
        Ok(())
    }

    /// Does nothing: a blocking pipe is never reported as full.
    pub fn wait_for_room(_: &ChildStdin, _: Duration) -> io::Result<bool> {
        Ok(false)
    }

    /// Whether the child has ended.
    pub fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    /// Kills the child.
    pub fn kill_group(child: &mut Child) {
        let _ = child.kill();
    }
}
