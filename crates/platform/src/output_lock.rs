//! Locks on the files that programs write: of two runs with the same output, one would lose its work.
//!
//! The lock is on a file beside the output, `.NAME.lock`. It cannot be on the output itself, which is
//! another file each time it is replaced, and which on Windows nobody could read while it is locked.
//! The system releases the lock when the program ends, however it ends. A lock file that a killed
//! program leaves behind blocks nothing, and the next run with the same output removes it.

use super::atomic_file::{folder_of, is_replaceable, resolve};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// Another program writes this output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("another run writes to it")]
pub struct InUse;

impl From<InUse> for io::Error {
    fn from(_: InUse) -> Self {
        io::ErrorKind::ResourceBusy.into()
    }
}

/// The right to write an output, until it is dropped.
#[derive(Debug)]
pub struct OutputLock {
    // `None` where nothing can be locked.
    _file: Option<LockFile>,
}

impl OutputLock {
    /// How long [`OutputLock::wait`] waits: much longer than a program takes to add a line to a file.
    const PATIENCE: Duration = Duration::from_secs(10);
    /// Time between two attempts.
    const INTERVAL: Duration = Duration::from_millis(5);

    /// Locks an output, which need not exist. Nothing is locked if it is a device or a pipe, and where
    /// no lock file can be made.
    ///
    /// # Errors
    /// Another program has locked it.
    pub fn new(output: &Path) -> Result<Self, InUse> {
        let output = resolve(output);
        let Some(name) = output.file_name().filter(|_| is_replaceable(&output)) else {
            return Ok(Self { _file: None });
        };
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(".lock");
        match LockFile::new(folder_of(&output).join(hidden)) {
            Ok(file) => Ok(Self { _file: Some(file) }),
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => Err(InUse),
            // The folder is missing or must not be written, or the file system has no locks.
            Err(error) => {
                log::debug!("{output:?} is not locked: {error}");
                Ok(Self { _file: None })
            }
        }
    }

    /// As [`OutputLock::new`], for an output that programs lock only for a moment: waits for its turn.
    ///
    /// # Errors
    /// Another program keeps it locked.
    pub fn wait(output: &Path) -> Result<Self, InUse> {
        let deadline = Instant::now() + Self::PATIENCE;
        loop {
            match Self::new(output) {
                Err(InUse) if Instant::now() < deadline => thread::sleep(Self::INTERVAL),
                lock => return lock,
            }
        }
    }
}

/// A locked file, which is removed at the end.
#[cfg(unix)]
#[derive(Debug)]
struct LockFile {
    file: File,
    path: PathBuf,
}

/// A file that can be opened once, and that disappears when it is closed, even by a kill.
#[cfg(windows)]
#[derive(Debug)]
struct LockFile {
    _file: File,
}

#[cfg(unix)]
impl LockFile {
    fn new(path: PathBuf) -> io::Result<Self> {
        use std::fs::TryLockError;
        loop {
            let file = Self::open(&path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::ResourceBusy.into()),
                Err(TryLockError::Error(error)) => {
                    let _ = std::fs::remove_file(&path);
                    return Err(error);
                }
            }
            let lock = Self { file, path: path.clone() };
            // The program that had it before may have removed the file since it was opened.
            if lock.is_in_place() {
                return Ok(lock);
            }
        }
    }

    fn open(path: &Path) -> io::Result<File> {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        // In a folder of several users, another one may have put a link or a pipe there.
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        options.custom_flags(flags.bits().cast_signed()).open(path)
    }

    fn is_in_place(&self) -> bool {
        use std::os::unix::fs::MetadataExt;
        let id = |found: std::fs::Metadata| (found.dev(), found.ino());
        let there = std::fs::symlink_metadata(&self.path).map(id).ok();
        there.is_some() && there == self.file.metadata().map(id).ok()
    }
}

#[cfg(unix)]
impl Drop for LockFile {
    fn drop(&mut self) {
        // Removed before it is closed: a program that locks it afterwards sees that it is gone.
        if self.is_in_place() {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

#[cfg(windows)]
impl LockFile {
    fn new(path: PathBuf) -> io::Result<Self> {
        use std::os::windows::fs::OpenOptionsExt;
        const FILE_FLAG_DELETE_ON_CLOSE: u32 = 0x0400_0000;
        const ERROR_SHARING_VIOLATION: i32 = 32;
        let mut options = File::options();
        options.write(true).create(true).truncate(false).share_mode(0);
        match options.custom_flags(FILE_FLAG_DELETE_ON_CLOSE).open(&path) {
            Ok(file) => Ok(Self { _file: file }),
            Err(error) if error.raw_os_error() == Some(ERROR_SHARING_VIOLATION) => {
                Err(io::ErrorKind::ResourceBusy.into())
            }
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn an_output_is_locked_once_and_nothing_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("out");
        let lock = OutputLock::new(&output).unwrap();
        assert_eq!(OutputLock::new(&folder.path().join("./out")).map(drop), Err(InUse));
        OutputLock::new(&folder.path().join("other")).expect("another output");
        // The lock does not depend on the file, which may be replaced.
        fs::write(&output, "first").unwrap();
        super::super::atomic_file::write(&output, b"second").unwrap();
        assert_eq!(OutputLock::new(&output).map(drop), Err(InUse));
        assert_eq!(fs::read(&output).unwrap(), b"second");
        drop(lock);
        OutputLock::new(&output).expect("a free output");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    /// What a killed program leaves behind.
    #[cfg(unix)]
    #[test]
    fn a_lock_file_without_a_lock_blocks_nothing() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(".out.lock"), "").unwrap();
        drop(OutputLock::new(&folder.path().join("out")).expect("a free output"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_the_same_output_and_devices_have_no_lock() {
        let folder = tempfile::tempdir().unwrap();
        let [output, link] = ["out", "link"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink(&output, &link).unwrap();
        let lock = OutputLock::new(&link).unwrap();
        assert_eq!(OutputLock::new(&output).map(drop), Err(InUse));
        drop(lock);
        let null = Path::new("/dev/null");
        let _both = [OutputLock::new(null).unwrap(), OutputLock::new(null).unwrap()];
        OutputLock::new(&folder.path().join("none/out")).expect("the folder is missing");
    }

    #[test]
    fn a_turn_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("out");
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        let _lock = OutputLock::wait(&output).expect("its turn");
                        // Only one at a time finds the file as the last one left it.
                        let found = fs::read_to_string(&output).unwrap_or_default();
                        fs::write(&output, found + "x").unwrap();
                    }
                });
            }
        });
        assert_eq!(fs::read_to_string(&output).unwrap().len(), 80);
    }
}
