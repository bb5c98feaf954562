//! The files that a command writes. All commands follow one rule: a file that exists is not
//! overwritten, unless the command continues it, and no other run writes it meanwhile. Outputs are
//! checked before the work, and appear completely or not at all.

use super::{Failure, report_output};
use makruk::notation::terminal_text::shown;
use sakdi_i18n::{Language, Phrase};
use sakdi_platform::atomic_file::{self, is_replaceable, resolve};
use sakdi_platform::output_lock::{InUse, OutputLock};
use std::fs::{self, File};
use std::io::{self, Read, Write};
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
    /// The command continues another file and makes this one anew from it, if this text is near its
    /// beginning, as in all such files: other files stay.
    Remade(&'static str),
    /// The command adds to its end.
    Appended,
    /// Several runs add to its end, and lock it only while they do.
    Shared,
}

impl IfExists {
    /// Of a command that has `--resume`.
    pub(super) const fn unless(resume: bool) -> Self {
        if resume { Self::Continued } else { Self::NeedsResume }
    }
}

/// A file to write. No other run can reserve it until it is dropped.
#[derive(Debug)]
pub(super) struct OutputFile {
    /// As the user named it.
    path: PathBuf,
    /// Without links; `None` for standard output.
    resolved: Option<PathBuf>,
    language: Language,
    // `None` for a shared file.
    _lock: Option<OutputLock>,
}

impl OutputFile {
    /// The name that the user gave it.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the whole file atomically.
    ///
    /// # Errors
    /// The file cannot be written. The input is valid nevertheless.
    pub(super) fn write(&self, contents: &[u8]) -> Result<(), Failure> {
        let Some(resolved) = &self.resolved else {
            let mut out = io::stdout().lock();
            out.write_all(contents)?;
            return Ok(out.flush()?);
        };
        atomic_file::write(resolved, contents)
            .map_err(|error| Failure::not_written(&self.path, &error, self.language))
    }

    /// Writes the file of these parts atomically, without all of them in memory.
    ///
    /// # Errors
    /// The first error among the parts, or the file cannot be written.
    pub(super) fn write_parts(
        &self,
        parts: impl IntoIterator<Item = Result<String, Failure>>,
    ) -> Result<(), Failure> {
        /// The file's errors name it; those of the parts say what is wrong themselves.
        enum Error {
            File(io::Error),
            Part(Failure),
        }
        impl From<io::Error> for Error {
            fn from(error: io::Error) -> Self {
                Self::File(error)
            }
        }
        let Some(resolved) = &self.resolved else {
            let mut out = io::stdout().lock();
            for part in parts {
                out.write_all(part?.as_bytes())?;
            }
            return Ok(out.flush()?);
        };
        let parts = parts.into_iter().map(|part| part.map_err(Error::Part));
        atomic_file::write_parts(resolved, parts).map_err(|error| match error {
            Error::File(error) => Failure::not_written(&self.path, &error, self.language),
            Error::Part(failure) => failure,
        })
    }

    /// Whether this is standard output, where each [`OutputFile::write`] adds to what is there.
    pub(super) const fn is_stdout(&self) -> bool {
        self.resolved.is_none()
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
        let inputs = inputs.into_iter().map(|path| resolve(path)).collect();
        Self { language, inputs, outputs: Vec::new() }
    }

    /// Reserves a file to write.
    ///
    /// # Errors
    /// The command already reads or writes this file, perhaps by another name or link; or another run
    /// writes it; or the file exists and may not be overwritten; or it cannot be written; or it is `-`,
    /// which would be taken for standard output.
    pub(super) fn reserve(
        &mut self,
        output: &Path,
        existing: IfExists,
    ) -> Result<OutputFile, Failure> {
        self.reserve_unless_in_use(output, existing)?.ok_or_else(|| {
            Failure::bad_input(self.language.say(Phrase::OutputInUse, &[&shown(output)]))
        })
    }

    /// As [`OutputFiles::reserve`]; `None` if another run writes the file.
    ///
    /// # Errors
    /// The other ones of [`OutputFiles::reserve`].
    pub(super) fn reserve_unless_in_use(
        &mut self,
        output: &Path,
        existing: IfExists,
    ) -> Result<Option<OutputFile>, Failure> {
        let refuse = |phrase| Failure::bad_input(self.language.say(phrase, &[&shown(output)]));
        let resolved = resolve(output);
        self.check_name(output, &resolved)?;
        let is_file = fs::metadata(&resolved).is_ok_and(|there| there.is_file());
        if is_file && self.inputs.contains(&resolved) {
            return Err(refuse(Phrase::OutputIsInput));
        }
        // Before the other checks: what another run writes may be there already or not.
        let lock = match existing {
            IfExists::Shared => None,
            _ => match OutputLock::new(&resolved) {
                Ok(lock) => Some(lock),
                Err(InUse) => return Ok(None),
            },
        };
        match existing {
            IfExists::Refused if holds_something(&resolved) => {
                return Err(refuse(Phrase::FileExists));
            }
            IfExists::Remade(mark) if holds_something(&resolved) && !has_mark(&resolved, mark) => {
                return Err(refuse(Phrase::FileExists));
            }
            IfExists::NeedsResume if holds_something(&resolved) => {
                return Err(refuse(Phrase::FileExistsResume));
            }
            // Only the file itself needs to be writable, which opening it tests.
            IfExists::Appended | IfExists::Shared => {}
            _ => atomic_file::check(&resolved)
                .map_err(|error| Failure::cannot_write(output, &error, self.language))?,
        }
        // Several outputs may go to one device.
        if is_replaceable(&resolved) {
            self.outputs.push(resolved.clone());
        }
        let (path, resolved, language) = (output.to_owned(), Some(resolved), self.language);
        Ok(Some(OutputFile { path, resolved, language, _lock: lock }))
    }

