//! `sakdi tune`.

use super::output_file::{IfExists, OutputFiles};
use super::progress::progress_bar;
use super::report_output::ReportOutput;
use super::{Failure, read_bytes};
use makruk::notation::terminal_text::shown;
use sakdi_engine::eval;
use sakdi_i18n::Language;
use sakdi_platform::files;
use sakdi_training::data::Filter;
use sakdi_training::tune::{self, DatasetStatistics, Split, TuneSettings, WeightsFileError};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files that `sakdi selfplay` wrote
    #[arg(required = true, value_name = "SHARD")]
    shards: Vec<PathBuf>,
    /// Source file of the weights, which must be those that this program was built with
    #[arg(long, value_name = "FILE", default_value = "crates/engine/src/eval/weights.rs")]
    weights: PathBuf,
    /// Source file to write, which may then take the place of the weights file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Scale of the logistic curve: the value at which 73 % of the points are expected, in the unit of
    /// the evaluation, of which 495 are 100 UCI centipawns; fitted to the present weights when missing
    #[arg(long, value_name = "SCALE")]
    scale: Option<f32>,
    /// Share of the result of the game in the target, the rest being the score of the search
    #[arg(long, default_value_t = TuneSettings::default().result_share)]
    result_share: f32,
    /// Passes over the positions
    #[arg(long, default_value_t = TuneSettings::default().epochs)]
    epochs: u32,
    /// Learning rate at the beginning, in the unit of the evaluation
    #[arg(long, default_value_t = TuneSettings::default().learning_rate)]
    rate: f32,
    /// Pull towards the present weights: each counts as much as this many positions
    #[arg(long, default_value_t = TuneSettings::default().prior)]
    prior: f32,
    /// Seed of shuffling
    #[arg(long, default_value_t = TuneSettings::default().seed)]
    seed: u64,
    /// Threads; they do not change the result [default: number of logical
    /// processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        if !(0.0..=1.0).contains(&self.result_share) {
            return Err(Failure::bad_input("--result-share goes from 0 to 1"));
        }
        if self.scale.is_some_and(|scale| !(scale.is_finite() && scale >= 1.0)) {
            return Err(Failure::bad_input("--scale is 1 at least"));
        }
        if !(self.rate.is_finite() && self.rate > 0.0) {
            return Err(Failure::bad_input("--rate is larger than 0"));
        }
        if !(self.prior.is_finite() && self.prior >= 0.0) {
            return Err(Failure::bad_input("--prior is 0 at least"));
        }
        let threads = self.threads.unwrap_or(0).into();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map_err(io::Error::other)?.install(|| self.tune())
    }

    fn tune(&self) -> Result<ExitCode, Failure> {
        // Before the work, not after it.
        let inputs = self.shards.iter().chain([&self.weights]);
        let mut files = OutputFiles::new(inputs, Language::English);
        let output = files.reserve(&self.out, IfExists::Refused)?;
        let present = eval::built_in_weights();
        let text = files::read_to_string(&self.weights)
            .map_err(|error| Failure::cannot_read(&self.weights, &error, Language::English))?;
        let complain = |error: WeightsFileError| {
            Failure::bad_input(format!("{}: {error}", shown(&self.weights)))
        };
        tune::replace_weights(&text, &present, &present).map_err(complain)?;
        let split = self.read()?;
        let mut out = ReportOutput::lock();
        report_counts(&mut out, &split)?;
        if split.training.is_empty() || split.held_out.is_empty() {
            return Err(Failure::bad_input("too few games to learn from and to test on"));
        }
        let fitted = tune::fit_scale(&split.training, &present);
        writeln!(out, "scale that suits the results best: {fitted:.0}")?;
        let settings = TuneSettings {
            scale: self.scale.unwrap_or(fitted),
            result_share: self.result_share,
            epochs: self.epochs,
            learning_rate: self.rate,
            prior: self.prior,
            seed: self.seed,
            ..TuneSettings::default()
        };
        report_settings(&mut out, &settings)?;
        let bar = progress_bar(u64::from(self.epochs), "{wide_bar} {pos}/{len} epochs, eta {eta}");
        let mut lines = Vec::new();
        let fit = tune::fit(&split.training, &split.held_out, &present, &settings, |epoch| {
            let line = format!(
                "epoch {} training {:.6} held out {:.6}",
                epoch.number, epoch.training, epoch.held_out
            );
            bar.println(&line);
            bar.inc(1);
            lines.push(line);
        });
        bar.finish_and_clear();
        for line in lines {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "held out {:.6} before, {:.6} after", fit.held_out[0], fit.held_out[1])?;
        let tuned = tune::replace_weights(&text, &present, &fit.weights).map_err(complain)?;
        output.write(tuned.as_bytes())?;
        writeln!(out, "written to {}", shown(&self.out))?;
        Ok(ExitCode::SUCCESS)
    }

    fn read(&self) -> Result<Split, Failure> {
        let (mut split, filter) = (Split::default(), Filter::default());
        let bar =
            progress_bar(self.shards.len() as u64, "{wide_bar} {pos}/{len} shards, eta {eta}");
        for path in &self.shards {
            let shard = read_bytes(path)?;
            let seen = split.statistics.damages.len();
            split.add_shard(&shard, &filter);
            for damage in &split.statistics.damages[seen..] {
                bar.suspend(|| error_line!("sakdi: {}: {damage}", shown(path)));
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(split)
    }
}

fn report_settings(out: &mut impl Write, settings: &TuneSettings) -> io::Result<()> {
    let TuneSettings { scale, result_share, epochs, batch, learning_rate, .. } = settings;
    let TuneSettings { prior, patience, seed, .. } = settings;
    writeln!(
        out,
        "scale {scale:.0} result share {result_share} rate {learning_rate} prior {prior}"
    )?;
    writeln!(out, "epochs {epochs} patience {patience} batch {batch} seed {seed}")
}

fn report_counts(out: &mut impl Write, split: &Split) -> io::Result<()> {
    let DatasetStatistics { games, positions, kept, rejected, fixed, .. } = &split.statistics;
    let DatasetStatistics { repeated, damages, unreadable, .. } = &split.statistics;
    writeln!(out, "games {games} positions {positions} kept {kept}")?;
    if *repeated != 0 {
        writeln!(out, "repeated games: {repeated}")?;
    }
    let (training, held_out) = (split.training.len(), split.held_out.len());
    writeln!(out, "training {training} held out {held_out}")?;
    let mut rejected: Vec<_> =
        rejected.iter().map(|(reason, n)| format!("{} {n}", reason.name())).collect();
    rejected.sort_unstable();
    if *fixed != 0 {
        rejected.push(format!("no weight matters {fixed}"));
    }
    if !rejected.is_empty() {
        writeln!(out, "left out: {}", rejected.join(", "))?;
    }
    if !damages.is_empty() || !unreadable.is_empty() {
        let (ranges, records) = (damages.len(), unreadable.len());
        writeln!(out, "damaged ranges {ranges}, unreadable records {records}")?;
    }
    Ok(())
}
