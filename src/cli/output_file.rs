//! The files that a command writes. All commands follow one rule: a file that exists is not
//! overwritten, unless the command continues it. Outputs are checked before the work, and appear
//! completely or not at all.

use super::Failure;
use crate::i18n::{Language, Phrase};
use crate::platform::atomic_file::{self, folder_of, is_replaceable};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What happens to an output file that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IfExists {
    /// It stays: the command has no `--resume`.
    Refused,
    /// It stays, since `--resume` was not given.
    NeedsResume,
    /// The command continues it.
    Continued,
    /// The command adds to its end.
    Appended,
}

impl IfExists {
    /// Of a command that has `--resume`.
    pub(super) const fn unless(resume: bool) -> Self {
        if resume { Self::Continued } else { Self::NeedsResume }
    }
}

/// The files that a command reads, and those that it will write.
#[derive(Debug)]
pub(super) struct OutputFiles {
    language: Language,
    inputs: Vec<PathBuf>,
    outputs: Vec<PathBuf>,
}

impl OutputFiles {
    /// For a command that reads the files `inputs` and reports errors in this language.
    pub(super) fn new<'a>(
        inputs: impl IntoIterator<Item = &'a PathBuf>,
        language: Language,
    ) -> Self {
        let inputs = inputs.into_iter().map(|path| destination(path)).collect();
        Self { language, inputs, outputs: Vec::new() }
    }

    /// Reserves a file to write.
    ///
    /// # Errors
    /// The command already reads or writes this file, perhaps by another name or link; or
    /// the file exists and may not be overwritten; or it cannot be written; or it is `-`, which would
    /// be taken for standard output.
    pub(super) fn reserve(&mut self, output: &Path, existing: IfExists) -> Result<(), Failure> {
        let refuse = |phrase| Failure::bad_input(self.language.say(phrase, &[&output.display()]));
        if output == Path::new("-") {
            return Err(refuse(Phrase::OutputDash));
        }
        let there = destination(output);
        let is_file = fs::metadata(&there).is_ok_and(|there| there.is_file());
        if is_file && self.inputs.contains(&there) {
            return Err(refuse(Phrase::OutputIsInput));
        }
        if self.outputs.contains(&there) {
            return Err(refuse(Phrase::OutputTwice));
        }
        match existing {
            IfExists::Refused if holds_something(&there) => {
                return Err(refuse(Phrase::FileExists));
            }
            IfExists::NeedsResume if holds_something(&there) => {
                return Err(refuse(Phrase::FileExistsResume));
            }
            // Only the file itself needs to be writable, which opening it tests.
            IfExists::Appended => {}
            _ => atomic_file::check(&there)
                .map_err(|error| Failure::cannot_write(output, &error, self.language))?,
        }
        // Several outputs may go to one device.
        if is_replaceable(&there) {
            self.outputs.push(there);
        }
        Ok(())
    }
}

/// Whether there is a file that is not empty. An empty one may be overwritten: programs create such
/// files to reserve a name.
pub(super) fn holds_something(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| there.is_file() && there.len() > 0)
}

/// When a result in progress is saved.
#[derive(Debug)]
pub(super) struct SaveTimer {
    /// `None` for an output to which each save would add, such as a pipe.
    next: Option<Instant>,
}

impl SaveTimer {
    /// Time between two saves.
    const INTERVAL: Duration = Duration::from_secs(2);
    /// It is at least this many times as long as the save before: a large file takes long to write.
    const LEAST_SHARE: u32 = 20;

    pub(super) fn new(output: &Path) -> Self {
        Self { next: is_replaceable(output).then(|| Instant::now() + Self::INTERVAL) }
    }

    /// The present time, if it is time to save.
    pub(super) fn due(&self) -> Option<Instant> {
        let now = Instant::now();
        self.next.filter(|&next| now >= next).map(|_| now)
    }

    /// Notes a save that began at this time.
    pub(super) fn saved(&mut self, began: Instant) {
        let interval = Self::INTERVAL.max(began.elapsed() * Self::LEAST_SHARE);
        self.next = Some(Instant::now() + interval);
    }
}

/// Writes a file atomically.
///
/// # Errors
/// The file cannot be written. The input is valid nevertheless.
pub(super) fn write(path: &Path, contents: &[u8], language: Language) -> Result<(), Failure> {
    atomic_file::write(&destination(path), contents)
        .map_err(|error| Failure::not_written(path, &error, language))
}

/// Resolves a path, so that each file has one name: follows links, also to a file that does not
/// exist yet. The path of anything but a file is unchanged: `/dev/stdout` may be a pipe, which has
/// no name.
fn destination(path: &Path) -> PathBuf {
    /// The number of links that Linux follows.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    if !is_replaceable(&path) {
        return path;
    }
    for _ in 0..LINKS {
        if let Ok(there) = fs::canonicalize(&path) {
            return there;
        }
        match fs::read_link(&path) {
            Ok(link) => path = folder_of(&path).join(link),
            Err(_) => break,
        }
    }
    match (fs::canonicalize(folder_of(&path)), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, contents: &[u8]) -> bool {
        super::write(path, contents, Language::English).is_ok()
    }

    fn may_write(path: &Path, existing: IfExists) -> bool {
        OutputFiles::new([], Language::English).reserve(path, existing).is_ok()
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        assert!(write(&path, b"first") && write(&path, b"second"));
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let nowhere = folder.path().join("none/out");
        assert!(!write(&nowhere, b"") && !may_write(&nowhere, IfExists::Refused));
        assert!(!may_write(folder.path(), IfExists::Continued));
        assert!(may_write(&folder.path().join("new"), IfExists::Refused));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(write(Path::new("/dev/null"), b"kept out"));
        assert!(!Path::new("/dev/null").is_file());
    }

    #[test]
    fn what_exists_stays_unless_it_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        let [full, empty] = ["full", "empty"].map(|name| folder.path().join(name));
        fs::write(&full, "kept").unwrap();
        fs::write(&empty, "").unwrap();
        assert!(!may_write(&full, IfExists::Refused) && !may_write(&full, IfExists::unless(false)));
        assert!(may_write(&full, IfExists::unless(true)) && may_write(&empty, IfExists::Refused));
        assert!(may_write(Path::new("/dev/null"), IfExists::Refused));
    }

    #[test]
    fn what_is_read_or_written_already_is_spared() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two, link] = ["one", "two", "link"].map(|name| folder.path().join(name));
        fs::write(&one, "kept").unwrap();
        let mut files = OutputFiles::new([&one, &two], Language::English);
        let mut reserve = |path: &Path| files.reserve(path, IfExists::Continued).is_ok();
        assert!(!reserve(&one) && !reserve(&folder.path().join("./one")));
        assert!(reserve(&two), "a file that is not there is no input");
        assert!(!reserve(&folder.path().join("./two")), "it is to be written already");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&one, &link).unwrap();
            assert!(!reserve(&link));
        }
        assert!(reserve(Path::new("/dev/null")) && reserve(Path::new("/dev/null")));
    }

    /// The link still has the same target, which may not exist yet.
    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let [target, link] = ["target", "link"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("target", &link).unwrap();
        assert!(write(&link, b"through the link"));
        assert!(link.is_symlink() && fs::read(&target).unwrap() == b"through the link");
    }
}
