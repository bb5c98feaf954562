//! Opens the tables in a directory. Their files are not trusted.

use super::file::{EXTENSION, FileError};
use super::table::Table;
use makruk::notation::terminal_text::shown;
use sakdi_platform::parallel_map;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file that cannot be used as a table.
#[derive(Debug, thiserror::Error)]
#[error("table {} refused: {error}", shown(path))]
pub struct BadTable {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub error: FileError,
}

/// Opens every table of a directory; other files are ignored.
///
/// # Errors
/// When the directory cannot be read.
pub fn open_directory(directory: &Path) -> io::Result<(Vec<Table>, Vec<BadTable>)> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            paths.push(path);
        }
    }
    paths.sort();
    let opened = parallel_map(&paths, |path| Table::open(path));
    let mut good = Vec::new();
    let mut bad = Vec::new();
    for (path, table) in paths.into_iter().zip(opened) {
        match table {
            Ok(table) => good.push(table),
            Err(error) => bad.push(BadTable { path, error }),
        }
    }
    Ok((good, bad))
}

/// Checks that the file of a table can be replaced without a loss: that there is none, an empty one, or
/// one that begins as tables do, perhaps damaged or of another version of the format.
///
/// # Errors
/// Something else is in the file, or a table of another ending, or it cannot be read.
#[cfg(not(target_family = "wasm"))]
pub fn check_replaceable(path: &Path) -> Result<(), FileError> {
    match sakdi_platform::files::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        bytes => match bytes? {
            bytes if bytes.is_empty() => return Ok(()),
            bytes if !bytes.starts_with(super::file::MAGIC) => return Err(FileError::Foreign),
            _ => {}
        },
    }
    match Table::open(path) {
        Err(error @ (FileError::Io(_) | FileError::Misnamed { .. })) => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_not_replaced() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(matches!(check_replaceable(folder), Err(FileError::Io(_))));
        assert!(check_replaceable(&folder.join("KRvK.skt")).is_ok(), "there is no file");
    }
}
