//! `sakdi tables verify`.

use super::checksums::{self, Checksum};
use crate::Failure;
use crate::table_folder::load_with_faults;
use indicatif::{ProgressBar, ProgressStyle};
use makruk::notation::fen;
use makruk::notation::terminal_text::shown;
use sakdi_engine::tablebase::directory::BadTable;
use sakdi_engine::tablebase::ending::MAX_MEN;
use sakdi_engine::tablebase::table::Table;
use sakdi_engine::tablebase::verify::{self, Extent, VerifyReport, WrongEntry};
use sakdi_engine::tablebase::{Ending, Tablebase, write};
use sakdi_i18n::Language;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Endings such as KSSvK; every available table when missing
    names: Vec<Ending>,
    /// Check this many random positions of each side to move; all when missing, but for tables of
    /// five men 10000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    samples: Option<u64>,
    /// Check every position, of tables of five men too, which takes minutes each
    #[arg(long, conflicts_with = "samples")]
    all: bool,
    /// Seed of the random positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder of built tables, in addition to the built-in ones
    #[arg(long)]
    dir: Option<PathBuf>,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        const SAMPLES_OF_LARGE: u64 = 10_000;
        let (tables, bad) = load_with_faults(self.dir.as_deref(), Language::English)?;
        let mut endings = self.names.clone();
        if endings.is_empty() {
            endings = tables.tables().map(Table::ending).collect();
            endings.sort_by_key(|ending| (ending.men(), *ending));
        }
        let mut clean = self.fail_refused(&bad, &mut endings)?;
        for ending in endings {
            let large = (ending.men() == MAX_MEN && !self.all).then_some(SAMPLES_OF_LARGE);
            let extent = match self.samples.or(large) {
                Some(positions) => Extent::Sample { positions, seed: self.seed },
                None => Extent::All,
            };
            let report = checked(&tables, ending, extent)?;
            let checksum = self.checksum(&tables, ending)?;
            // A table of which nothing was checked has not passed.
            let is_checked = report.positions > 0;
            let is_clean = report.is_clean() && is_checked && checksum != Checksum::Other;
            let mut out = io::stdout().lock();
            let verdict = if is_clean { "pass" } else { "FAIL" };
            writeln!(out, "{verdict} {ending}: {} of {} wrong", report.wrong, report.positions)?;
            if checksum == Checksum::Other {
                writeln!(out, "     {}", checksums::OTHER)?;
            }
            if !report.stats_agree {
                writeln!(out, "     the statistics are not those counted")?;
            }
            for WrongEntry { position, found, expected } in &report.wrong_entries {
                let fen = fen::format(position);
                writeln!(out, "     {fen}: table {found:?}, moves {expected:?}")?;
            }
            clean &= is_clean;
        }
        Ok(ExitCode::from(u8::from(!clean)))
    }

    /// Names the files that were refused, and takes those that are to be checked from `endings`: they have
    /// failed. Returns whether there are none of these.
    fn fail_refused(&self, bad: &[BadTable], endings: &mut Vec<Ending>) -> io::Result<bool> {
        let mut clean = true;
        for bad in bad {
            let stem = bad.path.file_stem().and_then(OsStr::to_str);
            let ending = stem.and_then(|stem| stem.parse::<Ending>().ok());
            if self.names.is_empty() || ending.is_some_and(|one| self.names.contains(&one)) {
                writeln!(io::stdout(), "FAIL {}: {}", shown(&bad.path), bad.error)?;
                endings.retain(|&one| Some(one) != ending);
                clean = false;
            } else {
                error_line!("sakdi: {bad}");
            }
        }
        Ok(clean)
    }

    /// The checksum of a table's file, in the directory or in the program.
    fn checksum(&self, tables: &Tablebase, ending: Ending) -> Result<Checksum, Failure> {
        let embedded = tables.table(ending).and_then(Table::packed);
        Ok(match (embedded, &self.dir) {
            (Some(bytes), _) => checksums::of(ending, bytes),
            (None, Some(dir)) => checksums::of_file(ending, &write::path_of(dir, ending))?,
            (None, None) => Checksum::Unknown,
        })
    }
}

/// Checks a table, with a progress bar on a terminal.
fn checked(tables: &Tablebase, ending: Ending, extent: Extent) -> Result<VerifyReport, Failure> {
    let all = match extent {
        Extent::Sample { positions, .. } => 2 * positions,
        Extent::All => tables
            .table(ending)
            .map_or(0, |table| table.stats().strong.legal + table.stats().weak.legal),
    };
    let bar = ProgressBar::new(all).with_message(ending.to_string());
    if let Ok(style) = ProgressStyle::with_template("{msg:9} {wide_bar} {percent}% eta {eta}") {
        bar.set_style(style);
    }
    let report = verify::verify(tables, ending, extent, &|positions| bar.inc(positions));
    bar.finish_and_clear();
    report.map_err(Failure::bad_input)
}
