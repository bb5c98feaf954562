//! The output of an earlier run, which `--resume` continues.

use super::game_key::GameKey;
use super::saved_json::SavedGames;
use super::{Job, Task};
use crate::Failure;
use makruk::notation::pgn::{PgnGame, Reader};
use makruk::notation::terminal_text::shown;
use sakdi_analysis::Analysis;
use sakdi_i18n::{Language, Localized, Phrase};
use sakdi_platform::files;
use std::collections::{HashMap, HashSet, VecDeque};
use std::io;
use std::path::Path;

/// The games of an annotated file.
#[derive(Debug, Default)]
pub(super) struct PreviousOutput {
    pub text: String,
    games: Vec<PreviousGame>,
    /// The games of the JSON that the annotated file has not.
    only_in_json: SavedGames,
}

/// A game that an earlier run has analysed.
#[derive(Debug)]
pub(super) struct PreviousGame {
    /// The annotated game.
    pub pgn: PgnGame,
    pub analysis: Analysis,
    /// Whether all lines of the analysis are known. PGN holds only those worth reading.
    is_complete: bool,
}

impl PreviousOutput {
    /// Reads the games of the annotated file `path`, with all their lines as far as the file `json` has
    /// them. Files that do not exist have no games.
    pub(super) fn read(
        path: &Path,
        json: Option<&Path>,
        language: Language,
    ) -> Result<Self, Failure> {
        let text = read_file(path, language)?;
        let bad = |what: String| Failure::bad_input(format!("{}: {what}", shown(path)));
        let mut saved = match json {
            Some(path) => SavedGames::read(path, &read_file(path, language)?, language)?,
            None => SavedGames::default(),
        };
        let mut games = Vec::new();
        for game in Reader::new(&text) {
            let pgn = game.map_err(|error| bad(error.say(language)))?;
            let analysis = sakdi_analysis::read_back(&pgn)
                .ok_or_else(|| bad(language.say(Phrase::NotAnalysed, &[&pgn.line])))?;
            let whole = saved.take(&GameKey::new(&pgn, &analysis.game), &analysis.game);
            let is_complete = whole.is_some();
            let analysis = whole.unwrap_or(analysis);
            games.push(PreviousGame { pgn, analysis, is_complete });
        }
        Ok(Self { text, games, only_in_json: saved })
    }

    /// Whether the JSON holds a game that is neither in the annotated file nor among these tasks, so that
    /// it would not be written again.
    pub(super) fn would_lose_a_game(&self, tasks: &[Task]) -> bool {
        let written: HashSet<GameKey> =
            tasks.iter().map(|task| GameKey::new(&task.pgn, &task.game)).collect();
        self.only_in_json.keys().any(|key| !written.contains(key))
    }

    /// Finds the tasks that the earlier run has done. A game that occurs twice must have been analysed
    /// twice. Returns also the games that are not among the tasks. With `needs_lines`, a game
    /// without all its lines is searched again, though it stays in the output.
    pub(super) fn match_tasks(
        self,
        tasks: Vec<Task>,
        needs_lines: bool,
    ) -> (Vec<Job>, Vec<PreviousGame>) {
        let mut held: HashMap<GameKey, VecDeque<usize>> = HashMap::new();
        let mut games: Vec<Option<PreviousGame>> = self.games.into_iter().map(Some).collect();
        for (index, game) in games.iter().flatten().enumerate() {
            held.entry(GameKey::new(&game.pgn, &game.analysis.game)).or_default().push_back(index);
        }
        let job = |task: Task| {
            let index =
                held.get_mut(&GameKey::new(&task.pgn, &task.game)).and_then(VecDeque::pop_front);
            match index.and_then(|index| games[index].take()) {
                None => Job::Analyse { task, is_written: false },
                Some(game) if needs_lines && !game.is_complete => {
                    Job::Analyse { task, is_written: true }
                }
                Some(game) => Job::Keep(task, Box::new(game)),
            }
        };
        let jobs = tasks.into_iter().map(job).collect();
        (jobs, games.into_iter().flatten().collect())
    }
}

/// The text of a file; nothing of one that does not exist.
fn read_file(path: &Path, language: Language) -> Result<String, Failure> {
    match files::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        text => text.map_err(|error| {
            Failure::bad_input(format!("{}: {}", shown(path), language.io_error(&error)))
        }),
    }
}
