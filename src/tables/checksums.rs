//! The checksums of tables, which the repository has for many: a table that was built elsewhere is the
//! same file.

use crate::Failure;
use sakdi_engine::tablebase::{Ending, file::EXTENSION};
use sakdi_i18n::Language;
use sakdi_platform::{files, sha256};
use std::path::Path;

/// A file's checksum beside the published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Checksum {
    /// It is the published one.
    Published,
    /// It is another.
    Other,
    /// None is published for this ending.
    Unknown,
}

/// What is wrong with a file of [`Checksum::Other`].
pub(super) const OTHER: &str = "the checksum is not the published one";

/// The checksum of the table in a file.
pub(super) fn of_file(ending: Ending, path: &Path) -> Result<Checksum, Failure> {
    if published(sakdi_tables::CHECKSUMS, ending).is_none() {
        return Ok(Checksum::Unknown);
    }
    let bytes = files::read(path);
    let bytes = bytes.map_err(|error| Failure::cannot_read(path, &error, Language::English))?;
    Ok(of(ending, &bytes))
}

/// The checksum of a table's bytes.
pub(super) fn of(ending: Ending, bytes: &[u8]) -> Checksum {
    match published(sakdi_tables::CHECKSUMS, ending) {
        None => Checksum::Unknown,
        Some(published) if published == sha256::hex(&sha256::hash(bytes)) => Checksum::Published,
        Some(_) => Checksum::Other,
    }
}

/// The checksum of an ending in a list as `sha256sum` writes it.
fn published(list: &str, ending: Ending) -> Option<&str> {
    let name = format!("{ending}.{EXTENSION}");
    list.lines().find_map(|line| {
        let (checksum, file) = line.split_once("  ")?;
        (file == name).then_some(checksum)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_a_checksum_and_an_ending() {
        let lines: Vec<&str> = sakdi_tables::CHECKSUMS.lines().collect();
        assert!(lines.len() >= 20);
        for line in lines {
            let (checksum, file) = line.split_once("  ").expect("two columns");
            let name = file.strip_suffix(".skt").expect("a table");
            let ending: Ending = name.parse().expect("an ending");
            assert_eq!(ending.to_string(), name);
            assert_eq!(checksum.len(), 64, "{name}");
            assert_eq!(published(sakdi_tables::CHECKSUMS, ending), Some(checksum), "{name}");
        }
    }

    #[test]
    fn a_changed_table_has_another_checksum() {
        let ending = "KMvK".parse().expect("an ending");
        let tables = sakdi_engine::tablebase::Tablebase::embedded();
        let table = tables.table(ending).expect("an embedded table");
        let mut bytes = table.packed().expect("its bytes").to_vec();
        assert_eq!(of(ending, &bytes), Checksum::Published);
        bytes[50] ^= 1;
        assert_eq!(of(ending, &bytes), Checksum::Other);
    }
}
