//! `sakdi games add`.

use super::BaseArgs;
use super::json::AddedRecord;
use super::source::source;
use crate::Failure;
use crate::game_files::{
    DialectArgs, Expanded, expand, games_of_part, no_games, open_parts, players, report_skipped,
};
use crate::json_output::JsonArgs;
use crate::output_file::OutputFiles;
use crate::progress::{INTERRUPTED, RateMeter, stop_on_interrupt};
use crate::report_output::ReportOutput;
use makruk::notation::PgnError;
use makruk::notation::pgn::Part;
use makruk::rules::Variant;
use rayon::prelude::*;
use sakdi_games::{Access, Added, Adder, NewGame, Source, SourceProgress};
use sakdi_i18n::Phrase;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Bytes of text whose games are written at once. Their positions are kept in memory until then.
const BATCH_BYTES: u64 = 4 << 20;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Games to add: files in PGN, and folders of such files; - reads standard input
    #[arg(value_name = "GAME.pgn", required = true)]
    games: Vec<PathBuf>,
    #[command(flatten)]
    base: BaseArgs,
    #[command(flatten)]
    dialect: DialectArgs,
    /// makruk or makpong, where a game does not say
    #[arg(long, default_value_t)]
    variant: Variant,
    #[command(flatten)]
    json: JsonArgs,
}

/// What a run adds.
struct Run<'a> {
    adder: Adder<'a>,
    args: &'a Args,
    meter: RateMeter,
    stop: Arc<AtomicBool>,
    counts: AddedRecord,
    /// Bytes whose games are not written yet.
    unwritten: u64,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let language = self.base.language;
        let Expanded { files: paths, skipped } = expand(&self.games, None, language)?;
        let json = self.json.reserve(&mut OutputFiles::new(&self.games, language))?;
        let mut base = self.base.open(Access::Write)?;
        let stop = Arc::new(AtomicBool::new(false));
        stop_on_interrupt(&stop)?;
        let bytes = paths.iter().filter_map(|path| fs::metadata(path).ok()).map(|file| file.len());
        let meter = RateMeter::new(bytes.sum(), 0, "{wide_bar} {bytes}/{total_bytes} {msg} {eta}");
        // Before the transaction begins.
        let mut tasks = Vec::new();
        for path in &paths {
            let source = source(path);
            let progress = source.as_ref().map(|source| base.progress(source)).transpose();
            let progress = progress.map_err(|error| self.base.failure(&error))?;
            // What was skipped may be read with other arguments, or by a later version.
            let bytes = source.as_ref().map_or(0, |source| source.bytes);
            let goes_on = |one: &SourceProgress| one.skipped == 0 || one.bytes < bytes;
            tasks.push((path, source, progress.filter(goes_on).unwrap_or_default()));
        }
        let adder = base.adder().map_err(|error| self.base.failure(&error))?;
        let counts = AddedRecord { skipped: skipped as u64, ..Default::default() };
        let mut run = Run { adder, args: &self, meter, stop, counts, unwritten: 0 };
        let added = tasks
            .into_iter()
            .try_for_each(|(path, source, progress)| run.add_file(path, source.as_ref(), progress));
        let Run { adder, meter, stop, counts, .. } = run;
        // The games before a file that cannot be read are kept.
        let finished = adder.finish().map_err(|error| self.base.failure(&error));
        added.and(finished)?;
        meter.bar().finish_and_clear();
        let gaps: [&dyn std::fmt::Display; 4] =
            [&counts.added, &counts.completed, &counts.known, &counts.skipped];
        let mut out = ReportOutput::lock();
        writeln!(out, "{}", language.say(Phrase::GamesAdded, &gaps))?;
        if counts.earlier > 0 {
            writeln!(out, "{}", language.say(Phrase::GamesEarlier, &[&counts.earlier]))?;
        }
        drop(out);
        json.write(|| counts)?;
        if stop.load(Relaxed) {
            error_line!("sakdi: {}", language.text(Phrase::GamesInterrupted));
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::from(u8::from(counts.skipped > 0)))
    }
}

impl Run<'_> {
    /// Adds the games of a file, of which the first ones may have been added by an earlier run.
    fn add_file(
        &mut self,
        path: &Path,
        source: Option<&Source>,
        mut progress: SourceProgress,
    ) -> Result<(), Failure> {
        let language = self.args.base.language;
        if source.is_some_and(|source| source.bytes == progress.bytes) {
            self.counts.known += progress.games - progress.skipped;
            self.counts.skipped += progress.skipped;
        } else {
            self.counts.earlier += progress.games;
        }
        self.meter.bar().inc(progress.bytes);
        let cannot_read = |error| Failure::cannot_read(path, &error, language);
        let mut parts = open_parts(path, progress.bytes, language)?;
        while !self.stop.load(Relaxed) {
            let Some(part) = parts.next().transpose().map_err(cannot_read)? else { break };
            self.add_part(path, &part, &mut progress)?;
            let bytes = part.end.saturating_sub(progress.bytes);
            self.meter.bar().inc(bytes);
            self.unwritten += bytes;
            progress.bytes = part.end;
            let base = &self.args.base;
            if let Some(source) = source {
                let noted = self.adder.note_progress(source, progress);
                noted.map_err(|error| base.failure(&error))?;
            }
            if self.unwritten >= BATCH_BYTES {
                self.unwritten = 0;
                self.adder.write_batch().map_err(|error| base.failure(&error))?;
            }
            let megabytes = |bytes: u64| bytes >> 20;
            let (done, all) = (self.meter.done(), self.meter.bar().length().unwrap_or_default());
            let gaps: [&dyn std::fmt::Display; 3] =
                [&megabytes(done), &megabytes(all), &self.counts.added];
            let line = language.say(Phrase::GamesProgress, &gaps);
            self.meter.show(String::new(), || line);
        }
        if progress.games == 0 && !self.stop.load(Relaxed) {
            error_line!("sakdi: {}", no_games(path, language));
            self.counts.skipped += 1;
        }
        Ok(())
    }

    fn add_part(
        &mut self,
        path: &Path,
        part: &Part,
        progress: &mut SourceProgress,
    ) -> Result<(), Failure> {
        let args = self.args;
        let language = args.base.language;
        let mut lines = progress.lines as usize;
        let read = games_of_part(path, part, &mut lines, language);
        progress.lines = lines as u64;
        // Finding the dialect and the positions of a game takes long, and games do not depend on each other.
        let games: Vec<(Option<String>, Result<NewGame, PgnError>)> = read
            .into_par_iter()
            .map(|game| {
                let game = game.map(|game| args.dialect.apply(game));
                let names = game.as_ref().ok().and_then(players);
                (names, game.and_then(|game| NewGame::read(&game, args.variant)))
            })
            .collect();
        for (names, game) in games {
            progress.games += 1;
            match game {
                Ok(game) => {
                    let added = self.adder.add(game).map_err(|error| args.base.failure(&error))?;
                    match added {
                        Added::New => self.counts.added += 1,
                        Added::Completed => self.counts.completed += 1,
                        Added::Known => self.counts.known += 1,
                    }
                }
                Err(error) => {
                    let number = progress.games as usize;
                    let report =
                        || report_skipped(path, number, names.as_deref(), &error, language);
                    self.meter.bar().suspend(report);
                    self.counts.skipped += 1;
                    progress.skipped += 1;
                }
            }
        }
        Ok(())
    }
}
