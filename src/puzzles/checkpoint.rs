//! Which games a run has mined: a file beside the puzzles, by which `--resume` continues.

use makruk::game::Game;
use makruk::notation::fen;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// First line of the file; the settings follow it.
const HEADER: &str = "sakdi puzzles mine";

/// The games mined so far, and the settings of the run.
#[derive(Debug)]
pub(super) struct Checkpoint {
    settings: String,
    games: HashSet<u64>,
    // In the order of mining.
    order: Vec<u64>,
}

/// Why a checkpoint cannot be continued.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CheckpointError {
    /// The file is something else.
    #[error("line {0} is not that of a checkpoint of puzzles mine")]
    Syntax(usize),
    /// The run had other settings.
    #[error("the run had other settings: '{0}'")]
    Settings(String),
}

impl Checkpoint {
    /// No games yet.
    pub(super) fn new(settings: String) -> Self {
        Self { settings, games: HashSet::new(), order: Vec::new() }
    }

    /// The file that belongs to a file of puzzles.
    pub(super) fn path(puzzles: &Path) -> PathBuf {
        let mut name = puzzles.as_os_str().to_owned();
        name.push(".checkpoint");
        name.into()
    }

    /// Reads what [`Checkpoint::text`] wrote, if the settings are these.
    pub(super) fn read(text: &str, settings: String) -> Result<Self, CheckpointError> {
        let mut checkpoint = Self::new(settings);
        for (number, line) in (1..).zip(text.lines()) {
            match (number, u64::from_str_radix(line, 16)) {
                (1, _) if line == HEADER => {}
                (2, _) if line == checkpoint.settings => {}
                (2, _) => return Err(CheckpointError::Settings(line.chars().take(80).collect())),
                (3.., Ok(game)) => checkpoint.add(game),
                _ => return Err(CheckpointError::Syntax(number)),
            }
        }
        Ok(checkpoint)
    }

    /// What identifies a game: its source and its moves.
    pub(super) fn fingerprint(game: &Game, source: &str) -> u64 {
        let start = fen::format(game.start());
        let moves: Vec<u8> = game.moves().iter().flat_map(|mv| mv.bits().to_le_bytes()).collect();
        let half = |first: &[u8], second: &[u8]| {
            let mut hasher = crc32fast::Hasher::new();
            hasher.update(first);
            hasher.update(second);
            u64::from(hasher.finalize())
        };
        half(start.as_bytes(), &moves) << 32 | half(&moves, source.as_bytes())
    }

    pub(super) fn add(&mut self, game: u64) {
        if self.games.insert(game) {
            self.order.push(game);
        }
    }

    pub(super) fn contains(&self, game: u64) -> bool {
        self.games.contains(&game)
    }

    pub(super) fn text(&self) -> String {
        let mut text = format!("{HEADER}\n{}\n", self.settings);
        for game in &self.order {
            text.push_str(&format!("{game:016x}\n"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_read_back_under_its_own_settings_only() {
        let mut checkpoint = Checkpoint::new("nodes 3".to_owned());
        checkpoint.add(17);
        checkpoint.add(u64::MAX);
        checkpoint.add(17);
        let text = checkpoint.text();
        let read = Checkpoint::read(&text, "nodes 3".to_owned()).expect("a checkpoint");
        assert!(read.contains(17) && read.contains(u64::MAX) && !read.contains(18));
        assert_eq!(read.text(), text);
        let other = Checkpoint::read(&text, "nodes 4".to_owned()).map(drop);
        assert_eq!(other, Err(CheckpointError::Settings("nodes 3".to_owned())));
        let bad = Checkpoint::read(&(text + "seventeen\n"), "nodes 3".to_owned()).map(drop);
        assert_eq!(bad, Err(CheckpointError::Syntax(5)));
        let other_file = Checkpoint::read("8/8/8\n", "nodes 3".to_owned()).map(drop);
        assert_eq!(other_file, Err(CheckpointError::Syntax(1)));
    }
}
