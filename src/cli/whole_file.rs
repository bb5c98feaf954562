//! Files that appear whole or not at all, and never in the place of what is read.

use super::Failure;
use crate::words::{Language, Phrase};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Writes a file. Until it is complete and on the disk, what stood under its name stays.
pub(super) fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    // A device or a pipe cannot be replaced, and a link should lead where it led.
    let path = match fs::canonicalize(path) {
        Ok(there) if !there.is_file() => return fs::write(there, contents),
        Ok(there) => there,
        Err(_) => path.to_owned(),
    };
    let mut file = begin(&path)?;
    file.write_all(contents)?;
    copy_permissions(&path, file.as_file())?;
    file.as_file().sync_all()?;
    file.persist(&path)?;
    Ok(())
}

/// Finds out whether [`write`] can do its work, before there is anything to write.
pub(super) fn check(path: &Path) -> io::Result<()> {
    match fs::canonicalize(path) {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => Ok(()),
        Ok(there) => begin(&there).map(drop),
        Err(_) => begin(path).map(drop),
    }
}

/// An empty file beside the one that it is to become.
fn begin(path: &Path) -> io::Result<NamedTempFile> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    tempfile::Builder::new().prefix(".sakdi.").suffix(".tmp").tempfile_in(folder)
}

/// Refuses to write over a file that is read, by whatever name or link it goes.
pub(super) fn spare<'a>(
    inputs: impl IntoIterator<Item = &'a PathBuf>,
    output: &Path,
    language: Language,
) -> Result<(), Failure> {
    let file = |path: &Path| fs::canonicalize(path).ok().filter(|there| there.is_file());
    let Some(there) = file(output) else { return Ok(()) };
    if inputs.into_iter().any(|input| file(input).is_some_and(|input| input == there)) {
        let what = language.say(Phrase::OutputIsInput, &[&output.display()]);
        return Err(Failure::bad_input(what));
    }
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
        let nowhere = folder.path().join("none/out");
        assert!(write(&nowhere, b"").is_err() && check(&nowhere).is_err());
        assert!(check(folder.path()).is_err() && check(&path).is_ok());
        assert!(check(&folder.path().join("new")).is_ok());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        write(Path::new("/dev/null"), b"kept out").unwrap();
        assert!(!Path::new("/dev/null").is_file());
    }

    #[test]
    fn what_is_read_is_spared() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two, link] = ["one", "two", "link"].map(|name| folder.path().join(name));
        fs::write(&one, "kept").unwrap();
        let spares = |output: &Path| spare([&one, &two], output, Language::English).is_err();
        assert!(spares(&one) && spares(&folder.path().join("./one")));
        assert!(!spares(&two), "a file that is not there is no input");
        #[cfg(unix)]
        std::os::unix::fs::symlink(&one, &link).unwrap();
        assert_eq!(spares(&link), cfg!(unix));
    }
}
