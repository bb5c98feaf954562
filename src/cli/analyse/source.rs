//! Where the games of an analysis come from.

use crate::cli::Failure;
use crate::i18n::{Language, Phrase};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where a game was read; nowhere for a position alone, and for a game of an earlier run.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct Source {
    pub file: Option<PathBuf>,
    /// Its number in the file, from 1.
    pub number: Option<usize>,
}

/// Expands paths to files: a folder to the PGN files in it and its subfolders, sorted by name, without
/// the `output` of an earlier run.
pub(in crate::cli) fn files(
    paths: &[PathBuf],
    output: Option<&Path>,
    language: Language,
) -> Result<Vec<PathBuf>, Failure> {
    let output = output.and_then(|path| path.canonicalize().ok());
    let is_output = |path: &PathBuf| output.is_some() && path.canonicalize().ok() == output;
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut found = Vec::new();
        collect(path, &mut found).map_err(|error| Failure::cannot_read(path, &error, language))?;
        found.retain(|path| !is_output(path));
        if found.is_empty() {
            return Err(Failure::bad_input(language.say(Phrase::NoGames, &[&path.display()])));
        }
        found.sort();
        files.append(&mut found);
    }
    Ok(files)
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        // A link to a folder may lead back to it.
        if entry.file_type()?.is_dir() {
            collect(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn")) {
            found.push(path);
        }
    }
    Ok(())
}
