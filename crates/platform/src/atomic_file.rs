//! Writes files atomically: a file appears under its name only when it is complete and on the disk.
//! Until then the old contents stay, and concurrent writers do not disturb each other.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Writes a file. A device or a pipe, which cannot be replaced, is written directly.
///
/// # Errors
/// Errors of the system.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    write_parts(path, [Ok(contents)])
}

/// Writes a file of many parts, one after the other, so that they need not be in memory together.
///
/// # Errors
/// Errors of the system, and the first error among the parts. The old contents stay.
pub fn write_parts<E: From<io::Error>>(
    path: &Path,
    parts: impl IntoIterator<Item = Result<impl AsRef<[u8]>, E>>,
) -> Result<(), E> {
    if !is_replaceable(path) {
        let mut file = fs::OpenOptions::new().write(true).open(path)?;
        for part in parts {
            file.write_all(part?.as_ref())?;
        }
        return Ok(());
    }
    let mut file = create_beside(path)?;
    keep_permissions(path, file.as_file())?;
    let mut buffer = io::BufWriter::new(&mut file);
    for part in parts {
        buffer.write_all(part?.as_ref())?;
    }
    buffer.flush()?;
    drop(buffer);
    file.as_file().sync_all()?;
    file.persist(path).map_err(io::Error::from)?;
    // The new name is safe only when the folder is synced, too. Not every system can do that.
    if let Ok(folder) = fs::File::open(folder_of(path)) {
        let _unsupported = folder.sync_all();
    }
    Ok(())
}

/// Checks in advance whether [`write()`] can succeed.
///
/// # Errors
/// Errors of the system.
pub fn check(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if is_replaceable(path) { create_beside(path).map(drop) } else { Ok(()) }
}

/// Whether there is a regular file, or nothing yet.
pub fn is_replaceable(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |found| found.is_file())
}

/// The folder of a file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Resolves a path, so that each file has one name: follows links, also to a file that does not
/// exist yet. The path of anything but a file is unchanged: `/dev/stdout` may be a pipe, which has
/// no name.
pub fn resolve(path: &Path) -> PathBuf {
    /// The number of links that Linux follows.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    if !is_replaceable(&path) {
        return path;
    }
    for _ in 0..LINKS {
        if let Ok(there) = fs::canonicalize(&path) {
            return there;
        }
        match fs::read_link(&path) {
            Ok(link) => path = folder_of(&path).join(link),
            Err(_) => break,
        }
    }
    match (fs::canonicalize(folder_of(&path)), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

/// An empty file in the folder of `path`, which disappears unless it is persisted. It has the
/// permissions of any new file.
fn create_beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".sakdi.").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The system takes away what the user's mask forbids.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder_of(path))
}

/// The new file gets the permissions of the file it replaces.
fn keep_permissions(path: &Path, file: &fs::File) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(old) if cfg!(unix) => file.set_permissions(old.permissions()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        write(&path, b"first").unwrap();
        write(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        let parts = [Ok("third "), Ok("in parts")];
        write_parts::<io::Error>(&path, parts).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"third in parts");
        let failing = [Ok("fourth"), Err(io::Error::other("no more"))];
        assert_eq!(write_parts(&path, failing).unwrap_err().to_string(), "no more");
        assert_eq!(fs::read(&path).unwrap(), b"third in parts");
        let nowhere = folder.path().join("none/out");
        assert!(write(&nowhere, b"").is_err() && check(&nowhere).is_err());
        assert!(check(folder.path()).is_err() && check(&path).is_ok());
        assert!(check(&folder.path().join("new")).is_ok());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_and_permissions_are_kept() {
        use std::os::unix::fs::PermissionsExt;
        write(Path::new("/dev/null"), b"nothing").unwrap();
        assert!(!Path::new("/dev/null").is_file());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        write(&path, b"").unwrap();
        let plain = folder.path().join("plain");
        fs::write(&plain, b"").unwrap();
        assert_eq!(mode(&path), mode(&plain));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        write(&path, b"").unwrap();
        assert_eq!(mode(&path), 0o600);
    }
}
