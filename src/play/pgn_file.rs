//! Saves games in PGN files, after every move.

use makruk::notation::parse_any;
use makruk::notation::pgn::{self, PgnGame, PgnMove};
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use sakdi_analysis::RecordedGame;
use sakdi_i18n::{Language, Localized, Phrase};
use sakdi_platform::files::{self, IoReason};
use sakdi_platform::output_lock::OutputLock;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file of games. The last one is in progress.
#[derive(Debug)]
pub(super) struct PgnFile {
    file: File,
    /// Its name without links.
    path: Option<PathBuf>,
    /// Offset of the game in progress, or of the gap before it.
    start: u64,
    /// What separates it from the games before, while it is not written.
    gap: &'static str,
    /// The text of that game in the file.
    written: String,
    _lock: OutputLock,
}

/// Number of bytes that tell whether a file holds games.
const HEAD: u64 = 64 * 1024;

/// Why games cannot be saved in a file.
#[derive(Debug, thiserror::Error)]
pub(super) enum PgnFileError {
    /// The system refuses.
    #[error("{}", IoReason::from(.0))]
    Io(#[from] io::Error),
    /// The sign for standard output.
    #[error("games are saved in files only")]
    Dash,
    /// Its text is something else.
    #[error("it holds something that is not a game")]
    NoGames,
    /// A game is appended in UTF-8.
    #[error("it is in UTF-16, and games are added in UTF-8")]
    Utf16,
}

impl Localized for PgnFileError {
    fn thai(&self) -> String {
        match self {
            Self::Io(error) => IoReason::from(error).thai(),
            Self::Dash => "บันทึกเกมลงไฟล์ได้เท่านั้น".to_owned(),
            Self::NoGames => "มีเนื้อหาอื่นที่ไม่ใช่เกมอยู่ในไฟล์".to_owned(),
            Self::Utf16 => "ไฟล์เข้ารหัสแบบ UTF-16 แต่เกมจะบันทึกเพิ่มเป็น UTF-8".to_owned(),
        }
    }
}

/// Whether a text begins with a game: with its tags, or with a move from the start position. True of
/// a blank one.
fn holds_games(head: &[u8]) -> bool {
    let text = pgn::decode(head).text;
    let start = Position::start(Variant::Makruk, CountingRule::default());
    let begins = |mv: &PgnMove| parse_any(&start, &mv.san).is_ok();
    let is_game = |game: PgnGame| !game.tags.is_empty() || game.moves.first().is_some_and(begins);
    text.trim().is_empty()
        || pgn::Reader::new(&text).next().is_some_and(|game| game.is_ok_and(is_game))
}

impl PgnFile {
    /// Opens a file to append a game, and locks it. Creates it if necessary.
    ///
    /// # Errors
    /// `-`, errors of the system, files that are not regular, files that another game is saved in, files in
    /// UTF-16, and files with something else than games.
    pub(super) fn open(path: &Path) -> Result<Self, PgnFileError> {
        if path == Path::new("-") {
            return Err(PgnFileError::Dash);
        }
        // Two games in one file would overwrite each other.
        let lock = OutputLock::new(path).map_err(io::Error::from)?;
        let mut file = files::open_read_write(path)?;
        let mut head = Vec::new();
        (&file).take(HEAD).read_to_end(&mut head)?;
        if pgn::is_utf16(&head) {
            return Err(PgnFileError::Utf16);
        }
        if !holds_games(&head) {
            return Err(PgnFileError::NoGames);
        }
        let (start, gap) = end_of(&mut file)?;
        let path = path.canonicalize().ok();
        Ok(Self { file, path, start, gap, written: String::new(), _lock: lock })
    }

    /// Its name without links.
    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether this is the file with that name.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        self.path.is_some() && self.path == path.canonicalize().ok()
    }

    /// Replaces the text of the game in progress; without a text the game is removed.
    pub(super) fn write(&mut self, pgn: &str) -> io::Result<()> {
        if self.written == pgn {
            return Ok(());
        }
        let after = self.find_again()?;
        self.file.seek(SeekFrom::Start(self.start))?;
        let gap = std::mem::take(&mut self.gap);
        self.file.write_all(gap.as_bytes())?;
        self.start += gap.len() as u64;
        let mut text = [pgn.as_bytes(), &after].concat();
        let length = self.start + text.len() as u64;
        // One write, after which nothing of a longer text is left if the program is killed.
        text.extend(vec![b'\n'; self.written.len().saturating_sub(pgn.len())]);
        self.file.write_all(&text)?;
        self.file.set_len(length)?;
        self.file.sync_data()?;
        pgn.clone_into(&mut self.written);
        Ok(())
    }

    /// Finds the game in progress again: another program may have changed the file, or put another one in its
    /// place. Where it is gone, it is written at the end. Returns what stands after it.
    fn find_again(&mut self) -> io::Result<Vec<u8>> {
        if let Some(path) = &self.path {
            self.file = files::open_read_write(path)?;
        }
        let mut text = Vec::new();
        self.file.seek(SeekFrom::Start(self.start))?;
        (&self.file).read_to_end(&mut text)?;
        let written = self.written.as_bytes();
        if !written.is_empty() && text.starts_with(written) {
            return Ok(text.split_off(written.len()));
        }
        if !written.is_empty() {
            text.clear();
            self.file.seek(SeekFrom::Start(0))?;
            (&self.file).read_to_end(&mut text)?;
            let place = text.windows(written.len()).rposition(|part| part == written);
            if let Some(place) = place {
                self.start = place as u64;
                return Ok(text.split_off(place + written.len()));
            }
        }
        self.begin_another()?;
        Ok(Vec::new())
    }

