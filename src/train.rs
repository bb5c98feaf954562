//! `sakdi train`.

use super::json_output::{JsonArgs, JsonOutput, rounded};
use super::output_file::{IfExists, OutputFile, OutputFiles, holds_something};
use super::progress::{INTERRUPTED, RateMeter, progress_bar, stop_on_interrupt};
use super::report_output::ReportOutput;
use super::table_folder::load_tables;
use super::{Failure, read_bytes};
use makruk::notation::terminal_text::shown;
use sakdi_engine::eval::nnue::{Net, NetError, Provenance};
use sakdi_engine::score::NORMALIZE_TO_PAWN_VALUE;
use sakdi_i18n::{Language, Phrase};
use sakdi_platform::atomic_file::folder_of;
use sakdi_platform::sha256::{self, Hash, hex};
use sakdi_training::train::{
    Data, Event, FloatFile, LoadStatistics, Loader, LrSchedule, Params, PointsCurve,
    QuantizationError, ResultShare, State, TrainSettings, Trainer,
};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files that `sakdi selfplay` wrote; their order matters
    #[arg(required = true, value_name = "SHARD")]
    shards: Vec<PathBuf>,
    /// File of the net to write
    #[arg(long, value_name = "NET")]
    out: PathBuf,
    /// File for the floating-point weights, from which another run can start (--from)
    #[arg(long, value_name = "FILE")]
    float: Option<PathBuf>,
    /// Net or file of floating-point weights to start from; such weights of a smaller net are extended.
    /// Random weights when missing
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// File for the state of the run, written after each epoch and when the run is interrupted
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Resume the run in the checkpoint file, if that exists
    #[arg(long, requires = "checkpoint")]
    resume: bool,
    /// Seed of the initial weights, of the held-out games and of shuffling
    #[arg(long, default_value_t = TrainSettings::default().seed)]
    seed: u64,
    /// Passes over the positions
    #[arg(long, default_value_t = TrainSettings::default().epochs)]
    epochs: u32,
    /// Positions in a batch: one step of the optimizer
    #[arg(long, default_value_t = TrainSettings::default().batch)]
    batch: usize,
    /// Learning rate at the beginning
    #[arg(long, default_value_t = TrainSettings::default().learning_rate)]
    rate: f32,
    /// Learning rate at the end [default: a hundredth of --rate]
    #[arg(long)]
    final_rate: Option<f32>,
    /// How the learning rate falls: cosine or step
    #[arg(long, default_value_t = TrainSettings::default().schedule)]
    schedule: LrSchedule,
    /// Share of the result of the game in the target, the rest being the score of the search; or
    /// the first and the last share, such as 0.3:0.5
    #[arg(long, value_name = "SHARE", default_value_t = TrainSettings::default().result_share)]
    result_share: ResultShare,
    /// Scale of the logistic curve: the value at which 73 % of the points are expected, in the unit of
    /// the evaluation, of which 495 are 100 UCI centipawns
    #[arg(long, value_name = "SCALE", default_value_t = PointsCurve::DEFAULT.scale)]
    sigmoid_scale: f32,
    /// Value at which half of the games are won, in the same unit, where the points follow two such curves:
    /// one for winning, and its mirror image for losing
    #[arg(long, value_name = "OFFSET", default_value_t = 0.0)]
    sigmoid_offset: f32,
    /// Weight decay: each step subtracts this share of a weight times the learning rate
    #[arg(long, value_name = "SHARE", default_value_t = TrainSettings::default().weight_decay)]
    weight_decay: f32,
    /// Blend each score with the later scores of its game and with its result: the plies after which
    /// a score counts half; 0 to use the score of the search alone
    #[arg(long, value_name = "PLIES", default_value_t = TrainSettings::default().half_life)]
    half_life: f32,
    /// Use one in N of the positions with at most 8 men
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().few_men)]
    few_men: u32,
    /// Folder of endgame tables, such as those of five men: the labels of their positions are exact
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Share of the games that only measure the loss
    #[arg(long, value_name = "SHARE", default_value_t = TrainSettings::default().held_out)]
    held_out: f64,
    /// Threads; they do not change the net [default: number of logical
    /// processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory for positions in MiB, 32 bytes each; more positions go to temporary files beside the
    /// net
    #[arg(long, value_name = "MIB", default_value_t = 4_096)]
    memory: usize,
    #[command(flatten)]
    json: JsonArgs,
}

