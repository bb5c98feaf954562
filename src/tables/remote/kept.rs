//! What was fetched of tables, in a folder for each address and in it one for each table. A file has
//! a checksum at its end; one that does not match it is fetched anew.

use etcetera::BaseStrategy;
use makruk::notation::terminal_text::shown;
use sakdi_engine::tablebase::Ending;
use sakdi_platform::{atomic_file, files, sha256};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The parts of tables that are kept of one address.
pub(super) struct Kept {
    /// `None` where the user has no folder for caches.
    folder: Option<PathBuf>,
}

/// Bytes of an address's hash in the name of its folder.
const NAME_BYTES: usize = 8;

impl Kept {
    /// Those of an address, in this directory or in that of the user.
    pub(super) fn new(directory: Option<&Path>, url: &str) -> Self {
        let of_user =
            || Some(etcetera::choose_base_strategy().ok()?.cache_dir().join("sakdi/tables"));
        let directory = directory.map(Path::to_owned).or_else(of_user);
        let name = sha256::hex(&sha256::hash(url.as_bytes())[..NAME_BYTES]);
        Self { folder: directory.map(|directory| directory.join(name)) }
    }

    /// The first bytes of a table's file, and its length.
    pub(super) fn head(&self, ending: Ending) -> Option<(Vec<u8>, u64)> {
        let mut bytes = self.read(ending, "head")?;
        let length = u64::from_le_bytes(*bytes.last_chunk()?);
        bytes.truncate(bytes.len() - size_of_val(&length));
        Some((bytes, length))
    }

    pub(super) fn keep_head(&self, ending: Ending, head: &[u8], length: u64) {
        self.write(ending, "head", &[head, &length.to_le_bytes()].concat());
    }

    /// A range of a table's file.
    pub(super) fn range(&self, ending: Ending, range: &Range<u64>) -> Option<Vec<u8>> {
        let bytes = self.read(ending, &name_of(range))?;
        (bytes.len() as u64 == range.end - range.start).then_some(bytes)
    }

    pub(super) fn keep_range(&self, ending: Ending, range: &Range<u64>, bytes: &[u8]) {
        self.write(ending, &name_of(range), bytes);
    }

    /// Removes what is kept of a table.
    pub(super) fn forget(&self, ending: Ending) {
        if let Some(folder) = &self.folder {
            let _none_kept = fs::remove_dir_all(folder.join(ending.to_string()));
        }
    }

    fn read(&self, ending: Ending, name: &str) -> Option<Vec<u8>> {
        let path = self.folder.as_ref()?.join(ending.to_string()).join(name);
        let mut bytes = files::read(&path).ok()?;
        let checksum = u32::from_le_bytes(*bytes.last_chunk()?);
        bytes.truncate(bytes.len() - size_of_val(&checksum));
        (crc32fast::hash(&bytes) == checksum).then_some(bytes)
    }

    /// Without room or permission the next run fetches the part again.
    fn write(&self, ending: Ending, name: &str, bytes: &[u8]) {
        let Some(folder) = &self.folder else { return };
        let folder = folder.join(ending.to_string());
        let bytes = [bytes, &crc32fast::hash(bytes).to_le_bytes()].concat();
        let written = fs::create_dir_all(&folder)
            .and_then(|()| atomic_file::write(&folder.join(name), &bytes));
        if let Err(error) = written {
            log::warn!("{} is not kept: {error}", shown(&folder.join(name)));
        }
    }
}

fn name_of(range: &Range<u64>) -> String {
    format!("{}-{}", range.start, range.end)
}
