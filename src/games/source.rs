//! Files whose games are in the base.

use makruk::notation::terminal_text::shown;
use sakdi_games::Source;
use sakdi_platform::files;
use std::path::Path;
use std::time::UNIX_EPOCH;

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
