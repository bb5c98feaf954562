//! Settings of a training run.

use super::params::SLICE;
use super::points_curve::PointsCurve;
use makruk::types::named_enum;
use sakdi_engine::eval::nnue::arch::{BUCKETS, HIDDEN, INPUTS};
use sakdi_platform::sha256::{self, Hash, hex};
use std::f32::consts::PI;
use std::fmt;
use std::str::FromStr;

/// How the learning rate falls from [`TrainSettings::learning_rate`] to [`TrainSettings::final_learning_rate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LrSchedule {
    /// Along half a cosine wave.
    Cosine,
    /// In `STAGES` stages of equal length, by the same factor each time.
    Step,
}

/// Number of stages of [`LrSchedule::Step`].
const STAGES: f32 = 5.0;

named_enum!(LrSchedule, "schedule": Cosine = "cosine", Step = "step");

/// The share of the result of the game in the target, from 0 to 1: constant (`0.4`), or changing
/// linearly over the run (`0.3:0.5`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResultShare {
    /// At the beginning of the run.
    pub first: f32,
    /// At the end of the run.
    pub last: f32,
}

/// A text is not a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a share is a number from 0 to 1, or two such as 0.3:0.5")]
pub struct ResultShareError;

impl FromStr for ResultShare {
    type Err = ResultShareError;

    fn from_str(text: &str) -> Result<Self, ResultShareError> {
        let number = |text: &str| match text.parse::<f32>() {
            Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
            _ => Err(ResultShareError),
        };
        let (first, last) = text.split_once(':').unwrap_or((text, text));
        Ok(Self { first: number(first)?, last: number(last)? })
    }
}

impl fmt::Display for ResultShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            write!(f, "{}", self.first)
        } else {
            write!(f, "{}:{}", self.first, self.last)
        }
    }
}

/// Settings of a training run. The net depends on them and the data only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainSettings {
    /// Seed of the initial weights, of the choice of held-out games and of shuffling.
    pub seed: u64,
    /// Number of passes over the positions.
    pub epochs: u32,
    /// Number of positions in a batch: one step of the optimizer.
    pub batch: usize,
    /// Learning rate at the beginning.
    pub learning_rate: f32,
    /// Learning rate at the end.
    pub final_learning_rate: f32,
    /// How the learning rate falls from one to the other.
    pub schedule: LrSchedule,
    /// Share of the result of the game in the target; the rest is the score of the search.
    pub result_share: ResultShare,
    /// Expected points of the values of the net and of the search.
    pub curve: PointsCurve,
    /// Weight decay of AdamW: each step subtracts this share of a weight times the learning rate.
    pub weight_decay: f32,
    /// Plies after which a score counts half in the score of an earlier position of its game, which is
    /// blended from the later scores and the result; 0 to use the score of the search alone.
    pub half_life: f32,
    /// Of the positions with at most 8 men, one in this number is used.
    pub few_men: u32,
    /// Share of the games that is not trained on, but used to measure the loss.
    pub held_out: f64,
}

impl Default for TrainSettings {
    fn default() -> Self {
        Self {
            seed: 1,
            epochs: 30,
            batch: 16_384,
            learning_rate: 0.001,
            final_learning_rate: 0.000_01,
            schedule: LrSchedule::Cosine,
            result_share: ResultShare { first: 0.1, last: 0.1 },
            curve: PointsCurve::DEFAULT,
            weight_decay: 0.01,
            half_life: 0.0,
            few_men: 1,
            held_out: 0.02,
        }
    }
}

/// Everything except the data that a net depends on, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe(pub String);

impl Recipe {
    /// The hash that the header of a net holds.
    pub fn hash(&self) -> Hash {
        sha256::hash(self.0.as_bytes())
    }
}

