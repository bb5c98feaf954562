//! `--json FILE`: the result of a command as data, for other programs. docs/output.schema.json
//! describes the objects. Names and units are the same in all commands.

use super::Failure;
use super::output_file::{IfExists, OutputFile, OutputFiles};
use makruk::notation::{coordinate, san};
use makruk::position::{Honour, Position};
use makruk::types::score::{moves_to_mate, to_uci_centipawns};
use makruk::types::{Color, Move, Score};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The option `--json` of commands that print their result.
#[derive(Debug, clap::Args)]
pub(super) struct JsonArgs {
    /// Write the result as JSON to this file; for - to standard output, which then gets nothing else
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl JsonArgs {
    /// Reserves the file, before the work. From now on no text goes to standard output if the data do.
    ///
    /// # Errors
    /// Those of [`OutputFiles::reserve`].
    pub(super) fn reserve(&self, files: &mut OutputFiles) -> Result<JsonOutput, Failure> {
        files.reserve_for_data(self.json.as_ref(), IfExists::Refused).map(JsonOutput)
    }
}

/// Where the result goes as JSON, if that is requested.
#[derive(Debug)]
pub(super) struct JsonOutput(Option<OutputFile>);

impl JsonOutput {
    /// Writes the record as one line.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn write<R: Serialize>(&self, record: impl FnOnce() -> R) -> Result<(), Failure> {
        let Some(file) = &self.0 else { return Ok(()) };
        let text = serde_json::to_string(&record()).map_err(|error| Failure::Io(error.into()))?;
        file.write((text + "\n").as_bytes())
    }
}

/// Rounds to six decimals: what follows differs between systems.
pub(super) fn rounded(number: f64) -> f64 {
    makruk::types::rounded(number, 6)
}

/// `white` or `black`.
pub(super) const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// A score as by UCI. The record says whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ScoreRecord {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate; below 0 where this side is mated, 0 where it is mated already.
    Mate(i32),
}

impl ScoreRecord {
    pub(super) fn new(score: Score) -> Self {
        match moves_to_mate(score) {
            Some(moves) => Self::Mate(moves),
            None => Self::Cp(to_uci_centipawns(score)),
        }
    }
}

/// A move.
#[derive(Debug, Serialize)]
pub(super) struct MoveRecord {
    pub san: String,
    pub uci: String,
}

impl MoveRecord {
    /// A legal move of the position.
    pub(super) fn new(position: &Position, mv: Move) -> Self {
        Self { san: san::format(position, mv), uci: coordinate::format(position, mv) }
    }
}

/// A count that runs.
#[derive(Debug, Serialize)]
pub(super) struct CountRecord {
    pub honour: &'static str,
    /// The side that counts.
    pub counter: &'static str,
    /// The last number counted.
    pub counted: u16,
    pub limit: u16,
    /// Moves until the count ends, of the side that has to mate.
    pub moves_left: u16,
}

impl CountRecord {
    /// That of the position; `None` if no count runs.
    pub(super) fn new(position: &Position) -> Option<Self> {
        Some(Self {
            moves_left: position.moves_left()?,
            honour: match position.honour() {
                Honour::Board => "board",
                Honour::Pieces => "pieces",
            },
            counter: side(position.counter()),
            counted: position.count().spoken(),
            limit: position.count().last(),
        })
    }
}
