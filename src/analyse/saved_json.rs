//! Analyses read from the JSON of an earlier run.

use super::game_key::GameKey;
use crate::Failure;
use makruk::game::Game;
use makruk::notation::coordinate;
use makruk::notation::terminal_text::shown;
use makruk::position::Position;
use sakdi_analysis::record::ScoreRecord;
use sakdi_analysis::{Analysis, Evaluation, Line, Value, score_of_centipawns, score_of_mate};
use sakdi_engine::Score;
use sakdi_engine::score::from_white;
use sakdi_i18n::{Language, Phrase};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::Path;

/// The games of a file of JSON.
#[derive(Debug, Default)]
pub(super) struct SavedGames(HashMap<GameKey, VecDeque<Vec<SavedPosition>>>);

/// What identifies a game of a file, and what is not in its PGN.
#[derive(Debug, Deserialize)]
struct SavedGame {
    tags: BTreeMap<String, String>,
    variant: String,
    counting: String,
    moves: Vec<SavedMove>,
    positions: Vec<SavedPosition>,
}

#[derive(Debug, Deserialize)]
struct SavedMove {
    uci: String,
}

#[derive(Debug, Deserialize)]
struct SavedPosition {
    fen: String,
    depth: Option<u32>,
    lines: Vec<SavedLine>,
}

#[derive(Debug, Deserialize)]
struct SavedLine {
    score: ScoreRecord,
    uci: Vec<String>,
}

impl SavedGames {
    /// Reads the text of the file `path`.
    ///
    /// # Errors
    /// A line is not an analysis.
    pub(super) fn read(path: &Path, text: &str, language: Language) -> Result<Self, Failure> {
        let mut games: HashMap<_, VecDeque<_>> = HashMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            let game: SavedGame = serde_json::from_str(line).map_err(|_| {
                let fault = language.say(Phrase::NotAnalysed, &[&number]);
                Failure::bad_input(format!("{}: {fault}", shown(path)))
            })?;
            games.entry(game.key()).or_default().push_back(game.positions);
        }
        Ok(Self(games))
    }

    /// What identifies the games that were not taken.
    pub(super) fn keys(&self) -> impl Iterator<Item = &GameKey> {
        self.0.iter().filter(|(_, games)| !games.is_empty()).map(|(key, _)| key)
    }

    /// The analysis of a game, which is removed.
    pub(super) fn take(&mut self, key: &GameKey, game: &Game) -> Option<Analysis> {
        let saved = self.0.get_mut(key)?.pop_front()?;
        let mut values = Vec::with_capacity(saved.len());
        for (ply, saved) in saved.iter().enumerate() {
            let at = game.at(ply);
            values.push(match at.outcome() {
                Some(outcome) => Value::Over(outcome),
                None => Value::Open(saved.evaluation(at.position())?),
            });
        }
        let is_whole = values.len() == game.moves().len() + 1;
        is_whole.then(|| Analysis { game: game.clone(), values })
    }
}

impl SavedGame {
    fn key(&self) -> GameKey {
        GameKey {
            tags: GameKey::TAGS.map(|name| self.tags.get(name).cloned().unwrap_or_default()).into(),
            variant: self.variant.clone(),
            rule: self.counting.clone(),
            fen: self.positions.first().map_or_else(String::new, |position| position.fen.clone()),
            moves: self.moves.iter().map(|played| played.uci.clone()).collect(),
        }
    }
}

impl SavedPosition {
    /// The result of its search.
    fn evaluation(&self, position: &Position) -> Option<Evaluation> {
        let lines: Option<Vec<Line>> = self.lines.iter().map(|line| line.read(position)).collect();
        let lines = lines.filter(|lines| !lines.is_empty())?;
        Some(Evaluation { depth: self.depth?, lines })
    }
}

impl SavedLine {
    fn read(&self, position: &Position) -> Option<Line> {
        let mut at = *position;
        let mut moves = Vec::with_capacity(self.uci.len());
        for text in &self.uci {
            let mv = coordinate::parse(&at, text).ok()?;
            at = at.play_unchecked(mv);
            moves.push(mv);
        }
        Some(Line { score: from_white(position.to_move(), self.white_score()), moves })
    }

    fn white_score(&self) -> Score {
        match self.score {
            ScoreRecord::Cp(centipawns) => score_of_centipawns(centipawns),
            ScoreRecord::Mate(moves) => score_of_mate(moves),
        }
    }
}
