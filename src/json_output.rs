//! `--json FILE`: the result of a command as data, for other programs. docs/output.schema.json
//! describes the objects. Names and units are the same in all commands.

use super::Failure;
use super::output_file::{IfExists, OutputFile, OutputFiles};
pub(super) use sakdi_analysis::record::{CountRecord, MoveRecord, ScoreRecord, side};
use serde::Serialize;
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
    sakdi_platform::rounded(number, 6)
}