    /// Completes the game, so that the next one follows it.
    pub(super) fn begin_another(&mut self) -> io::Result<()> {
        self.written.clear();
        (self.start, self.gap) = end_of(&mut self.file)?;
        Ok(())
    }
}

/// The length of a file, and what has to separate its last game from the next one: an empty line.
fn end_of(file: &mut File) -> io::Result<(u64, &'static str)> {
    let mut end = Vec::new();
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(2)))?;
    file.read_to_end(&mut end)?;
    let gap = match end.as_slice() {
        [] | b"\n\n" => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    };
    Ok((length, gap))
}

/// The last game of a file, or why there is none. `start` has the rules that a game does not name.
pub(super) fn last_game(
    path: &Path,
    start: &Position,
    language: Language,
) -> Result<RecordedGame, String> {
    let bytes = files::read(path).map_err(|error| language.io_error(&error))?;
    let text = pgn::decode(&bytes).text;
    let last = pgn::Reader::new(&text).last();
    let last = last.ok_or_else(|| language.text(Phrase::NoGames).to_owned())?;
    let (variant, rule) = (start.variant(), start.counting_rule());
    last.and_then(|pgn| RecordedGame::read(pgn, variant, rule)).map_err(|error| error.say(language))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn games_follow_each_other_and_a_shorter_text_replaces_a_longer_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        fs::write(&path, "1. d4 *").expect("room");
        let mut saved = PgnFile::open(&path).expect("a file");
        saved.write("a longer text\n\n").expect("room");
        saved.write("short\n\n").expect("room");
        saved.begin_another().expect("a file");
        saved.write("next\n\n").expect("room");
        drop(saved);
        let mut saved = PgnFile::open(&path).expect("a file");
        saved.write("taken back\n\n").expect("room");
        saved.write("").expect("room");
        saved.write("last\n\n").expect("room");
        let text = fs::read_to_string(&path).expect("text");
        assert_eq!(text, "1. d4 *\n\nshort\n\nnext\n\nlast\n\n");
    }

    /// What another program adds, changes or puts in the place of the file stays, and so does the game.
    #[test]
    fn what_others_write_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        let text = || fs::read_to_string(&path).expect("text");
        fs::write(&path, "1. d4 *\n\n").expect("room");
        let mut saved = PgnFile::open(&path).expect("a file");
        fs::write(&path, text() + "1. c4 *").expect("room");
        saved.write("1. e4 *\n\n").expect("room");
        assert_eq!(text(), "1. d4 *\n\n1. c4 *\n\n1. e4 *\n\n");
        fs::write(&path, text() + "1. a4 *\n\n").expect("room");
        saved.write("1. e4 e5 *\n\n").expect("room");
        assert_eq!(text(), "1. d4 *\n\n1. c4 *\n\n1. e4 e5 *\n\n1. a4 *\n\n");
        let other = folder.path().join("other.pgn");
        fs::write(&other, text().replace("d4", "d4 {a comment}")).expect("room");
        fs::rename(&other, &path).expect("the same folder");
        saved.write("1. e4 *\n\n").expect("room");
        assert_eq!(text(), "1. d4 {a comment} *\n\n1. c4 *\n\n1. e4 *\n\n1. a4 *\n\n");
        // Without the game it is added anew.
        fs::write(&path, "1. d4 *\n").expect("room");
        saved.write("1. e4 e5 2. d4 *\n\n").expect("room");
        assert_eq!(text(), "1. d4 *\n\n1. e4 e5 2. d4 *\n\n");
        saved.begin_another().expect("a file");
        saved.write("1. Nd2 *\n\n").expect("room");
        assert_eq!(text(), "1. d4 *\n\n1. e4 e5 2. d4 *\n\n1. Nd2 *\n\n");
    }

    /// Another text stays as it is, and so does a file of games until there is another game.
    #[test]
    fn nothing_is_written_without_a_game_or_into_another_text() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        for (text, is_taken) in [
            ("", true),
            ("\n", true),
            ("[Event \"?\"]\n\n*", true),
            ("[Event \"?\"]\n\n1. d4", true),
            ("1. d4 *", true),
            ("# Notes\n\n* Buy milk.\n", false),
            ("milk\n", false),
            ("{\"a\": 1}\n", false),
        ] {
            fs::write(&path, text).expect("room");
            let opened = PgnFile::open(&path);
            assert_eq!(opened.is_ok(), is_taken, "{text:?}: {opened:?}");
            drop(opened);
            assert_eq!(fs::read_to_string(&path).expect("text"), text);
        }
    }

    #[test]
    fn a_game_in_utf16_stays_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        let units = "\u{feff}[Event \"?\"]\n\n1. d4 *\n".encode_utf16();
        let bytes: Vec<u8> = units.flat_map(u16::to_le_bytes).collect();
        fs::write(&path, &bytes).expect("room");
        let refused = PgnFile::open(&path).expect_err("another encoding");
        assert_eq!(refused.to_string(), "it is in UTF-16, and games are added in UTF-8");
        assert_eq!(fs::read(&path).expect("bytes"), bytes);
    }

    #[test]
    fn a_dash_is_no_file() {
        let refused = PgnFile::open(Path::new("-")).expect_err("no file");
        assert_eq!(refused.to_string(), "games are saved in files only");
    }

    #[test]
    fn a_file_takes_one_game_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        let first = PgnFile::open(&path).expect("a file");
        let refused = PgnFile::open(&path).expect_err("a locked file");
        assert_eq!(refused.to_string(), "Another program uses it");
        drop(first);
        PgnFile::open(&path).expect("a file that is free again");
    }
}
