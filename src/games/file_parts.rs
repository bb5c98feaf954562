//! Files of games, as parts.

use crate::Failure;
use makruk::notation::pgn::Parts;
use makruk::notation::terminal_text::shown;
use sakdi_games::Source;
use sakdi_i18n::Language;
use sakdi_platform::files;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::UNIX_EPOCH;

/// Opens a file, or standard input for `-`. It is read from `from` on.
pub(super) fn open(
    path: &Path,
    from: u64,
    language: Language,
) -> Result<Parts<Box<dyn Read>>, Failure> {
    let open = || -> io::Result<Box<dyn Read>> {
        if path == Path::new("-") {
            return Ok(Box::new(io::stdin()));
        }
        let mut file = files::open(path)?;
        file.seek(SeekFrom::Start(from))?;
        Ok(Box::new(file))
    };
    let reader = open().map_err(|error| Failure::cannot_read(path, &error, language))?;
    Ok(Parts::new(reader, from))
}

/// What identifies a file, so that a later run knows it; `None` for standard input.
pub(super) fn source(path: &Path) -> Option<Source> {
    let found = files::open(path).and_then(|file| file.metadata()).ok()?;
    let modified = found.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let name = path.canonicalize().ok()?;
    Some(Source {
        name: shown(&name),
        bytes: found.len(),
        modified: i64::try_from(modified.as_nanos()).ok()?,
    })
}