/// A run that is complete.
#[derive(Debug, Serialize)]
struct TrainRecord {
    data: DataRecord,
    /// Hashes in hexadecimal.
    recipe_sha256: String,
    data_sha256: String,
    steps: u64,
    /// Those that this process has trained.
    epochs: Vec<EpochRecord>,
    /// Mean loss of the last epoch.
    loss: f64,
    /// Of the net with floating-point weights; null without held-out positions.
    held_out_loss: Option<f64>,
    /// What rounding the weights costs; null without held-out positions.
    quantization: Option<QuantizationRecord>,
    /// Checksum of the net file.
    net_sha256: String,
}

#[derive(Debug, Serialize)]
struct DataRecord {
    games: u64,
    repeated_games: u64,
    positions: u64,
    training: usize,
    held_out: usize,
    /// Positions whose labels are from endgame tables.
    corrected: u64,
    /// Number of positions left out, by reason.
    rejected: BTreeMap<&'static str, u64>,
    damaged_shards: u64,
    damaged_ranges: u64,
    unreadable_records: u64,
}

#[derive(Debug, Serialize)]
struct EpochRecord {
    epoch: u32,
    loss: f64,
    held_out_loss: Option<f64>,
}

#[derive(Debug, Serialize)]
struct QuantizationRecord {
    positions: usize,
    float_loss: f64,
    net_loss: f64,
    mean_difference_cp: f64,
}

