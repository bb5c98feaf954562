//! The openings of a match, from EPD, lines of FEN, or PGN.

use super::engine::GameRules;
use super::settings::{SettingError, settings};
use makruk::game::Game;
use makruk::notation::epd::split_fen;
use makruk::notation::pgn::ending::Cause;
use makruk::notation::terminal_text::shown;
use makruk::notation::{FenError, PgnError, fen, pgn, san};
use makruk::position::Position;
use makruk::rules::{CountingRule, Outcome, Variant};
use makruk::types::Move;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use sakdi_platform::files::{self, IoReason};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An opening: a position and the moves that are played from it for both engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position as [`fen::format`] writes it, including the count.
    pub fen: String,
    /// The moves from there.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The start position without moves.
    pub fn none(rules: GameRules) -> Self {
        let start = Position::start(rules.variant, rules.counting);
        Self { fen: fen::format(&start), moves: Vec::new() }
    }

    /// The moves in SAN, up to the first that is illegal in `variant`.
    pub fn sans(&self, variant: Variant) -> Vec<String> {
        let Ok(start) = fen::parse(&self.fen, variant, CountingRule::default()) else {
            return Vec::new();
        };
        let mut game = Game::new(start);
        let san = |&mv: &Move| {
            let before = *game.position();
            game.play(mv).ok().map(|_| san::format(&before, mv))
        };
        self.moves.iter().map_while(san).collect()
    }

    /// The game after the opening.
    ///
    /// # Errors
    /// The opening is impossible under these rules, or the game is over there.
    pub fn game(&self, rules: GameRules) -> Result<Game, OpeningError> {
        let mut game = Game::new(fen::parse(&self.fen, rules.variant, rules.counting)?);
        for &mv in &self.moves {
            game.play(mv).map_err(|_| OpeningError::Illegal { mv })?;
        }
        match game.outcome() {
            Some(outcome) => Err(OpeningError::Over { outcome }),
            None => Ok(game),
        }
    }
}

/// Why a game cannot start from an opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// Its position is invalid.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move is illegal.
    #[error("illegal move {mv:?}")]
    Illegal {
        /// The move.
        mv: Move,
    },
    /// The game is over after it.
    #[error("the game is over there: {}", Cause::from(*outcome).word())]
    Over {
        /// The result.
        outcome: Outcome,
    },
    /// The same with an opening that is a whole game of a PGN file.
    #[error("the game is over there: {}; `match --openings FILE plies=N` takes only the first N plies of each game", Cause::from(*outcome).word())]
    OverInPgn {
        /// The result.
        outcome: Outcome,
    },
}

/// Why a file of openings is refused.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// A setting has an invalid value.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The file cannot be read.
    #[error("{}: {}", shown(path), IoReason::from(error))]
    File {
        /// The file.
        path: PathBuf,
        /// What the system reports.
        error: io::Error,
    },
    /// The PGN is invalid.
    #[error("{}, {error}", shown(path))]
    Pgn {
        /// The file.
        path: PathBuf,
        /// What is wrong, and in which line.
        error: PgnError,
    },
    /// No game can start from an opening.
    #[error("{}, line {line}: {error}", shown(path))]
    Opening {
        /// The file.
        path: PathBuf,
        /// The line of the opening, from 1.
        line: usize,
        /// What is wrong with it.
        error: OpeningError,
    },
    /// There are no openings in the file.
    #[error("{}: no openings in it", shown(path))]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

/// The order in which openings are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpeningOrder {
    /// As in the file.
    #[default]
    Sequential,
    /// Shuffled by the seed of the match.
    Random,
}

impl OpeningOrder {
    /// The word of the settings.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sequential => "sequential",
            Self::Random => "random",
        }
    }
}

/// The settings of `--openings`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningsSettings {
    /// EPD or PGN.
    pub file: PathBuf,
    /// The order of use.
    pub order: OpeningOrder,
    /// Number of plies to take from each game of a PGN file; all without.
    pub plies: Option<usize>,
    /// The number of the first opening to use, from 1.
    pub start: usize,
}

