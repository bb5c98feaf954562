//! Endgame tables: the built-in ones with those of a folder.

use crate::Failure;
use sakdi_engine::tablebase::Tablebase;
use sakdi_i18n::{Language, Localized};
use std::path::Path;

/// The built-in tables and those of a directory. Invalid files are reported on stderr.
pub(crate) fn load_tables(
    directory: Option<&Path>,
    language: Language,
) -> Result<Tablebase, Failure> {
    let mut tables = Tablebase::embedded();
    if let Some(path) = directory {
        let added = tables.add_directory(path);
        let (_, bad) = added.map_err(|error| Failure::cannot_read(path, &error, language))?;
        for error in bad {
            error_line!("sakdi: {}", error.say(language));
        }
    }
    Ok(tables)
}
