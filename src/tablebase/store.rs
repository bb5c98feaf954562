//! Tables in a directory: written whole or not at all, read with suspicion.

use super::ending::Ending;
use super::file::{self, EXTENSION, FileError};
use super::generate::Solved;
use super::table::Table;
use crate::words::{Language, Phrase};
use rayon::prelude::*;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that was refused.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.say(Language::English))]
pub struct BadTable {
    pub path: PathBuf,
    pub error: FileError,
}

impl BadTable {
    /// The refusal in words.
    pub fn say(&self, language: Language) -> String {
        language.say(Phrase::TableRefused, &[&self.path.display(), &self.error.say(language)])
    }
}

/// Where a directory keeps the table of an ending.
pub fn path_of(directory: &Path, ending: Ending) -> PathBuf {
    directory.join(format!("{ending}.{EXTENSION}"))
}

/// Opens every table of a directory; other files are let be.
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
    let opened: Vec<_> = paths
        .into_par_iter()
        .map(|path| Table::open(&path).map_err(|error| BadTable { path, error }))
        .collect();
    let mut good = Vec::new();
    let mut bad = Vec::new();
    for table in opened {
        match table {
            Ok(table) => good.push(table),
            Err(error) => bad.push(error),
        }
    }
    Ok((good, bad))
}

/// Writes a table into a directory, which is made if need be. The file appears under its name only
/// when it is complete and on the disk; whatever happens before, nothing of it is left, and two
/// writers of the same table do not meet. Gives the file and its size in bytes.
pub fn write(directory: &Path, solved: &Solved) -> io::Result<(PathBuf, usize)> {
    let path = path_of(directory, solved.layout.ending());
    let bytes = file::encode(solved)?;
    fs::create_dir_all(directory)?;
    let mut file = tempfile::Builder::new()
        .prefix(&format!(".{}.", solved.layout.ending()))
        .suffix(".tmp")
        .tempfile_in(directory)?;
    file.write_all(&bytes)?;
    set_permissions(file.as_file())?;
    file.as_file().sync_all()?;
    file.persist(&path)?;
    // The new name is on the disk only when its directory is. Not every system can do that.
    if let Ok(directory) = fs::File::open(directory) {
        let _not_everywhere = directory.sync_all();
    }
    Ok((path, bytes.len()))
}

/// Temporary files are for their owner alone; tables are for everyone to read.
#[cfg(unix)]
fn set_permissions(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn set_permissions(_file: &fs::File) -> io::Result<()> {
    Ok(())
}
