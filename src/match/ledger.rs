//! Recording a finished match in the ledger.

use super::super::{Failure, read_bytes};
use sakdi_i18n::Language;
use sakdi_matches::elo::WdlCounts;
use sakdi_matches::ledger::{LedgerEntry, MatchConditions, OpeningsFile, complete_length};
use sakdi_matches::openings::OpeningsSettings;
use sakdi_matches::sprt::Sprt;
use sakdi_matches::standings::Standings;
use sakdi_platform::files;
use sakdi_platform::output_lock::OutputLock;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The ledger, and what an entry has besides players and results.
#[derive(Debug)]
pub(super) struct LedgerRecord {
    path: PathBuf,
    change: String,
    openings: Option<OpeningsFile>,
    seed: u64,
    /// Empty if nothing ended games early.
    adjudication: String,
}

/// The conditions of the players of a match: the first one and the second one.
#[derive(Debug)]
pub(super) struct PlayersRecord {
    pub variant: String,
    pub counting: String,
    pub limits: [String; 2],
    pub options: [String; 2],
}

impl LedgerRecord {
    /// A record of `change` in the ledger `path`. `adjudication` is what ended games early; empty if nothing
    /// did.
    ///
    /// # Errors
    /// The openings cannot be read, or the ledger is none or cannot be written.
    pub fn new(
        path: &Path,
        change: &str,
        openings: Option<&OpeningsSettings>,
        seed: u64,
        adjudication: String,
    ) -> Result<Self, Failure> {
        // What is no ledger stays as it is.
        if path.is_file() {
            super::super::ledger_file::read(path)?;
        }
        // Creates the file, as a check before the games.
        files::append(path)
            .map_err(|error| Failure::cannot_write(path, &error, Language::English))?;
        let file = |settings: &OpeningsSettings| {
            Ok::<_, Failure>(OpeningsFile::new(settings, &read_bytes(&settings.file)?))
        };
        let openings = openings.map(file).transpose()?;
        Ok(Self { path: path.to_owned(), change: change.to_owned(), openings, seed, adjudication })
    }

    /// Appends the results of a match of two players that ended on this day, as `2026.11.22`.
    ///
    /// # Errors
    /// There is no pair of games, or the ledger cannot be written.
    pub fn append(
        self,
        day: &str,
        players: PlayersRecord,
        standings: &Standings,
        sprt: Option<Sprt>,
    ) -> Result<(), Failure> {
        let ([first, second], Some(pairs)) = (standings.names(), standings.pairs()) else {
            return Err(Failure::bad_input("--ledger: not a match of two engines in pairs"));
        };
        let PlayersRecord { variant, counting, limits, options } = players;
        let conditions = MatchConditions {
            date: day.replace('.', "-"),
            change: self.change,
            players: [first.clone(), second.clone()],
            variant,
            counting,
            openings: self.openings,
            seed: self.seed,
            limits,
            options,
            adjudication: Some(self.adjudication).filter(|text| !text.is_empty()),
            faults: [0, 1].map(|player| standings.faults(player)),
        };
        if conditions.faults != [0, 0] {
            let [new, base] = conditions.faults;
            error_line!(
                "sakdi: warning: the ledger has a match with games lost by faults: {new} by {first}, {base} by {second}"
            );
        }
        let games: WdlCounts = standings.score();
        let entry = LedgerEntry::new(conditions, games, pairs, sprt)
            .ok_or_else(|| Failure::bad_input("--ledger: there is no pair of games"))?;
        let line = entry.line().map_err(Failure::bad_input)?;
        append(&self.path, &line)
            .map_err(|error| Failure::not_written(&self.path, &error, Language::English))
    }
}

/// Appends a line to a ledger, completely or not at all. Takes the place of the beginning of an entry at
/// its end.
fn append(path: &Path, line: &str) -> io::Result<()> {
    // Matches that end at the same time wait for each other.
    let _lock = OutputLock::wait(path)?;
    let mut file = files::append(path)?;
    if !file.metadata()?.is_file() {
        return file.write_all(line.as_bytes());
    }
    let contents = files::read(path)?;
    let end = complete_length(&contents);
    // An editor may leave out the end of the last line.
    let is_open = contents[..end].last().is_some_and(|&last| last != b'\n');
    let line = if is_open { format!("\n{line}") } else { line.to_owned() };
    files::cut_off(path, end as u64)?;
    let written = file.write_all(line.as_bytes()).and_then(|()| file.sync_data());
    written.inspect_err(|_| {
        // If that fails, too, the beginning of the line is left out when the ledger is read.
        let _ = files::cut_off(path, end as u64);
    })
}