impl TrainSettings {
    /// Why the settings are invalid, in one line; `None` when they are valid.
    pub fn error(&self) -> Option<&'static str> {
        let Self { learning_rate, final_learning_rate, weight_decay, .. } = *self;
        if let Some(error) = self.curve.error() {
            Some(error)
        } else if self.epochs == 0 || self.batch == 0 {
            Some("there is at least one epoch, and one position in a batch")
        } else if !(learning_rate > 0.0
            && learning_rate <= 1.0
            && final_learning_rate > 0.0
            && final_learning_rate <= learning_rate)
        {
            Some("rates are above 0 and at most 1, and the last is not above the first")
        } else if !(0.0..=1.0).contains(&weight_decay) {
            Some("the weight decay goes from 0 to 1")
        } else if !(self.half_life == 0.0 || (1.0..=1_000.0).contains(&self.half_life)) {
            Some("the half-life of scores is 0, or goes from 1 to 1000 plies")
        } else if self.few_men == 0 {
            Some("of the positions with few men, one in 1 is used at most")
        } else if !(0.0..=0.5).contains(&self.held_out) {
            Some("the share of games held out goes from 0 to 0.5")
        } else {
            None
        }
    }

    /// Everything except the data that a net depends on, one line for each setting. `start` is the hash
    /// of the initial weights, unless they are random. The text is part of the format of nets and
    /// checkpoints.
    pub fn recipe(&self, start: Option<&Hash>) -> Recipe {
        let Self { seed, epochs, batch, learning_rate, final_learning_rate, schedule, .. } = self;
        let Self { result_share, curve, weight_decay, held_out, .. } = self;
        let PointsCurve { scale, offset } = curve;
        let start = start.map_or_else(|| "random".to_owned(), |hash| hex(hash));
        // Settings that came later are named only when they have an effect, so that the nets from
        // before keep their recipes.
        let mut later = String::new();
        if self.half_life != 0.0 {
            later += &format!("half-life {}\n", self.half_life);
        }
        if *offset != 0.0 {
            later += &format!("sigmoid offset {offset}\n");
        }
        if self.few_men != 1 {
            later += &format!("few men one in {}\n", self.few_men);
        }
        Recipe(format!(
            "sakdi train 1\narchitecture {INPUTS} {HIDDEN} {BUCKETS}, slices of {SLICE}\n\
             start {start}\nseed {seed}\nepochs {epochs}\nbatch {batch}\nrate {learning_rate}\n\
             final rate {final_learning_rate}\nschedule {schedule}\nresult share {result_share}\n\
             sigmoid scale {scale}\nweight decay {weight_decay}\nheld out {held_out}\n{later}"
        ))
    }

    /// The learning rate after `progress` of the run, from 0 to 1.
    pub(super) fn learning_rate_at(&self, progress: f32) -> f32 {
        let Self { learning_rate: rate, final_learning_rate: final_rate, .. } = *self;
        match self.schedule {
            LrSchedule::Cosine => {
                final_rate + (rate - final_rate) * (1.0 + libm::cosf(PI * progress)) / 2.0
            }
            LrSchedule::Step => {
                let stage = (progress * STAGES).floor().min(STAGES - 1.0);
                rate * libm::powf(final_rate / rate, stage / (STAGES - 1.0))
            }
        }
    }

    /// Share of the result in the target after `progress` of the run, from 0 to 1.
    pub(super) fn result_share_at(&self, progress: f32) -> f32 {
        let ResultShare { first, last } = self.result_share;
        first + (last - first) * progress
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learning_rates_fall_from_the_first_to_the_last() {
        for schedule in LrSchedule::ALL {
            let settings = TrainSettings { schedule, ..TrainSettings::default() };
            let rates: Vec<f32> =
                [0.0, 0.3, 0.5, 0.7, 1.0].map(|p| settings.learning_rate_at(p)).to_vec();
            assert!(rates.is_sorted_by(|a, b| a > b), "{schedule}: {rates:?}");
            assert_eq!(rates[0], settings.learning_rate);
            assert!(
                (rates[4] - settings.final_learning_rate).abs() < 1e-9,
                "{schedule}: {rates:?}"
            );
        }
    }

    #[test]
    fn result_shares_are_parsed_and_change_linearly() {
        assert_eq!("0.4".parse(), Ok(ResultShare { first: 0.4, last: 0.4 }));
        let share: ResultShare = "0.25:0.75".parse().expect("two shares");
        assert_eq!(share.to_string(), "0.25:0.75");
        let settings = TrainSettings { result_share: share, ..TrainSettings::default() };
        assert_eq!([0.0, 0.5, 1.0].map(|p| settings.result_share_at(p)), [0.25, 0.5, 0.75]);
        for bad in ["", "1.1", "-0.1", "x", "0.1:", "NaN", "0:1:0"] {
            assert_eq!(bad.parse::<ResultShare>(), Err(ResultShareError), "{bad}");
        }
    }

    #[test]
    fn every_setting_is_in_the_recipe() {
        let settings = TrainSettings::default();
        let others = [
            TrainSettings { seed: 2, ..settings },
            TrainSettings { epochs: 2, ..settings },
            TrainSettings { batch: 2, ..settings },
            TrainSettings { learning_rate: 0.5, ..settings },
            TrainSettings { final_learning_rate: 0.0005, ..settings },
            TrainSettings { schedule: LrSchedule::Step, ..settings },
            TrainSettings { result_share: ResultShare { first: 0.4, last: 0.5 }, ..settings },
            TrainSettings { curve: PointsCurve { scale: 300.0, offset: 0.0 }, ..settings },
            TrainSettings { curve: PointsCurve { scale: 400.0, offset: 1.0 }, ..settings },
            TrainSettings { weight_decay: 0.1, ..settings },
            TrainSettings { half_life: 20.0, ..settings },
            TrainSettings { few_men: 3, ..settings },
            TrainSettings { held_out: 0.1, ..settings },
        ];
        let hash = |settings: &TrainSettings| settings.recipe(None).hash();
        assert!(others.iter().all(|other| hash(other) != hash(&settings)));
        assert_ne!(settings.recipe(Some(&[1; 32])).hash(), hash(&settings));
    }
}
