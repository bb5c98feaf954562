//! The output of an earlier run, which `--resume` continues.

use super::Task;
use crate::analysis::{self, Analysis};
use crate::cli::Failure;
use crate::i18n::{Language, Localized, Phrase};
use crate::notation::fen;
use crate::notation::pgn::{PgnGame, Reader};
use crate::platform::files;
use crate::platform::terminal_text::shown;
use crate::rules::{CountingRule, Variant};
use crate::types::Move;
use std::collections::HashMap;
use std::io;
use std::path::Path;

/// The games of an annotated file.
#[derive(Debug, Default)]
pub(super) struct PreviousOutput {
    pub text: String,
    pub games: Vec<(PgnGame, Analysis)>,
}

/// What identifies a game: its tags, its rules, its start position and its moves.
type Key = (Vec<String>, Variant, CountingRule, String, Vec<Move>);

impl PreviousOutput {
    /// Reads the games of a file. A file that does not exist has none.
    pub(super) fn read(path: &Path, language: Language) -> Result<Self, Failure> {
        let bad = |what: String| Failure::bad_input(format!("{}: {what}", shown(path)));
        let text = match files::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            text => text.map_err(|error| bad(language.io_error(&error)))?,
        };
        let mut games = Vec::new();
        for game in Reader::new(&text) {
            let game = game.map_err(|error| bad(error.say(language)))?;
            let analysis = analysis::read_back(&game)
                .ok_or_else(|| bad(language.say(Phrase::NotAnalysed, &[&game.line])))?;
            games.push((game, analysis));
        }
        Ok(Self { text, games })
    }

    /// The games that the earlier run has not analysed. A game that occurs twice must have been
    /// analysed twice.
    pub(super) fn missing(&self, tasks: Vec<Task>) -> Vec<Task> {
        let mut held: HashMap<Key, usize> = HashMap::new();
        for (pgn, analysis) in &self.games {
            *held.entry(key(pgn, &analysis.game)).or_default() += 1;
        }
        let is_missing = |task: &Task| match held.get_mut(&key(&task.pgn, &task.game)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        };
        tasks.into_iter().filter(is_missing).collect()
    }
}

fn key(pgn: &PgnGame, game: &crate::game::Game) -> Key {
    let tags = ["Event", "Site", "Date", "Round", "White", "Black"];
    let tags = tags.map(|name| pgn.tag(name).unwrap_or_default().to_owned());
    let start = game.start();
    let (variant, rule) = (start.variant(), start.counting_rule());
    (tags.into(), variant, rule, fen::format(start), game.moves().to_vec())
}
