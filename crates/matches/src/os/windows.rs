//! Windows.

use std::io;
use std::os::windows::io::AsRawHandle;
use std::os::windows::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus};
use std::time::Duration;
use win32job::{ExtendedLimitInfo, Job, JobError};

/// Keeps the console's Ctrl-C from a child: the match ends it in order.
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

/// A child with the processes that it starts. Windows kills all of them when this process ends.
#[derive(Debug)]
pub struct ChildGroup {
    child: Child,
    /// Its processes are killed when its only handle is closed. `None` if the child could not be
    /// assigned, for example because it has ended.
    job: Option<Job>,
}

impl ChildGroup {
    /// Starts a child.
    pub fn spawn(mut command: Command) -> io::Result<Self> {
        command.creation_flags(CREATE_NEW_PROCESS_GROUP);
        let child = command.spawn()?;
        let job = job_of(&child).ok();
        Ok(Self { child, job })
    }

    /// The child.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Whether the child has ended.
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills the child and the processes that it started. Returns how the child ended.
    pub fn kill(&mut self) -> io::Result<ExitStatus> {
        self.job = None;
        // Fails if it has ended.
        let _ = self.child.kill();
        self.child.wait()
    }
}

fn job_of(child: &Child) -> Result<Job, JobError> {
    let job = Job::create_with_limit_info(ExtendedLimitInfo::new().limit_kill_on_job_close())?;
    job.assign_process(child.as_raw_handle() as isize)?;
    Ok(job)
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