impl OpeningsSettings {
    /// Parses `FILE [order=random|sequential] [plies=N] [start=N]`, or `file=FILE` in any place.
    ///
    /// # Errors
    /// A setting that is unknown, incomplete or out of range.
    pub fn parse(words: &str) -> Result<Self, SettingError> {
        let (mut file, mut order, mut plies, mut start) = (None, OpeningOrder::Sequential, None, 1);
        for setting in settings(words)? {
            match setting.key.as_str() {
                "file" => file = Some(setting.value.into()),
                "order" => {
                    let all = [OpeningOrder::Sequential, OpeningOrder::Random];
                    order = all
                        .into_iter()
                        .find(|order| order.word() == setting.value)
                        .ok_or_else(|| setting.bad("random or sequential"))?;
                }
                "plies" => plies = Some(setting.parse("a number of plies")?),
                "start" => {
                    let number: std::num::NonZeroUsize = setting.parse("a number from 1 on")?;
                    start = number.get();
                }
                _ if file.is_none() && setting.value == "true" => file = Some(setting.key.into()),
                _ => return Err(setting.unknown("file, order, plies, start")),
            }
        }
        let file = file.ok_or(SettingError::Missing { key: "file" })?;
        Ok(Self { file, order, plies, start })
    }

    /// Loads the openings in the order of their use. The same seed gives the same order.
    ///
    /// # Errors
    /// The file cannot be read, has no openings, or one of them is impossible.
    pub fn load(&self, rules: GameRules, seed: u64) -> Result<Vec<Arc<Opening>>, OpeningsError> {
        let path = &self.file;
        let bytes =
            files::read(path).map_err(|error| OpeningsError::File { path: path.clone(), error })?;
        let text = pgn::decode(&bytes).text;
        let mut openings = if is_pgn(path, &text) {
            self.read_pgn(&text, rules)?
        } else {
            self.read_lines(&text, rules)?
        };
        if openings.is_empty() {
            return Err(OpeningsError::Empty { path: path.clone() });
        }
        if self.order == OpeningOrder::Random {
            openings.shuffle(&mut StdRng::seed_from_u64(seed));
        }
        // OpenBench counts on beyond the last opening.
        let count = openings.len();
        openings.rotate_left((self.start - 1) % count);
        Ok(openings)
    }

    fn error(&self, line: usize, error: impl Into<OpeningError>) -> OpeningsError {
        OpeningsError::Opening { path: self.file.clone(), line, error: error.into() }
    }

    fn read_lines(&self, text: &str, rules: GameRules) -> Result<Vec<Arc<Opening>>, OpeningsError> {
        let mut openings = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let start = fen::parse(&split_fen(line).0, rules.variant, rules.counting)
                .map_err(|error| self.error(number, error))?;
            let opening = Opening { fen: fen::format(&start), moves: Vec::new() };
            opening.game(rules).map_err(|error| self.error(number, error))?;
            openings.push(Arc::new(opening));
        }
        Ok(openings)
    }

    fn read_pgn(&self, text: &str, rules: GameRules) -> Result<Vec<Arc<Opening>>, OpeningsError> {
        let bad = |error| OpeningsError::Pgn { path: self.file.clone(), error };
        let mut openings = Vec::new();
        for game in pgn::Reader::new(text) {
            let mut game = game.map_err(bad)?;
            let start = game.start(rules.variant, rules.counting).map_err(bad)?;
            game.moves.truncate(self.plies.unwrap_or(usize::MAX));
            let moves = game.resolve(&start).map_err(bad)?;
            let opening = Opening { fen: fen::format(&start), moves };
            opening.game(rules).map_err(|error| {
                let error = match error {
                    OpeningError::Over { outcome } => OpeningError::OverInPgn { outcome },
                    error => error,
                };
                self.error(game.line, error)
            })?;
            openings.push(Arc::new(opening));
        }
        Ok(openings)
    }
}

fn is_pgn(path: &Path, text: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
        || text.trim_start().starts_with('[')
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::rules::DrawReason;

    const RULES: GameRules = GameRules {
        variant: makruk::rules::Variant::Makruk,
        counting: makruk::rules::CountingRule::MAKRUK,
    };

    #[test]
    fn settings_are_read_in_any_order() {
        let settings = OpeningsSettings::parse("order=random book.epd start=3").unwrap();
        assert_eq!((settings.file, settings.start), ("book.epd".into(), 3));
        assert_eq!(settings.order, OpeningOrder::Random);
        assert!(OpeningsSettings::parse("order=random").is_err());
        assert!(OpeningsSettings::parse("a.epd order=wild").is_err());
        assert!(OpeningsSettings::parse("a.epd start=0").is_err());
    }

    #[test]
    fn openings_keep_the_count() {
        let fen = "8/8/4k3/8/8/4K3/3R4/8 b - 32 6 60";
        let opening = Opening { fen: fen.into(), moves: Vec::new() };
        assert_eq!(opening.game(RULES).unwrap().position().count().ply, 6);
        let over = Opening { fen: "8/8/4k3/8/8/4K3/8/8 b - - 0 1".into(), moves: Vec::new() };
        let outcome = Outcome::Draw(DrawReason::Material);
        assert_eq!(over.game(RULES).unwrap_err(), OpeningError::Over { outcome });
    }
}
