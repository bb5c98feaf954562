//! Endgame tables: the built-in ones with those of a folder.

use crate::Failure;
use sakdi_engine::tablebase::Tablebase;
use sakdi_engine::tablebase::directory::BadTable;
use sakdi_i18n::{Language, Localized};
use std::path::Path;

/// The built-in tables and those of a directory. Invalid files are reported on stderr.
pub(crate) fn load_tables(
    directory: Option<&Path>,
    language: Language,
) -> Result<Tablebase, Failure> {
    let (tables, bad) = load_with_faults(directory, language)?;
    for error in bad {
        error_line!("sakdi: {}", error.say(language));
    }
    Ok(tables)
}

/// The built-in tables and those of a directory, and which files of the directory were refused.
pub(crate) fn load_with_faults(
    directory: Option<&Path>,
    language: Language,
) -> Result<(Tablebase, Vec<BadTable>), Failure> {
    let mut tables = Tablebase::embedded();
    let Some(path) = directory else { return Ok((tables, Vec::new())) };
    let added = tables.add_directory(path);
    let (_, bad) = added.map_err(|error| Failure::cannot_read(path, &error, language))?;
    Ok((tables, bad))
}
