//! How a net is trained.

use super::Hash;
use super::params::SLICE;
use crate::eval::nnue::arch::{BUCKETS, HIDDEN, INPUTS};
use std::f32::consts::PI;
use std::fmt;
use std::str::FromStr;

/// How the length of a step falls from [`Settings::rate`] to [`Settings::final_rate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Along half a wave.
    Cosine,
    /// In [`STAGES`] stages of equal length, each by the same factor.
    Step,
}

/// Stages of [`Schedule::Step`].
const STAGES: f32 = 5.0;

impl Schedule {
    const ALL: [Self; 2] = [Self::Cosine, Self::Step];

    const fn name(self) -> &'static str {
        match self {
            Self::Cosine => "cosine",
            Self::Step => "step",
        }
    }
}

/// No schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a schedule is cosine or step")]
pub struct ScheduleError;

impl FromStr for Schedule {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Self, ScheduleError> {
        Self::ALL.into_iter().find(|schedule| schedule.name() == text).ok_or(ScheduleError)
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The share of the game's result in what positions are fitted to, over the run: `0.4`, or
/// `0.3:0.5` for one that moves in a straight line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    pub first: f32,
    pub last: f32,
}

/// No share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a share is a number from 0 to 1, or two such as 0.3:0.5")]
pub struct ShareError;

impl FromStr for Share {
    type Err = ShareError;

    fn from_str(text: &str) -> Result<Self, ShareError> {
        let number = |text: &str| match text.parse::<f32>() {
            Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
            _ => Err(ShareError),
        };
        let (first, last) = text.split_once(':').unwrap_or((text, text));
        Ok(Self { first: number(first)?, last: number(last)? })
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            write!(f, "{}", self.first)
        } else {
            write!(f, "{}:{}", self.first, self.last)
        }
    }
}

/// How a net is trained. Nothing else but the data has a say in what comes out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Seed of the first weights, of the games held out and of every shuffling.
    pub seed: u64,
    /// Passes over the positions.
    pub epochs: u32,
    /// Positions a step.
    pub batch: usize,
    /// Length of the first steps.
    pub rate: f32,
    /// Length of the last steps.
    pub final_rate: f32,
    pub schedule: Schedule,
    pub result_share: Share,
    /// Centipawns at which the expected score is 1 / (1 + 1/e).
    pub sigmoid_scale: f32,
    /// Share of itself that each weight loses at a step of length 1 (AdamW).
    pub weight_decay: f32,
    /// Share of the games that is held out, to test what was learnt.
    pub held_out: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 1,
            epochs: 30,
            batch: 16_384,
            rate: 0.001,
            final_rate: 0.000_01,
            schedule: Schedule::Cosine,
            result_share: Share { first: 0.1, last: 0.1 },
            sigmoid_scale: 400.0,
            weight_decay: 0.01,
            held_out: 0.02,
        }
    }
}

/// Everything that a net depends on but the data, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe(pub String);

impl Recipe {
    /// What stands in the head of a net.
    pub fn hash(&self) -> Hash {
        super::hash(self.0.as_bytes())
    }
}

