//! Files that a user names. Opening one never blocks, and only regular files are read: a pipe may
//! never have a writer, and a device such as `/dev/zero` never ends.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// The file is a pipe, a device or a socket. This error is inside an [`io::Error`], where
/// [`is_not_regular`] finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Not a regular file")]
pub struct NotRegular;

/// Whether this is the reason of an error: see [`NotRegular`].
pub fn is_not_regular(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|reason| reason.is::<NotRegular>())
}

/// Why the operating system refused something, without the number that it gives its errors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IoReason {
    /// There is no such file.
    #[error("No such file or directory")]
    Missing,
    /// The user lacks the permission.
    #[error("Permission denied")]
    Forbidden,
    /// A directory where a file is needed.
    #[error("Is a directory")]
    IsDirectory,
    /// A file where a directory is needed.
    #[error("Not a directory")]
    NotADirectory,
    /// A pipe, a device or a socket.
    #[error("{NotRegular}")]
    NotRegular,
    /// Another program has locked the file.
    #[error("Another program uses it")]
    InUse,
    /// There is not enough memory.
    #[error("Out of memory")]
    OutOfMemory,
    /// The disk is full.
    #[error("No space left on device")]
    Full,
    /// Anything else, in the words of the system.
    #[error("{0}")]
    Other(String),
}

impl From<&io::Error> for IoReason {
    fn from(error: &io::Error) -> Self {
        match error.kind() {
            _ if is_not_regular(error) => Self::NotRegular,
            io::ErrorKind::NotFound => Self::Missing,
            io::ErrorKind::PermissionDenied => Self::Forbidden,
            io::ErrorKind::IsADirectory => Self::IsDirectory,
            io::ErrorKind::NotADirectory => Self::NotADirectory,
            io::ErrorKind::ResourceBusy => Self::InUse,
            io::ErrorKind::OutOfMemory => Self::OutOfMemory,
            io::ErrorKind::StorageFull => Self::Full,
            _ => {
                let text = error.to_string();
                let words = text.split(" (os error ").next().unwrap_or_default();
                Self::Other(words.to_owned())
            }
        }
    }
}

/// Opens a regular file to read it.
///
/// # Errors
/// [`NotRegular`] when it is a pipe, a device or a socket, and what the system says.
pub fn open(path: &Path) -> io::Result<File> {
    let file = open_nonblocking(OpenOptions::new().read(true), path)?;
    let found = file.metadata()?;
    if found.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !found.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, NotRegular));
    }
    Ok(file)
}

/// The whole of a regular file.
///
/// # Errors
/// As [`open`]; also when there is no memory for it.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_rest(&mut open(path)?)
}

/// What is left of an open file.
///
/// # Errors
/// What the system says; also when there is no memory for it.
pub fn read_rest(file: &mut File) -> io::Result<Vec<u8>> {
    let length = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length)?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The whole of a regular file in UTF-8.
///
/// # Errors
/// As [`read`]; [`io::ErrorKind::InvalidData`] when it is not UTF-8.
#[cfg(not(target_family = "wasm"))]
pub fn read_to_string(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Opens a file to write at its end, and creates it if necessary. It may be a device, or a pipe
/// that has a reader.
///
/// # Errors
/// What the system says; also for a pipe without a reader.
#[cfg(not(target_family = "wasm"))]
pub fn append(path: &Path) -> io::Result<File> {
    let file = open_nonblocking(OpenOptions::new().append(true).create(true), path)?;
    // Opening must not wait, but writing into a full pipe may.
    set_blocking(&file)?;
    Ok(file)
}

/// Removes what a regular file holds from this length on. Windows refuses that to a file which was opened
/// by [`append`].
///
/// # Errors
/// As [`open`].
#[cfg(not(target_family = "wasm"))]
pub fn cut_off(path: &Path, length: u64) -> io::Result<()> {
    let file = open_read_write(path)?;
    if length < file.metadata()?.len() { file.set_len(length) } else { Ok(()) }
}

/// Opens a regular file for reading and writing, and creates it if necessary.
///
/// # Errors
/// As [`open`].
#[cfg(not(target_family = "wasm"))]
pub fn open_read_write(path: &Path) -> io::Result<File> {
    let options = &mut OpenOptions::new();
    let file = open_nonblocking(options.read(true).write(true).create(true).truncate(false), path)?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, NotRegular))
    }
}

#[cfg(all(unix, not(target_family = "wasm")))]
fn open_nonblocking(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    // The first flag has no effect on regular files. By the second, a terminal does not become the
    // controlling terminal of the program.
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    options.custom_flags(flags.bits().cast_signed()).open(path)
}

#[cfg(not(all(unix, not(target_family = "wasm"))))]
fn open_nonblocking(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, NotRegular));
    }
    options.open(path)
}

#[cfg(all(unix, not(target_family = "wasm")))]
fn set_blocking(file: &File) -> io::Result<()> {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    Ok(fcntl_setfl(file, fcntl_getfl(file)? - OFlags::NONBLOCK)?)
}

#[cfg(all(not(unix), not(target_family = "wasm")))]
fn set_blocking(_file: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn regular_files_are_read_and_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        append(&path).unwrap().write_all(b"one").unwrap();
        append(&path).unwrap().write_all(b"two").unwrap();
        assert_eq!(read_to_string(&path).unwrap(), "onetwo");
        std::fs::write(&path, b"\xff").unwrap();
        assert_eq!(read(&path).unwrap(), b"\xff");
        assert_eq!(read_to_string(&path).unwrap_err().kind(), io::ErrorKind::InvalidData);
        assert_eq!(open(folder.path()).unwrap_err().kind(), io::ErrorKind::IsADirectory);
        let missing = read(&folder.path().join("b")).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn reasons_have_no_numbers() {
        let full = io::Error::from_raw_os_error(28);
        assert!(!IoReason::from(&full).to_string().contains("os error"));
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_devices_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let mode = rustix::fs::Mode::from_raw_mode(0o600);
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, mode).unwrap();
        for path in [pipe.as_path(), Path::new("/dev/zero"), Path::new("/dev/full")] {
            assert!(is_not_regular(&read(path).unwrap_err()), "{}", path.display());
        }
        // No reader: nothing can be written.
        assert!(append(&pipe).is_err());
        append(Path::new("/dev/null")).unwrap().write_all(b"kept out").unwrap();
    }
}
