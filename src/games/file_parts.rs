//! Reads files of any size in parts that hold whole games.

use crate::Failure;
use makruk::notation::pgn::last_game_start;
use makruk::notation::terminal_text::shown;
use sakdi_games::Source;
use sakdi_i18n::Language;
use sakdi_platform::files;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::UNIX_EPOCH;

/// Bytes that are read at a time.
const PART: usize = 8 << 20;

/// Whole games of a file.
pub(super) struct Part {
    pub bytes: Vec<u8>,
    /// Bytes of the file up to the end of this part.
    pub end: u64,
}

/// The parts of a file or of standard input.
pub(super) struct FileParts {
    reader: Box<dyn Read>,
    /// The beginning of a game whose end has not been read yet.
    rest: Vec<u8>,
    end: u64,
    is_over: bool,
}

impl FileParts {
    /// Opens a file, or standard input for `-`. It is read from `from` on.
    pub(super) fn open(path: &Path, from: u64, language: Language) -> Result<Self, Failure> {
        let open = || -> io::Result<Box<dyn Read>> {
            if path == Path::new("-") {
                return Ok(Box::new(io::stdin()));
            }
            let mut file = files::open(path)?;
            file.seek(SeekFrom::Start(from))?;
            Ok(Box::new(file))
        };
        let reader = open().map_err(|error| Failure::cannot_read(path, &error, language))?;
        Ok(Self { reader, rest: Vec::new(), end: from, is_over: false })
    }

    /// The next part; `None` at the end.
    pub(super) fn next_part(&mut self) -> io::Result<Option<Part>> {
        while !self.is_over {
            let read = (&mut self.reader).take(PART as u64).read_to_end(&mut self.rest)?;
            self.is_over = read < PART;
            if self.is_over {
                break;
            }
            let whole = last_game_start(&self.rest);
            if whole > 0 {
                let rest = self.rest.split_off(whole);
                let bytes = std::mem::replace(&mut self.rest, rest);
                return Ok(Some(self.part(bytes)));
            }
        }
        let bytes = std::mem::take(&mut self.rest);
        Ok((!bytes.is_empty()).then(|| self.part(bytes)))
    }

    fn part(&mut self, bytes: Vec<u8>) -> Part {
        self.end += bytes.len() as u64;
        Part { bytes, end: self.end }
    }
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