    /// Notes a file that the command writes and locks by other means.
    ///
    /// # Errors
    /// The command already writes this file; or it is `-`.
    pub(super) fn note(&mut self, output: &Path) -> Result<(), Failure> {
        self.check_name(output, &resolve(output))?;
        self.outputs.push(resolve(output));
        Ok(())
    }

    /// Whether an output may have this name: it is not `-`, and the command does not write it already.
    fn check_name(&self, output: &Path, resolved: &Path) -> Result<(), Failure> {
        let refuse = |phrase| Failure::bad_input(self.language.say(phrase, &[&shown(output)]));
        match output {
            _ if output == Path::new("-") => Err(refuse(Phrase::OutputDash)),
            _ if self.outputs.iter().any(|other| other == resolved) => {
                Err(refuse(Phrase::OutputTwice))
            }
            _ => Ok(()),
        }
    }

    /// Reserves a file for data, or standard output for `-`: then the command prints nothing else there.
    ///
    /// # Errors
    /// Those of [`OutputFiles::reserve`].
    pub(super) fn reserve_for_data(
        &mut self,
        output: Option<&PathBuf>,
        existing: IfExists,
    ) -> Result<Option<OutputFile>, Failure> {
        if output.is_none_or(|output| output != Path::new("-")) {
            return self.reserve_if_given(output, existing);
        }
        report_output::reserve_for_data();
        let (path, language) = (PathBuf::from("-"), self.language);
        Ok(Some(OutputFile { path, resolved: None, language, _lock: None }))
    }

    /// As [`OutputFiles::reserve`], for an output that may be left out.
    pub(super) fn reserve_if_given(
        &mut self,
        output: Option<&PathBuf>,
        existing: IfExists,
    ) -> Result<Option<OutputFile>, Failure> {
        output.map(|output| self.reserve(output, existing)).transpose()
    }
}

/// Whether there is a file that is not empty. An empty one may be overwritten: programs create such
/// files to reserve a name.
pub(super) fn holds_something(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| there.is_file() && there.len() > 0)
}

/// Whether a file has this text near its beginning.
fn has_mark(path: &Path, mark: &str) -> bool {
    /// More bytes than a program writes before it says what it writes.
    const BEGINNING: u64 = 4096;
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(BEGINNING).read_to_end(&mut beginning));
    read.is_ok() && String::from_utf8_lossy(&beginning).contains(mark)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn reserve(path: &Path, existing: IfExists) -> Result<OutputFile, Failure> {
        OutputFiles::new([], Language::English).reserve(path, existing)
    }

    fn may_write(path: &Path, existing: IfExists) -> bool {
        reserve(path, existing).is_ok()
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let file = reserve(&path, IfExists::Refused).unwrap();
        assert!(file.write(b"first").is_ok() && file.write(b"second").is_ok());
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(!may_write(&folder.path().join("none/out"), IfExists::Refused));
        assert!(!may_write(folder.path(), IfExists::Continued));
        assert!(may_write(&folder.path().join("new"), IfExists::Refused));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let null = reserve(Path::new("/dev/null"), IfExists::Refused).unwrap();
        assert!(null.write(b"kept out").is_ok() && !Path::new("/dev/null").is_file());
    }

    #[test]
    fn what_exists_stays_unless_it_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        let [full, empty] = ["full", "empty"].map(|name| folder.path().join(name));
        fs::write(&full, "kept").unwrap();
        fs::write(&empty, "").unwrap();
        assert!(!may_write(&full, IfExists::Refused) && !may_write(&full, IfExists::unless(false)));
        assert!(may_write(&full, IfExists::unless(true)) && may_write(&empty, IfExists::Refused));
        assert!(
            may_write(&full, IfExists::Remade("ept")) && may_write(&empty, IfExists::Remade("ept"))
        );
        assert!(!may_write(&full, IfExists::Remade("other")));
        assert!(may_write(Path::new("/dev/null"), IfExists::Refused));
    }

    #[test]
    fn what_is_read_or_written_already_is_spared() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
        fs::write(&one, "kept").unwrap();
        let mut files = OutputFiles::new([&one, &two], Language::English);
        let mut reserve = |path: &Path| files.reserve(path, IfExists::Continued).is_ok();
        assert!(!reserve(&one) && !reserve(&folder.path().join("./one")));
        assert!(reserve(&two), "a file that is not there is no input");
        assert!(!reserve(&folder.path().join("./two")), "it is to be written already");
        #[cfg(unix)]
        {
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(&one, &link).unwrap();
            assert!(!reserve(&link));
        }
        assert!(reserve(Path::new("/dev/null")) && reserve(Path::new("/dev/null")));
    }

    #[test]
    fn an_output_is_of_one_run_at_a_time_unless_it_is_shared() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        for existing in [IfExists::Refused, IfExists::Continued, IfExists::Appended] {
            let first = reserve(&path, existing).unwrap();
            let refused = reserve(&path, IfExists::Refused).expect_err("it is in use");
            assert_eq!(refused.to_string(), format!("another run writes to {}", path.display()));
            drop(first);
        }
        let _first = reserve(&path, IfExists::Shared).unwrap();
        assert!(may_write(&path, IfExists::Shared));
    }

    /// The link still has the same target, which may not exist yet.
    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let [target, link] = ["target", "link"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("target", &link).unwrap();
        let file = reserve(&link, IfExists::Refused).unwrap();
        assert!(file.write(b"through the link").is_ok());
        assert!(link.is_symlink() && fs::read(&target).unwrap() == b"through the link");
    }
}