impl Settings {
    /// What is wrong with the settings, in one line.
    pub fn fault(&self) -> Option<&'static str> {
        let Self { rate, final_rate, sigmoid_scale, weight_decay, .. } = *self;
        if self.epochs == 0 || self.batch == 0 {
            Some("there is at least one epoch, and one position in a batch")
        } else if !(rate > 0.0 && rate <= 1.0 && final_rate > 0.0 && final_rate <= rate) {
            Some("rates are above 0 and at most 1, and the last is not above the first")
        } else if !(1.0..=10_000.0).contains(&sigmoid_scale) {
            Some("the scale of the sigmoid goes from 1 to 10000 centipawns")
        } else if !(0.0..=1.0).contains(&weight_decay) {
            Some("the weight decay goes from 0 to 1")
        } else if !(0.0..=0.5).contains(&self.held_out) {
            Some("the share of games held out goes from 0 to 0.5")
        } else {
            None
        }
    }

    /// Everything that a net depends on but the data: one line a setting. `start` is the hash of
    /// the weights that are begun with, if they are not random.
    pub fn recipe(&self, start: Option<&Hash>) -> Recipe {
        let Self { seed, epochs, batch, rate, final_rate, schedule, .. } = self;
        let Self { result_share, sigmoid_scale, weight_decay, held_out, .. } = self;
        let start = start.map_or_else(|| "random".to_owned(), |hash| hex(hash));
        Recipe(format!(
            "sakdi train 1\narchitecture {INPUTS} {HIDDEN} {BUCKETS}, slices of {SLICE}\n\
             start {start}\nseed {seed}\nepochs {epochs}\nbatch {batch}\nrate {rate}\n\
             final rate {final_rate}\nschedule {schedule}\nresult share {result_share}\n\
             sigmoid scale {sigmoid_scale}\nweight decay {weight_decay}\nheld out {held_out}\n"
        ))
    }

    /// Length of a step, when `progress` of the run is done.
    pub(super) fn rate_at(&self, progress: f32) -> f32 {
        let Self { rate, final_rate, .. } = *self;
        match self.schedule {
            Schedule::Cosine => {
                final_rate + (rate - final_rate) * (1.0 + libm::cosf(PI * progress)) / 2.0
            }
            Schedule::Step => {
                let stage = (progress * STAGES).floor().min(STAGES - 1.0);
                rate * libm::powf(final_rate / rate, stage / (STAGES - 1.0))
            }
        }
    }

    /// Share of the game's result, when `progress` of the run is done.
    pub(super) fn share_at(&self, progress: f32) -> f32 {
        let Share { first, last } = self.result_share;
        first + (last - first) * progress
    }
}

/// Bytes as people write them.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_fall_from_the_first_to_the_last() {
        for schedule in Schedule::ALL {
            let settings = Settings { schedule, ..Settings::default() };
            let rates: Vec<f32> = [0.0, 0.3, 0.5, 0.7, 1.0].map(|p| settings.rate_at(p)).to_vec();
            assert!(rates.is_sorted_by(|a, b| a > b), "{schedule}: {rates:?}");
            assert_eq!(rates[0], settings.rate);
            assert!((rates[4] - settings.final_rate).abs() < 1e-9, "{schedule}: {rates:?}");
        }
    }

    #[test]
    fn shares_are_read_and_move() {
        assert_eq!("0.4".parse(), Ok(Share { first: 0.4, last: 0.4 }));
        let share: Share = "0.25:0.75".parse().expect("two shares");
        assert_eq!(share.to_string(), "0.25:0.75");
        let settings = Settings { result_share: share, ..Settings::default() };
        assert_eq!([0.0, 0.5, 1.0].map(|p| settings.share_at(p)), [0.25, 0.5, 0.75]);
        for bad in ["", "1.1", "-0.1", "x", "0.1:", "NaN", "0:1:0"] {
            assert_eq!(bad.parse::<Share>(), Err(ShareError), "{bad}");
        }
    }

    #[test]
    fn every_setting_is_in_the_recipe() {
        let settings = Settings::default();
        let others = [
            Settings { seed: 2, ..settings },
            Settings { epochs: 2, ..settings },
            Settings { batch: 2, ..settings },
            Settings { rate: 0.5, ..settings },
            Settings { final_rate: 0.0005, ..settings },
            Settings { schedule: Schedule::Step, ..settings },
            Settings { result_share: Share { first: 0.4, last: 0.5 }, ..settings },
            Settings { sigmoid_scale: 300.0, ..settings },
            Settings { weight_decay: 0.1, ..settings },
            Settings { held_out: 0.1, ..settings },
        ];
        let hash = |settings: &Settings| settings.recipe(None).hash();
        assert!(others.iter().all(|other| hash(other) != hash(&settings)));
        assert_ne!(settings.recipe(Some(&[1; 32])).hash(), hash(&settings));
    }
}
