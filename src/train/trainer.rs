//! The run: epoch after epoch, batch after batch.

use super::adam::Step;
use super::agreement::Agreement;
use super::lesson::Lesson;
use super::load::Data;
use super::params::Params;
use super::pass::{self, Goal, Tile};
use super::settings::Settings;
use super::store::Stream;
use crate::eval::nnue::Net;
use std::io;
use std::ops::{ControlFlow, Range};

/// All that a run needs to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub weights: Params,
    pub progress: Progress,
}

/// How far a run has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// First and second moments of the gradients.
    pub(super) moments: [Params; 2],
    /// Steps taken.
    pub steps: u64,
    /// Sum of the losses of the epoch so far.
    pub loss: f64,
    /// Positions of the epoch so far.
    pub positions: u64,
    /// Mean loss of the last epoch that is over.
    pub last: f64,
}

impl State {
    /// The beginning of a run with these weights.
    pub fn new(weights: Params) -> Self {
        let moments = [Params::zero(), Params::zero()];
        let progress = Progress { moments, steps: 0, loss: 0.0, positions: 0, last: f64::NAN };
        Self { weights, progress }
    }

    /// The beginning of a run with random weights.
    pub fn random(seed: u64) -> Self {
        Self::new(Params::random(seed))
    }
}

/// What happens in a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// A step was taken.
    Step {
        /// Positions since the beginning of the run.
        positions: u64,
        /// Mean loss of the epoch so far.
        loss: f64,
    },
    /// An epoch is over.
    Epoch {
        /// From 1 on.
        number: u32,
        /// Mean loss while it went on.
        training: f64,
        /// Mean loss on the positions held out, if there are any.
        held_out: Option<f64>,
    },
}

/// A run over the data.
#[derive(Debug)]
pub struct Trainer<'a> {
    data: &'a Data,
    settings: &'a Settings,
}

impl<'a> Trainer<'a> {
    pub const fn new(data: &'a Data, settings: &'a Settings) -> Self {
        Self { data, settings }
    }

    /// Positions of the whole run, each as often as it is learnt from.
    pub fn positions(&self) -> u64 {
        self.data.training.len() as u64 * u64::from(self.settings.epochs)
    }

    /// Positions learnt from when so many steps are taken.
    pub fn positions_after(&self, steps: u64) -> u64 {
        let (epoch, batch) = (steps / self.batches(), steps % self.batches());
        epoch * self.data.training.len() as u64 + self.batch(batch).start as u64
    }

    /// Steps of the whole run.
    pub fn steps(&self) -> u64 {
        self.batches() * u64::from(self.settings.epochs)
    }

    /// Batches of an epoch.
    fn batches(&self) -> u64 {
        self.data.training.len().div_ceil(self.settings.batch).max(1) as u64
    }

    /// The positions of a batch, by their place in the epoch: batches are of equal length but for
    /// one position.
    fn batch(&self, number: u64) -> Range<usize> {
        let edge = |number: u64| {
            let edge = self.data.training.len() as u128 * u128::from(number);
            (edge / u128::from(self.batches())) as usize
        };
        edge(number)..edge(number + 1)
    }

    /// Goes on with a run until it is over, or until the end of a step at which `watch` breaks it
    /// off. Gives whether it is over.
    ///
    /// # Errors
    /// Positions in a file cannot be read.
    pub fn run(
        &self,
        state: &mut State,
        mut watch: impl FnMut(&State, Event) -> ControlFlow<()>,
    ) -> io::Result<bool> {
        let (batches, epochs) = (self.batches(), self.settings.epochs);
        let mut desk = Desk { tiles: Vec::new(), sums: Params::zero() };
        let mut batch = Vec::new();
        for epoch in (state.progress.steps / batches) as u32..epochs {
            let mut stream = Stream::new(&self.data.training, self.settings.seed, epoch);
            let done = state.progress.steps % batches;
            stream.take(self.batch(done).start, &mut batch)?;
            let mut broken_off = false;
            for number in done..batches {
                stream.take(self.batch(number).len(), &mut batch)?;
                let event = self.step(state, &batch, &mut desk);
                broken_off = watch(state, event).is_break();
                if broken_off && number + 1 < batches {
                    return Ok(false);
                }
            }
            let event = self.end_epoch(state, epoch + 1);
            broken_off |= watch(state, event).is_break();
            if broken_off && epoch + 1 < epochs {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn step(&self, state: &mut State, batch: &[Lesson], desk: &mut Desk) -> Event {
        let State { weights, progress } = state;
        let done = progress.steps as f32 / self.steps() as f32;
        let goal = self.goal(done);
        progress.loss += pass::learn(weights, batch, goal, &mut desk.tiles, &mut desk.sums);
        progress.positions += batch.len() as u64;
        progress.steps += 1;
        let Settings { weight_decay, .. } = *self.settings;
        let rate = self.settings.rate_at(done);
        let step = Step::new(progress.steps, rate, weight_decay, batch.len());
        step.take(weights, progress.moments.each_mut(), &mut desk.sums);
        let loss = progress.loss / progress.positions.max(1) as f64;
        Event::Step { positions: self.positions_after(progress.steps), loss }
    }

    fn end_epoch(&self, state: &mut State, number: u32) -> Event {
        let progress = &mut state.progress;
        let training = progress.loss / progress.positions.max(1) as f64;
        (progress.loss, progress.positions, progress.last) = (0.0, 0, training);
        Event::Epoch { number, training, held_out: self.held_out_loss(&state.weights) }
    }

    /// Mean loss on the positions held out, if there are any. They are fitted to what the run ends
    /// with, so that losses of different epochs can be compared.
    pub fn held_out_loss(&self, weights: &Params) -> Option<f64> {
        pass::mean_loss(weights, &self.data.held_out, self.goal(1.0))
    }

    /// How well the net that plays agrees with the weights it was made from, on some of the
    /// positions held out.
    pub fn agreement(&self, weights: &Params, net: &Net) -> Option<Agreement> {
        Agreement::of(weights, net, &self.data.held_out, self.goal(1.0))
    }

    fn goal(&self, progress: f32) -> Goal {
        let Settings { sigmoid_scale: scale, .. } = *self.settings;
        Goal { result_share: self.settings.share_at(progress), scale }
    }
}

/// Room to work in.
struct Desk {
    tiles: Vec<Tile>,
    sums: Params,
}
