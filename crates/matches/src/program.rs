//! Where the program of an engine is.

use super::ending::MissingProgram;
use super::os;
use super::settings::{EngineSettings, SELF};
use std::io;
use std::path::{Path, PathBuf};

/// The path of an engine's program. Relative paths are relative to the engine's folder if the file
/// exists there, else to the current one. Bare names are searched on the PATH.
pub(super) fn program(settings: &EngineSettings) -> io::Result<PathBuf> {
    if settings.command == SELF {
        return os::own_program();
    }
    let command = Path::new(&settings.command);
    if command.is_absolute() || is_bare(&settings.command) {
        return Ok(command.into());
    }
    file_of(settings)
}

/// Whether a command is a name without folders.
fn is_bare(command: &str) -> bool {
    Path::new(command).components().count() < 2 && !command.contains('/')
}

/// The file that a relative path means: in the engine's folder, else in the current one.
fn file_of(settings: &EngineSettings) -> io::Result<PathBuf> {
    let command = Path::new(&settings.command);
    let inside = settings.folder.as_ref().map(|folder| folder.join(command));
    std::path::absolute(inside.filter(|path| path.exists()).unwrap_or_else(|| command.into()))
}

/// What is missing when the system does not find the program of an engine; `None` for this program.
pub(super) fn missing_program(settings: &EngineSettings) -> Option<MissingProgram> {
    if settings.command == SELF {
        return None;
    }
    let is_file = file_of(settings).is_ok_and(|path| path.is_file());
    let is_on_path = || {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| folder.join(&settings.command).is_file())
    };
    Some(match (is_bare(&settings.command), is_file) {
        (false, false) => MissingProgram::File,
        (false, true) => MissingProgram::Interpreter,
        (true, _) if is_on_path() => MissingProgram::Interpreter,
        (true, true) => MissingProgram::NotOnPath,
        (true, false) => MissingProgram::Anywhere,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_is_missing_is_told_apart() {
        let folder = tempfile::tempdir().expect("a folder");
        let script = folder.path().join("engine");
        fs::write(&script, "#!/no/such/interpreter\n").expect("room");
        let missing = |command: &str| {
            let folder = Some(folder.path().to_owned());
            missing_program(&EngineSettings {
                command: command.into(),
                folder,
                ..EngineSettings::default()
            })
        };
        assert_eq!(missing(SELF), None);
        assert_eq!(missing("no-such-engine"), Some(MissingProgram::Anywhere));
        assert_eq!(missing("engine"), Some(MissingProgram::NotOnPath));
        assert_eq!(missing("./engine"), Some(MissingProgram::Interpreter));
        assert_eq!(missing("./engines/a"), Some(MissingProgram::File));
        assert_eq!(missing(&script.display().to_string()), Some(MissingProgram::Interpreter));
    }
}