impl DataRecord {
    fn new(data: &Data) -> Self {
        let LoadStatistics {
            games,
            repeated,
            positions,
            rejected,
            corrected,
            unreadable,
            damaged_shards,
            damaged_ranges,
        } = &data.statistics;
        Self {
            games: *games,
            repeated_games: *repeated,
            positions: *positions,
            training: data.training.len(),
            held_out: data.held_out.len(),
            corrected: *corrected,
            rejected: rejected.iter().map(|(reason, &n)| (reason.name(), n)).collect(),
            damaged_shards: *damaged_shards,
            damaged_ranges: *damaged_ranges,
            unreadable_records: *unreadable,
        }
    }
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let settings = self.settings();
        if let Some(fault) = settings.error() {
            return Err(Failure::bad_input(fault));
        }
        let threads = self.threads.unwrap_or(0).into();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map_err(io::Error::other)?.install(|| self.train(&settings))
    }

    fn settings(&self) -> TrainSettings {
        TrainSettings {
            seed: self.seed,
            epochs: self.epochs,
            batch: self.batch,
            learning_rate: self.rate,
            final_learning_rate: self.final_rate.unwrap_or(self.rate / 100.0),
            schedule: self.schedule,
            result_share: self.result_share,
            curve: PointsCurve { scale: self.sigmoid_scale, offset: self.sigmoid_offset },
            weight_decay: self.weight_decay,
            half_life: self.half_life,
            few_men: self.few_men,
            held_out: self.held_out,
        }
    }

    fn train(&self, settings: &TrainSettings) -> Result<ExitCode, Failure> {
        // Before the work, not after it.
        let files = self.reserve_files()?;
        let (mut state, start) = self.start(settings)?;
        let kept = self.kept()?;
        let data = self.read(settings)?;
        let recipe = settings.recipe(start.as_ref());
        let provenance = Provenance { recipe: recipe.hash(), data: data.hash };
        let mut out = ReportOutput::lock();
        report_counts(&mut out, &data)?;
        write!(out, "{}", recipe.0)?;
        writeln!(out, "recipe {}\ndata {}", hex(&provenance.recipe), hex(&provenance.data))?;
        if data.training.is_empty() {
            return Err(Failure::bad_input("no position to learn from"));
        }
        if let Some(kept) = kept {
            state = resume(kept, &provenance).map_err(Failure::bad_input)?;
            self.spare_others(&provenance)?;
            writeln!(out, "going on after {} steps", state.progress.steps)?;
        }
        let trainer = Trainer::new(&data, settings);
        let steps = trainer.steps();
        writeln!(out, "steps {steps}, {} an epoch", steps / u64::from(settings.epochs))?;
        if steps < FEW_STEPS && start.is_none() {
            error_line!(
                "sakdi: {steps} steps are too few to train a net: more games, a smaller --batch or \
                 more --epochs give more"
            );
        }
        let checkpoint = files.checkpoint.as_ref();
        let Some(epochs) =
            self.run_epochs(&trainer, &provenance, &mut state, checkpoint, &mut out)?
        else {
            let kept = self.checkpoint.is_some();
            let advice = if kept { "continue with --resume" } else { "no state was saved" };
            error_line!("sakdi: interrupted, {advice}");
            return Ok(ExitCode::from(INTERRUPTED));
        };
        if let Some(file) = &files.float {
            file.write(&FloatFile::to_bytes(&provenance, &state, false))?;
        }
        let net = state.weights.quantize();
        let bytes = net.to_bytes(&provenance);
        files.out.write(&bytes)?;
        let quantization = trainer.quantization_error(&state.weights, &net).map(|error| {
            let QuantizationError { positions, float_loss, net_loss, mean_difference } = error;
            QuantizationRecord {
                positions,
                float_loss: rounded(float_loss),
                net_loss: rounded(net_loss),
                mean_difference_cp: rounded(
                    mean_difference * 100.0 / f64::from(NORMALIZE_TO_PAWN_VALUE),
                ),
            }
        });
        if let Some(record) = &quantization {
            let QuantizationRecord { positions, float_loss, net_loss, mean_difference_cp } = record;
            writeln!(
                out,
                "on {positions} positions: loss {float_loss:.6}, quantized {net_loss:.6}, \
                 difference {mean_difference_cp:.2} cp"
            )?;
        }
        let net_sha256 = hex(&bytes[bytes.len() - size_of::<Hash>()..]);
        let (loss, held_out) =
            (state.progress.last_epoch_loss, trainer.held_out_loss(&state.weights));
        writeln!(
            out,
            "trained positions {} epochs {} loss {loss:.6} held-out {} net {}",
            data.training.len(),
            settings.epochs,
            or_dash(held_out),
            net_sha256,
        )?;
        files.json.write(|| TrainRecord {
            data: DataRecord::new(&data),
            recipe_sha256: hex(&provenance.recipe),
            data_sha256: hex(&provenance.data),
            steps,
            epochs,
            loss: rounded(loss),
            held_out_loss: held_out.map(rounded),
            quantization,
            net_sha256,
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The files that a run writes.
struct TrainFiles {
    out: OutputFile,
    float: Option<OutputFile>,
    checkpoint: Option<OutputFile>,
    json: JsonOutput,
}

/// With fewer steps a run from random weights is warned about. The first net that won its match
/// against the handcrafted evaluation took between two and three thousand.
const FEW_STEPS: u64 = 1_000;

impl Args {
    /// Reserves the files to write.
    fn reserve_files(&self) -> Result<TrainFiles, Failure> {
        let inputs = self.shards.iter().chain(&self.from);
        let mut files = OutputFiles::new(inputs, Language::English);
        let continued = IfExists::unless(self.resume);
        let checkpoint = files.reserve_if_given(self.checkpoint.as_ref(), continued)?;
        let continues = self.resume && self.checkpoint.as_deref().is_some_and(holds_something);
        // Later only files of this run are accepted, which are the same when it is repeated.
        let existing = if continues { IfExists::Continued } else { IfExists::Refused };
        let out = files.reserve(&self.out, existing)?;
        let float = files.reserve_if_given(self.float.as_ref(), existing)?;
        let json = self.json.reserve(&mut files)?;
        Ok(TrainFiles { out, float, checkpoint, json })
    }

    /// The state to begin with, and the hash of the file it came from.
    fn start(&self, settings: &TrainSettings) -> Result<(State, Option<Hash>), Failure> {
        let Some(path) = &self.from else {
            return Ok((State::random(settings.seed), None));
        };
        let bytes = read_bytes(path)?;
        let weights = match Net::read(&bytes) {
            Err(NetError::Magic) => FloatFile::read_weights(&bytes, settings.seed)
                .map_err(|error| of_file(path, error))?,
            net => Params::dequantize(&net.map_err(|error| of_file(path, error))?.0),
        };
        Ok((State::new(weights), Some(sha256::hash(&bytes))))
    }

    /// Refuses to replace an output that is not of this run.
    fn spare_others(&self, provenance: &Provenance) -> Result<(), Failure> {
        let net_of = |bytes: &[u8]| Net::read(bytes).ok().map(|(_, provenance)| provenance);
        let weights_of = |bytes: &[u8]| FloatFile::read(bytes).ok().map(|file| file.provenance);
        let refuse_unless = |path: &Path, found: &dyn Fn(&[u8]) -> Option<Provenance>| {
            if !holds_something(path) || found(&read_bytes(path)?).as_ref() == Some(provenance) {
                return Ok(());
            }
            let message = Language::English.say(Phrase::FileExists, &[&shown(path)]);
            Err(Failure::bad_input(message))
        };
        refuse_unless(&self.out, &net_of)?;
        self.float.iter().try_for_each(|path| refuse_unless(path, &weights_of))
    }

    /// The run to resume, if that is requested and there is one.
    fn kept(&self) -> Result<Option<FloatFile>, Failure> {
        match &self.checkpoint {
            Some(path) if self.resume && holds_something(path) => {
                FloatFile::read(&read_bytes(path)?).map(Some).map_err(|error| of_file(path, error))
            }
            _ => Ok(None),
        }
    }

    fn read(&self, settings: &TrainSettings) -> Result<Data, Failure> {
        let memory = self.memory.saturating_mul(1 << 20);
        let mut loader = Loader::new(settings, memory, folder_of(&self.out));
        if let Some(folder) = &self.tables {
            loader = loader.correct_by(load_tables(Some(folder), Language::English)?);
        }
        let bar =
            progress_bar(self.shards.len() as u64, "{wide_bar} {pos}/{len} shards, eta {eta}");
        for path in &self.shards {
            for damage in
                loader.add_shard(&read_bytes(path)?).map_err(|error| self.spilled(&error))?
            {
                bar.suspend(|| error_line!("sakdi: {}: {damage}", shown(path)));
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        loader.finish().map_err(|error| self.spilled(&error))
    }

    /// The failure of the temporary files, which have no name.
    fn spilled(&self, error: &io::Error) -> Failure {
        let folder = folder_of(&self.out);
        let what = format!(
            "the positions that exceed --memory cannot be kept in {}: {}",
            shown(folder),
            Language::English.io_error(error)
        );
        Failure::Io(io::Error::other(what))
    }

    /// Trains to the end of the run; returns its epochs, or `None` when it was interrupted.
    fn run_epochs(
        &self,
        trainer: &Trainer<'_>,
        provenance: &Provenance,
        state: &mut State,
        checkpoint: Option<&OutputFile>,
        out: &mut impl Write,
    ) -> Result<Option<Vec<EpochRecord>>, Failure> {
        let stop = Arc::new(AtomicBool::new(false));
        stop_on_interrupt(&stop)?;
        let done = trainer.positions_after(state.progress.steps);
        let mut meter = RateMeter::new(trainer.positions(), done, "{wide_bar} {percent} %, {msg}");
        let mut failure = None;
        let mut epochs = Vec::new();
        // A state that is of no use must not take the place of a good one.
        let keep = |state: &State, failure: &mut Option<Failure>| {
            if !state.is_finite() {
                let what = "the run has diverged, its weights are not numbers: use a lower --rate";
                *failure = Some(Failure::Io(io::Error::other(what)));
            } else if let Some(file) = checkpoint {
                *failure = file.write(&FloatFile::to_bytes(provenance, state, true)).err();
            }
        };
        let over = trainer.run(state, |state, event| {
            match event {
                Event::Step { positions, loss } => show_step(&mut meter, positions, loss),
                Event::Epoch { number, training, held_out } => {
                    // First: the line may go to a full disk.
                    keep(state, &mut failure);
                    epochs.push(EpochRecord {
                        epoch: number,
                        loss: rounded(training),
                        held_out_loss: held_out.map(rounded),
                    });
                    if failure.is_none() {
                        let held_out = or_dash(held_out);
                        let line =
                            format!("epoch {number} training {training:.6} held out {held_out}");
                        let written = meter.bar().suspend(|| writeln!(out, "{line}"));
                        failure = written.err().map(Failure::Io);
                    }
                }
            }
            if failure.is_some() || stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        })?;
        meter.bar().finish_and_clear();
        match failure {
            Some(error) => return Err(error),
            None if !over => keep(state, &mut failure),
            None => {}
        }
        failure.map_or(Ok(over.then_some(epochs)), Err)
    }
}

/// Shows a step of the run.
fn show_step(meter: &mut RateMeter, positions: u64, loss: f64) {
    meter.bar().set_position(positions);
    let (rate, left) = (meter.per_second(), meter.time_left());
    let all = meter.bar().length().unwrap_or_default();
    meter.show(format!("{rate:.0} positions/s, loss {loss:.6}, {left} left"), || {
        format!("{positions}/{all} positions, {rate:.0}/s, loss {loss:.6}, {left} left")
    });
}

/// The state in a checkpoint, if its recipe and data are those of this run.
fn resume(kept: FloatFile, provenance: &Provenance) -> Result<State, &'static str> {
    if kept.provenance.recipe != provenance.recipe {
        return Err("the checkpoint is of a run with other settings");
    }
    if kept.provenance.data != provenance.data {
        return Err("the checkpoint is of a run on other data");
    }
    kept.into_state().ok_or("the checkpoint holds weights alone: give it by --from")
}

fn report_counts(out: &mut impl Write, data: &Data) -> io::Result<()> {
    let LoadStatistics {
        games,
        repeated,
        positions,
        rejected,
        corrected,
        unreadable,
        damaged_shards,
        damaged_ranges,
    } = &data.statistics;
    let (training, held_out) = (data.training.len(), data.held_out.len());
    writeln!(out, "games {games} positions {positions} training {training} held out {held_out}")?;
    let rejected: Vec<String> =
        rejected.iter().map(|(reason, n)| format!("{} {n}", reason.name())).collect();
    if !rejected.is_empty() {
        writeln!(out, "left out: {}", rejected.join(", "))?;
    }
    if *corrected != 0 {
        writeln!(out, "labels from tables: {corrected}")?;
    }
    if *repeated != 0 {
        writeln!(out, "repeated games: {repeated}")?;
    }
    if damaged_shards + unreadable != 0 {
        writeln!(
            out,
            "damaged shards {damaged_shards}, damaged ranges {damaged_ranges}, \
             unreadable records {unreadable}"
        )?;
    }
    Ok(())
}

fn or_dash(loss: Option<f64>) -> String {
    loss.map_or_else(|| "-".to_owned(), |loss| format!("{loss:.6}"))
}

fn of_file(path: &Path, what: impl std::fmt::Display) -> Failure {
    Failure::bad_input(format!("{}: {what}", shown(path)))
}
