//! Files that appear whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file. Until it is complete and on the disk, what stood under its name stays.
pub(super) fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    // A device or a pipe cannot be replaced, and a link should lead where it led.
    let path = match fs::canonicalize(path) {
        Ok(there) if !there.is_file() => return fs::write(there, contents),
        Ok(there) => there,
        Err(_) => path.to_owned(),
    };
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new().prefix(".sakdi.").suffix(".tmp").tempfile_in(folder)?;
    file.write_all(contents)?;
    copy_permissions(&path, file.as_file())?;
    file.as_file().sync_all()?;
    file.persist(&path)?;
    Ok(())
}

/// Temporary files are for their owner alone; others may read what becomes of them, unless the
/// file in whose place it comes says otherwise.
#[cfg(unix)]
fn copy_permissions(path: &Path, file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let old = fs::metadata(path).map(|there| there.permissions());
    file.set_permissions(old.unwrap_or_else(|_| fs::Permissions::from_mode(0o644)))
}

#[cfg(not(unix))]
fn copy_permissions(_path: &Path, _file: &fs::File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        write(&path, b"first").unwrap();
        write(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(write(&folder.path().join("none/out"), b"").is_err());
        write(Path::new("/dev/null"), b"kept out").unwrap();
        assert!(!Path::new("/dev/null").is_file());
    }
}
