//! Children that Linux kills when this process ends.

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
        if getppid() == Some(parent) { Ok(()) } else { Err(io::ErrorKind::NotConnected.into()) }
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
