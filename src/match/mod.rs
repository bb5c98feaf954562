//! `sakdi match`: matches between engines.

mod args;
mod crosstable;
mod display;
mod json;
mod ledger;
mod merge;
mod plan;
mod recorded;
mod resume;
mod run;
mod summary;

pub(super) use args::Args;

use super::Failure;
use std::process::ExitCode;

impl Args {
    /// Plays a match, or adds up the games of one that was played.
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        if self.merge.is_empty() { run::run(self.plan()?) } else { merge::run(&self) }
    }
}
