//! The training loop.

use super::backprop::{self, LossFunction, Tile};
use super::load::Data;
use super::params::Params;
use super::params_step::ParamsStep;
use super::quantization::QuantizationError;
use super::settings::TrainSettings;
use super::shuffle::EpochStream;
use super::training_position::TrainingPosition;
use sakdi_engine::eval::nnue::Net;
use std::io;
use std::ops::{ControlFlow, Range};

/// The state of a run, from which it can be resumed.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The weights.
    pub weights: Params,
    /// Steps, losses and moments.
    pub progress: Progress,
}

/// The progress of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// First and second moments of the gradients.
    pub(super) moments: [Params; 2],
    /// Number of steps taken.
    pub steps: u64,
    /// Sum of the losses in the current epoch.
    pub epoch_loss: f64,
    /// Number of positions in the current epoch so far.
    pub epoch_positions: u64,
    /// Mean loss of the last epoch that was completed; NaN before that.
    pub last_epoch_loss: f64,
}

impl Progress {
    /// Whether no number of an unfinished epoch or of the moments is infinite or not a number.
    pub(super) fn is_finite(&self) -> bool {
        self.moments.iter().all(Params::is_finite) && self.epoch_loss.is_finite()
    }
}

impl State {
    /// Whether the run has not diverged: all its numbers are finite.
    pub fn is_finite(&self) -> bool {
        self.weights.is_finite() && self.progress.is_finite()
    }

    /// The state at the beginning of a run with these weights.
    pub fn new(weights: Params) -> Self {
        let moments = [Params::zero(), Params::zero()];
        let progress = Progress {
            moments,
            steps: 0,
            epoch_loss: 0.0,
            epoch_positions: 0,
            last_epoch_loss: f64::NAN,
        };
        Self { weights, progress }
    }

    /// The state at the beginning of a run with random weights.
    pub fn random(seed: u64) -> Self {
        Self::new(Params::random(seed))
    }
}

/// What a run reports.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// A step was taken.
    Step {
        /// Number of positions trained on since the beginning of the run.
        positions: u64,
        /// Mean loss in the current epoch so far.
        loss: f64,
    },
    /// An epoch was completed.
    Epoch {
        /// Its number, from 1.
        number: u32,
        /// Mean loss on the training positions during the epoch.
        training: f64,
        /// Mean loss on the held-out positions, if there are any.
        held_out: Option<f64>,
    },
}

/// Runs the training loop on data.
#[derive(Debug)]
pub struct Trainer<'a> {
    data: &'a Data,
    settings: &'a TrainSettings,
}

impl<'a> Trainer<'a> {
    /// A trainer for this data with these settings.
    pub const fn new(data: &'a Data, settings: &'a TrainSettings) -> Self {
        Self { data, settings }
    }

    /// Number of positions that a whole run trains on, counted once for each epoch.
    pub fn positions(&self) -> u64 {
        self.data.training.len() as u64 * u64::from(self.settings.epochs)
    }

    /// Number of positions trained on in the first `steps` steps.
    pub fn positions_after(&self, steps: u64) -> u64 {
        let (epoch, batch) = (steps / self.batches(), steps % self.batches());
        epoch * self.data.training.len() as u64 + self.batch(batch).start as u64
    }

    /// Number of steps of the whole run.
    pub fn steps(&self) -> u64 {
        self.batches() * u64::from(self.settings.epochs)
    }

    /// Number of batches in an epoch.
    fn batches(&self) -> u64 {
        self.data.training.len().div_ceil(self.settings.batch).max(1) as u64
    }

    /// The positions of a batch, by their place in the epoch. The sizes of batches differ by one at
    /// most.
    fn batch(&self, number: u64) -> Range<usize> {
        let edge = |number: u64| {
            let edge = self.data.training.len() as u128 * u128::from(number);
            (edge / u128::from(self.batches())) as usize
        };
        edge(number)..edge(number + 1)
    }

    /// Starts or resumes a run. `on_event` is called after each step and epoch and can interrupt the
    /// run. Returns whether the run is complete.
    ///
    /// # Errors
    /// Positions cannot be read from a temporary file.
    pub fn run(
        &self,
        state: &mut State,
        mut on_event: impl FnMut(&State, Event) -> ControlFlow<()>,
    ) -> io::Result<bool> {
        let (batches, epochs) = (self.batches(), self.settings.epochs);
        let mut scratch = Scratch { tiles: Vec::new(), sums: Params::zero() };
        let mut batch = Vec::new();
        for epoch in (state.progress.steps / batches) as u32..epochs {
            let mut stream = EpochStream::new(&self.data.training, self.settings.seed, epoch);
            let done = state.progress.steps % batches;
            // A batch at a time: the positions of an epoch may not fit into memory.
            for number in 0..done {
                stream.take(self.batch(number).len(), &mut batch)?;
            }
            let mut interrupted = false;
            for number in done..batches {
                stream.take(self.batch(number).len(), &mut batch)?;
                let event = self.step(state, &batch, &mut scratch);
                interrupted = on_event(state, event).is_break();
                if interrupted && number + 1 < batches {
                    return Ok(false);
                }
            }
            let event = self.end_epoch(state, epoch + 1);
            interrupted |= on_event(state, event).is_break();
            if interrupted && epoch + 1 < epochs {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn step(&self, state: &mut State, batch: &[TrainingPosition], scratch: &mut Scratch) -> Event {
        let State { weights, progress } = state;
        let done = progress.steps as f32 / self.steps() as f32;
        let loss_function = self.loss_function(done);
        progress.epoch_loss += backprop::add_gradients(
            weights,
            batch,
            loss_function,
            &mut scratch.tiles,
            &mut scratch.sums,
        );
        progress.epoch_positions += batch.len() as u64;
        progress.steps += 1;
        let TrainSettings { weight_decay, .. } = *self.settings;
        let learning_rate = self.settings.learning_rate_at(done);
        let step = ParamsStep::new(progress.steps, learning_rate, weight_decay, batch.len());
        step.apply(weights, progress.moments.each_mut(), &mut scratch.sums);
        let loss = progress.epoch_loss / progress.epoch_positions.max(1) as f64;
        Event::Step { positions: self.positions_after(progress.steps), loss }
    }

    fn end_epoch(&self, state: &mut State, number: u32) -> Event {
        let progress = &mut state.progress;
        let training = progress.epoch_loss / progress.epoch_positions.max(1) as f64;
        (progress.epoch_loss, progress.epoch_positions) = (0.0, 0);
        progress.last_epoch_loss = training;
        Event::Epoch { number, training, held_out: self.held_out_loss(&state.weights) }
    }

    /// Mean loss on the held-out positions, if there are any. The targets are those of the end of the
    /// run, so that losses of different epochs can be compared.
    pub fn held_out_loss(&self, weights: &Params) -> Option<f64> {
        backprop::mean_loss(weights, &self.data.held_out, self.loss_function(1.0))
    }

    /// How `net` differs from the weights that it was quantized from, on some of the held-out
    /// positions, if there are any.
    pub fn quantization_error(&self, weights: &Params, net: &Net) -> Option<QuantizationError> {
        QuantizationError::of(weights, net, &self.data.held_out, self.loss_function(1.0))
    }

    fn loss_function(&self, progress: f32) -> LossFunction {
        let TrainSettings { curve, .. } = *self.settings;
        LossFunction { result_share: self.settings.result_share_at(progress), curve }
    }
}

/// Working memory.
struct Scratch {
    tiles: Vec<Tile>,
    sums: Params,
}
